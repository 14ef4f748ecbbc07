import { ArchiveError } from '../../archive.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import { MemoryLists } from '../reading/memory-lists.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { textOf } from '../reading/texts.ts'
import { type JsonLine, jsonLines } from '../source/json-lines.ts'
import { nearest, type Source, type SourceFile } from '../source/source.ts'

/** The lists of an archive that come before its messages, in their order there. */
const LISTS = ['emoji', 'team', 'channel', 'user', 'bot', 'direct_channel'] as const
type List = (typeof LISTS)[number]
/** Lines without a meaning here. */
const UNUSED: ReadonlyMap<string, 'roles and permissions' | 'permission schemes'> = new Map([
  ['role', 'roles and permissions'],
  ['scheme', 'permission schemes'],
])
const UNKNOWN = 'lines of an unknown kind'
/** The beginning of a line with a message, which is most lines. */
const POST = /^\s*\{\s*"type"\s*:\s*"((?:direct_)?post)"/
const HEAD_BYTES = 80
const VERSION = 1

/** A message of the archive with its replies. */
export interface PostLine {
  readonly isDirect: boolean
  readonly post: Fields
}

/** The file with the lines; undefined when this is no archive of Mattermost. Throws `ArchiveError`. */
export function linesOf({ files }: Source): SourceFile | undefined {
  return files.get(nearest([...files.keys()].filter((name) => name.endsWith('.jsonl'))) ?? '')
}

/** Reads all lines that are no messages. Throws `ArchiveError`. */
export async function readLists(
  file: SourceFile,
  { report }: ReadingContext,
): Promise<Readonly<Record<List, readonly Fields[]>>> {
  const lists = Object.fromEntries(LISTS.map((name) => [name, []])) as unknown as Record<List, Fields[]>
  const memory = new MemoryLists()
  let isFirst = true
  for await (const lines of jsonLines(file)) {
    for (const line of lines) {
      if (isPost(line)) {
        if (isFirst) throw notOurs()
        continue
      }
      memory.add(line.bytes.length)
      const value = line.parse()
      const type = isFields(value) ? textOf(value.type) : ''
      if (isFirst) checkVersion(value, type)
      isFirst = false
      const entry = isFields(value) ? value[type] : undefined
      if ((LISTS as readonly string[]).includes(type) && isFields(entry)) lists[type as List].push(entry)
      else if (type !== 'version' && type !== 'post' && type !== 'direct_post') {
        report.leftOut(UNUSED.get(type) ?? UNKNOWN, type || undefined)
      }
    }
  }
  if (isFirst) throw notOurs()
  return lists
}

/** Yields all messages. Calls `onBytes` with the number of bytes read since the last call. */
export async function* readPosts(
  file: SourceFile,
  { report }: ReadingContext,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly PostLine[]> {
  for await (const lines of jsonLines(file)) {
    let bytes = 0
    const posts: PostLine[] = []
    for (const line of lines) {
      bytes += line.bytes.length + 1
      const value = isPost(line) || startsOtherwise(line) ? line.parse() : undefined
      const type = isFields(value) ? textOf(value.type) : ''
      const post = isFields(value) ? value[type] : undefined
      if (type !== 'post' && type !== 'direct_post') continue
      if (isFields(post)) posts.push({ isDirect: type === 'direct_post', post })
      else report.leftOut(UNKNOWN, type)
    }
    yield posts
    onBytes(bytes)
  }
}

const head = ({ bytes }: JsonLine): string => bytes.toString('latin1', 0, HEAD_BYTES)

const isPost = (line: JsonLine): boolean => POST.test(head(line))

/** Whether the kind of a line is not at its beginning. */
const startsOtherwise = (line: JsonLine): boolean => !/^\s*\{\s*"type"\s*:/.test(head(line))

function checkVersion(value: unknown, type: string): void {
  if (type !== 'version' || !isFields(value)) throw notOurs()
  if (value.version !== VERSION) {
    throw new ArchiveError(
      `The archive is refused: it has version ${JSON.stringify(value.version)?.slice(0, 20)} of Mattermost's format, and only version ${VERSION} can be read.`,
    )
  }
}

const notOurs = (): ArchiveError =>
  new ArchiveError('This is no archive of Mattermost: its first line names no version.')
