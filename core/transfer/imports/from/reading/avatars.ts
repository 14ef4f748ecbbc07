import type { Row } from '../../../exports/archive/column.ts'
import type { SourceFile } from '../source/source.ts'
import { hashedName } from './hashed-name.ts'
import { bytesOf, readPictureBytes } from './pictures.ts'
import type { ArchiveRecord, ReadingContext } from './reader.ts'

/** Completes the record of an account with its avatar. `realm`: the id of the organization in the archive. */
export async function accountRecord(
  row: Row,
  file: SourceFile | undefined,
  realm: number,
  { pictures, report }: ReadingContext,
): Promise<ArchiveRecord> {
  if (file === undefined) return { table: 'user_account', row }
  report.found('avatars')
  const bytes = await readPictureBytes(file)
  const made = bytes === undefined ? undefined : await pictures.avatar(bytes)
  if (made === undefined) {
    report.leftOut('avatars that are no pictures', file.name)
    return { table: 'user_account', row }
  }
  report.kept('avatars')
  return {
    table: 'user_account',
    row: { ...row, avatar_path: `${realm}/${hashedName(file.name)}.png` },
    files: { avatar: bytesOf(made.small), medium: bytesOf(made.medium) },
  }
}
