import {
  MAX_SAVED_SNIPPET_TITLE_LENGTH,
  MAX_STATUS_TEXT_LENGTH,
  MAX_USERS_PER_PROFILE_FIELD,
} from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { MAX_FIELD_HINT_LENGTH, MAX_FIELD_NAME_LENGTH } from '../../../../people/profile-fields/change.ts'
import { FIELD_TYPES, isFieldType, isMarkdown } from '../../../../people/profile-fields/types.ts'
import { compileLinkifier, type Linkifier } from '../../../../state/linkifiers/compile.ts'
import { fold } from '../../../../state/users/alert-words.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { type Fields, fieldOf, idIn, integerOf, listOf, longIdIn, parsed } from '../reading/fields.ts'
import type { ArchiveRecord } from '../reading/reader.ts'
import type { Report } from '../reading/report.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import type { ZulipChannels } from './channels.ts'
import type { ZulipFiles } from './files.ts'
import type { ZulipPeople } from './people.ts'
import { emojiOf } from './reactions.ts'
import type { ZulipRecipients } from './recipients.ts'
import type { ZulipTables } from './tables.ts'

export interface PersonalParts {
  readonly tables: ZulipTables
  readonly people: ZulipPeople
  readonly channels: ZulipChannels
  readonly recipients: ZulipRecipients
  readonly files: ZulipFiles
  readonly clients: ReadonlyMap<number, string>
  readonly contextOf: (sender: number) => MarkdownContext
  readonly texts: Texts
  readonly times: Times
  readonly report: Report
}

const SEND_LATER = 1
const REMIND = 2
/** Values of `zerver_usertopic.visibility_policy` that this server has too. */
const POLICIES = [1, 2, 3]

const byId = (rows: readonly Fields[]): Fields[] => [...rows].sort((a, b) => idIn(a.id) - idIn(b.id))

/** Yields drafts, snippets and scheduled messages, in the order of the tables. */
export function* writingRecords(parts: PersonalParts): Generator<ArchiveRecord> {
  const { tables, texts, times } = parts
  for (const row of byId(tables.get('zerver_draft'))) yield draftRecord(row, parts)
  for (const row of byId(tables.get('zerver_savedsnippet'))) {
    yield {
      table: 'saved_snippet',
      row: {
        user_id: idIn(row.user_profile),
        title: texts.line(row.title, MAX_SAVED_SNIPPET_TITLE_LENGTH),
        content: texts.content(row.content),
        created_at: times.text(row.date_created),
      },
    }
  }
  for (const row of byId(tables.get('zerver_scheduledmessage'))) {
    const scheduled = scheduledRow(row, parts)
    if (scheduled !== undefined) yield { table: 'scheduled_message', row: scheduled }
  }
}

function draftRecord(row: Fields, { recipients, texts, times }: PersonalParts): ArchiveRecord {
  const user = idIn(row.user_profile)
  const destination = recipients.of({ sender: user, recipient: row.recipient })
  const to =
    destination === undefined
      ? { type: '', recipient_ids: { user: [] } }
      : 'channel' in destination
        ? { type: 'stream', recipient_ids: { channel: [destination.channel] } }
        : { type: 'private', recipient_ids: { user: recipientsOf(destination.participants, user) } }
  return {
    table: 'draft',
    row: {
      user_id: user,
      ...to,
      topic: to.type === 'stream' ? texts.topic(row.topic) : '',
      content: texts.content(row.content),
      edited_at: Math.floor(times.seconds(row.last_edit_time)),
    },
  }
}

/** The people besides the author; the author alone for a message to oneself. */
function recipientsOf(participants: readonly number[], author: number): readonly number[] {
  const others = participants.filter((id) => id !== author)
  return others.length === 0 ? [author] : others
}

