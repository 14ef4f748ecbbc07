import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { channelRow, folderRow, type Holders, heldBy, subscriptionRow } from '../reading/channel-rows.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { Members } from '../reading/members.ts'
import { PairMap, TextNumbers } from '../reading/numbers/number-map.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import { timeText } from '../reading/times.ts'
import type { Viewed } from '../reading/viewed-until.ts'
import { keyOf, secondsOf } from './collections.ts'
import { markdownOf, type RocketChatNames } from './markdown.ts'
import type { RocketChatPeople } from './people.ts'

const CHANNEL = 'c'
const PRIVATE = 'p'
const DIRECT = 'd'
/** Discussions within discussions. */
const MAX_NESTED = 100
const GROUPS = Object.keys(SYSTEM_GROUPS) as SystemGroup[]
const MODERATORS = GROUPS.indexOf('role:moderators') + 1

/** Where the messages of a room go. */
export type Room =
  | { readonly channel: number; readonly discussion?: string }
  | { readonly direct: string; readonly participants: readonly number[] }

interface Channel {
  readonly id: number
  readonly name: string
  readonly isPrivate: boolean
  readonly given: Fields
  readonly members: Members
  readonly owners: number[]
  readonly moderators: number[]
}

/** The rooms of a Rocket.Chat archive: channels, discussions, and direct conversations. */
export class RocketChatRooms {
  readonly #context: ReadingContext
  readonly #people: RocketChatPeople
  readonly #texts: Texts
  readonly #names = new UniqueNames(MAX_CHANNEL_NAME_LENGTH)
  readonly #channels: Channel[] = []
  readonly #rooms = new Map<string, Room>()
  readonly #byName = new Map<string, Channel>()
  readonly #byFormerName = new Map<string, Channel>()
  /** When people last looked at direct conversations, by the number of the conversation and the person. */
  readonly #viewedDirect = new PairMap()
  readonly #directs = new TextNumbers()
  /** Names of the teams by their ids. */
  readonly #teams = new Map<string, string>()

  constructor(context: ReadingContext, people: RocketChatPeople, texts: Texts) {
    this.#context = context
    this.#people = people
    this.#texts = texts
  }

  /** Adds the documents of `rocketchat_room`. */
  addAll(rooms: readonly Fields[]): void {
    const kinds = new Map(rooms.map((room) => [keyOf(room._id), textOf(room.t)]))
    for (const room of rooms) {
      if (room.teamMain === true) this.#teams.set(keyOf(room.teamId), textOf(room.fname) || textOf(room.name))
    }
    const discussions: Fields[] = []
    for (const room of rooms) {
      const parent = kinds.get(keyOf(room.prid))
      // A closed discussion of an open channel would become readable by everybody there.
      const isTopic = parent !== undefined && !(textOf(room.t) === PRIVATE && parent === CHANNEL)
      if (isTopic) discussions.push(room)
      else this.#add(room)
    }
    const byKey = new Map(rooms.map((room) => [keyOf(room._id), room]))
    for (const discussion of discussions) this.#addDiscussion(discussion, byKey)
  }

  /** Adds a document of `rocketchat_subscription`. */
  addMember(given: Fields): void {
    const room = this.#rooms.get(keyOf(given.rid))
    const user = this.#people.get(isFields(given.u) ? given.u._id : undefined)?.id
    if (room === undefined || user === undefined) return
    const seen = secondsOf(given.ls)
    const until = Number.isNaN(seen) ? (given.alert === true ? 0 : Number.POSITIVE_INFINITY) : seen
    if ('direct' in room) {
      this.#viewedDirect.set(this.#directs.add(room.direct).number, user, until)
      return
    }
    if (room.discussion !== undefined) return
    const isMuted = given.hideUnreadStatus === true || given.disableNotifications === true
    const { members, owners, moderators } = this.#channels[room.channel - 1]!
    members.add({ user, until, isMuted, isPinned: given.f === true })
    const roles = listOf(given.roles)
    if (roles.includes('owner')) owners.push(user)
    if (roles.includes('moderator')) moderators.push(user)
  }

  get(id: unknown): Room | undefined {
    return this.#rooms.get(keyOf(id))
  }

  /** A channel by its name there. */
  byFormerName(name: string): { readonly name: string } | undefined {
    return this.#byFormerName.get(name.toLowerCase())
  }

  byName(name: string): { readonly id: number; readonly name: string } | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  nameOf(channel: number): string {
    return this.#channels[channel - 1]!.name
  }

  /** Who has looked at a channel until when. */
  viewed(channel: number): Iterable<Viewed> {
    return this.#channels[channel - 1]?.members ?? []
  }

  /** When somebody last looked at a direct conversation. */
  viewedDirect(participants: readonly number[], user: number): number {
    const direct = this.#directs.get(participants.join()) ?? 0
    return this.#viewedDirect.get(direct, user) ?? Number.POSITIVE_INFINITY
  }

