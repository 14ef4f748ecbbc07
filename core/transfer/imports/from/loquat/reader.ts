import { open } from 'node:fs/promises'
import { FILE_NAME, PART_NAME } from '../../../exports/archive/manifest.ts'
import { unreadablePath } from '../../unreadable-path.ts'
import type { OwnReader } from '../reading/reader.ts'

/** Bytes of a ZIP entry before its name. */
const HEADER = 30
const NAME_LENGTH_AT = 26
const LONGEST_NAME = 200

/** Our own archives, which the import stores as they are (docs/export-format.md). */
export const loquatReader: OwnReader = {
  name: 'loquat',
  title: 'Loquat',
  isOurOwn: true,
  recognize: ({ files }) => files.has('manifest.json'),
}

/**
 * Whether a file is an archive of our own, by the name of its first entry, so that the import of a large one
 * begins at once.
 */
export async function beginsAsOurOwn(path: string): Promise<boolean> {
  if ((await unreadablePath(path)) !== undefined) return false
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return false
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(HEADER + LONGEST_NAME),
      0,
      HEADER + LONGEST_NAME,
      0,
    )
    if (bytesRead < HEADER || buffer.readUInt32LE(0) !== 0x04034b50) return false
    const length = buffer.readUInt16LE(NAME_LENGTH_AT)
    const name = buffer.toString('latin1', HEADER, Math.min(HEADER + length, bytesRead))
    return name === 'manifest.json' || PART_NAME.test(name) || FILE_NAME.test(name)
  } catch {
    return false // Whoever reads it then says why it cannot be read, such as a folder.
  } finally {
    await file.close()
  }
}
