import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import type { Row } from '../../../exports/archive/column.ts'
import type { NamedAccount } from '../reading/account-list.ts'
import { channelRow, folderRow, heldBy, subscriptionRow } from '../reading/channel-rows.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { Members } from '../reading/members.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import { timeText } from '../reading/times.ts'
import type { Viewed } from '../reading/viewed-until.ts'
import { type MattermostNames, markdownOf } from './markdown.ts'

const MAX_FOLDER_NAME = 60
/** Every member of a team is in these. */
const DEFAULTS = new Set(['town-square', 'off-topic'])

interface Team {
  readonly name: string
  readonly title: string
  /** Whether people need an invitation. */
  readonly isClosed: boolean
}

interface Channel {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly team: string
  readonly isPrivate: boolean
  readonly given: Fields
  readonly members: Members
  /** Who administers the channel. */
  readonly administrators: number[]
}

/** The teams and channels of a Mattermost archive. Several teams become one organization with folders. */
export class MattermostChannels {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #names = new UniqueNames(MAX_CHANNEL_NAME_LENGTH)
  readonly #titles = new UniqueNames(MAX_FOLDER_NAME)
  readonly #teams = new Map<string, Team>()
  readonly #byKey = new Map<string, Channel>()
  readonly #byName = new Map<string, Channel>()
  /** The channels whose name there no other team has; null for a name of several. */
  readonly #onlyOnes = new Map<string, Channel | null>()
  readonly #channels: Channel[] = []

  constructor(context: ReadingContext, texts: Texts) {
    this.#context = context
    this.#texts = texts
  }

  get teams(): readonly Team[] {
    return [...this.#teams.values()]
  }

  /** Adds the object of a `team` line. */
  addTeam(given: Fields): void {
    const name = textOf(given.name).toLowerCase()
    if (name === '' || this.#teams.has(name)) return
    const title = this.#titles.take(this.#texts.name(given.display_name, MAX_FOLDER_NAME) || name)
    this.#teams.set(name, { name, title, isClosed: textOf(given.type) === 'I' })
  }

  /** Adds the object of a `channel` line, after all teams. */
  addChannel(given: Fields): void {
    const { report } = this.#context
    const team = this.#teams.get(textOf(given.team).toLowerCase())
    const key = keyOf(given.team, given.name)
    if (team === undefined || textOf(given.name) === '' || this.#byKey.has(key)) {
      report.leftOut(
        team === undefined ? 'channels of other teams' : 'channels without a name of their own',
        textOf(given.name),
      )
      return
    }
    const id = this.#channels.length + 1
    const wanted = this.#texts.channelName(textOf(given.display_name) || given.name, `channel ${id}`)
    let name = this.#names.take(wanted)
    if (name !== wanted && this.#teams.size > 1) name = this.#names.take(`${wanted} (${team.title})`)
    if (name !== wanted) report.changed('channels with the name of another one get a different one', wanted)
    const isOpen = textOf(given.type) !== 'P'
    const isHidden = isOpen && team.isClosed && this.#teams.size > 1
    if (isHidden) report.changed('open channels of teams by invitation become private', name)
    const isPrivate = !isOpen || isHidden
    const lists = { members: new Members(), administrators: [] }
    const channel = { id, name, key, team: team.name, isPrivate, given, ...lists }
    this.#channels.push(channel)
    this.#byKey.set(key, channel)
    this.#byName.set(name.toLowerCase(), channel)
    const inTeam = textOf(given.name).toLowerCase()
    this.#onlyOnes.set(inTeam, this.#onlyOnes.has(inTeam) ? null : channel)
  }

  /** Adds the memberships of a `user` line. */
  addMember(user: NamedAccount, given: Fields): void {
    for (const team of listOf(given.teams).filter(isFields)) {
      for (const membership of listOf(team.channels).filter(isFields)) {
        const channel = this.get(team.name, membership.name)
        if (channel === undefined) continue
        const props = isFields(membership.notify_props) ? membership.notify_props : {}
        channel.members.add({
          user: user.id,
          until: viewedOf(membership.last_viewed_at),
          isMuted: props.mark_unread === 'mention',
          isPinned: membership.favorite === true,
        })
        if (hasRole(membership.roles, 'channel_admin')) channel.administrators.push(user.id)
      }
    }
  }

  get(team: unknown, name: unknown): Channel | undefined {
    return this.#byKey.get(keyOf(team, name))
  }

  /** The channel that a text names. A direct message is in no team: then only one team may have the name. */
  named(team: string, name: string): Channel | undefined {
    if (team !== '') return this.get(team, name)
    return this.#onlyOnes.get(name.toLowerCase()) ?? undefined
  }

  byName(name: string): Channel | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /** Who has looked at a channel until when. */
  viewed(id: number): Iterable<Viewed> {
    return this.#channels[id - 1]?.members ?? []
  }

  /** The present members of channels. */
  *members(): Generator<readonly [user: number, channel: number]> {
    for (const { id, members } of this.#channels) for (const { user } of members) yield [user, id]
  }

  *folderRows(): Generator<Row> {
    if (this.#teams.size < 2) return
    for (const [index, { title }] of [...this.#teams.values()].entries()) {
      yield folderRow(index + 1, title)
    }
  }

  *rows(
    context: MarkdownContext,
    namesOf: (team: string) => MattermostNames,
    created: number,
    messages: { firstOfChannel(channel: number): number | undefined; readTo(channel: number): number },
  ): Generator<Row> {
    const folders = new Map([...this.#teams.keys()].map((team, index) => [team, index + 1]))
    for (const { id, name, team, isPrivate, given, administrators } of this.#channels) {
      const said = [textOf(given.purpose), textOf(given.header)].filter((text) => text.trim() !== '')
      const text = markdownOf([...new Set(said)].join(' — '), namesOf(team))
      const description = this.#texts.line(text, MAX_CHANNEL_DESCRIPTION_LENGTH)
      yield channelRow({
        id,
        name,
        description,
        renderedDescription: render(description, context).html,
        created: timeText(created),
        creator: null,
        isPrivate,
        isArchived: Number(given.deleted_at ?? given.delete_at) > 0,
        isDefault: !isPrivate && DEFAULTS.has(textOf(given.name)),
        ...(this.#teams.size > 1 && { folder: folders.get(team)! }),
        ...(administrators.length > 0 && {
          permissions: { can_administer_channel_group: heldBy(administrators) },
        }),
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
}

const hasRole = (of: unknown, role: string): boolean => textOf(of).split(/\s+/).includes(role)

const keyOf = (team: unknown, name: unknown): string => `${textOf(team)}/${textOf(name)}`.toLowerCase()

/** Unix seconds of a time in milliseconds. Without a time, everything counts as read. */
export function viewedOf(given: unknown): number {
  return typeof given === 'number' && given >= 0 ? given / 1000 : Number.POSITIVE_INFINITY
}
