import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_NAME_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH,
} from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { CHANNEL_PERMISSIONS } from '../../../../state/groups/permission-settings.ts'
import type { SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { type Fields, fieldOf, idIn, integerOf, listOf, optionalBoolean } from '../reading/fields.ts'
import type { Report } from '../reading/report.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import type { ZulipGroups } from './groups.ts'
import type { ZulipPeople } from './people.ts'
import type { ZulipTables } from './tables.ts'

/** A channel, as the messages need it. */
export interface Channel {
  readonly id: number
  readonly name: string
  /** Subscribers read only messages from the time of their subscription. */
  readonly hasProtectedHistory: boolean
}

/** Former servers' prefix of the name of an archived channel. */
const ARCHIVED = /^[0-9a-f]*!+DEACTIVATED:/

/** Who may send by the number of a former policy. */
const POST_POLICIES: Readonly<Record<number, SystemGroup>> = {
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
}
const TOPICS_POLICIES: Readonly<Record<number, string>> = {
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
  4: 'empty_topic_only',
}
const DEFAULT_COLOR = '#c2c2c2'

/** The channels of a Zulip archive with their subscriptions. */
export class ZulipChannels {
  readonly #tables: ZulipTables
  readonly #people: ZulipPeople
  readonly #texts: Texts
  readonly #times: Times
  readonly #report: Report
  readonly #channels = new Map<number, Channel>()
  readonly #byName = new Map<string, Channel>()
  readonly #given = new Map<number, Fields>()
  readonly #folders = new Set<number>()

  constructor(tables: ZulipTables, people: ZulipPeople, texts: Texts, times: Times, report: Report) {
    this.#tables = tables
    this.#people = people
    this.#texts = texts
    this.#times = times
    this.#report = report
    const names = new UniqueNames(MAX_CHANNEL_NAME_LENGTH)
    const rows = [...tables.get('zerver_stream')].sort((a, b) => idIn(a.id) - idIn(b.id))
    // Archived channels give way to those in use.
    for (const row of rows) if (!isArchived(row)) this.#add(row, names)
    for (const row of rows) if (isArchived(row)) this.#add(row, names)
    for (const row of tables.get('zerver_channelfolder')) this.#folders.add(idIn(row.id))
  }

  get(id: number): Channel | undefined {
    return this.#channels.get(id)
  }

  readonly has = (id: number): boolean => this.#channels.has(id)

  byName(name: string): Channel | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  *folderRows(context: MarkdownContext): Generator<Row> {
    const names = new UniqueNames(MAX_CHANNEL_FOLDER_NAME_LENGTH)
    const rows = [...this.#tables.get('zerver_channelfolder')].sort((a, b) => idIn(a.id) - idIn(b.id))
    for (const [index, row] of rows.entries()) {
      const description = this.#texts.text(row.description, MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH)
      const creator = idIn(row.creator)
      yield {
        id: idIn(row.id),
        name: names.take(
          this.#texts.name(row.name, MAX_CHANNEL_FOLDER_NAME_LENGTH) || `folder ${idIn(row.id)}`,
        ),
        description,
        rendered_description: render(description, context).html,
        created_at: this.#times.text(row.date_created),
        creator_id: this.#people.has(creator) ? creator : null,
        order: integerOf(row.order) ?? index,
        is_archived: row.is_archived === true,
      }
    }
  }

  /** `firstMessageOf` gives the first message of each channel. */
  *rows(
    groups: ZulipGroups,
    context: MarkdownContext,
    firstMessageOf: (channel: number) => number | undefined,
  ): Generator<Row> {
    const defaults = new Set(this.#tables.get('zerver_defaultstream').map((row) => idIn(row.stream)))
    for (const id of [...this.#channels.keys()].sort((a, b) => a - b)) {
      const row = this.#given.get(id)!
      const { name, hasProtectedHistory } = this.#channels.get(id)!
      const description = this.#texts.line(row.description, MAX_CHANNEL_DESCRIPTION_LENGTH)
      const creator = idIn(row.creator)
      const folder = idIn(row.folder)
      const isPrivate = row.invite_only === true
      const days = integerOf(row.message_retention_days)
      yield {
        id,
        name,
        description,
        rendered_description: render(description, context).html,
        created_at: this.#times.text(row.date_created),
        creator_id: this.#people.has(creator) ? creator : null,
        is_private: isPrivate,
        is_web_public: row.is_web_public === true && !isPrivate,
        is_archived: isArchived(row),
        history_public_to_subscribers: !hasProtectedHistory,
        message_retention_days: days === null || days === -1 || days > 0 ? days : null,
        topics_policy: TOPICS_POLICIES[idIn(row.topics_policy)] ?? 'inherit',
        first_message_id: firstMessageOf(id) ?? null,
        is_default: defaults.has(id) && !isPrivate,
        folder_id: this.#folders.has(folder) ? folder : null,
        group_settings: this.#permissions(row, groups),
      }
    }
  }

  *defaultGroupRows(): Generator<Row> {
    const names = new UniqueNames(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH)
    for (const row of this.#tables.get('zerver_defaultstreamgroup')) {
      const channels = listOf(row.streams).map(idIn).filter(this.has)
      yield {
        name: names.take(
          this.#texts.name(row.name, MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH) || `group ${idIn(row.id)}`,
        ),
        description: this.#texts.line(row.description, MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH),
        channel_ids: [...new Set(channels)].sort((a, b) => a - b),
      }
    }
  }

  /** The rows of `zerver_subscription` that are about channels, with the channel. */
  *subscriptions(channelOf: (recipient: number) => number | undefined): Generator<[Fields, channel: number]> {
    for (const row of this.#tables.get('zerver_subscription')) {
      const channel = channelOf(idIn(row.recipient))
      if (channel !== undefined) yield [row, channel]
    }
  }

  *subscriptionRows(channelOf: (recipient: number) => number | undefined): Generator<Row> {
    for (const [row, channel] of this.subscriptions(channelOf)) {
      const color = textOf(row.color).toLowerCase()
      yield {
        user_id: idIn(row.user_profile),
        channel_id: channel,
        is_active: row.active === true,
        color: /^#[0-9a-f]{6}$/.test(color) ? color : DEFAULT_COLOR,
        // Older servers had the opposite of a mute.
        is_muted: row.is_muted === true || row.in_home_view === false,
        pin_to_top: row.pin_to_top === true,
        desktop_notifications: optionalBoolean(row.desktop_notifications),
        email_notifications: optionalBoolean(row.email_notifications),
        wildcard_mentions_notify: optionalBoolean(row.wildcard_mentions_notify),
        push_notifications: optionalBoolean(row.push_notifications),
        audible_notifications: optionalBoolean(row.audible_notifications),
      }
    }
  }

  #add(row: Fields, names: UniqueNames): void {
    const id = idIn(row.id)
    const given = textOf(row.name)
    if (id === 0 || this.#channels.has(id)) {
      this.#report.leftOut('channels without an id of their own', given)
      return
    }
    const name = this.#texts.channelName(given.replace(ARCHIVED, ''), `channel ${id}`)
    const kept = names.take(name)
    if (kept !== name) this.#report.changed('channels with the name of another one get a number', name)
    const isPrivate = row.invite_only === true
    const hasProtectedHistory = isPrivate && row.history_public_to_subscribers !== true
    const channel = { id, name: kept, hasProtectedHistory }
    this.#channels.set(id, channel)
    this.#byName.set(kept.toLowerCase(), channel)
    this.#given.set(id, row)
  }

  #permissions(row: Fields, groups: ZulipGroups): Row {
    const settings: Record<string, unknown> = {}
    for (const [name, rule] of Object.entries(CHANNEL_PERMISSIONS)) {
      const value = groups.setting(rule, row[name])
      if (value !== undefined) settings[name] = value
    }
    const group = POST_POLICIES[idIn(row.stream_post_policy)] ?? undefined
    const isAnnouncement = row.is_announcement_only === true && row.stream_post_policy == null
    const sending = isAnnouncement ? 'role:administrators' : group
    if (row.can_send_message_group == null && sending !== undefined) {
      settings.can_send_message_group = groups.system(sending)
    }
    return settings
  }
}

const isArchived = (row: Fields): boolean => fieldOf(row, 'deactivated', 'is_archived') === true
