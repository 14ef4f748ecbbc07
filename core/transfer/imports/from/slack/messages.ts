import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { contentBits, MessageBit } from '../../../../content/messages/bits.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { Conversations } from '../reading/conversations.ts'
import { withOurEmojiNames } from '../reading/emoji-names.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { TextNumbers } from '../reading/number-map.ts'
import { ReactionList } from '../reading/reaction-list.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { Spans, type SubscriptionEvent } from '../reading/spans.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import { ThreadTopics } from '../reading/thread-topics.ts'
import { timeText } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { SourceFile } from '../source/source.ts'
import type { SlackChannels, SlackPlace } from './channels.ts'
import { attachmentsOf, filesOf, markdownOf, markdownOfBlocks, type SlackNames } from './markdown.ts'
import type { SlackPeople } from './people.ts'

const TS = /^(\d{1,12})\.(\d{1,6})$/
/** Said by the server about the channel, in the name of the person who did it. */
const NOTICES = new Set([
  ...['channel_topic', 'channel_purpose', 'channel_name', 'channel_archive', 'channel_unarchive'],
  ...['group_topic', 'group_purpose', 'group_name', 'group_archive', 'group_unarchive'],
  ...['pinned_item', 'bot_add', 'bot_remove', 'channel_convert_to_private', 'channel_posting_permissions'],
])
const JOINS = new Set(['channel_join', 'group_join'])
const LEAVES = new Set(['channel_leave', 'group_leave'])

interface Parts {
  readonly context: ReadingContext
  readonly people: SlackPeople
  readonly channels: SlackChannels
  readonly texts: Texts
}

/** A message on disk between the reading of its file and the giving of its id. */
interface Spooled {
  readonly place: number
  readonly conversation: number
  readonly message: Fields
}

/**
 * The messages of a Slack archive. They have no ids there: `survey` sorts all of them by time on disk and
 * numbers them, `records` yields them.
 */
