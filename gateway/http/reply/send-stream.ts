import type { HttpResponse } from 'uWebSockets.js'
import type { Readable } from 'node:stream'

/**
 * Sends `length` bytes as the body of a response whose status and headers are already written. It reads
 * `bytes` no faster than the client receives them, and calls `done` after the last byte. When `bytes` fails
 * or ends too early, it closes the connection, so that the client detects the incomplete body. After the
 * client has disconnected (`isGone`) it does nothing; the caller destroys `bytes`.
 */
export function sendStream(
  response: HttpResponse,
  bytes: Readable,
  length: number,
  isGone: () => boolean,
  done: () => void,
): void {
  let isOver = false
  const finish = () => {
    isOver = true
    bytes.destroy()
    done()
  }
  const fail = () => {
    if (isOver || isGone()) return
    isOver = true
    response.close()
  }
  bytes.on('data', (chunk: Buffer) => {
    if (isOver) return
    response.cork(() => {
      const before = response.getWriteOffset()
      const [taken, isLast] = response.tryEnd(chunk, length)
      if (isLast) return finish()
      if (taken) return
      bytes.pause()
      response.onWritable((offset) => {
        const [drained, ended] = response.tryEnd(chunk.subarray(offset - before), length)
        if (ended) finish()
        else if (drained) bytes.resume()
        return drained
      })
    })
  })
  bytes.on('error', fail)
  bytes.on('end', fail)
}
