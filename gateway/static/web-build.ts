import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formerFiles } from './publish-build.ts'

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
  /** Names of the files of this build. */
  readonly names: readonly string[]
  /**
   * The file of a name, which contains the hash of the file, so it never changes. It also finds files of
   * former builds, and of a newer build made since this process started: pages of other gateways load them.
   */
  find(name: string): WebFile | undefined
}

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
export const WEB_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/gateway/web/' : '../web/', import.meta.url),
)

/** These have addresses of their own. */
const ROUTED = ['index.html', 'service-worker.js']

/** A file of the folder itself that is not hidden. */
const NAME = /^\w[\w.-]*$/

/**
 * Finds the built web client. Its files come into memory at their first use: less than 6 MiB, half of them
 * emoji. Undefined before the first build.
 */
export function readWebBuild(): WebBuild | undefined {
  if (!existsSync(`${WEB_FOLDER}index.html`)) return undefined
  const known = new Map<string, WebFile>()
  const [index, serviceWorker] = ROUTED.map((name) => {
    const file = readWebFile(name)
    if (file === undefined) throw new Error(`the build of the web client has no ${name}`)
    return file
  })
  return {
    index: index!,
    serviceWorker: serviceWorker!,
    names: namesOfBuild(),
    find(name) {
      if (!NAME.test(name) || TYPES[extname(name)] === undefined || ROUTED.includes(name)) return undefined
      const file = known.get(name) ?? readWebFile(name)
      if (file !== undefined) known.set(name, file)
      return file
    },
  }
}

function namesOfBuild(): readonly string[] {
  const former = formerFiles(WEB_FOLDER)
  return readdirSync(WEB_FOLDER).filter((name) => !former.has(name))
}

/**
 * The `@font-face` rules of the web client, whose fonts the server's pages use too. Empty before the first
 * build.
 */
export function webFontFaces(): string {
  if (!existsSync(WEB_FOLDER)) return ''
  const rules = namesOfBuild()
    .filter((name) => extname(name) === '.css')
    .flatMap(
      (name) => readFileSync(WEB_FOLDER + name, 'utf8').match(/@font-face\{font-family:Inter[^}]+\}/g) ?? [],
    )
  return [...new Set(rules)].join('\n')
}

function readWebFile(name: string): WebFile | undefined {
  const read = (suffix: string) => {
    const path = `${WEB_FOLDER}${name}${suffix}`
    return existsSync(path) ? readFileSync(path) : undefined
  }
  const plain = read('')
  if (plain === undefined) return undefined
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type: TYPES[extname(name)]!, etag, plain, br: read('.br'), gzip: read('.gz') }
}
