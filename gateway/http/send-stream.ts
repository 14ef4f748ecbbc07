import type { HttpResponse } from 'uWebSockets.js'
import type { Readable } from 'node:stream'

/**
 * Sends `length` bytes as the body of a response whose status and headers are written, no faster than the client
 * takes them; `done` is called with the last. When the bytes fail or are too few the connection is closed: a
 * client must not take a part for the whole. Nothing is done once the client has gone (`isGone`): destroy `bytes` then.
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
