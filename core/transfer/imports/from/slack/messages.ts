import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { contentBits, FlagBit, MessageBit } from '../../../../content/messages/bits.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { Conversations } from '../reading/conversations.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { htmlOf } from '../reading/message-html.ts'
import { note } from '../reading/note-texts.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import { PersonalFlags } from '../reading/personal-flags.ts'
import { ReactionList } from '../reading/reaction-list.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { Spans } from '../reading/spans.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import { ThreadTopics } from '../reading/thread-topics.ts'
import { timeText } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { SourceFile } from '../source/source.ts'
import { previewsIn } from './attachments.ts'
import type { SlackChannels, SlackPlace } from './channels.ts'
import { contentOf, firstWordsOf, isNotice } from './contents.ts'
import { editedAt, entryOf, microsOf } from './entries.ts'
import type { SlackFiles } from './files.ts'
import type { SlackNames } from './names.ts'
import type { SlackPeople } from './people.ts'
import {
  messageOf,
  type Numbered,
  numberedIn,
  numberedLine,
  type Spooled,
  spooledIn,
  spooledLine,
} from './spooled.ts'

/** Names of user groups that are remembered; the archive has no list of them. */
const MAX_GROUPS = 10_000
const GROUP = /<!subteam\^(\w{1,40})\|([^<>|]{1,200})>/g

