import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The tag of every message of a directory (RFC 4511, section 4.1.1). */
const SEQUENCE = 0x30

/** The directory sends more than is allowed, or something that is not LDAP. */
export class UnusableAnswer extends Error {}

/** What a connection may receive. */
export interface Limits {
  /** Bytes of one message. */
  readonly message: number
  /** Bytes in all. */
  readonly total: number
  /** Bytes of one part of an answer; default: `total`. The library keeps a part until it is whole. */
  readonly part?: number
}

/**
 * A connection to a directory that passes on whole messages, one at a time, and ends when it has received too
 * much. The library reads the messages of one piece by recursion: a directory that sends many small ones at
 * once would overflow the stack and end the process.
 */
export class FramedConnection extends Duplex {
  /** The library marks its connections. */
  id?: string
  /** The connection to the directory, which StartTLS encrypts. */
  readonly inner: Socket
  readonly #limits: Limits
  readonly #take = (chunk: Buffer): void => this.#receive(chunk)
  #waiting: Buffer[] = []
  #bytes = 0
  #total = 0
  #ofPart = 0
  #last: Buffer = Buffer.alloc(0)

  constructor(inner: Socket, limits: Limits) {
    super({ readableObjectMode: true, allowHalfOpen: false })
    this.inner = inner
    this.#limits = limits
    for (const event of ['connect', 'secureConnect'])
      inner.once(event, () => {
        // The library expects answers only once it is connected.
        if (!this.destroyed) this.emit(event)
      })
    inner.on('data', this.#take)
    inner.on('error', (error) => this.destroy(error))
    inner.on('close', () => this.destroy())
  }

  get connecting(): boolean {
    return true
  }

  get readyState(): string {
    return 'opening'
  }

  /** The newest message that has been passed on. */
  get lastMessage(): Buffer {
    return this.#last
  }

  /** Counts the bytes of the next part of an answer anew. */
  beginPart(): void {
    this.#ofPart = 0
  }

  /** Leaves the rest of the connection to somebody else. */
  release(): Socket {
    this.inner.off('data', this.#take)
    return this.inner
  }

  /** Errors without a listener, and those of the library's parser, end this connection alone. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false
    if (event !== 'data') return super.emit(event as 'close', ...(values as []))
    try {
      return super.emit(event, ...values)
    } catch (error) {
      this.destroy(error as Error)
      return false
    }
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.inner.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.inner.end(() => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#waiting = []
    this.inner.destroy()
    done(error)
  }

  #receive(chunk: Buffer): void {
    this.#total += chunk.length
    this.#ofPart += chunk.length
    const { total, part = total } = this.#limits
    if (this.#total > total || this.#ofPart > part) {
      this.destroy(new UnusableAnswer('the directory sends too much'))
      return
    }
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    while (!this.destroyed) {
      const length = this.#nextLength()
      if (length === undefined || this.#bytes < length) return
      const all = this.#joined()
      this.#waiting = all.length > length ? [all.subarray(length)] : []
      this.#bytes = all.length - length
      this.#last = all.subarray(0, length)
      this.push(this.#last)
    }
  }

  /** Bytes of the next message with its head; undefined while the head is not complete. */
  #nextLength(): number | undefined {
    if (this.#bytes < 2) return undefined
    const head = this.#waiting[0]!.length >= 6 ? this.#waiting[0]! : this.#joined()
    const [tag, first] = head
    const more = first! < 0x80 ? 0 : first! - 0x80
    if (tag !== SEQUENCE || more > 4 || first === 0x80) {
      this.destroy(new UnusableAnswer('the answer is not LDAP'))
      return undefined
    }
    if (head.length < 2 + more) return undefined
    const length = 2 + more + (more === 0 ? first! : head.readUIntBE(2, more))
    if (length <= this.#limits.message) return length
    this.destroy(new UnusableAnswer('the directory sends too much at once'))
    return undefined
  }

  #joined(): Buffer {
    if (this.#waiting.length > 1) this.#waiting = [Buffer.concat(this.#waiting)]
    return this.#waiting[0] ?? Buffer.alloc(0)
  }
}
