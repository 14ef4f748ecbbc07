import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { Hono } from 'hono'
import { QUEUES } from '../../core/platform/jobs/names.ts'
import type { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import type { Header } from '../http/reply/headers.ts'
import { type Reply, statusLine } from '../http/reply/reply.ts'
import { LOGO_PATH } from '../pages/style.ts'
import { changeNotAllowed, noSuchFile } from './errors.ts'
import { noteAction } from './operator-log.ts'
import type { OperatorPage, OperatorRequest } from './operator-pages.ts'
import { BOARD_STYLE, BOARD_THEME } from './queue-board-look.ts'
import { redacted } from './redact.ts'
import { withDeadline } from './with-deadline.ts'

const PATH = '/ops/queues'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The changes that the board may make: retry, promote and remove jobs, and pause queues. Its other changes
 * would write back the redacted data, or override the configuration.
 */
const CHANGES = [
  /^\/api\/queues\/(pause|resume)$/,
  /^\/api\/queues\/[\w-]+\/(pause|resume|promote)$/,
  /^\/api\/queues\/[\w-]+\/(retry|clean)\/[\w-]+$/,
  /^\/api\/queues\/[\w-]+\/[^/]+\/(retry|clean|promote)$/,
]

/** Some styles of the board are in attributes. `withOwnLook` removes its links to other sites. */
const POLICY: Header = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
]
const OTHER_SITES = /<link [^>]*href="https?:[^>]*>/g

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Bull Board for all job queues: shows jobs with their data and failures, and retries them. Each change is
 * noted.
 */
export function queueBoard(core: Core, sink: BullSink): OperatorPage[] {
  const ui = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'))
  const assets = new Assets(join(ui, 'dist/static'))
  let board: Promise<Hono> | undefined // loaded and created on first use, because most gateways never show it

  const handle = async (request: OperatorRequest): Promise<Reply> => {
    const path = request.url.slice(PATH.length)
    if (path.startsWith('/static/')) return assets.reply(path.slice('/static/'.length))
    if (request.method !== 'GET' && !CHANGES.some((allowed) => allowed.test(path))) {
      throw changeNotAllowed()
    }
    board ??= createBoard(sink, ui)
    const reply = await ask(await board, request)
    if (request.method !== 'GET' && reply.status.startsWith('2'))
      await noteAction(core, `changes in Bull Board: ${named(path)}`, { path })
    return reply
  }
  return METHODS.flatMap((method) => [PATH, `${PATH}/*`].map((pattern) => ({ method, pattern, handle })))
}

/** The change that a path of the board's API stands for: `/api/queues/push/5/retry` is `push/5/retry`. */
const named = (path: string): string => path.replace(/^\/api\/queues\//, '').slice(0, 200)

async function createBoard(sink: BullSink, uiBasePath: string): Promise<Hono> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { Hono }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
    import('hono'),
  ])
  const serverAdapter = new HonoAdapter(noStatic).setBasePath(PATH)
  const queues = QUEUES.map((name) => {
    const queue = new BullMQAdapter(sink.queue(name))
    for (const field of ['data', 'returnValue', 'progress'] as const) {
      queue.setFormatter(field, (value) => redacted(value))
    }
    return queue
  })
  const uiConfig = {
    boardTitle: 'Loquat queues',
    hideDocsLink: true,
    showWorkers: false, // the overview shows them
    boardLogo: { path: LOGO_PATH, width: 26, height: 26 },
    favIcon: { default: LOGO_PATH, alternative: LOGO_PATH },
    theme: { light: BOARD_THEME, dark: BOARD_THEME },
    miscLinks: [{ text: 'Overview', url: '/ops' }],
  }
  createBullBoard({ queues, serverAdapter, options: { uiBasePath, uiConfig } })
  return new Hono().route(PATH, serverAdapter.registerPlugin())
}

async function ask(board: Hono, { method, url, query, body, contentType }: OperatorRequest): Promise<Reply> {
  const target = `http://localhost${url}${query.size > 0 ? `?${query}` : ''}`
  const headers = contentType === '' ? undefined : { 'content-type': contentType }
  const sent = body.length > 0 ? { body: new Uint8Array(body) } : {}
  const answer = await withDeadline(
    Promise.resolve(board.fetch(new Request(target, { method, headers, ...sent }))),
  )
  const type = answer.headers.get('content-type') ?? 'text/plain; charset=utf-8'
  const text = await answer.text()
  return {
    status: statusLine(answer.status),
    headers: [['Content-Type', type], ['Vary', 'Accept-Encoding'], POLICY],
    body: type.startsWith('text/html') ? withOwnLook(text) : text,
    compressible: true,
  }
}

/** The board's page without scripts and fonts of other sites, and with our fonts. */
const withOwnLook = (page: string): string =>
  page.replace(OTHER_SITES, '').replace('</head>', () => `<style>${BOARD_STYLE}</style></head>`)

/** The files that the board's page loads. Most names contain a hash of the content. */
class Assets {
  readonly #folder: string
  readonly #names: ReadonlySet<string>

  constructor(folder: string) {
    this.#folder = folder
    this.#names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  }

  async reply(name: string): Promise<Reply> {
    const type = TYPES[extname(name)]
    if (type === undefined || !this.#names.has(name)) throw noSuchFile()
    const lifetime = /\.[0-9a-f]{10}\./.test(name) ? 'max-age=31536000, immutable' : 'max-age=3600'
    return {
      status: '200 OK',
      headers: [
        ['Content-Type', type],
        ['Cache-Control', `private, ${lifetime}`],
        ['Vary', 'Accept-Encoding'],
        POLICY,
      ],
      body: await readFile(join(this.#folder, name)),
      compressible: !/^image\/(png|x-icon)/.test(type),
    }
  }
}

const noStatic = () => async () => undefined
