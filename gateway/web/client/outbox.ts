import type { Api } from './api.ts'
import type { Parameters } from './operations.ts'
import { backoff, pause } from './pause.ts'
import { RequestError } from './request-error.ts'

/** A message to send: the parameters of POST /messages. */
export type Unsent = Omit<Parameters<'POST /messages'>, 'queue_id' | 'local_id'>

/** A message on its way. */
export interface Sending {
  /** Its event carries it as `local_message_id`. Unique in the connection. */
  readonly localId: string
  readonly message: Unsent
  /**
   * `pending`: not sent yet, or nobody knows. `sent`: the server has it, under `id`. `failed`: `error` says
   * why; when `error.hasUnknownOutcome`, it may have been sent all the same.
   */
  readonly state: 'pending' | 'sent' | 'failed'
  readonly id: number | undefined
  readonly error: RequestError | undefined
  /** Resolves with the id of the message. Rejects with the RequestError when it fails for the first time. */
  readonly sent: Promise<number>
  /** Tries a failed message again. Does nothing in other states. */
  retry(): void
}

const SECOND = 1000
/**
 * How long an attempt may be repeated: for less than the quarter of an hour during which the server
 * recognizes it. A message that waits longer fails instead, and the person decides.
 */
const REPEATABLE_MS = 10 * 60 * SECOND
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000

/** Sends messages once each, in order within a conversation, through lost connections. */
export class Outbox {
  readonly #api: Api
  readonly #onChange: (sending: Sending) => void
  readonly #unconfirmed = new Map<string, Entry>()
  /** The newest message of each conversation. */
  readonly #tails = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  #count = 0
  #isLive = false
  /** Aborted when the connection is live again. */
  #untilLive = new AbortController()
  #queueId: string | undefined

  constructor(api: Api, onChange: (sending: Sending) => void) {
    this.#api = api
    this.#onChange = onChange
  }

  /** The queue in which new messages are announced by their local id. */
  useQueue(queueId: string): void {
    this.#queueId = queueId
  }

  /** Whether the server can be reached. Messages wait while it cannot. */
  setLive(isLive: boolean): void {
    if (isLive && !this.#isLive) {
      this.#untilLive.abort()
      this.#untilLive = new AbortController()
    }
    this.#isLive = isLive
  }

  add(message: Unsent): Sending {
    this.#count++
    const entry = new Entry(String(this.#count), message, this.#onChange, (again) => this.#enqueue(again))
    // A closed connection sends nothing.
    if (this.#stopping.signal.aborted) entry.fail(this.#stopping.signal.reason as RequestError)
    else this.#enqueue(entry)
    return entry
  }

  /** The message with this local id is in the log, as `id`. */
  confirm(localId: string, id: number): void {
    this.#unconfirmed.get(localId)?.succeed(id)
    this.#unconfirmed.delete(localId)
  }

  stop(reason: RequestError): void {
    this.#stopping.abort(reason)
    for (const entry of this.#unconfirmed.values()) entry.fail(reason)
  }

  #enqueue(entry: Entry): void {
    this.#unconfirmed.set(entry.localId, entry)
    const { type, to, topic } = entry.message
    const conversation = JSON.stringify([type, to, topic])
    const tail = (this.#tails.get(conversation) ?? Promise.resolve()).then(() => this.#send(entry))
    this.#tails.set(conversation, tail)
    void tail.then(() => {
      // The event of a message that may have been sent can still come.
      if (entry.error?.hasUnknownOutcome !== true) this.#unconfirmed.delete(entry.localId)
      if (this.#tails.get(conversation) === tail) this.#tails.delete(conversation)
    })
  }

  async #send(entry: Entry): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 1; entry.state === 'pending'; failures++) {
      try {
        if (!this.#isLive) await this.#whenLive()
        entry.begin(this.#queueId!)
        const { id } = await this.#api.call(
          'POST /messages',
          { ...entry.message, queue_id: entry.queueId, local_id: entry.localId },
          { signal, attempts: 1 },
        )
        entry.succeed(id)
      } catch (error) {
        const mayPass = error instanceof RequestError && (error.isRefusedForNow || error.hasUnknownOutcome)
        if (mayPass && entry.mayRepeat()) await this.#waitAfter(error, failures)
        else entry.fail(error)
      }
    }
  }

  /** Waits until the connection is live. Rejects with the reason of `stop`. */
  #whenLive(): Promise<void> {
    const { signal } = this.#stopping
    signal.throwIfAborted()
    const live = this.#untilLive.signal
    return new Promise((resolve, reject) => {
      const stopped = () => reject(signal.reason)
      signal.addEventListener('abort', stopped, { once: true })
      live.addEventListener('abort', () => {
        signal.removeEventListener('abort', stopped)
        resolve()
      })
    })
  }

  async #waitAfter({ retryAfter = 0 }: RequestError, failures: number): Promise<void> {
    const wait = Math.max(retryAfter * SECOND, backoff(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS))
    await pause(wait, this.#stopping.signal).catch(() => undefined)
  }
}

interface Settle {
  resolve(id: number): void
  reject(error: RequestError): void
}

class Entry implements Sending {
  readonly localId: string
  readonly message: Unsent
  readonly sent: Promise<number>
  state: Sending['state'] = 'pending'
  id: number | undefined
  error: RequestError | undefined
  /** The queue of the first attempt: all attempts name it. */
  queueId: string | undefined
  /** Unix milliseconds of the first attempt. */
  #begunAt: number | undefined
  readonly #onChange: (sending: Sending) => void
  readonly #again: (entry: Entry) => void
  readonly #settle: Settle

  constructor(
    localId: string,
    message: Unsent,
    onChange: (sending: Sending) => void,
    again: (entry: Entry) => void,
  ) {
    this.localId = localId
    this.message = message
    this.#onChange = onChange
    this.#again = again
    let settle: Settle
    this.sent = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    this.#settle = settle!
    // A caller that shows the state need not await the promise.
    this.sent.catch(() => undefined)
  }

  /** Begins an attempt. Throws when the server may have forgotten the first one. */
  begin(queueId: string): void {
    this.queueId ??= queueId
    this.#begunAt ??= Date.now()
    if (!this.mayRepeat())
      throw new RequestError('It is not known whether the message was sent', { code: 'TIMEOUT' })
  }

  mayRepeat(): boolean {
    return Date.now() - (this.#begunAt ?? Date.now()) < REPEATABLE_MS
  }

  succeed(id: number): void {
    if (this.state === 'sent') return
    this.state = 'sent'
    this.id = id
    this.error = undefined
    this.#settle.resolve(id)
    this.#onChange(this)
  }

  fail(error: unknown): void {
    if (this.state !== 'pending') return
    this.state = 'failed'
    this.error = error instanceof RequestError ? error : unexpected(error)
    this.#settle.reject(this.error)
    this.#onChange(this)
  }

  retry(): void {
    if (this.state !== 'failed') return
    this.state = 'pending'
    this.error = undefined
    this.#begunAt = undefined
    this.#onChange(this)
    this.#again(this)
  }
}

const unexpected = (cause: unknown) => new RequestError(String(cause), { code: 'UNEXPECTED', cause })
