import { createWriteStream } from 'node:fs'
import { finished, type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { releaseBytes } from '../pooled-bytes.ts'

/**
 * Writes all of `bytes` to a file at the speed of the disk, and releases pooled bytes once they are written.
 * Resolves to the number of bytes. Settles after the file is closed. `options` are passed to
 * `createWriteStream`.
 */
export async function writeFile(
  path: string,
  bytes: Readable,
  options: NonNullable<Exclude<Parameters<typeof createWriteStream>[1], string>>,
): Promise<number> {
  const file = createWriteStream(path, options)
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()))
  // A Writable receives the chunks as they are. Async iteration would join them in new memory.
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      file.write(chunk, (error) => {
        releaseBytes(chunk)
        done(error)
      })
    },
    final: (done) => {
      file.end()
      finished(file, (error) => done(error))
    },
  })
  file.on('error', (error) => sink.destroy(error))
  try {
    await pipeline(bytes, sink)
    return file.bytesWritten
  } catch (error) {
    file.destroy()
    await closed
    throw error
  }
}
