import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { contentBits, FlagBit, MessageBit } from '../../../../content/messages/bits.ts'
import type { UploadedPicture } from '../../../../content/uploads/pictures.ts'
import { Conversations } from '../reading/conversations.ts'
import { type Fields, idIn, isFields, longIdIn } from '../reading/fields.ts'
import { htmlOf } from '../reading/message-html.ts'
import { note } from '../reading/note-texts.ts'
import { MessageIndex } from '../reading/numbers/message-index.ts'
import { PairMap } from '../reading/numbers/number-map.ts'
import { ReadState } from '../reading/read-state.ts'
import type { ArchiveRecord, ArchiveRecords, ReadingContext } from '../reading/reader.ts'
import { Report } from '../reading/report.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import type { Spans } from '../reading/spans.ts'
import { Texts, textOf } from '../reading/texts.ts'
import { Times, timeText } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { SourceFile } from '../source/source.ts'
import type { ZulipChannels } from './channels.ts'
import { historyOf, NO_HISTORY } from './history.ts'
import type { ZulipPeople } from './people.ts'
import type { Destination, ZulipRecipients } from './recipients.ts'

/** The rows for each person and message, ten times as many as messages or more. */
const RECEIVED = { table: 'zerver_usermessage', fields: ['user_profile', 'message', 'flags_mask', 'flags'] }

/** Bits of `flags_mask`. */
const Mask = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  topicWildcard: 32,
  groupMentioned: 64,
  alertWord: 512,
  historical: 1024,
} as const

const MAX_CLIENT_LENGTH = 200