export class SlackMessages {
  readonly spans = new Spans()
  readonly #parts: Parts
  readonly #conversations: Conversations
  readonly #numbered: SortedLines
  readonly #reactions: ReactionList
  /** The ids of messages by their channel and time. */
  readonly #ids = new TextNumbers()
  /** Numbers of threads by their channel and time, and the conversation of each. */
  readonly #threads = new TextNumbers()
  readonly #conversationOfThread: number[] = []
  readonly #topics: ThreadTopics
  readonly #firstOfChannel = new Map<number, number>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#conversations = new Conversations(parts.context.work)
    this.#topics = new ThreadTopics(parts.texts)
    this.#numbered = new SortedLines(parts.context.work, 'numbered')
    this.#reactions = new ReactionList(parts.context)
  }

  readonly firstOfChannel = (channel: number): number | undefined => this.#firstOfChannel.get(channel)

  /** Finds the id of a message; undefined when the archive does not have it. */
  idOf(channel: string, ts: string): number | undefined {
    return this.#ids.get(`${channel} ${ts}`)
  }

  async survey(): Promise<void> {
    const { channels, context } = this.#parts
    const sorted = new SortedLines(context.work, 'by-time')
    const total = channels.places.reduce((sum, { files }) => sum + files.length, 0)
    let done = 0
    for (const [index, place] of channels.places.entries()) {
      for (const file of place.files) {
        await this.#readDay(file, index, place, sorted)
        done += 1
        if (done % 50 === 0) context.onProgress(done, total)
      }
    }
    await this.#number(sorted)
  }

  async #readDay(file: SourceFile, index: number, place: SlackPlace, sorted: SortedLines): Promise<void> {
    const { report } = this.#parts.context
    for await (const { rows } of jsonRows(file)) {
      for (const row of rows) {
        const time = isFields(row) ? TS.exec(textOf(row.ts)) : null
        if (!isFields(row) || time === null) {
          report.found('messages')
          report.leftOut('messages without a time', isFields(row) ? textOf(row.text) : undefined)
          continue
        }
        this.#parts.people.senderOf(row)
        const micros = Number(time[1]) * 1_000_000 + Number(time[2]!.padEnd(6, '0'))
        const subtype = textOf(row.subtype)
        const isMembership = JOINS.has(subtype) || LEAVES.has(subtype)
        const conversation = isMembership ? 0 : await this.#conversationOf(row, place)
        const spooled: Spooled = { place: index, conversation, message: row }
        await sorted.add(micros, JSON.stringify(spooled))
      }
    }
  }

  /** Gives the messages their ids, in the order of time, and finds out who was subscribed when. */
  async #number(sorted: SortedLines): Promise<void> {
    const { channels, people, context } = this.#parts
    const events = new Map<string, SubscriptionEvent[]>()
    for await (const { text } of sorted.read()) {
      const spooled = JSON.parse(text) as Spooled
      const place = channels.places[spooled.place]!
      const { message } = spooled
      const subtype = textOf(message.subtype)
      const isJoin = JOINS.has(subtype)
      if (isJoin || LEAVES.has(subtype)) {
        if (place.channel === undefined) continue
        const user = people.senderOf(message).id
        const event = { user, channel: place.channel, isSubscribed: isJoin, at: this.#ids.size + 1 }
        const key = `${user} ${place.channel}`
        const list = events.get(key)
        if (list === undefined) events.set(key, [event])
        else list.push(event)
        context.report.changed('joins and leaves become subscriptions and not messages')
        continue
      }
      const { number: id, isNew } = this.#ids.add(`${place.key} ${message.ts}`)
      if (!isNew) {
        context.report.found('messages')
        context.report.leftOut('messages: it is there twice', textOf(message.text))
        continue
      }
      if (place.channel !== undefined && !this.#firstOfChannel.has(place.channel)) {
        this.#firstOfChannel.set(place.channel, id)
      }
      await this.#numbered.add(id, text)
    }
    const end = this.#ids.size + 1
    const members = new Set(channels.members().map(([user, channel]) => `${user} ${channel}`))
    for (const key of new Set([...members, ...events.keys()])) {
      const [user, channel] = key.split(' ').map(Number) as [number, number]
      this.spans.add(user, channel, events.get(key) ?? [], members.has(key), 0, end)
    }
  }

  /**
   * Threads are topics, named by their first words and their date. All else is in the topic without a name.
   */
  async #conversationOf(message: Fields, place: SlackPlace): Promise<number> {
    if (place.participants !== undefined) return this.#conversations.ofPeople(place.participants)
    const { channels } = this.#parts
    const channel = place.channel!
    const ts = textOf(message.ts)
    const thread = textOf(message.thread_ts)
    const isParent = thread === ts || (thread === '' && Number(message.reply_count) > 0)
    if (thread === '' && !isParent) return this.#conversations.ofTopic(channel, '')
    const key = `${channel} ${isParent ? ts : thread}`
    const { number, isNew } = this.#threads.add(key)
    if (!isNew) return this.#conversationOfThread[number]!
    const text = isParent ? markdownOf(textOf(message.text), channels.plainNames) : ''
    const topic = this.#topics.name(channel, text, Number(isParent ? ts : thread) || 0)
    const conversation = await this.#conversations.ofTopic(channel, topic)
    this.#conversationOfThread[number] = conversation
    return conversation
  }

  async *records(
    markdown: MarkdownContext,
    names: SlackNames,
    language: number,
  ): AsyncGenerator<ArchiveRecord> {
    yield* this.#conversations.records(language)
    for await (const { key: id, text } of this.#numbered.read()) {
      const spooled = JSON.parse(text) as Spooled
      await this.#keepReactions(id, spooled.message)
      yield { table: 'message', row: this.#row(id, spooled, markdown, names, language) }
    }
    yield* this.#reactions.records()
  }

  #row(
    id: number,
    { place: index, conversation, message }: Spooled,
    markdown: MarkdownContext,
    names: SlackNames,
    language: number,
  ): Row {
    const { people, channels, texts } = this.#parts
    const place = channels.places[index]!
    const isNotice = NOTICES.has(textOf(message.subtype))
    const sender = people.senderOf(message)
    const content = texts.content(this.#contentOf(message, names, isNotice ? sender.name : undefined))
    const rendered = render(content, markdown)
    const edited = isFields(message.edited) ? Number(message.edited.ts) : Number.NaN
    return {
      id,
      conversation_id: conversation,
      channel_id: place.channel ?? null,
      sender_id: isNotice ? people.notificationBot : sender.id,
      client: 'Slack',
      content,
      rendered_content: rendered.html,
      sent_at: timeText(Number(message.ts)),
      bits: contentBits(rendered) | MessageBit.readBySender | MessageBit.arrivesRead,
      last_edit_at: edited > 0 ? timeText(edited) : null,
      last_moved_at: null,
      edit_history: null,
      arrived_at: null,
      arrival_id: null,
      language,
    }
  }

  #contentOf(message: Fields, names: SlackNames, noticeOf: string | undefined): string {
    const subtype = textOf(message.subtype)
    if (subtype === 'tombstone') return '(deleted message)'
    if (subtype === 'huddle_thread' || subtype === 'sh_room_created') {
      return textOf(message.text) === '' ? '(huddle)' : markdownOf(textOf(message.text), names)
    }
    const comment = isFields(message.comment) ? textOf(message.comment.comment) : ''
    const written = markdownOf(textOf(message.text) || comment, names)
    const rich = listOf(message.blocks).some((block) => isFields(block) && block.type === 'rich_text')
    const text = rich || written === '' ? (markdownOfBlocks(message.blocks, names) ?? written) : written
    const prefix = subtype === 'me_message' ? '/me ' : ''
    const notice = noticeOf !== undefined && !text.includes(noticeOf) ? `${noticeOf} ` : ''
    const parts = [text, ...filesOf(message), ...attachmentsOf(message.attachments, names)]
    const content = parts.filter((part) => part.trim() !== '').join('\n')
    return `${prefix}${notice}${content === '' ? '(empty message)' : withOurEmojiNames(content, () => false)}`
  }

  async #keepReactions(id: number, message: Fields): Promise<void> {
    for (const reaction of listOf(message.reactions).filter(isFields)) {
      for (const user of listOf(reaction.users)) {
        await this.#reactions.add(id, this.#parts.people.get(textOf(user))?.id, textOf(reaction.name))
      }
    }
  }
}
