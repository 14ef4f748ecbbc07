import { ArchiveError } from '../archive.ts'
import { loquatReader } from './loquat/reader.ts'
import { mattermostReader } from './mattermost/reader.ts'
import type { OwnReader, Reader } from './reading/reader.ts'
import { rocketChatReader } from './rocketchat/reader.ts'
import { slackReader } from './slack/reader.ts'
import { type Source, shown } from './source/source.ts'
import { zulipReader } from './zulip/reader.ts'

/**
 * All formats that can be imported. The command, the page and the recognition of formats come from this list.
 */
export const READERS: readonly (Reader | OwnReader)[] = [
  loquatReader,
  zulipReader,
  slackReader,
  mattermostReader,
  rocketChatReader,
]

export const FORMAT_NAMES: readonly string[] = READERS.map(({ name }) => name)

/** Names of archives at the top of another one, or in its only folder. */
const PACKED = /^(?:[^/]+\/)?[^/]+\.(?:zip|tar|tgz|tar\.gz)$/i

/**
 * Finds the reader of an archive: the named one, or the one that recognizes it. Throws `ArchiveError` when
 * none does.
 */
export function readerOf(source: Source, name: string | undefined): Reader | OwnReader {
  const candidates = name === undefined ? READERS : READERS.filter((reader) => reader.name === name)
  const found = candidates.find((reader) => reader.recognize(source))
  if (found !== undefined) return found
  const packed = [...source.files.keys()].find((file) => PACKED.test(file))
  if (packed !== undefined) {
    throw new ArchiveError(
      `The archive is refused: it has the archive ${shown(packed)} in it; unpack it and import that one.`,
    )
  }
  const titles = candidates.map(({ title }) => title)
  throw new ArchiveError(`This is no archive of ${titles.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`)
}
