import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'

const ENTRY = fileURLToPath(new URL('./worker/service-worker.ts', import.meta.url))
/** The files that the shell needs to open; other files are kept after their first use. */
const SHELL = /\.(?:js|css|svg)$|^inter-latin-wght-normal-.*\.woff2$/

/** Builds the service worker as one classic script that knows the files of this build. */
export const serviceWorkerFile = (base: string): Plugin => ({
  name: 'service-worker-file',
  // After the plugins that remove scripts with style sheets only, and that add the page.
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const names = Object.keys(bundle).filter((name) => SHELL.test(name))
    const files = names.sort().map((name) => base + name)
    // Names contain the hashes of their files; the page has none in its name.
    const page = bundle['index.html'] as Rollup.OutputAsset | undefined
    const version = createHash('sha256')
      .update(JSON.stringify([files, String(page?.source ?? '')]))
      .digest('hex')
      .slice(0, 12)
    const result = (await build({
      configFile: false,
      logLevel: 'warn',
      define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) },
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: ENTRY, formats: ['iife'], name: 'serviceWorker', fileName: 'service-worker' },
      },
    })) as Rollup.RollupOutput[]
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: result[0]!.output[0].code,
    })
  },
})
