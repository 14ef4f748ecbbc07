import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_MOVE_IN_FETCHED_FILE_MIB, MAX_MOVE_IN_GIB } from '../../../../../config/limits.ts'
import type { PublicNetwork } from '../../../../platform/net/public-network.ts'
import { ArchiveError } from '../../archive.ts'
import { hashedName } from '../reading/hashed-name.ts'
import type { SourceFile } from '../source/source.ts'

type Response = Awaited<ReturnType<PublicNetwork['fetch']>>

const MIB = 1024 ** 2
const MAX_REDIRECTS = 4
const MAX_TRIES = 4
/** Files in a row that cannot be fetched because nobody answers. */
const MAX_UNANSWERED = 5
const IDLE_MS = 60_000
const MAX_PAUSE_SECONDS = 60
const MAX_JSON_BYTES = 32 * MIB
/** Names of fetched files begin with this, as if the archive had them in a folder. */
const PREFIX = 'fetched/'
/** The end of the name of half a file. */
export const PART = '.part'
const NAME = /^fetched\/[0-9a-f]{32}$/

/**
 * The former server does not answer or refuses the token. What was fetched stays, and the import can be
 * continued.
 */
export class RemoteError extends Error {}

/** The former server refuses the token. Another one is needed to continue. */
export class TokenRefused extends RemoteError {}

/** How an address is requested. */
export interface Access {
  /** Whether the address may be requested at all, also after a redirect. */
  allows(url: URL): boolean
  headers(url: URL): Readonly<Record<string, string>>
}

/** A file that the archive names and the former server has. */
export interface Wanted {
  readonly address: string
  /** Bytes, when the archive says so: another length is not the file. */
  readonly size?: number
  /** Whether the response is the file, by its type. */
  readonly isFile?: (contentType: string) => boolean
}

/**
 * Fetches files from the former server into a folder that an interruption leaves: what is there is not
 * fetched again, and half a file is continued. Every request goes through the guarded network.
 */
export class Downloads {
  readonly #folder: string
  readonly #network: Pick<PublicNetwork, 'fetch'>
  readonly #access: Access
  readonly #pause: (ms: number) => Promise<unknown>
  #bytes = 0
  #unanswered = 0

  constructor(
    folder: string,
    network: Pick<PublicNetwork, 'fetch'>,
    access: Access,
    pause: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.#folder = folder
    this.#network = network
    this.#access = access
    this.#pause = pause
  }

