import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Extract, extract, type Header } from 'tar-stream'
import { ArchiveError } from '../../archive.ts'
import { SourceBounds } from './bounds.ts'
import { broken, type Source, type SourceFile, shown, withoutSystemFiles } from './source.ts'

/**
 * Bytes that are unpacked, written and read at once. Pieces of the default sizes, 16 and 64 KiB, took a
 * quarter more processor time of the whole conversion.
 */
const PIECE_BYTES = 512 * 1024

/**
 * Opens a tar file, packed with gzip or not. Its files are written one after the other into one file in the
 * folder `work`, so that they can be read in any order. Throws `ArchiveError` when the archive is broken or
 * passes a bound.
 */
export async function openTarSource(path: string, isPacked: boolean, work: string): Promise<Source> {
  const spool = join(work, 'unpacked')
  const handle = await open(path)
  const { size } = await handle.stat()
  await handle.close()
  const bounds = new SourceBounds(size)
  const files = new Map<string, SourceFile>()
  // Old programs write no name of a format. The sums of headers are checked all the same.
  const unpacking = extract({ allowUnknownFormat: true } as never)
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        bounds.addBytes(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  const stages = isPacked ? [createGunzip({ chunkSize: PIECE_BYTES }), counting] : [counting]
  const reading = pipeline([createReadStream(path), ...stages, unpacking] as never)
  reading.catch(() => undefined) // it is awaited below
  try {
    await writeFiles(unpacking, spool, bounds, files)
    await reading
  } catch (error) {
    // The first failure of the chain explains the others.
    const first = await reading.then(
      () => error,
      (reason) => (error instanceof ArchiveError ? error : reason),
    )
    throw broken(first)
  }
  return { files: withoutSystemFiles(files), close: () => rm(spool, { force: true }) }
}

async function writeFiles(
  unpacking: Extract,
  spool: string,
  bounds: SourceBounds,
  files: Map<string, SourceFile>,
): Promise<void> {
  const output = createWriteStream(spool)
  let position = 0
  try {
    for await (const entry of unpacking) {
      const { header } = entry
      const name = header.name.replace(/^(?:\.\/)+/, '')
      bounds.addEntry(name)
      if (header.type === 'directory') {
        entry.resume()
        continue
      }
      if (isInParts(header)) {
        throw new ArchiveError(
          `The archive is refused: ${shown(name)} is stored with holes or in parts; pack it again without them.`,
        )
      }
      if (header.type !== 'file' && header.type !== 'contiguous-file') {
        throw new ArchiveError(`The archive is refused: ${shown(name)} is a link or a device.`)
      }
      bounds.addFile(name)
      const start = position
      for await (const chunk of entry) {
        position += (chunk as Buffer).length
        if (!output.write(chunk)) await once(output, 'drain')
      }
      const end = position
      files.set(name, { name, size: end - start, open: async () => part(spool, start, end) })
    }
  } finally {
    await new Promise<void>((resolve, reject) => {
      output.once('error', reject)
      output.end(resolve)
    })
  }
}

/**
 * Whether a file is stored without its zeros, or partly. The library would give other bytes for it, and
 * another name. GNU tar has types of its own for such files, which are null here, or headers of pax.
 */
const isInParts = ({ type, pax }: Header): boolean =>
  (type as string | null) === null || Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.'))

const part = (path: string, start: number, end: number): Readable =>
  end === start
    ? Readable.from([])
    : createReadStream(path, { start, end: end - 1, highWaterMark: PIECE_BYTES })
