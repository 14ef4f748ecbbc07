import type { HttpResponse } from 'uWebSockets.js'
import type { Header } from './headers.ts'
import type { Reply } from './reply.ts'

/**
 * In bytes. uWebSockets.js copies the unsent rest of shorter bodies; longer ones wait in our memory until the
 * socket drains.
 */
export const BUFFERED_BY_SOCKET = 64 * 1024

/** Statuses whose responses have neither a body nor a Content-Length (RFC 9110, section 8.6). */
const NO_BODY: ReadonlySet<number> = new Set([204, 304])

/** The body of a response, as a whole or in pieces. */
export type Body = string | Buffer | readonly Buffer[]

export function bytesOf(body: Body): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return Buffer.isBuffer(body) ? body.length : body.reduce((sum, { length }) => sum + length, 0)
}

export const wholeBody = (body: Body): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.concat(body)

interface OutgoingBody {
  readonly reply: Reply
  /** The status of `reply` as a number. */
  readonly status: number
  readonly strictTransport: Header | undefined
  /** The body of `reply`, encoded as `encoding` says. */
  readonly body: Body
  readonly bytes: number
  readonly encoding: string | undefined
  /** The response is to a HEAD request, so only its headers are sent. */
  readonly isHead: boolean
  /** Closes the connection after the response. */
  readonly close: boolean
}

/** Sends a whole response, and calls `done` once the socket has taken it. The client must still be there. */
export function sendBody(response: HttpResponse, outgoing: OutgoingBody, done: () => void): void {
  const { reply, status, strictTransport, body, bytes, encoding, isHead, close } = outgoing
  let isTaken = false
  response.cork(() => {
    if (status !== 200) response.writeStatus(reply.status)
    for (const [name, value] of reply.headers) response.writeHeader(name, value)
    if (strictTransport !== undefined) response.writeHeader(...strictTransport)
    if (encoding !== undefined) response.writeHeader('Content-Encoding', encoding)
    if (isHead || NO_BODY.has(status)) endWithoutBody(response, status, bytes, close)
    else if (bytes <= BUFFERED_BY_SOCKET || close) response.end(encoded(wholeBody(body), bytes), close)
    else {
      isTaken = sendLarge(response, piecesOf(body), bytes, done)
      return
    }
    isTaken = true
  })
  if (isTaken) done()
}

/**
 * The body in a form that uWebSockets.js sends unchanged. Some of its binaries send a string of Latin-1
 * characters in Latin-1 instead of UTF-8.
 */
function encoded(body: string | Buffer, bytes: number): string | Buffer {
  return typeof body === 'string' && body.length !== bytes ? Buffer.from(body) : body
}

/**
 * Ends the response to a HEAD, or a response whose status has no body. `length` is the Content-Length for a
 * GET. It is written as a header, because uWebSockets.js takes a response with a length but no body for
 * unfinished.
 */
export function endWithoutBody(response: HttpResponse, status: number, length: number, close: boolean): void {
  if (close) {
    response.endWithoutBody(length, close)
    return
  }
  if (!NO_BODY.has(status)) response.writeHeader('Content-Length', String(length))
  response.endWithoutBody()
}

const piecesOf = (body: Body): readonly Buffer[] =>
  typeof body === 'string' ? [Buffer.from(body)] : Buffer.isBuffer(body) ? [body] : body

/**
 * Whether the whole body of `total` bytes was sent at once. If not, the rest follows as the socket drains,
 * and then `done` is called.
 */
function sendLarge(
  response: HttpResponse,
  pieces: readonly Buffer[],
  total: number,
  done: () => void,
): boolean {
  let index = 0
  let start = 0 // the place of the piece in the body
  /** Sends the body after its first `offset` bytes, as much as the socket takes. */
  const sendFrom = (offset: number): { readonly drained: boolean; readonly ended: boolean } => {
    for (let sent = offset; ; sent = start + pieces[index]!.length) {
      while (sent >= start + pieces[index]!.length) start += pieces[index++]!.length
      const [drained, ended] = response.tryEnd(pieces[index]!.subarray(sent - start), total)
      if (ended || !drained) return { drained, ended }
    }
  }
  if (sendFrom(0).ended) return true
  response.onWritable((offset) => {
    const { drained, ended } = sendFrom(offset)
    if (ended) done()
    return drained
  })
  return false
}
