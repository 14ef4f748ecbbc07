import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { contentBits, FlagBit, MessageBit } from '../../../../content/messages/bits.ts'
import type { UploadedPicture } from '../../../../content/uploads/pictures.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { joinBlocks } from '../marks/join-blocks.ts'
import type { NamedAccount } from '../reading/account-list.ts'
import type { AttachedFiles } from '../reading/attached-files.ts'
import { Conversations } from '../reading/conversations.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { htmlOf } from '../reading/message-html.ts'
import { note } from '../reading/note-texts.ts'
import { MessageIndex } from '../reading/numbers/message-index.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import { PersonalFlags } from '../reading/personal-flags.ts'
import type { ReactionList } from '../reading/reaction-list.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { Spans, type SubscriptionEvent } from '../reading/spans.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import { ThreadTopics } from '../reading/thread-topics.ts'
import { timeText } from '../reading/times.ts'
import { reportedPointers, type Viewed, type ViewedPointers } from '../reading/viewed-until.ts'
import { headedLine, splitLine } from '../source/headed-line.ts'
import { type Documents, keyOf, secondsOf } from './collections.ts'
import type { UploadedFiles } from './grid-files.ts'
import { attachmentsOf, markdownOf, type RocketChatNames } from './markdown.ts'
import type { RocketChatPeople } from './people.ts'
import type { RocketChatRooms } from './rooms.ts'

const JOINS = new Set(['uj', 'ujt', 'au', 'added-user-to-team', 'ut'])
const LEAVES = new Set(['ul', 'ult', 'ru', 'removed-user-from-team'])
/** Types whose text is the user name of the member, and not of the sender. */
const ABOUT_ANOTHER = new Set(['au', 'added-user-to-team', 'ru', 'removed-user-from-team'])
/** Types of messages that say nothing. */
const SILENT = new Set(['wm', 'subscription-role-added', 'subscription-role-removed', 'command'])
const LATEST = 253_402_300_799
const MAX_FILES = 50

interface Parts {
  readonly context: ReadingContext
  readonly collections: Documents
  readonly people: RocketChatPeople
  readonly rooms: RocketChatRooms
  readonly uploads: UploadedFiles
  readonly files: AttachedFiles
  readonly reactions: ReactionList
  readonly texts: Texts
  readonly names: RocketChatNames
  readonly plainNames: RocketChatNames
}

/** What numbering needs of a message on disk. The message is beside it. */
interface Head {
  readonly key: string
  readonly channel?: number
  readonly participants?: readonly number[]
  readonly discussion?: string
  /** The first message of its thread; empty outside of threads. */
  readonly parent: string
  /** Whether it is the first message of a thread. */
  readonly isParent: boolean
  /** Whether somebody joined or left; absent for a message. */
  readonly isJoin?: boolean
}

/** A message on disk that has its id. */
interface Numbered extends Pick<Head, 'channel' | 'participants'> {
  readonly conversation: number
  /** Unix seconds. */
  readonly sent: number
}

interface Spooled extends Numbered {
  readonly message: Fields
}

/** The fields of a message that are used. */
const KEPT = ['u', 'msg', 't', 'alias', 'bot', 'reactions', 'starred', 'pinned', 'attachments'] as const

/**
 * The messages of a Rocket.Chat archive, in any order there: `survey` sorts all of them by time on disk and
 * numbers them, `records` yields them.
 */
export class RocketChatMessages {
  readonly spans = new Spans()
  readonly #parts: Parts
  readonly #conversations: Conversations
  readonly #topics: ThreadTopics
  readonly #numbered: SortedLines
  readonly #flags: PersonalFlags
  readonly #index = new MessageIndex()
  readonly #ids = new TextNumbers()
  readonly #known = new TextNumbers()
  readonly #threads = new TextNumbers()
  readonly #conversationOfThread: number[] = []
  /** The topic of each discussion, by its channel and name. */
  readonly #discussions = new Map<string, string>()
  readonly #firstOfChannel = new Map<number, number>()
  readonly #participants = new Map<number, readonly number[]>()
  #began = Number.POSITIVE_INFINITY
  /** Known after the survey. */
  #pointers: ViewedPointers | undefined

