import { VisibilityPolicy } from '../../../../channels/user-topics/policy.ts'
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
import { PairMap, TextNumbers } from '../reading/numbers/number-map.ts'
import { PersonalFlags } from '../reading/personal-flags.ts'
import { ReactionList } from '../reading/reaction-list.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { Spans, type SubscriptionEvent } from '../reading/spans.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import { ThreadTopics } from '../reading/thread-topics.ts'
import { timeText } from '../reading/times.ts'
import { reportedPointers, type Viewed, type ViewedPointers } from '../reading/viewed-until.ts'
import { headedLine, splitLine } from '../source/headed-line.ts'
import type { SourceFile } from '../source/source.ts'
import { type MattermostChannels, viewedOf } from './channels.ts'
import { readPosts } from './lines.ts'
import { attachmentsOf, type MattermostNames, markdownOf } from './markdown.ts'
import type { MattermostPeople } from './people.ts'

const JOINS = new Set([
  'system_join_channel',
  'system_add_to_channel',
  'system_join_team',
  'system_add_to_team',
])
const LEAVES = new Set(['system_leave_channel', 'system_remove_from_channel', 'system_leave_team'])
const MAX_MILLISECONDS = 253_402_300_799_000

interface Parts {
  readonly context: ReadingContext
  readonly lines: SourceFile
  readonly people: MattermostPeople
  readonly channels: MattermostChannels
  readonly emojiIds: ReadonlyMap<string, number>
  readonly files: AttachedFiles
  readonly texts: Texts
  readonly namesOf: (team: string) => MattermostNames
  /** Finds a file of the archive by a path of its lines. */
  readonly fileAt: (path: string) => SourceFile | undefined
}

/** Where a message is: a channel, or a set of people. */
interface Place {
  readonly channel?: number
  readonly team?: string
  readonly participants?: readonly number[]
}

/** What numbering needs of a message on disk. The post is beside it. */
interface Head extends Place {
  readonly conversation: number
  /** Whether somebody joined or left; absent for a message. */
  readonly isJoin?: boolean
}

/** A message on disk between the reading of its line and the giving of its id. */
interface Spooled extends Head {
  readonly post: Fields
}

/**
 * The messages of a Mattermost archive. They have no ids there: `survey` sorts all of them by time on disk
 * and numbers them, `records` yields them.
 */
export class MattermostMessages {
  readonly spans = new Spans()
  readonly #parts: Parts
  readonly #conversations: Conversations
  readonly #topics: ThreadTopics
  readonly #numbered: SortedLines
  readonly #reactions: ReactionList
  readonly #flags: PersonalFlags
  /** The people who follow threads, by conversation. */
  readonly #followers: SortedLines
  /** Up to when they have read the thread, by conversation. */
  readonly #threadViews: SortedLines
  readonly #index = new MessageIndex()
  readonly #known = new TextNumbers()
  readonly #firstOfChannel = new Map<number, number>()
  /** The members of direct conversations. */
  readonly #participants = new Map<number, readonly number[]>()
  /** When people last looked at direct conversations, by the number of the conversation and the person. */
  readonly #viewedDirect = new PairMap()
  readonly #directs = new TextNumbers()
  #began = Number.POSITIVE_INFINITY
  /** Known after the survey. */
  #pointers: ViewedPointers | undefined

  constructor(parts: Parts) {
    const { work } = parts.context
    this.#parts = parts
    this.#conversations = new Conversations(work)
    this.#topics = new ThreadTopics(parts.texts)
    this.#numbered = new SortedLines(work, 'numbered')
    this.#reactions = new ReactionList(parts.context, parts.emojiIds)
    this.#flags = new PersonalFlags(work)
    this.#followers = new SortedLines(work, 'followers')
    this.#threadViews = new SortedLines(work, 'thread-views')
  }

  readonly firstOfChannel = (channel: number): number | undefined => this.#firstOfChannel.get(channel)
  readonly readTo = (channel: number): number => this.#pointers?.readTo(channel) ?? 0