  /**
   * Fetches a file. Resolves to undefined when the server does not give it. Throws `RemoteError` when it has
   * not answered for several files, `ArchiveError` when the files pass the bound for archives.
   */
  async fetch({ address, size, isFile = () => true }: Wanted): Promise<SourceFile | undefined> {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || !this.#access.allows(url)) return undefined
    if (size !== undefined && size > MAX_MOVE_IN_FETCHED_FILE_MIB * MIB) return undefined
    const wanted = { address, ...(size !== undefined && { size }) }
    const known = await this.find(wanted)
    if (known !== undefined) return known
    await mkdir(this.#folder, { recursive: true })
    if (!(await this.#download(url, this.#pathOf(nameOf(wanted)), size, isFile))) return undefined
    const fetched = await this.find(wanted)
    this.#bytes += fetched?.size ?? 0
    if (this.#bytes > MAX_MOVE_IN_GIB * 1024 * MIB) {
      throw new ArchiveError(`The archive is refused: its files are more than ${MAX_MOVE_IN_GIB} GiB.`)
    }
    return fetched
  }

  /** Finds a file that was fetched. */
  async find(wanted: Pick<Wanted, 'address' | 'size'>): Promise<SourceFile | undefined> {
    const name = nameOf(wanted)
    const size = await sizeOf(this.#pathOf(name))
    return size === undefined ? undefined : { ...this.at(name)!, size }
  }

  /** The file of a name that `find` has given; its size is not known. */
  at(name: string): SourceFile | undefined {
    if (!NAME.test(name)) return undefined
    return { name, size: 0, open: async () => createReadStream(this.#pathOf(name)) }
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(PREFIX.length))
  }

  /** Fetches JSON. Throws `RemoteError` when nobody answers; undefined for another answer. */
  async json(address: string): Promise<unknown> {
    for (let n = 1; ; n += 1) {
      try {
        const { response, idle } = await this.#request(new URL(address), {})
        const chunks: Buffer[] = []
        let bytes = 0
        if (response.ok) {
          for await (const chunk of response.body ?? []) {
            idle.refresh()
            bytes += (chunk as Uint8Array).length
            if (bytes > MAX_JSON_BYTES) return undefined
            chunks.push(Buffer.from(chunk as Uint8Array))
          }
        }
        idle.end()
        if (!response.ok && isTransient(response) && n < MAX_TRIES) {
          await this.#pause(pauseOf(response, n))
          continue
        }
        return response.ok ? parsed(Buffer.concat(chunks)) : undefined
      } catch (error) {
        if (n >= MAX_TRIES)
          throw new RemoteError(`${new URL(address).host} does not answer.`, { cause: error })
        await this.#pause(1_000 * 2 ** n)
      }
    }
  }

  async #download(
    url: URL,
    path: string,
    size: number | undefined,
    isFile: (contentType: string) => boolean,
  ): Promise<boolean> {
    const part = path + PART
    for (let n = 1; ; n += 1) {
      try {
        const answer = await this.#continue(url, part, size, isFile)
        if (typeof answer !== 'string') {
          if (n < MAX_TRIES) await this.#pause(pauseOf(answer, n))
          else break
          continue
        }
        this.#unanswered = 0
        if (answer === 'whole') await rename(part, path)
        else await rm(part, { force: true })
        return answer === 'whole'
      } catch (error) {
        if (n < MAX_TRIES) await this.#pause(1_000 * 2 ** n)
        else if (++this.#unanswered >= MAX_UNANSWERED) {
          throw new RemoteError(`${url.host} does not answer.`, { cause: error })
        } else break
      }
    }
    return false
  }

  /**
   * Fetches the bytes after those that are here. Resolves to whether the file is whole or refused, or to a
   * response after which one tries again. Throws when the connection ends too early.
   */
  async #continue(
    url: URL,
    part: string,
    size: number | undefined,
    isFile: (contentType: string) => boolean,
  ): Promise<'whole' | 'refused' | Response> {
    const here = (await sizeOf(part)) ?? 0
    if (size !== undefined && here === size && size > 0) return 'whole'
    const { response, idle } = await this.#request(url, here > 0 ? { range: `bytes=${here}-` } : {})
    try {
      if (isTransient(response)) return response
      const goesOn = response.status === 206 && startOf(response) === here
      if (response.status !== 200 && !goesOn) {
        // The part does not fit to the file: the next try begins anew.
        if (here === 0) return 'refused'
        await rm(part, { force: true })
        return response
      }
      if (!isFile(response.headers.get('content-type') ?? '')) return 'refused'
      const limit = size ?? MAX_MOVE_IN_FETCHED_FILE_MIB * MIB
      const file = await open(part, goesOn ? 'a' : 'w')
      let length = goesOn ? here : 0
      try {
        for await (const chunk of response.body ?? []) {
          idle.refresh()
          length += (chunk as Uint8Array).length
          if (length > limit) return 'refused'
          await file.write(chunk as Uint8Array)
        }
      } finally {
        await file.close()
      }
      return size === undefined || length === size ? 'whole' : 'refused'
    } finally {
      idle.end()
      await response.body?.cancel().catch(() => undefined)
    }
  }

  /** Requests an address and follows redirects as far as the access allows. */
  async #request(first: URL, more: Readonly<Record<string, string>>) {
    const idle = new Idle(IDLE_MS)
    try {
      let url = first
      for (let n = 0; n <= MAX_REDIRECTS && this.#access.allows(url); n += 1) {
        const headers = { ...this.#access.headers(url), ...more }
        const response = await this.#network.fetch(url, { headers, signal: idle.signal, redirect: 'manual' })
        const location = response.headers.get('location')
        if (response.status < 301 || response.status > 308 || location === null) return { response, idle }
        await response.body?.cancel()
        url = new URL(location, url)
      }
      return { response: new globalThis.Response(null, { status: 403 }) as unknown as Response, idle }
    } catch (error) {
      idle.end()
      throw error
    }
  }
}

/** Ends a request during which nothing has arrived for a time. */
class Idle {
  readonly #abort = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#abort.abort(new Error('nothing arrives')), ms)
    this.#timer.unref()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  refresh(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

const nameOf = ({ address, size }: Pick<Wanted, 'address' | 'size'>): string =>
  PREFIX + hashedName(`${address} ${size ?? ''}`)

const isTransient = ({ status }: Response): boolean => status === 429 || status >= 500

/**
 * Milliseconds before the next try: what the server asks for, up to a minute, and else twice as long each
 * time.
 */
function pauseOf(response: Response, tries: number): number {
  const asked = Number(response.headers.get('retry-after'))
  return asked > 0 ? Math.min(asked, MAX_PAUSE_SECONDS) * 1_000 : 1_000 * 2 ** tries
}

const startOf = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