  constructor(parts: Parts) {
    const { work } = parts.context
    this.#parts = parts
    this.#conversations = new Conversations(work)
    this.#topics = new ThreadTopics(parts.texts)
    this.#numbered = new SortedLines(work, 'numbered')
    this.#flags = new PersonalFlags(work)
  }

  readonly firstOfChannel = (channel: number): number | undefined => this.#firstOfChannel.get(channel)
  readonly readTo = (channel: number): number => this.#pointers?.readTo(channel) ?? 0

  /** Finds the id of a message by its id there, and its channel. */
  find(key: string): { readonly id: number; readonly channel: number | undefined } | undefined {
    const id = this.#ids.get(key)
    const conversation = id === undefined ? undefined : this.#index.conversationOf(id)
    return conversation === undefined
      ? undefined
      : { id: id!, channel: this.#conversations.channelOf(conversation) }
  }

  /** Unix seconds of the first message; 0 without one. */
  get began(): number {
    return Number.isFinite(this.#began) ? this.#began : 0
  }

  async survey(): Promise<void> {
    const { context, collections } = this.#parts
    const sorted = new SortedLines(context.work, 'by-time')
    const total = collections.size('rocketchat_message')
    let done = 0
    for await (const messages of collections.read('rocketchat_message')) {
      for (const message of messages) await this.#spool(message, sorted)
      done += messages.length
      context.onProgress(Math.min(done * 300, total), total)
    }
    await this.#number(sorted)
    this.#findPointers()
  }

  async #spool(message: Fields, sorted: SortedLines): Promise<void> {
    const { report } = this.#parts.context
    const key = keyOf(message._id)
    const type = textOf(message.t)
    if (message._hidden === true || SILENT.has(type)) {
      report.leftOut('former versions of messages, and notices without a text')
      return
    }
    const room = this.#parts.rooms.get(message.rid)
    const seconds = secondsOf(message.ts)
    const why =
      room === undefined
        ? 'messages to a place that is not in the archive'
        : !(seconds >= 0 && seconds <= LATEST)
          ? 'messages without a time'
          : key === '' || !this.#known.add(key).isNew
            ? note('{kind}: it is there twice', { kind: 'messages' })
            : undefined
    if (why !== undefined || room === undefined) {
      report.found('messages')
      report.leftOut(why!, textOf(message.msg))
      return
    }
    this.#parts.people.senderOf(message)
    this.#began = Math.min(this.#began, seconds)
    const kept = Object.fromEntries(
      KEPT.flatMap((name) => (message[name] == null ? [] : [[name, message[name]]])),
    )
    const files = filesOf(message)
    const edited = secondsOf(message.editedAt)
    const isMembership = JOINS.has(type) || LEAVES.has(type)
    const head: Head = {
      key,
      ...room,
      parent: keyOf(message.tmid),
      isParent: Number(message.tcount) > 0 || listOf(message.replies).length > 0,
      ...(isMembership && { isJoin: JOINS.has(type) }),
    }
    const rest = { ...kept, ...(files.length > 0 && { files }), ...(edited > 0 && { edited }) }
    await sorted.add(Math.round(seconds * 1000), headedLine(head, JSON.stringify(rest)))
  }

  /** Gives the messages their ids and conversations, in the order of time. */
  async #number(sorted: SortedLines): Promise<void> {
    const events = new Map<string, SubscriptionEvent[]>()
    for await (const { key: milliseconds, text } of sorted.read()) {
      const { head: given, json } = splitLine(text)
      const head = given as Head
      const { channel, participants, isJoin } = head
      if (isJoin !== undefined) {
        this.#addMembership(channel, JSON.parse(json), isJoin, events)
        continue
      }
      const sent = milliseconds / 1000
      const conversation = await this.#conversationOf(head, json, sent)
      const id = this.#ids.add(head.key).number
      this.#index.add(id, conversation, sent)
      if (channel !== undefined && !this.#firstOfChannel.has(channel)) this.#firstOfChannel.set(channel, id)
      const numbered: Numbered = {
        ...(channel !== undefined && { channel }),
        ...(participants !== undefined && { participants }),
        ...{ conversation, sent },
      }
      await this.#numbered.add(id, headedLine(numbered, json))
    }
    const end = this.#index.size + 1
    const members = new Set([...this.#parts.rooms.members()].map(([user, channel]) => `${user} ${channel}`))
    for (const key of new Set([...members, ...events.keys()])) {
      const [user, channel] = key.split(' ').map(Number) as [number, number]
      this.spans.add(user, channel, events.get(key) ?? [], members.has(key), 0, end)
    }
  }

  #addMembership(
    channel: number | undefined,
    message: Fields,
    isSubscribed: boolean,
    events: Map<string, SubscriptionEvent[]>,
  ): void {
    const { people, context } = this.#parts
    const isAboutAnother = ABOUT_ANOTHER.has(textOf(message.t))
    const user = isAboutAnother ? people.byUsername(textOf(message.msg)) : people.senderOf(message)
    context.report.changed('joins and leaves become subscriptions and not messages')
    if (channel === undefined || user === undefined) return
    const event = { user: user.id, channel, isSubscribed, at: this.#index.size + 1 }
    const list = events.get(`${user.id} ${channel}`)
    if (list === undefined) events.set(`${user.id} ${channel}`, [event])
    else list.push(event)
  }

  /** Threads and discussions are topics. All else is in the topic without a name. */
  async #conversationOf(
    { channel, participants, discussion, key, parent, isParent }: Head,
    json: string,
    seconds: number,
  ): Promise<number> {
    if (participants !== undefined) {
      const conversation = await this.#conversations.ofPeople(participants)
      this.#participants.set(conversation, participants)
      return conversation
    }
    if (discussion !== undefined)
      return this.#conversations.ofTopic(channel!, this.#topicOf(channel!, discussion))
    if (parent === '' && !isParent) return this.#conversations.ofTopic(channel!, '')
    const { number, isNew } = this.#threads.add(parent === '' ? key : parent)
    if (!isNew) return this.#conversationOfThread[number]!
    const text = parent === '' ? markdownOf(textOf(JSON.parse(json).msg), this.#parts.plainNames) : ''
    const topic = this.#topics.name(channel!, text, seconds)
    const conversation = await this.#conversations.ofTopic(channel!, topic)
    this.#conversationOfThread[number] = conversation
    return conversation
  }

  #topicOf(channel: number, discussion: string): string {
    const key = `${channel} ${discussion}`
    let topic = this.#discussions.get(key)
    if (topic === undefined) {
      topic = this.#topics.unique(channel, discussion)
      this.#discussions.set(key, topic)
    }
    return topic
  }

  async *records(markdown: MarkdownContext, language: number): AsyncGenerator<ArchiveRecord> {
    yield* this.#conversations.records(language)
    for await (const { key: id, text } of this.#numbered.read()) {
      const { head, json } = splitLine(text)
      const spooled: Spooled = { ...(head as Numbered), message: JSON.parse(json) }
      await this.#keepReactions(id, spooled.message)
      yield { table: 'message', row: await this.#row(id, spooled, markdown, language) }
    }
    yield* this.#pointers!.records()
    yield* this.#flags.records()
    yield* this.#parts.reactions.records()
  }

  /** Finds the read pointers, after all messages have their ids. */
  #findPointers(): void {
    this.#pointers = reportedPointers(
      this.#index,
      {
        placeOf: (conversation) => this.#conversations.channelOf(conversation) ?? -conversation,
        viewedOf: (place) => (place > 0 ? this.#parts.rooms.viewed(place) : this.#viewersOf(-place)),
      },
      this.#parts.context.report,
    )
  }

  *#viewersOf(conversation: number): Generator<Viewed> {
    const participants = this.#participants.get(conversation) ?? []
    for (const user of participants) {
      yield { user, until: this.#parts.rooms.viewedDirect(participants, user) }
    }
  }

  async #row(id: number, spooled: Spooled, markdown: MarkdownContext, language: number): Promise<Row> {
    const { people, texts } = this.#parts
    const { message, channel, conversation, sent } = spooled
    const sender = people.senderOf(message)
    const isNotice = textOf(message.t) !== '' && !['rm', 'e2e'].includes(textOf(message.t))
    const { links, pictures } = await this.#attach(id, message, sender, sent)
    const content = texts.content(this.#contentOf(message, links, isNotice ? sender.name : undefined))
    const rendered = render(content, markdown)
    await this.#keepFlags(id, spooled, rendered.mentionedUsers)
    const edited = Number(message.edited)
    return {
      id,
      conversation_id: conversation,
      channel_id: channel ?? null,
      sender_id: isNotice ? people.notificationBot : sender.id,
      client: 'Rocket.Chat',
      content,
      rendered_content: htmlOf(rendered, (path) => pictures.get(path)),
      sent_at: timeText(sent),
      bits: contentBits(rendered) | MessageBit.readBySender,
      last_edit_at: edited > 0 ? timeText(edited) : null,
      last_moved_at: null,
      edit_history: null,
      arrived_at: null,
      arrival_id: null,
      language,
    }
  }

  #contentOf(message: Fields, links: readonly string[], noticeOf: string | undefined): string {
    const type = textOf(message.t)
    if (type === 'rm') return '(deleted message)'
    if (type === 'e2e') return '(encrypted message)'
    const { names } = this.#parts
    const text = markdownOf(textOf(message.msg), names)
    const notice =
      noticeOf === undefined ? text : `${noticeOf}: ${type.replaceAll(/[-_]/g, ' ')} ${text}`.trim()
    const parts = [notice, ...attachmentsOf(message.attachments, names), ...links]
    return joinBlocks(parts) || '(empty message)'
  }

  async #attach(id: number, message: Fields, sender: NamedAccount, sent: number) {
    const { uploads, files, context } = this.#parts
    const links: string[] = []
    const pictures = new Map<string, UploadedPicture>()
    for (const { key, name, type } of listOf(message.files) as readonly GivenUpload[]) {
      const file = uploads.get(key)
      if (file === undefined) {
        context.report.found('files')
        context.report.leftOut('files whose bytes are missing', name)
        links.push(`(${name.replace(/[[\]*_`]/g, ' ')}: not in the archive)`)
        continue
      }
      const added = await files.add({ file, name, contentType: type, owner: sender.id, message: id, sent })
      links.push(added.markdown)
      if (added.picture !== undefined) pictures.set(added.path, added.picture)
    }
    return { links, pictures }
  }

  async #keepFlags(id: number, { channel, participants, message }: Spooled, mentioned: readonly number[]) {
    const isReached = (user: number) =>
      participants?.includes(user) ?? this.spans.openFrom(user, channel!) !== undefined
    for (const user of mentioned) if (isReached(user)) await this.#flags.add(id, user, FlagBit.mentioned)
    for (const star of listOf(message.starred).filter(isFields)) {
      const user = this.#parts.people.get(star._id)?.id
      if (user !== undefined) await this.#flags.add(id, user, FlagBit.starred)
    }
    if (message.pinned === true) this.#parts.context.report.leftOut('pins: messages are not pinned here')
  }

  async #keepReactions(id: number, message: Fields): Promise<void> {
    if (!isFields(message.reactions)) return
    for (const [code, reaction] of Object.entries(message.reactions)) {
      if (!isFields(reaction)) continue
      for (const username of listOf(reaction.usernames)) {
        const user = this.#parts.people.byUsername(textOf(username))
        await this.#parts.reactions.add(id, user?.id, code.replace(/^:|:$/g, ''))
      }
    }
  }
}

interface GivenUpload {
  readonly key: string
  readonly name: string
  readonly type: string
}

/** The files of a message. A preview of a picture is a file of its own there, and is left out. */
function filesOf(message: Fields): GivenUpload[] {
  const all = listOf(message.files).filter(isFields)
  const given =
    all.length > 0 ? all.filter(({ typeGroup }) => typeGroup !== 'thumb') : [message.file].filter(isFields)
  const known = new Map(
    given.map((file) => {
      const key = keyOf(file._id)
      return [key, { key, name: textOf(file.name) || 'file', type: textOf(file.type) }] as const
    }),
  )
  return [...known.values()]
    .filter(({ key, name }) => key !== '' && !name.startsWith('thumb-'))
    .slice(0, MAX_FILES)
}
