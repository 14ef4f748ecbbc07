import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { Part } from '../exports/archive/manifest.ts'
import { type Archive, ArchiveError, type ArchiveFile } from './archive.ts'

/** The files of an archive in its order, by the parts that follow them. */
export type ArchiveFiles = ReturnType<Archive['files']>

/** Skips to a part and returns the files before it. Throws `ArchiveError` when the archive lacks the part. */
export async function filesBefore(files: ArchiveFiles, part: Part): Promise<readonly ArchiveFile[]> {
  for (;;) {
    const next = await files.next()
    if (next.done) throw new ArchiveError(`The archive lacks ${part.name}.`)
    if (next.value.part === part.name) return next.value.files
  }
}

/**
 * Passes the bytes through. Fails with `ArchiveError` at their end when the checksum differs from the row's.
 */
export function verifyChecksum(
  bytes: Readable,
  expected: { readonly name: string; readonly sha256: string },
): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      if (hash.digest('hex') === expected.sha256) return done()
      done(new ArchiveError(`The archive is broken: ${expected.name} does not match its row.`))
    },
  })
  bytes.once('error', (error) => through.destroy(error))
  return bytes.pipe(through)
}