  /** The present members of channels. */
  *members(): Generator<readonly [user: number, channel: number]> {
    for (const { id, members } of this.#channels) for (const { user } of members) yield [user, id]
  }

  *folderRows(): Generator<Row> {
    for (const [index, name] of [...this.#folders.keys()].entries()) {
      yield folderRow(index + 1, name)
    }
  }

  *rows(
    context: MarkdownContext,
    names: RocketChatNames,
    began: number,
    messages: { firstOfChannel(channel: number): number | undefined; readTo(channel: number): number },
  ): Generator<Row> {
    const folders = this.#folders
    for (const channel of this.#channels) {
      const { id, name, isPrivate, given } = channel
      const said = [given.description, given.topic, given.announcement].map(textOf)
      const text = markdownOf([...new Set(said.filter((part) => part !== ''))].join(' — '), names)
      const description = this.#texts.line(text, MAX_CHANNEL_DESCRIPTION_LENGTH)
      const created = secondsOf(given.ts)
      const folder = folders.get(this.#folderOf(given) ?? '')
      yield channelRow({
        id,
        name,
        description,
        renderedDescription: render(description, context).html,
        created: timeText(created > 0 ? created : began),
        creator: this.#people.get(isFields(given.u) ? given.u._id : undefined)?.id ?? null,
        isPrivate,
        isArchived: given.archived === true,
        isDefault: given.default === true && !isPrivate,
        ...(folder !== undefined && { folder }),
        permissions: permissionsOf(channel),
        firstMessage: messages.firstOfChannel(id),
        readTo: messages.readTo(id),
      })
    }
  }

  *subscriptionRows(): Generator<Row> {
    for (const { id, members } of this.#channels) {
      for (const member of members) yield subscriptionRow(member.user, id, member)
    }
  }

  /** The numbers of folders by their names: one for each team. */
  get #folders(): ReadonlyMap<string, number> {
    const names = this.#channels.flatMap(({ given }) => this.#folderOf(given) ?? [])
    return new Map([...new Set(names)].map((name, index) => [name, index + 1]))
  }

  #folderOf(given: Fields): string | undefined {
    const team = this.#teams.get(keyOf(given.teamId))
    return team === undefined ? undefined : this.#texts.name(team, 60) || undefined
  }

  #add(room: Fields): void {
    const { report } = this.#context
    const key = keyOf(room._id)
    const kind = textOf(room.t)
    const shown = textOf(room.fname) || textOf(room.name)
    if (key === '' || this.#rooms.has(key)) report.leftOut('rooms without an id of their own', shown)
    else if (kind === DIRECT) this.#addDirect(key, room)
    else if (kind === CHANNEL || kind === PRIVATE) this.#addChannel(key, room, shown)
    else report.leftOut('rooms of the live chat', shown)
  }

  #addChannel(key: string, room: Fields, shown: string): void {
    const id = this.#channels.length + 1
    const wanted = this.#texts.channelName(shown, `channel ${id}`)
    const name = this.#names.take(wanted)
    if (name !== wanted) {
      this.#context.report.changed('channels with the name of another one get a number', wanted)
    }
    const lists = { members: new Members(), owners: [], moderators: [] }
    const channel: Channel = { id, name, isPrivate: textOf(room.t) === PRIVATE, given: room, ...lists }
    this.#channels.push(channel)
    this.#rooms.set(key, { channel: id })
    this.#byName.set(name.toLowerCase(), channel)
    this.#byFormerName.set(textOf(room.name).toLowerCase(), channel)
  }

  #addDirect(key: string, room: Fields): void {
    const ids = listOf(room.uids).map((id) => this.#people.get(id)?.id)
    const named = listOf(room.usernames).map((name) => this.#people.byUsername(textOf(name))?.id)
    const known = ids.length > 0 ? ids : named
    if (known.length === 0 || known.includes(undefined)) {
      this.#context.report.leftOut('direct conversations of people who are not in the archive', key)
      return
    }
    const participants = [...new Set(known as number[])].sort((a, b) => a - b)
    this.#rooms.set(key, { direct: participants.join(), participants })
  }

  /** A discussion becomes a topic of its channel, and messages of its direct conversation. */
  #addDiscussion(discussion: Fields, byKey: ReadonlyMap<string, Fields>): void {
    const key = keyOf(discussion._id)
    let above = keyOf(discussion.prid)
    let parent = this.#rooms.get(above)
    for (let depth = 0; parent === undefined && depth < MAX_NESTED; depth += 1) {
      above = keyOf(byKey.get(above)?.prid)
      parent = this.#rooms.get(above)
    }
    if (parent === undefined || key === '' || this.#rooms.has(key)) {
      if (parent === undefined) {
        const shown = textOf(discussion.fname)
        this.#context.report.changed('discussions without a room above them become channels', shown)
      }
      this.#add(discussion)
      return
    }
    const name = textOf(discussion.fname) || textOf(discussion.name) || 'Discussion'
    this.#rooms.set(key, 'direct' in parent ? parent : { channel: parent.channel, discussion: name })
  }
}

/** Owners administer a channel. In a channel to read, they and the moderators write. */
function permissionsOf({ given, owners, moderators }: Channel): Readonly<Record<string, Holders>> {
  const isReadOnly = given.ro === true
  const writers = [...owners, ...moderators]
  return {
    ...(owners.length > 0 && { can_administer_channel_group: heldBy(owners) }),
    ...(isReadOnly && {
      can_send_message_group: writers.length === 0 ? MODERATORS : heldBy(writers, [MODERATORS]),
    }),
  }
}
