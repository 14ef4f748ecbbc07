import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { channelRow, subscriptionRow } from '../reading/channel-rows.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { Members } from '../reading/members.ts'
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
const GROUPS = Object.keys(SYSTEM_GROUPS) as SystemGroup[]

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
  /** When people last looked at direct conversations, by the room and the person. */
  readonly #viewedDirect = new Map<string, number>()
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
    for (const discussion of discussions) this.#addDiscussion(discussion, rooms)
  }

  /** Adds a document of `rocketchat_subscription`. */
  addMember(given: Fields): void {
    const room = this.#rooms.get(keyOf(given.rid))
    const user = this.#people.get(isFields(given.u) ? given.u._id : undefined)?.id
    if (room === undefined || user === undefined) return
    const seen = secondsOf(given.ls)
    const until = Number.isNaN(seen) ? (given.alert === true ? 0 : Number.POSITIVE_INFINITY) : seen
    if ('direct' in room) {
      this.#viewedDirect.set(`${room.direct} ${user}`, until)
      return
    }
    if (room.discussion !== undefined) return
    const isMuted = given.hideUnreadStatus === true || given.disableNotifications === true
    this.#channels[room.channel - 1]!.members.add({ user, until, isMuted, isPinned: given.f === true })
  }

  get(id: unknown): Room | undefined {
    return this.#rooms.get(keyOf(id))
  }

  /** A channel by its name there. */
  byFormerName(name: string): { readonly name: string } | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  byName(name: string): { readonly id: number; readonly name: string } | undefined {
    const folded = name.toLowerCase()
    return this.#channels.find((channel) => channel.name.toLowerCase() === folded)
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
    return this.#viewedDirect.get(`${participants.join()} ${user}`) ?? Number.POSITIVE_INFINITY
  }

  /** The present members of channels. */
  *members(): Generator<readonly [user: number, channel: number]> {
    for (const { id, members } of this.#channels) for (const { user } of members) yield [user, id]
  }

  *folderRows(): Generator<Row> {
    for (const [index, name] of [...this.#folders.keys()].entries()) {
      yield {
        id: index + 1,
        name,
        description: '',
        rendered_description: '',
        created_at: timeText(0),
        creator_id: null,
        order: index,
        is_archived: false,
      }
    }
  }

  *rows(
    context: MarkdownContext,
    names: RocketChatNames,
    began: number,
    firstMessageOf: (channel: number) => number | undefined,
  ): Generator<Row> {
    const folders = this.#folders
    for (const { id, name, isPrivate, given } of this.#channels) {
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
        ...(given.ro === true && {
          permissions: { can_send_message_group: GROUPS.indexOf('role:moderators') + 1 },
        }),
        firstMessage: firstMessageOf(id),
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
    const channel = { id, name, isPrivate: textOf(room.t) === PRIVATE, given: room, members: new Members() }
    this.#channels.push(channel)
    this.#rooms.set(key, { channel: id })
    this.#byName.set(textOf(room.name).toLowerCase(), channel)
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
  #addDiscussion(discussion: Fields, rooms: readonly Fields[]): void {
    const key = keyOf(discussion._id)
    let parent = this.#rooms.get(keyOf(discussion.prid))
    for (let depth = 0; parent === undefined && depth < 10; depth += 1) {
      const above = rooms.find(({ _id }) => keyOf(_id) === keyOf(discussion.prid))
      parent = above === undefined ? undefined : this.#rooms.get(keyOf(above.prid))
      if (above === undefined) break
    }
    if (key === '' || parent === undefined || this.#rooms.has(key)) {
      this.#context.report.leftOut(
        'discussions of rooms that are not in the archive',
        textOf(discussion.fname),
      )
      return
    }
    const name = textOf(discussion.fname) || textOf(discussion.name) || 'Discussion'
    this.#rooms.set(key, 'direct' in parent ? parent : { channel: parent.channel, discussion: name })
  }
}
