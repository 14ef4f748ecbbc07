import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface RawSocketOptions {
  readonly port: number
  readonly path: string
  readonly authorization?: string
  /** Default: localhost. */
  readonly host?: string
  /** Local address of the connection. Each address has its own range of ports. */
  readonly from?: string
}

/**
 * A WebSocket client that uses almost no processor time: it counts frames and bytes without parsing them. It
 * answers pings.
 */
export class RawSocket {
  frames = 0
  bytes = 0
  /** Called when a whole frame has arrived, except for control frames. */
  onFrame: ((payloadBytes: number) => void) | undefined
  /** Called when the connection has ended. */
  onClose: (() => void) | undefined
  readonly #socket: Socket
  /** State of the frame whose payload is arriving. */
  #left = 0
  #payloadBytes = 0
  #isText = false
  #header = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static open({ port, path, authorization, from, host = 'localhost' }: RawSocketOptions): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error(`closed: ${path}`)))
      const head = [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      let answer = Buffer.alloc(0)
      const onHead = (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk])
        const end = answer.indexOf('\r\n\r\n')
        if (end < 0) return
        socket.off('data', onHead)
        const status = answer.subarray(0, answer.indexOf('\r\n')).toString()
        if (!status.includes(' 101 ')) {
          reject(new Error(answer.toString()))
          return
        }
        const raw = new RawSocket(socket)
        socket.on('data', (data: Buffer) => raw.#take(data))
        socket.once('close', () => raw.onClose?.())
        socket.on('error', () => socket.destroy())
        raw.#take(answer.subarray(end + 4))
        resolve(raw)
      }
      socket.on('data', onHead)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const here = Math.min(this.#left, chunk.length - at)
        this.#left -= here
        at += here
        if (this.#left === 0) this.#ended()
        continue
      }
      const data =
        this.#header.length === 0 ? chunk.subarray(at) : Buffer.concat([this.#header, chunk.subarray(at)])
      const before = this.#header.length
      const short = data.length < 2 ? 2 : data[1]! & 127
      const length = data.length < 2 ? 2 : short === 126 ? 4 : short === 127 ? 10 : 2
      if (data.length < length) {
        this.#header = Buffer.from(data)
        return
      }
      this.#header = Buffer.alloc(0)
      at += length - before
      const opcode = data[0]! & 15
      this.#isText = opcode === 1
      this.#left =
        short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short
      this.#payloadBytes = this.#left
      // A masked pong without a payload; the server's pings have none.
      if (opcode === 9) this.#socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
      if (this.#left === 0) this.#ended()
    }
  }

  #ended(): void {
    if (!this.#isText) return
    this.frames++
    this.onFrame?.(this.#payloadBytes)
  }
}