  /** Unix seconds of the first message; 0 without one. */
  get began(): number {
    return Number.isFinite(this.#began) ? this.#began : 0
  }

  /** Adds the object of a `direct_channel` line, for the times at which its members looked at it. */
  addDirect(given: Fields): void {
    const favorites = listOf(given.favorited_by).length
    if (favorites > 0) {
      const { report } = this.#parts.context
      report.leftOut('favorite direct conversations: only channels are pinned here', undefined, favorites)
    }
    const members = listOf(given.participants).filter(isFields)
    const participants = this.#participantsOf(members.map(({ username }) => username))
    if (participants === undefined) return
    const { number } = this.#directs.add(participants.join())
    for (const { username, last_viewed_at } of members) {
      // Without a time, a participant has never looked at the conversation.
      const until = viewedOf(last_viewed_at ?? 0)
      this.#viewedDirect.set(number, this.#parts.people.get(textOf(username))!.id, until)
    }
  }

  async survey(): Promise<void> {
    const { context, lines } = this.#parts
    const sorted = new SortedLines(context.work, 'by-time')
    let done = 0
    const onBytes = (bytes: number) => {
      done += bytes
      context.onProgress(done, lines.size)
    }
    for await (const posts of readPosts(lines, context, onBytes)) {
      for (const { isDirect, post } of posts) await this.#surveyThread(post, isDirect, sorted)
    }
    await this.#number(sorted)
    this.#findPointers()
  }

  /** Reads a post with its replies, which are one thread. */
  async #surveyThread(post: Fields, isDirect: boolean, sorted: SortedLines): Promise<void> {
    const { report } = this.#parts.context
    const replies = listOf(post.replies).filter(isFields)
    const place = isDirect ? this.#directPlace(post) : this.#channelPlace(post)
    if (place === undefined) {
      report.found('messages', 1 + replies.length)
      report.leftOut(
        'messages to a place that is not in the archive',
        textOf(post.message),
        1 + replies.length,
      )
      return
    }
    const conversation = await this.#conversationOf(post, replies.length > 0, place)
    const { replies: _, ...first } = post
    for (const message of [first, ...replies]) await this.#spool(message, conversation, place, sorted)
  }