/** Absolute links into an organization, which tell the address of the former server. */
const IN_APP_LINK = /(https?:\/\/[^\s/"'<>()[\]]{1,200})\/#narrow\//g
/** Addresses that are counted. */
const MAX_ADDRESSES = 1_000

/** The data for rendering messages. */
export interface Rendering {
  readonly contextOf: (sender: number) => MarkdownContext
  /** The picture at a path below `/user_uploads/`. */
  readonly pictureAt: (path: string) => UploadedPicture | undefined
  readonly language: number
}

interface Parts {
  readonly context: ReadingContext
  readonly files: readonly SourceFile[]
  readonly people: ZulipPeople
  readonly channels: ZulipChannels
  readonly recipients: ZulipRecipients
  readonly clients: ReadonlyMap<number, string>
  /** Whether `flags_mask` has bits for mentions of topics and groups, which meant something else before. */
  readonly hasNewFlags: boolean
}

/**
 * The messages of a Zulip archive. `survey` reads the files and collects what has to be known of all messages
 * before the first one is stored. `records` reads the messages again, and not the rows for each person.
 */
export class ZulipMessages {
  readonly index = new MessageIndex()
  readonly #parts: Parts
  readonly #conversations: Conversations
  readonly #reads: ReadState
  readonly #senders = new Set<number>()
  /** Everybody whom a message has reached. */
  readonly #reachedPeople = new Set<number>()
  /**
   * Whether the archive lacks the read state of some people. Then only messages that it marks are unread.
   */
  #allArriveRead = false
  readonly #firstOfChannel = new Map<number, number>()
  /** The first message that reached somebody in a channel. */
  readonly #firstReceived = new PairMap()
  readonly #addresses = new Map<string, number>()
  readonly #texts: Texts
  /** For topics and times, whose changes `survey` has put into the report. */
  readonly #knownTexts = new Texts(new Report(''))
  readonly #knownTimes = new Times(new Report(''))
  /** How many messages a file has. */
  readonly #messagesOf = new Map<SourceFile, number>()
  /** Rows for people whose message is not in the index. */
  #lostRows = 0
  /** Whether the files have the messages by ascending id. */
  #isInOrder = true
  /** The last message of each conversation. */
  #ends = new Float64Array(0)

  constructor(parts: Parts) {
    this.#parts = parts
    this.#texts = new Texts(parts.context.report)
    this.#conversations = new Conversations(parts.context.work)
    this.#reads = new ReadState(parts.context.work)
  }

  /** Everybody who has sent a message. */
  get senders(): ReadonlySet<number> {
    return this.#senders
  }

  readonly firstOfChannel = (channel: number): number | undefined => this.#firstOfChannel.get(channel)

  firstReceived(user: number, channel: number): number | undefined {
    return this.#firstReceived.get(user, channel)
  }

  /** The address that most links in messages lead to; undefined when there is none. */
  get formerUrl(): string | undefined {
    return [...this.#addresses].sort((a, b) => b[1] - a[1])[0]?.[0]
  }

  async survey(): Promise<void> {
    const { report } = this.#parts.context
    const [texts, times] = [new Texts(report), new Times(report)]
    for await (const { file, table, rows, numbers } of this.#read()) {
      if (table === 'zerver_message') {
        this.#messagesOf.set(file, (this.#messagesOf.get(file) ?? 0) + rows.length)
        for (const row of rows) await this.#surveyMessage(row, texts, times)
      } else if (table === RECEIVED.table) {
        if (this.index.isAscending) await this.#surveyReceived(rows, numbers)
      } else {
        report.leftOut(note('rows of {table}', { table }), undefined, rows.length)
      }
    }
    // Rows for people may come before their message.
    if (!this.index.isAscending || this.#lostRows > 0) {
      this.#isInOrder = this.index.isAscending
      this.index.sort()
      await this.#reads.clear()
      this.#lostRows = 0
      for await (const { table, rows, numbers } of this.#read()) {
        if (table === RECEIVED.table) await this.#surveyReceived(rows, numbers)
      }
    }
    if (this.#lostRows > 0) {
      report.leftOut('flags of messages that are not in the archive', undefined, this.#lostRows)
    }
    this.#findUnknownReaders()
    this.#ends = new Float64Array(this.#conversations.size + 1)
    for (const [id, conversation] of this.index.entries()) this.#ends[conversation] = id
  }

  /** Yields conversations, messages, pointers and flags. */
  async *records(rendering: Rendering, spans: Spans): AsyncGenerator<ArchiveRecords> {
    yield* this.#conversations.records(rendering.language)
    if (this.#isInOrder) yield* this.#inOrder(rendering)
    else yield* this.#outOfOrder(rendering)
    const endOf = (user: number, conversation: number, reached: number) => {
      const person = this.#parts.people.get(user)
      return person?.idleSince === undefined ? this.#ends[conversation]! : reached
    }
    const isReadAtOnce = (user: number, conversation: number, message: number) => {
      const channel = this.#conversations.channelOf(conversation)
      const openFrom = channel === undefined ? 0 : (spans.openFrom(user, channel) ?? Number.POSITIVE_INFINITY)
      return this.#allArriveRead || openFrom > message
    }
    yield* this.#reads.records(endOf, isReadAtOnce)
  }

  async *#read() {
    const { files, context } = this.#parts
    const total = files.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    for (const file of files) {
      for await (const { table, rows, numbers } of jsonRows(file, RECEIVED)) {
        yield { file, table, rows, numbers }
      }
      done += file.size
      context.onProgress(done, total)
    }
  }

  /** Reads the messages again. In most files the rows for each person follow them, which are not read. */
  async *#readMessages(): AsyncGenerator<readonly unknown[]> {
    const { files, context } = this.#parts
    const total = files.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    for (const file of files) {
      let left = this.#messagesOf.get(file) ?? 0
      if (left > 0) {
        for await (const { table, rows } of jsonRows(file)) {
          if (table !== 'zerver_message') continue
          yield rows
          left -= rows.length
          if (left === 0) break
        }
      }
      done += file.size
      context.onProgress(done, total)
    }
  }

  async #surveyMessage(row: unknown, texts: Texts, times: Times): Promise<void> {
    const { context, recipients } = this.#parts
    const id = isFields(row) ? longIdIn(row.id) : 0
    if (!isFields(row) || id === 0) {
      context.report.leftOut('messages without an id')
      return
    }
    const destination = recipients.of(row)
    if (destination === undefined) {
      context.report.found('messages')
      context.report.leftOut('messages to a place that is not in the archive', textOf(row.content))
      return
    }
    this.#senders.add(idIn(row.sender))
    this.#lookForAddress(textOf(row.content))
    const conversation = await this.#conversationOf(row, destination, texts)
    this.index.add(id, conversation, times.seconds(row.date_sent))
    if ('channel' in destination) {
      const first = this.#firstOfChannel.get(destination.channel)
      if (first === undefined || id < first) this.#firstOfChannel.set(destination.channel, id)
    }
  }

  #conversationOf(row: Fields, destination: Destination, texts: Texts): Promise<number> {
    if ('participants' in destination) return this.#conversations.ofPeople(destination.participants)
    return this.#conversations.ofTopic(destination.channel, texts.topic(row.subject))
  }

  async #surveyReceived(rows: readonly unknown[], numbers: Float64Array | undefined): Promise<void> {
    for (const row of rows) {
      if (isFields(row)) this.#received(idIn(row.user_profile), longIdIn(row.message), maskOf(row))
    }
    if (numbers !== undefined) {
      for (let at = 0; at < numbers.length; at += RECEIVED.fields.length) {
        const [mask, former] = [numbers[at + 2]!, numbers[at + 3]!]
        this.#received(
          idIn(numbers[at]),
          longIdIn(numbers[at + 1]),
          Number.isNaN(mask) ? former | 0 : mask | 0,
        )
      }
    }
    await this.#reads.settle()
  }

  /** Takes in that a message has reached somebody. Ids that are none are 0. */
  #received(user: number, message: number, mask: number): void {
    const conversation = this.index.conversationOf(message)
    if (conversation === undefined || user === 0) {
      this.#lostRows += 1
      return
    }
    const isRead = (mask & Mask.read) !== 0
    this.#reads.add({ user, conversation, message, isRead, flags: this.#flagsOf(mask) })
    this.#reachedPeople.add(user)
    if ((mask & Mask.historical) !== 0) return
    const channel = this.#conversations.channelOf(conversation)
    if (channel !== undefined) this.#firstReceived.lower(user, channel, message)
  }

  /** Finds out whether the archive lacks the read state of some people, as exports of public data do. */
  #findUnknownReaders(): void {
    const { people, context } = this.#parts
    const isUnknown = (id: number) => {
      const person = people.get(id)
      return person?.isActive === true && !person.isBot && !this.#reachedPeople.has(id)
    }
    const unknown = [...this.#senders].filter(isUnknown)
    if (unknown.length === 0) return
    this.#allArriveRead = true
    context.report.changed(
      'messages count as read unless the archive says otherwise: it does not say what these people have read',
      people.get(unknown[0]!)!.name,
      unknown.length,
    )
  }

  #lookForAddress(content: string): void {
    if (!content.includes('/#narrow/')) return
    for (const [, address] of content.matchAll(IN_APP_LINK)) {
      const key = address!.toLowerCase()
      if (this.#addresses.has(key) || this.#addresses.size < MAX_ADDRESSES) {
        this.#addresses.set(key, (this.#addresses.get(key) ?? 0) + 1)
      }
    }
  }

  async *#inOrder(rendering: Rendering): AsyncGenerator<readonly ArchiveRecord[]> {
    for await (const rows of this.#readMessages()) {
      const records: ArchiveRecord[] = []
      for (const row of rows) {
        const record = isFields(row) ? this.#recordOf(row, rendering) : undefined
        if (record !== undefined) records.push(record)
      }
      yield records
    }
  }

  /** As `#inOrder`, for files whose messages have to be sorted on disk first. */
  async *#outOfOrder(rendering: Rendering): AsyncGenerator<ArchiveRecord> {
    const sorted = new SortedLines(this.#parts.context.work, 'messages')
    for await (const rows of this.#readMessages()) {
      for (const row of rows) if (isFields(row)) await sorted.add(longIdIn(row.id), JSON.stringify(row))
    }
    for await (const { text } of sorted.read()) {
      const record = this.#recordOf(JSON.parse(text), rendering)
      if (record !== undefined) yield record
    }
  }

  #recordOf(row: Fields, rendering: Rendering): ArchiveRecord | undefined {
    const destination = this.#parts.recipients.of(row)
    const id = longIdIn(row.id)
    if (destination === undefined || id === 0) return undefined
    const sender = idIn(row.sender)
    const context = rendering.contextOf(sender)
    const content = this.#texts.content(row.content)
    const rendered = render(content, context)
    const topic = 'channel' in destination ? this.#knownTexts.topic(row.subject) : ''
    const channel = 'channel' in destination ? destination.channel : undefined
    const history = this.#historyOf(row, topic, channel, context)
    return {
      table: 'message',
      row: {
        id,
        conversation_id:
          'participants' in destination
            ? this.#conversations.knownOfPeople(destination.participants)
            : this.#conversations.knownOfTopic(destination.channel, topic),
        channel_id: channel ?? null,
        sender_id: sender,
        client: (this.#parts.clients.get(idIn(row.sending_client)) ?? 'import').slice(0, MAX_CLIENT_LENGTH),
        content,
        rendered_content: htmlOf(rendered, rendering.pictureAt),
        sent_at: this.#knownTimes.text(row.date_sent),
        bits: contentBits(rendered) | (this.#allArriveRead ? MessageBit.arrivesRead : 0),
        last_edit_at: history.editedAt === null ? null : timeText(history.editedAt),
        last_moved_at: history.movedAt === null ? null : timeText(history.movedAt),
        edit_history: history.edits,
        arrived_at: null,
        arrival_id:
          history.arrivedAt === null ? null : Math.max(id, this.index.firstSince(history.arrivedAt) - 1),
        language: rendering.language,
      },
    }
  }

  #historyOf(row: Fields, topic: string, channel: number | undefined, context: MarkdownContext) {
    if (row.edit_history == null && row.last_edit_time == null) return NO_HISTORY
    return historyOf(
      row,
      { topic, channel },
      {
        texts: this.#texts,
        times: this.#knownTimes,
        report: this.#parts.context.report,
        hasPerson: (person) => this.#parts.people.has(person),
        render: (text) => render(text, context).html,
      },
    )
  }

  #flagsOf(mask: number): number {
    const { hasNewFlags } = this.#parts
    const mentions = Mask.mentioned | (hasNewFlags ? Mask.groupMentioned : 0)
    return (
      (mask & Mask.starred ? FlagBit.starred : 0) |
      (mask & Mask.collapsed ? FlagBit.collapsed : 0) |
      (mask & mentions ? FlagBit.mentioned : 0) |
      (hasNewFlags && mask & Mask.topicWildcard ? FlagBit.topicMentioned : 0) |
      (mask & Mask.alertWord ? FlagBit.hasAlertWord : 0) |
      (mask & Mask.historical ? FlagBit.historical : 0)
    )
  }
}

/** The flags of a row. Archives have them under one of these names. */
const maskOf = (row: Fields): number => Number(row.flags_mask ?? row.flags ?? 0) | 0
