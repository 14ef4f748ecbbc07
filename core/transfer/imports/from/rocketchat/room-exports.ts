import { MAX_MOVE_IN_ROW_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import type { MemoryLists } from '../reading/memory-lists.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { textOf } from '../reading/texts.ts'
import { jsonLines } from '../source/json-lines.ts'
import { broken, isOfSystem, type Source, type SourceFile, shown } from '../source/source.ts'
import type { Documents } from './collections.ts'

const ROOM = /(?:^|\/)[^/]+\.(?:json|html)$/
const ASSETS = /(?:^|\/)assets\//
const JSON_HEAD = /^\s*\{\s*"(?:msg|username|ts)"\s*:/
const HTML_HEAD = '<meta http-equiv="content-type" content="text/html; charset=utf-8">'
/** Bytes at the beginning of a file, by which it is recognized. */
const HEAD_BYTES = 512
/** The user id of the person who becomes the owner: exports of rooms have no list of people. */
const OWNER = 'owner of the import'

/** A message of an export. */
interface Exported {
  readonly msg: string
  readonly username: string
  /** Unix milliseconds; NaN without a time. */
  readonly at: number
  readonly type: string
  readonly attachments: readonly Fields[]
  readonly files: readonly Fields[]
}

/**
 * Exports of single rooms that administrators of Rocket.Chat request ("Export messages" as a file), in one
 * archive: a file for each room, of JSON lines or of HTML, named by the room, and `assets/` beside it with
 * the files. Gives them as the documents of a database.
 */
export class RoomExports implements Documents {
  readonly #context: ReadingContext
  readonly #rooms: readonly SourceFile[]
  /** The files of `assets/` by their ids. */
  readonly #assets = new Map<string, SourceFile>()

  private constructor(context: ReadingContext, rooms: readonly SourceFile[]) {
    this.#context = context
    this.#rooms = rooms
    for (const file of context.source.files.values()) {
      const id = /^[^-]+/.exec(file.name.split(/(?:^|\/)assets\//).at(-1)!)?.[0]
      if (ASSETS.test(file.name) && id !== undefined) this.#assets.set(id, file)
    }
  }

  /** Whether an archive may have exports of rooms, by the names of its files. */
  static recognize({ files }: Source): boolean {
    const names = [...files.keys()].filter((name) => !isOfSystem(name))
    return names.some(isRoom) && names.every((name) => isRoom(name) || ASSETS.test(name))
  }

  /** Throws `ArchiveError` when a file is no export of a room. */
  static async open(context: ReadingContext): Promise<RoomExports> {
    const rooms = [...context.source.files.values()].filter(({ name }) => isRoom(name))
    for (const room of rooms) {
      const head = await headOf(room)
      const isExport = room.name.endsWith('.html') ? head.startsWith(HTML_HEAD) : JSON_HEAD.test(head)
      if (!isExport && room.size > 0) {
        throw new ArchiveError(
          `This is no archive of Rocket.Chat: ${shown(room.name)} is no export of a room.`,
        )
      }
    }
    return new RoomExports(context, rooms)
  }

  size(name: string): number {
    if (name !== 'rocketchat_message') return 0
    return this.#rooms.reduce((sum, { size }) => sum + size, 0)
  }

  async list(name: string, memory: MemoryLists): Promise<readonly Fields[]> {
    if (name === 'rocketchat_room') return this.#rooms.map(roomDocument)
    return name === 'users' ? this.#users(memory) : []
  }

  async *read(name: string): AsyncGenerator<readonly Fields[]> {
    if (name === 'rocketchat_subscription') yield* this.#subscriptions()
    if (name !== 'rocketchat_message') return
    for (const room of this.#rooms) {
      let number = 0
      for await (const messages of messagesOf(room)) {
        yield messages.map(({ msg, username, at, type, attachments, files }) => {
          number += 1
          return {
            _id: `${room.name} ${number}`,
            rid: room.name,
            ...{ msg, attachments, files, ts: new Date(at), u: { _id: username, username } },
            ...(type !== '' && { t: type }),
          }
        })
      }
    }
  }

  /** A file of a message by its id. */
  get(id: string): SourceFile | undefined {
    return this.#assets.get(id)
  }

  get byName(): ReadonlyMap<string, SourceFile> {
    return new Map([...this.#assets.values()].map((file) => [file.name, file]))
  }

  /** The people who have written, and the owner. The export has no other list of them. */
  async #users(memory: MemoryLists): Promise<readonly Fields[]> {
    const { owner } = this.#context
    const users: Fields[] = [...(await this.#writers(memory)).keys()].map((username) => ({
      ...{ _id: username, username, type: 'user' },
    }))
    if (owner === undefined) return users
    const named = { _id: OWNER, type: 'user', name: owner.split('@')[0], emails: [{ address: owner }] }
    return [...users, { ...named, roles: ['admin'] }]
  }

  /** Everybody who has written in a room sees it, and so does the owner. */
  async *#subscriptions(): AsyncGenerator<readonly Fields[]> {
    this.#context.report.changed(
      'rooms become private channels of the people who wrote in them: the archive does not say who may read them',
      undefined,
      this.#rooms.length,
    )
    for (const room of this.#rooms) {
      const names = new Set<string>([OWNER])
      for await (const messages of messagesOf(room)) for (const { username } of messages) names.add(username)
      yield [...names].map((name) => ({
        rid: room.name,
        u: { _id: name },
        roles: name === OWNER ? ['owner'] : [],
      }))
    }
  }

  async #writers(memory: MemoryLists): Promise<ReadonlyMap<string, true>> {
    const writers = new Map<string, true>()
    for (const room of this.#rooms) {
      for await (const messages of messagesOf(room)) {
        for (const { username } of messages) {
          if (username === '' || writers.has(username)) continue
          memory.add(username.length)
          writers.set(username, true)
        }
      }
    }
    return writers
  }
}

const isRoom = (name: string): boolean => ROOM.test(name) && !ASSETS.test(name) && !isOfSystem(name)

/** Nobody knows whether a room was public, so it stays closed. */
function roomDocument({ name }: SourceFile): Fields {
  const shown = name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:json|html)$/, '')
  return { _id: name, t: 'p', name: shown }
}

