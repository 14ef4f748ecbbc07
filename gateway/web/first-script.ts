import type { Plugin } from 'vite'

/**
 * Adds a script of its own to the page, which runs as soon as it is there, before the client and its style
 * sheets.
 */
export const firstScript = (base: string, name: string): Plugin => ({
  name: 'first-script',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const file = Object.values(bundle).find(
        (part) => part.type === 'chunk' && part.isEntry && part.name === name,
      )
      if (file === undefined) throw new Error(`the build has no script ${name}`)
      const attrs = { type: 'module', async: true, crossorigin: true, src: base + file.fileName }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
    },
  },
})
