/**
 * The reader who is notified in this browser, and the key with which the service worker subscribes again
 * without a page.
 */
export interface RegisteredReader {
  readonly user: number
  readonly csrfToken: string
  /** The server's key, in base64url. */
  readonly publicKey: string
}

const CACHE = 'notifications'
const KEY = '/notifications/reader'

/** Undefined while nobody is notified in this browser. */
export async function registeredReader(): Promise<RegisteredReader | undefined> {
  const kept = await (await caches.open(CACHE)).match(KEY)
  return kept === undefined ? undefined : ((await kept.json()) as RegisteredReader)
}

export async function keepReader(reader: RegisteredReader): Promise<void> {
  await (await caches.open(CACHE)).put(KEY, Response.json(reader))
}

export async function forgetReader(): Promise<void> {
  await caches.delete(CACHE)
}