function scheduledRow(row: Fields, parts: PersonalParts): Row | undefined {
  const { recipients, texts, times, clients, contextOf, report } = parts
  if (row.delivered === true) {
    report.leftOut('scheduled messages that were sent already')
    return undefined
  }
  const user = idIn(row.sender)
  const type = integerOf(row.delivery_type) ?? SEND_LATER
  const isReminder = type === REMIND
  const destination = recipients.of(row)
  const content = texts.content(row.content)
  if ((type !== SEND_LATER && !isReminder) || (destination === undefined && !isReminder)) {
    report.found('scheduled messages')
    report.leftOut('scheduled messages to a place that is not in the archive', content)
    return undefined
  }
  const channel = !isReminder && 'channel' in destination! ? destination.channel : null
  const people = !isReminder && 'participants' in destination! ? destination.participants : null
  return {
    user_id: user,
    channel_id: channel,
    topic: channel === null ? null : texts.topic(row.subject),
    recipient_ids: people === null ? null : recipientsOf(people, user),
    content,
    rendered_content: render(content, contextOf(user)).html,
    client: (clients.get(idIn(row.sending_client)) ?? 'import').slice(0, 200),
    read_by_sender: typeof row.read_by_sender === 'boolean' ? row.read_by_sender : null,
    deliver_at: times.text(row.scheduled_timestamp),
    failure: row.failed === true ? texts.text(row.failure_message ?? 'failed', 2_000) : null,
    reminder_target_id: isReminder ? longIdIn(row.reminder_target_message_id) : null,
  }
}

/** Yields alert words, policies of topics, muted people, views and statuses, in the order of the tables. */
export function* choiceRecords(parts: PersonalParts): Generator<ArchiveRecord> {
  const { tables, texts, times, recipients, files, report } = parts
  for (const row of tables.get('zerver_alertword')) {
    const word = texts.line(row.word, 100)
    if (word !== '') {
      yield { table: 'alert_word', row: { user_id: idIn(row.user_profile), word, folded: fold(word) } }
    }
  }
  // Older archives have the muted topics alone.
  const muted = tables.get('zerver_mutedtopic').map((row) => ({ visibility_policy: 1, ...row }) as Fields)
  for (const row of [...tables.get('zerver_usertopic'), ...muted]) {
    const policy = integerOf(row.visibility_policy) ?? 0
    if (policy === 0) continue
    if (!POLICIES.includes(policy)) {
      report.leftOut('policies of topics that are unknown here', textOf(row.topic_name))
      continue
    }
    yield {
      table: 'user_topic',
      row: {
        user_id: idIn(row.user_profile),
        channel_id: recipients.channelOf(idIn(row.recipient)) ?? Math.max(1, idIn(row.stream)),
        topic: texts.topic(row.topic_name),
        visibility_policy: policy,
        updated_at: times.text(fieldOf(row, 'last_updated', 'date_muted')),
      },
    }
  }
  for (const row of tables.get('zerver_muteduser')) {
    const muted_at = times.text(row.date_muted)
    yield {
      table: 'muted_user',
      row: { user_id: idIn(row.user_profile), muted_user_id: idIn(row.muted_user), muted_at },
    }
  }
  for (const row of byId(tables.get('zerver_navigationview'))) {
    const name = row.name == null ? null : texts.line(row.name, 100)
    yield {
      table: 'navigation_view',
      row: {
        user_id: idIn(fieldOf(row, 'user', 'user_profile')),
        fragment: texts.line(row.fragment, 2_000),
        is_pinned: row.is_pinned === true,
        name,
      },
    }
  }
  for (const row of tables.get('zerver_userstatus')) {
    const emoji = emojiOf(row, files)
    yield {
      table: 'user_status',
      row: {
        user_id: idIn(row.user_profile),
        away: false,
        status_text: texts.line(row.status_text, MAX_STATUS_TEXT_LENGTH),
        ...(emoji ?? { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }),
      },
    }
  }
}

