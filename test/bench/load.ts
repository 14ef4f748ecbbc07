import { connect, type Socket } from 'node:net'

/** Result of a load: requests a second, and durations in milliseconds. */
export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Percentiles of durations that were collected over a time. */
export function measured(times: number[], seconds: number): Measured {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Repeats `work` for each of `workers` for `seconds`, after a warm-up of a fifth of that time. */
export async function underLoad<W>(
  workers: readonly W[],
  seconds: number,
  work: (worker: W) => Promise<void>,
): Promise<Measured> {
  const times: number[] = []
  const begin = performance.now() + seconds * 200
  const end = begin + seconds * 1000
  await Promise.all(
    workers.map(async (worker) => {
      for (;;) {
        const start = performance.now()
        if (start >= end) return
        await work(worker)
        if (start >= begin) times.push(performance.now() - start)
      }
    }),
  )
  return measured(times, seconds)
}

/** A keep-alive HTTP/1.1 connection that uses almost no processor time in the measuring process. */
export class Connection {
  readonly #socket: Socket
  #buffer = ''
  #done: ((response: string) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#buffer += text
      this.#take()
    })
    socket.on('error', () => socket.destroy())
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  /** Sends a request, one at a time. Rejects for any status except 200. */
  async request(
    method: string,
    path: string,
    authorization: string,
    form = '',
    host = 'localhost',
  ): Promise<string> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n`
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
    this.#socket.write(`${head}${type}Content-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`)
    const response = await new Promise<string>((resolve) => {
      this.#done = resolve
    })
    if (!response.startsWith('HTTP/1.1 200')) throw new Error(response)
    return response
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(): void {
    const headers = this.#buffer.indexOf('\r\n\r\n')
    if (headers < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#buffer.slice(0, headers))?.[1] ?? 0)
    if (this.#buffer.length < headers + 4 + length) return
    const response = this.#buffer
    this.#buffer = ''
    this.#done?.(response)
  }
}