  async #spool(post: Fields, conversation: number, place: Place, sorted: SortedLines): Promise<void> {
    const { report } = this.#parts.context
    const at = post.create_at
    if (typeof at !== 'number' || !(at >= 0 && at <= MAX_MILLISECONDS)) {
      report.found('messages')
      report.leftOut('messages without a time', textOf(post.message))
      return
    }
    const identity = JSON.stringify([place.channel ?? place.participants, at, post.user, post.message])
    if (!this.#known.add(identity).isNew) {
      report.found('messages')
      report.leftOut(note('{kind}: it is there twice', { kind: 'messages' }), textOf(post.message))
      return
    }
    this.#parts.people.senderOf(post)
    this.#began = Math.min(this.#began, at / 1000)
    const type = textOf(post.type)
    const isMembership = JOINS.has(type) || LEAVES.has(type)
    const head: Head = { ...place, conversation, ...(isMembership && { isJoin: JOINS.has(type) }) }
    await sorted.add(at, headedLine(head, JSON.stringify(post)))
  }

  #channelPlace(post: Fields): Place | undefined {
    const channel = this.#parts.channels.get(post.team, post.channel)
    return channel && { channel: channel.id, team: channel.team }
  }

  #directPlace(post: Fields): Place | undefined {
    const participants = this.#participantsOf(listOf(post.channel_members))
    return participants && { participants }
  }

  /** The ids of people, ascending; undefined when the archive lacks one of them. */
  #participantsOf(usernames: readonly unknown[]): readonly number[] | undefined {
    const ids = usernames.map((name) => this.#parts.people.get(textOf(name))?.id)
    if (ids.length === 0 || ids.includes(undefined)) return undefined
    return [...new Set(ids as number[])].sort((a, b) => a - b)
  }

  /**
   * A post with replies becomes a topic, named by its first words and its date. All else is in the topic
   * without a name.
   */
  async #conversationOf(post: Fields, hasReplies: boolean, place: Place): Promise<number> {
    const { channel, team, participants } = place
    if (participants !== undefined) {
      const conversation = await this.#conversations.ofPeople(participants)
      this.#participants.set(conversation, participants)
      return conversation
    }
    if (!hasReplies) return this.#conversations.ofTopic(channel!, '')
    const text = markdownOf(textOf(post.message), plainNames(this.#parts, team!))
    const seconds = typeof post.create_at === 'number' ? post.create_at / 1000 : 0
    const topic = this.#topics.name(channel!, text, seconds)
    const conversation = await this.#conversations.ofTopic(channel!, topic)
    for (const follower of listOf(post.thread_followers).filter(isFields)) {
      const user = this.#parts.people.get(textOf(follower.user))?.id
      if (user === undefined) continue
      const row = { user_id: user, channel_id: channel, topic, updated_at: timeText(seconds) }
      await this.#followers.add(conversation, JSON.stringify(row))
      const viewed = viewedOf(follower.last_viewed)
      if (Number.isFinite(viewed)) await this.#threadViews.add(conversation, JSON.stringify([user, viewed]))
    }
    return conversation
  }

  /** Gives the messages their ids, in the order of time, and finds out who was subscribed when. */
  async #number(sorted: SortedLines): Promise<void> {
    const events = new Map<string, SubscriptionEvent[]>()
    for await (const { key, text } of sorted.read()) {
      const { head, json } = splitLine(text)
      const { channel, conversation, isJoin } = head as Head
      if (isJoin !== undefined) {
        this.#addMembership(JSON.parse(json), channel, isJoin, events)
        continue
      }
      const id = this.#index.size + 1
      this.#index.add(id, conversation, key / 1000)
      if (channel !== undefined && !this.#firstOfChannel.has(channel)) this.#firstOfChannel.set(channel, id)
      await this.#numbered.add(id, text)
    }
    const end = this.#index.size + 1
    const members = new Set(
      [...this.#parts.channels.members()].map(([user, channel]) => `${user} ${channel}`),
    )
    for (const key of new Set([...members, ...events.keys()])) {
      const [user, channel] = key.split(' ').map(Number) as [number, number]
      this.spans.add(user, channel, events.get(key) ?? [], members.has(key), 0, end)
    }
  }

  #addMembership(
    post: Fields,
    channel: number | undefined,
    isSubscribed: boolean,
    events: Map<string, SubscriptionEvent[]>,
  ): void {
    const { people, context } = this.#parts
    const props = isFields(post.props) ? post.props : {}
    const name = [props.addedUsername, props.removedUsername, props.username, post.user].find(
      (value) => textOf(value) !== '',
    )
    const user = people.get(textOf(name))?.id
    context.report.changed('joins and leaves become subscriptions and not messages')
    if (channel === undefined || user === undefined) return
    const key = `${user} ${channel}`
    const event = { user, channel, isSubscribed, at: this.#index.size + 1 }
    const list = events.get(key)
    if (list === undefined) events.set(key, [event])
    else list.push(event)
  }

  async *records(markdown: MarkdownContext, language: number): AsyncGenerator<ArchiveRecord> {
    yield* this.#conversations.records(language)
    for await (const { key: id, text } of this.#numbered.read()) {
      const { head, json } = splitLine(text)
      const spooled: Spooled = { ...(head as Head), post: JSON.parse(json) }
      const sender = this.#parts.people.senderOf(spooled.post)
      await this.#keepReactions(id, spooled.post)
      yield { table: 'message', row: await this.#row(id, spooled, sender, markdown, language) }
    }
    yield* this.#pointers!.records(this.#threadViews)
    yield* this.#flags.records()
    yield* this.#reactions.records()
  }

  /** Yields the topics that people follow: they have followed the thread. */
  async *followed(): AsyncGenerator<ArchiveRecord> {
    for await (const { text } of this.#followers.read()) {
      const { updated_at, ...row } = JSON.parse(text)
      const policy = { visibility_policy: VisibilityPolicy.followed, updated_at }
      yield { table: 'user_topic', row: { ...row, ...policy } }
    }
  }

  /** Finds the read pointers, after all messages have their ids. */
  #findPointers(): void {
    this.#pointers = reportedPointers(
      this.#index,
      {
        placeOf: (conversation) => this.#conversations.channelOf(conversation) ?? -conversation,
        viewedOf: (place) => (place > 0 ? this.#parts.channels.viewed(place) : this.#viewersOf(-place)),
      },
      this.#parts.context.report,
    )
  }

  *#viewersOf(conversation: number): Generator<Viewed> {
    const participants = this.#participants.get(conversation) ?? []
    const direct = this.#directs.get(participants.join()) ?? 0
    for (const user of participants) {
      yield { user, until: this.#viewedDirect.get(direct, user) ?? Number.POSITIVE_INFINITY }
    }
  }

  async #row(
    id: number,
    spooled: Spooled,
    sender: NamedAccount,
    markdown: MarkdownContext,
    language: number,
  ): Promise<Row> {
    const { people, texts } = this.#parts
    const { post, channel, conversation } = spooled
    const isNotice = textOf(post.type).startsWith('system_')
    const sent = Number(post.create_at) / 1000
    const { links, pictures } = await this.#attach(id, post, sender, sent)
    const content = texts.content(this.#contentOf(spooled, links))
    const rendered = render(content, markdown)
    await this.#keepFlags(id, spooled, rendered.mentionedUsers)
    const edited = Number(post.edit_at) / 1000
    return {
      id,
      conversation_id: conversation,
      channel_id: channel ?? null,
      sender_id: isNotice ? people.notificationBot : sender.id,
      client: 'Mattermost',
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

  async #attach(id: number, post: Fields, sender: NamedAccount, sent: number) {
    const links: string[] = []
    const pictures = new Map<string, UploadedPicture>()
    for (const attachment of listOf(post.attachments).filter(isFields)) {
      const path = textOf(attachment.path)
      const file = this.#parts.fileAt(path)
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (file === undefined) {
        this.#parts.context.report.found('files')
        this.#parts.context.report.leftOut('files whose bytes are missing', path)
        links.push(`(${name.replace(/[[\]*_`]/g, ' ')}: not in the archive)`)
        continue
      }
      const added = await this.#parts.files.add({ file, name, owner: sender.id, message: id, sent })
      links.push(added.markdown)
      if (added.picture !== undefined) pictures.set(added.path, added.picture)
    }
    return { links, pictures }
  }

  #contentOf({ post, team }: Spooled, links: readonly string[]): string {
    const names = this.#parts.namesOf(team ?? '')
    const isMe = textOf(post.type) === 'me' || textOf(post.type) === 'system_me'
    const text = markdownOf(textOf(post.message), names)
    const parts = [
      isMe ? `/me ${text.replace(/^\*(.*)\*$/s, '$1')}` : text,
      ...attachmentsOf(post.props, names, this.#parts.context.report),
      ...links,
    ]
    return joinBlocks(parts) || '(empty message)'
  }

  async #keepFlags(id: number, { channel, participants, post }: Spooled, mentioned: readonly number[]) {
    const isReached = (user: number) =>
      participants?.includes(user) ?? this.spans.openFrom(user, channel!) !== undefined
    for (const user of mentioned) if (isReached(user)) await this.#flags.add(id, user, FlagBit.mentioned)
    for (const username of listOf(post.flagged_by)) {
      const user = this.#parts.people.get(textOf(username))?.id
      if (user !== undefined) await this.#flags.add(id, user, FlagBit.starred)
    }
    if (post.is_pinned === true) {
      this.#parts.context.report.leftOut('pins: messages are not pinned here', textOf(post.message))
    }
  }

  async #keepReactions(id: number, post: Fields): Promise<void> {
    for (const reaction of listOf(post.reactions).filter(isFields)) {
      const user = this.#parts.people.get(textOf(reaction.user))
      await this.#reactions.add(id, user?.id, textOf(reaction.emoji_name))
    }
  }
}

/** Names without links, for the names of topics. */
const plainNames = ({ people, channels }: Parts, team: string): MattermostNames => ({
  person: (username) => people.get(username)?.name,
  channel: (name) => {
    const channel = channels.get(team, name)
    return channel && `#${channel.name}`
  },
  isCustomEmoji: () => true,
})