async function headOf(file: SourceFile): Promise<string> {
  const stream = await file.open()
  try {
    for await (const chunk of stream) return (chunk as Buffer).toString('utf8', 0, HEAD_BYTES)
    return ''
  } catch (error) {
    throw broken(error, shown(file.name))
  } finally {
    stream.destroy()
  }
}

const messagesOf = (room: SourceFile): AsyncGenerator<readonly Exported[]> =>
  room.name.endsWith('.html') ? htmlMessages(room) : jsonMessages(room)

async function* jsonMessages(room: SourceFile): AsyncGenerator<readonly Exported[]> {
  for await (const lines of jsonLines(room)) {
    yield lines
      .map((line) => line.parse())
      .filter(isFields)
      .map((given) => {
        const attachments = listOf(given.attachments).filter(isFields)
        return {
          ...{ msg: textOf(given.msg), username: textOf(given.username), type: textOf(given.type) },
          at: typeof given.ts === 'string' ? Date.parse(given.ts) : Number.NaN,
          // A file is an attachment that names it.
          attachments: attachments.filter(({ fileId }) => textOf(fileId) === ''),
          files: attachments
            .filter(({ fileId }) => textOf(fileId) !== '')
            .map(({ fileId, fileName, title }) => ({
              _id: textOf(fileId),
              name: textOf(fileName) || textOf(title),
            })),
        }
      })
  }
}

const MESSAGE_BEGINS = '<p><strong>'
const MESSAGE = /^<p><strong>([^\n]*?)<\/strong> \(([^()]*)\):<br\/>\n(.*)\n<\/p>\s*$/s
const ITALIC = /^<i>(.*)<\/i>$/s
const LINK = /\n<br\/><a href="\.\/assets\/([^"/]*)">([^\n]*)<\/a>$/

/** The messages of an HTML file, whose texts stand in it as people wrote them. */
async function* htmlMessages(room: SourceFile): AsyncGenerator<readonly Exported[]> {
  const stream = await room.open()
  let rest = ''
  try {
    stream.setEncoding('utf8')
    for await (const chunk of stream) {
      const parts = (rest + (chunk as string)).split(`\n${MESSAGE_BEGINS}`)
      rest = parts.length === 1 ? parts[0]! : `${MESSAGE_BEGINS}${parts.pop()}`
      if (rest.length > MAX_MOVE_IN_ROW_BYTES) {
        throw new ArchiveError(`The archive is refused: an entry of ${shown(room.name)} is too large.`)
      }
      if (rest !== parts[0]) yield parts.flatMap((part) => htmlMessage(part))
    }
    yield htmlMessage(rest)
  } catch (error) {
    throw broken(error, shown(room.name))
  } finally {
    stream.destroy()
  }
}

function htmlMessage(given: string): Exported[] {
  const text = given.replace(HTML_HEAD, '')
  const found = MESSAGE.exec(text.startsWith(MESSAGE_BEGINS) ? text : MESSAGE_BEGINS + text)
  if (found === null) return []
  const [, username, time, body] = found as unknown as [string, string, string, string]
  const link = LINK.exec(body)
  const said = link === null ? body : body.slice(0, link.index)
  const notice = ITALIC.exec(said)
  const file =
    link === null ? undefined : { _id: link[1]!.replace(/-.*$/, ''), name: link[1]!.replace(/^[^-]*-/, '') }
  return [
    {
      ...{ username, msg: notice === null ? said : notice[1]!, type: notice === null ? '' : 'notice' },
      at: Date.parse(time),
      ...{ attachments: [], files: file === undefined ? [] : [file] },
    },
  ]
}
