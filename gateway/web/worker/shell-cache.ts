import { deleteCopy } from '../store/copy/copy-database.ts'

/** Set by the build: the files of the shell, and a name that changes with any of them. */
declare const SHELL_FILES: readonly string[]
declare const SHELL_VERSION: string

const PREFIX = 'shell-'
const NAME = `${PREFIX}${SHELL_VERSION}`
const FILES_PATH = '/static/web/'
const PAGE = '/'
/** Answers of a proxy whose server is away. */
const AWAY: readonly number[] = [502, 503, 504]

/**
 * Keeps the page and its files, so that the page opens without a connection. Nothing private is kept: the
 * page is the same for everybody, and answers of the API never come here.
 */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll([...SHELL_FILES])
  await keepPage(await fetch(PAGE, { credentials: 'same-origin', redirect: 'manual' }))
}

/** Deletes the caches of former versions. */
export async function dropFormerShells(): Promise<void> {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(former.map((name) => caches.delete(name)))
}

/** The response to a request for the page or one of its files; undefined for all others. */
export function shellResponse(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (request.mode === 'navigate' && pathname === PAGE) return pageResponse(request)
  if (pathname.startsWith(FILES_PATH)) return fileResponse(request)
  return undefined
}

/**
 * The server's page, so that a new version shows at once; the kept one while the server cannot be reached.
 */
async function pageResponse(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    // A reader without a session is led to the log-in page.
    if (response.type === 'opaqueredirect') await deleteCopy()
    if (AWAY.includes(response.status)) return (await caches.match(PAGE)) ?? response
    await keepPage(response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(PAGE)
    if (kept === undefined) throw error
    return kept
  }
}

/** A redirection to the log-in page is not the page. */
async function keepPage(response: Response): Promise<void> {
  if (response.status !== 200 || response.redirected) return
  await (await caches.open(NAME)).put(PAGE, response)
}

/** The names of files contain their hashes, so a kept file is never out of date. */
async function fileResponse(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.status === 200) await (await caches.open(NAME)).put(request, response.clone())
  return response
}