interface Parts {
  readonly context: ReadingContext
  readonly people: SlackPeople
  readonly channels: SlackChannels
  readonly texts: Texts
  readonly files: SlackFiles
  /** The ids of custom emoji by their names there. */
  readonly emojiIds: ReadonlyMap<string, number>
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
  readonly #flags: PersonalFlags
  /** The ids of messages by their channel and time. */
  readonly #ids = new TextNumbers()
  /** Numbers of threads by their channel and time, and the conversation of each. */
  readonly #threads = new TextNumbers()
  readonly #conversationOfThread: number[] = []
  readonly #topics: ThreadTopics
  readonly #firstOfChannel = new Map<number, number>()
  readonly #groups = new Map<string, string>()
  /** When people joined and left, by person and channel: the next message, doubled, and 1 for joining. */
  readonly #events = new Map<string, number[]>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#conversations = new Conversations(parts.context.work)
    this.#topics = new ThreadTopics(parts.texts)
    this.#numbered = new SortedLines(parts.context.work, 'numbered')
    this.#reactions = new ReactionList(parts.context, parts.emojiIds)
    this.#flags = new PersonalFlags(parts.context.work)
  }

  readonly firstOfChannel = (channel: number): number | undefined => this.#firstOfChannel.get(channel)

  /** The name of a user group, which only texts have. */
  readonly groupName = (id: string): string | undefined => this.#groups.get(id)

  /** Finds the id of a message; undefined when the archive does not have it. */
  idOf(channel: string, ts: string): number | undefined {
    return this.#ids.get(`${channel} ${ts}`)
  }

  /** `names`: for the names of topics. */
  async survey(names: SlackNames): Promise<void> {
    const { channels, context } = this.#parts
    const sorted = new SortedLines(context.work, 'by-time')
    const total = channels.places.reduce((sum, { files }) => sum + files.length, 0)
    let done = 0
    for (const [index, { files }] of channels.places.entries()) {
      for (const file of files) {
        await this.#readDay(file, index, sorted)
        done += 1
        if (done % 50 === 0) context.onProgress(done, total)
      }
    }
    for await (const spooled of this.#presentOf(sorted)) {
      if (!spooled.isDeleted) await this.#number(spooled, names)
    }
    this.#addSpans()
  }

  async #readDay(file: SourceFile, place: number, sorted: SortedLines): Promise<void> {
    const { report } = this.#parts.context
    for await (const { rows } of jsonRows(file)) {
      for (const row of rows) {
        const entry = isFields(row) ? entryOf(row) : undefined
        if (entry === undefined) {
          report.found('messages')
          report.leftOut('messages without a time', isFields(row) ? textOf(row.text) : undefined)
        } else if (entry === 'repeated') {
          report.changed('replies that a channel shows once more are in their thread alone')
        } else {
          if (entry.message !== undefined) this.#meet(entry.message)
          await sorted.add(microsOf(entry.ts), spooledLine(place, entry))
        }
      }
    }
  }

  /** Learns whom a message names. */
  #meet(message: Fields): void {
    this.#parts.people.senderOf(message)
    const text = textOf(message.text)
    if (!text.includes('<!subteam^') || this.#groups.size >= MAX_GROUPS) return
    for (const [, id, name] of text.matchAll(GROUP)) this.#groups.set(id!, name!)
  }

  /** Yields the last version of each message, in the order of time. */
  async *#presentOf(sorted: SortedLines): AsyncGenerator<Spooled> {
    const { report } = this.#parts.context
    let time = -1
    /** The entries with this time, by place: there is one for each place at most. */
    let present = new Map<number, Spooled>()
    for await (const { key, text } of sorted.read()) {
      if (key !== time) {
        yield* present.values()
        present = new Map()
        time = key
      }
      const spooled = spooledIn(text)
      const known = present.get(spooled.place)
      if (known === undefined) {
        present.set(spooled.place, spooled)
        continue
      }
      report.found('messages')
      if (known.isDeleted || spooled.isDeleted) {
        report.leftOut('messages that were deleted later', textOf(messageOf(known).text))
        present.set(spooled.place, { ...known, isDeleted: true })
        continue
      }
      const [former, later] = known.edited > spooled.edited ? [spooled, known] : [known, spooled]
      const isVersion = former.edited !== later.edited
      present.set(spooled.place, isVersion ? later : known)
      report.leftOut(
        isVersion
          ? 'former versions of edited messages'
          : note('{kind}: it is there twice', { kind: 'messages' }),
        textOf(messageOf(isVersion ? former : spooled).text),
      )
    }
    yield* present.values()
  }

  /** Gives a message its id and conversation, or finds out who was subscribed when. */
  async #number(spooled: Spooled, names: SlackNames): Promise<void> {
    const { channels, people, context } = this.#parts
    const place = channels.places[spooled.place]!
    if (spooled.isJoin !== undefined) {
      if (place.channel === undefined) return
      const user = people.senderOf(messageOf(spooled)).id
      const event = (this.#ids.size + 1) * 2 + (spooled.isJoin ? 1 : 0)
      const list = this.#events.get(`${user} ${place.channel}`)
      if (list === undefined) this.#events.set(`${user} ${place.channel}`, [event])
      else list.push(event)
      context.report.changed('joins and leaves become subscriptions and not messages')
      return
    }
    const { number: id } = this.#ids.add(`${place.key} ${spooled.ts}`)
    if (place.channel !== undefined && !this.#firstOfChannel.has(place.channel)) {
      this.#firstOfChannel.set(place.channel, id)
    }
    const conversation = await this.#conversationOf(spooled, place, names)
    await this.#numbered.add(id, numberedLine({ ...spooled, conversation }))
    if (spooled.hasFiles) await this.#parts.files.want(messageOf(spooled))
  }

  #addSpans(): void {
    const end = this.#ids.size + 1
    const members = new Set(this.#parts.channels.members().map(([user, channel]) => `${user} ${channel}`))
    for (const key of new Set([...members, ...this.#events.keys()])) {
      const [user, channel] = key.split(' ').map(Number) as [number, number]
      const events = (this.#events.get(key) ?? []).map((event) => ({
        isSubscribed: event % 2 === 1,
        at: Math.floor(event / 2),
      }))
      this.spans.add(user, channel, events, members.has(key), 0, end)
    }
  }

  /**
   * Threads are topics, named by their first words and their date. All else is in the topic without a name.
   */
  async #conversationOf(spooled: Spooled, place: SlackPlace, names: SlackNames): Promise<number> {
    if (place.participants !== undefined) return this.#conversations.ofPeople(place.participants)
    const channel = place.channel!
    const { ts, thread, isParent } = spooled
    if (thread === '' && !isParent) return this.#conversations.ofTopic(channel, '')
    const first = isParent ? ts : thread
    const { number, isNew } = this.#threads.add(`${channel} ${first}`)
    if (!isNew) return this.#conversationOfThread[number]!
    const words = isParent ? firstWordsOf(messageOf(spooled), names) : ''
    const topic = this.#topics.name(channel, words, Number(first) || 0)
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
      const numbered = numberedIn(text)
      const message = messageOf(numbered)
      await this.#keepReactions(id, message)
      yield { table: 'message', row: await this.#row(id, numbered, message, markdown, names, language) }
    }
    yield* this.#flags.records()
    yield* this.#reactions.records()
  }

  async #row(
    id: number,
    { place: index, conversation }: Numbered,
    message: Fields,
    markdown: MarkdownContext,
    names: SlackNames,
    language: number,
  ): Promise<Row> {
    const { people, channels, texts, context, files, emojiIds } = this.#parts
    const place = channels.places[index]!
    const isOfServer = isNotice(message)
    const sender = people.senderOf(message)
    const noticeOf = isOfServer ? sender.name : undefined
    const sent = Number(message.ts)
    const { links, pictures } = await files.attach(message, { owner: sender.id, message: id, sent })
    const isCustomEmoji = (name: string) => emojiIds.has(name)
    const content = texts.content(contentOf(message, { names, isCustomEmoji, uploaded: links, noticeOf }))
    const previews = previewsIn(message.attachments)
    if (previews > 0) context.report.leftOut('previews of addresses', undefined, previews)
    const rendered = render(content, markdown)
    await this.#keepMentions(id, place, rendered.mentionedUsers)
    const edited = editedAt(message)
    return {
      id,
      conversation_id: conversation,
      channel_id: place.channel ?? null,
      sender_id: isOfServer ? people.notificationBot : sender.id,
      client: 'Slack',
      content,
      rendered_content: htmlOf(rendered, (path) => pictures.get(path)),
      sent_at: timeText(sent),
      bits: contentBits(rendered) | MessageBit.readBySender | MessageBit.arrivesRead,
      last_edit_at: edited > 0 ? timeText(edited) : null,
      last_moved_at: null,
      edit_history: null,
      arrived_at: null,
      arrival_id: null,
      language,
    }
  }

  /** Marks a message for the people whom it mentions and reaches. */
  async #keepMentions(
    id: number,
    { channel, participants }: SlackPlace,
    mentioned: readonly number[],
  ): Promise<void> {
    for (const user of mentioned) {
      const isReached =
        participants?.includes(user) ??
        (channel !== undefined && this.spans.openFrom(user, channel) !== undefined)
      if (isReached) await this.#flags.add(id, user, FlagBit.mentioned)
    }
  }

  async #keepReactions(id: number, message: Fields): Promise<void> {
    const { people, context } = this.#parts
    for (const reaction of listOf(message.reactions).filter(isFields)) {
      const users = listOf(reaction.users)
      for (const user of users) {
        await this.#reactions.add(id, people.get(textOf(user))?.id, textOf(reaction.name))
      }
      const unnamed = Number(reaction.count) - users.length
      if (unnamed > 0 && unnamed < Number.MAX_SAFE_INTEGER) {
        context.report.found('reactions', unnamed)
        context.report.leftOut('reactions of people whom the archive does not name', undefined, unnamed)
      }
    }
  }
}
