import { existsSync, readFileSync } from 'node:fs'
import { type Html, html } from '../pages/html.ts'
import { WEB_FOLDER } from '../static/web-build.ts'

const SOURCE = 'ops/browser/main.ts'

interface ViteEntry {
  readonly file: string
  readonly css?: readonly string[]
}

/**
 * The script and style of the plots, as Vite has built them. Empty before the first build: pages then show
 * their tables only.
 */
export function boardAssets(): Html {
  const manifest = `${WEB_FOLDER}.vite/manifest.json`
  if (!existsSync(manifest)) return html``
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, ViteEntry>>
  const entry = Object.entries(entries).find(([source]) => source.endsWith(SOURCE))?.[1]
  if (entry === undefined) return html``
  const styles = (entry.css ?? []).map((file) => html`<link rel="stylesheet" href="/static/web/${file}">`)
  return html`${styles}<script type="module" src="/static/web/${entry.file}"></script>`
}