/** Yields profile fields and their values. */
export function* profileRecords(parts: PersonalParts): Generator<ArchiveRecord> {
  const { tables, texts, people, contextOf, report } = parts
  const types = new Map<number, number>()
  const names = new UniqueNames(MAX_FIELD_NAME_LENGTH)
  for (const [index, row] of byId(tables.get('zerver_customprofilefield')).entries()) {
    const type = idIn(row.field_type)
    if (!isFieldType(type)) {
      report.leftOut('profile fields of a type that is unknown here', textOf(row.name))
      continue
    }
    types.set(idIn(row.id), type)
    yield {
      table: 'custom_profile_field',
      row: {
        id: idIn(row.id),
        type,
        position: integerOf(row.order) ?? index,
        name: names.take(texts.name(row.name, MAX_FIELD_NAME_LENGTH) || `field ${idIn(row.id)}`),
        hint: texts.line(row.hint, MAX_FIELD_HINT_LENGTH),
        field_data: texts.text(row.field_data, 100_000),
        display_in_profile_summary: row.display_in_profile_summary === true,
        required: row.required === true,
        editable_by_user: row.editable_by_user !== false,
      },
    }
  }
  for (const row of tables.get('zerver_customprofilefieldvalue')) {
    const [user, field] = [idIn(row.user_profile), idIn(row.field)]
    const type = types.get(field)
    if (type === undefined || !isFieldType(type)) {
      report.leftOut('values of profile fields that are not in the archive')
      continue
    }
    const text = texts.text(row.value, 10_000)
    const listed = listOf(parsed(row.value)).map(idIn)
    const value =
      type === FIELD_TYPES.USER.id
        ? [...new Set(listed)].filter((id) => people.has(id)).slice(0, MAX_USERS_PER_PROFILE_FIELD)
        : text
    const rendered_value =
      isMarkdown(type) && typeof value === 'string' ? render(value, contextOf(user)).html : null
    yield {
      table: 'custom_profile_field_value',
      row: { user_id: user, field_id: field, value, rendered_value },
    }
  }
}

/** Yields the data of bots: the addresses of outgoing webhooks, and stored texts. */
export function* botRecords({ tables, texts }: PersonalParts): Generator<ArchiveRecord> {
  for (const row of tables.get('zerver_service')) {
    yield {
      table: 'bot_service',
      row: {
        bot_id: idIn(row.user_profile),
        base_url: textOf(row.base_url),
        interface: integerOf(row.interface) ?? 1,
        token: texts.text(row.token, 200),
      },
    }
  }
  for (const row of tables.get('zerver_botstoragedata')) {
    yield {
      table: 'bot_storage',
      row: {
        bot_id: idIn(row.bot_profile),
        key: texts.text(row.key, 512),
        value: texts.text(row.value, 1_000_000),
      },
    }
  }
}

/** Yields domains, linkifiers and playgrounds. */
export function* listRecords({ tables, texts }: PersonalParts): Generator<ArchiveRecord> {
  for (const row of byId(tables.get('zerver_realmdomain'))) {
    yield {
      table: 'realm_domain',
      row: { domain: textOf(row.domain).toLowerCase(), allow_subdomains: row.allow_subdomains === true },
    }
  }
  for (const [index, row] of byId(tables.get('zerver_realmfilter')).entries()) {
    yield {
      table: 'linkifier',
      row: { pattern: texts.line(row.pattern, 10_000), url_template: templateOf(row), position: index + 1 },
    }
  }
  for (const row of byId(tables.get('zerver_realmplayground'))) {
    yield {
      table: 'playground',
      row: {
        name: texts.line(row.name, 1_000),
        language: texts.line(row.pygments_language, 100),
        url_template: textOf(fieldOf(row, 'url_template', 'url_prefix')).replace(/^([^{]*)$/, '$1{code}'),
      },
    }
  }
}

/** The linkifiers that this server can compile, in their order. */
export function linkifiersOf(tables: ZulipTables): readonly Linkifier[] {
  const rows = [...tables.get('zerver_realmfilter')].sort(
    (a, b) => (integerOf(a.order) ?? 0) - (integerOf(b.order) ?? 0) || idIn(a.id) - idIn(b.id),
  )
  return rows.flatMap((row) => {
    const linkifier = { id: idIn(row.id), pattern: textOf(row.pattern), urlTemplate: templateOf(row) }
    try {
      compileLinkifier(linkifier)
      return [linkifier]
    } catch {
      return []
    }
  })
}

/** The address of a linkifier. Older servers wrote `%(name)s` for `{name}`. */
const templateOf = (row: Fields): string =>
  row.url_template != null
    ? textOf(row.url_template)
    : textOf(row.url_format_string)
        .replace(/%\((\w+)\)s/g, '{$1}')
        .replaceAll('%%', '%')
