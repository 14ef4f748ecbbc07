import { open } from 'node:fs/promises'
import { ArchiveError } from '../../archive.ts'
import type { Source } from './source.ts'
import { openTarSource } from './tar-source.ts'
import { openZipSource } from './zip-source.ts'

const TAR_MAGIC_AT = 257

/**
 * Opens an archive by its first bytes: ZIP, tar, or tar packed with gzip. `work` is a folder for what has to
 * be unpacked. Throws `ArchiveError`.
 */
export async function openSource(path: string, work: string): Promise<Source> {
  const head = await firstBytes(path)
  const signature = head.toString('latin1', 0, 4)
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') return openZipSource(path)
  if (head[0] === 0x1f && head[1] === 0x8b) return openTarSource(path, true, work)
  if (head.toString('latin1', TAR_MAGIC_AT, TAR_MAGIC_AT + 5) === 'ustar') {
    return openTarSource(path, false, work)
  }
  if (head.length === 0) throw new ArchiveError('The archive is empty.')
  throw new ArchiveError('This is no archive that can be imported: it is neither a ZIP nor a tar file.')
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new ArchiveError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
