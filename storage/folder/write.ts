import { createWriteStream } from 'node:fs'
import { finished, type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { releaseBytes } from '../pooled-bytes.ts'

/**
 * Writes all of `bytes` to a file, no faster than the disk takes them, and releases those that are pooled when they
 * are written. Resolves to how many there were, and rejects, once the file is closed. `options` as of
 * `createWriteStream`.
 */
export async function writeFile(
  path: string,
  bytes: Readable,
  options: NonNullable<Exclude<Parameters<typeof createWriteStream>[1], string>>,
): Promise<number> {
  const file = createWriteStream(path, options)
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()))
  // A stream of its own, as `pipe` hands pieces on as they are: whoever iterates gets them joined, in new memory.
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
