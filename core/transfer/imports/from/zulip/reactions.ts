import { MAX_SUBMESSAGES_PER_USER } from '../../../../../config/limits.ts'
import { widgetOf } from '../../../../messaging/submessages/widget.ts'
import { type Fields, idIn, longIdIn } from '../reading/fields.ts'
import { missingFrom, note } from '../reading/note-texts.ts'
import type { MessageIndex } from '../reading/numbers/message-index.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { storable, textOf } from '../reading/texts.ts'
import type { ZulipFiles } from './files.ts'
import type { ZulipTables } from './tables.ts'

const CUSTOM = 'realm_emoji'
const EXTRA = 'zulip_extra_emoji'
const UNICODE = 'unicode_emoji'

/** An emoji of a row, as the archive has it. Undefined for a custom emoji that is not in the archive. */
export function emojiOf(row: Fields, files: ZulipFiles) {
  const type = textOf(row.reaction_type)
  const code = textOf(row.emoji_code)
  const name = storable(textOf(row.emoji_name))
  if (type === CUSTOM) {
    const id = idIn(code)
    return files.emoji.has(id) ? { emoji_name: name, emoji_code: id, reaction_type: CUSTOM } : undefined
  }
  if (type === EXTRA) return { emoji_name: name, emoji_code: code, reaction_type: EXTRA }
  if (!/^[0-9a-f-]{1,100}$/.test(code)) return undefined
  return { emoji_name: name, emoji_code: code, reaction_type: UNICODE }
}

/** Yields the reactions by message, each person's once. */
export async function* reactionRecords(
  tables: ZulipTables,
  index: MessageIndex,
  files: ZulipFiles,
  { report, work }: ReadingContext,
): AsyncGenerator<ArchiveRecord> {
  const sorted = new SortedLines(work, 'reactions')
  for await (const row of tables.read('zerver_reaction')) {
    const message = longIdIn(row.message)
    const emoji = emojiOf(row, files)
    const column = !index.has(message) ? 'message' : emoji === undefined ? 'emoji' : undefined
    if (column !== undefined) {
      report.found('reactions')
      report.leftOut(missingFrom('reactions', column), textOf(row.emoji_name))
    } else await sorted.add(message, JSON.stringify({ user_id: idIn(row.user_profile), ...emoji }))
  }
  let message = 0
  const known = new TextNumbers()
  for await (const { key, text } of sorted.read()) {
    if (key !== message) {
      message = key
      known.clear()
    }
    const reaction = JSON.parse(text) as Fields
    const name = `${reaction.user_id} ${reaction.reaction_type} ${reaction.emoji_code}`
    if (!known.add(name).isNew) {
      report.found('reactions')
      report.leftOut(note('{kind}: it is there twice', { kind: 'reactions' }), textOf(reaction.emoji_name))
      continue
    }
    yield { table: 'reaction', row: { message_id: key, ...reaction } }
  }
}

/** Polls and to-do lists: the additions of people, or the texts of their messages. */
export class ZulipWidgets {
  readonly #context: ReadingContext
  readonly #tables: ZulipTables
  readonly #index: MessageIndex
  /** Widgets of messages whose server kept no additions in its archives. */
  readonly #made: SortedLines
  #hasAny = false

  constructor(context: ReadingContext, tables: ZulipTables, index: MessageIndex) {
    this.#context = context
    this.#tables = tables
    this.#index = index
    this.#made = new SortedLines(context.work, 'widgets')
  }

  async survey(): Promise<void> {
    for await (const _ of this.#tables.read('zerver_submessage')) {
      this.#hasAny = true
      break
    }
  }

  /** Sees messages, which may be polls or to-do lists. */
  async see(records: readonly ArchiveRecord[]): Promise<void> {
    if (this.#hasAny) return
    for (const { table, row } of records) {
      if (table !== 'message' || !String(row.content).startsWith('/')) continue
      const widget = widgetOf(String(row.content))
      const made = JSON.stringify([Number(row.sender_id), JSON.stringify(widget)])
      if (widget !== undefined) await this.#made.add(Number(row.id), made)
    }
  }

  async *records(): AsyncGenerator<ArchiveRecord> {
    if (!this.#hasAny) {
      for await (const { key, text } of this.#made.read()) {
        const [sender, content] = JSON.parse(text) as [number, string]
        yield this.#record(key, sender, 'widget', content)
      }
      return
    }
    const { work } = this.#context
    const byAge = new SortedLines(work, 'submessages-by-age')
    for await (const row of this.#tables.read('zerver_submessage')) {
      const message = longIdIn(row.message)
      if (this.#index.has(message)) await byAge.add(longIdIn(row.id), JSON.stringify(row))
      else {
        this.#context.report.found('votes and tasks')
        this.#context.report.leftOut(missingFrom('votes and tasks', 'message'))
      }
    }
    const byMessage = new SortedLines(work, 'submessages')
    for await (const { text } of byAge.read()) await byMessage.add(longIdIn(JSON.parse(text).message), text)
    let message = 0
    let counts = new Map<number, number>()
    for await (const { key, text } of byMessage.read()) {
      if (key !== message) counts = new Map()
      message = key
      const row = JSON.parse(text) as Fields
      const sender = idIn(row.sender)
      const count = counts.get(sender) ?? 0
      counts.set(sender, count + 1)
      if (count >= MAX_SUBMESSAGES_PER_USER) {
        this.#context.report.leftOut(
          note('{kind}: somebody has more than {limit}', {
            kind: 'votes and tasks',
            limit: MAX_SUBMESSAGES_PER_USER,
          }),
        )
        continue
      }
      const content = typeof row.content === 'string' ? row.content : JSON.stringify(row.content)
      yield this.#record(message, sender, textOf(row.msg_type), storable(content))
    }
  }

  #record(message: number, sender: number, type: string, content: string): ArchiveRecord {
    return { table: 'submessage', row: { message_id: message, sender_id: sender, msg_type: type, content } }
  }
}
