import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the web client with the encodings that the build made of it. */
export interface WebFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** The web client as `npm run build` made it. */
export interface WebBuild {
  readonly index: WebFile
  readonly serviceWorker: WebFile
  /** By name. A name contains the hash of its file, so the file of a name never changes. */
  readonly files: ReadonlyMap<string, LazyFile>
}

/** Reads a file at the first call, and keeps it. Returns undefined when somebody has removed it since this process started. */
export type LazyFile = () => WebFile | undefined

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The folder that Vite writes to, seen from this file compiled and from its source. */
const folder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/gateway/web/' : '../web/', import.meta.url),
)

/**
 * Finds the built web client. Its files come into memory at their first use: less than 6 MiB, half of them emoji. Undefined before
 * the first build.
 */
export function readWebBuild(): WebBuild | undefined {
  if (!existsSync(`${folder}index.html`)) return undefined
  const names = readdirSync(folder).filter((name) => TYPES[extname(name)] !== undefined)
  const files = new Map(names.map((name) => [name, readOnce(name)]))
  const take = (name: string): WebFile => {
    const file = files.get(name)?.()
    if (file === undefined) throw new Error(`the build of the web client has no ${name}`)
    files.delete(name)
    return file
  }
  return { index: take('index.html'), serviceWorker: take('service-worker.js'), files }
}

function readOnce(name: string): LazyFile {
  let file: WebFile | undefined
  return () => {
    file ??= readWebFile(name)
    return file
  }
}

/** The `@font-face` rules of the web client, whose fonts the server's pages use too. Empty before the first build. */
export function webFontFaces(): string {
  if (!existsSync(folder)) return ''
  const rules = readdirSync(folder)
    .filter((name) => extname(name) === '.css')
    .flatMap(
      (name) => readFileSync(folder + name, 'utf8').match(/@font-face\{font-family:Inter[^}]+\}/g) ?? [],
    )
  return [...new Set(rules)].join('\n')
}

function readWebFile(name: string): WebFile | undefined {
  const read = (suffix: string) => {
    const path = `${folder}${name}${suffix}`
    return existsSync(path) ? readFileSync(path) : undefined
  }
  const plain = read('')
  if (plain === undefined) return undefined
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type: TYPES[extname(name)]!, etag, plain, br: read('.br'), gzip: read('.gz') }
}
