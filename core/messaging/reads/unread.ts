import { MAX_UNREAD_MESSAGES } from '../../../config/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { readableChannels } from '../../state/access/channel-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import {
  type MessageMemory,
  readUnread,
  readUnreadWithMemory,
  sizeOf,
  type UnreadOf,
  type UnreadOfConversation,
} from './unread-rows.ts'

/** spec.md "Unread messages summary". */
export interface UnreadSummary {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: { topic: string; stream_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** Users with more unread messages than this need several queries. */
const MAX_PER_QUERY = 2 * MAX_UNREAD_MESSAGES
/** Size of the first window, in ids, in which those queries look for the newest unread messages. */
const FIRST_WINDOW = 2 * MAX_UNREAD_MESSAGES

const NEWEST = statement('reads.newest-of-all', 'SELECT max(id) AS newest FROM message') // message_pkey

export interface UnreadOptions {
  /** Whether the client knows topics without a name. */
  readonly emptyTopicName: boolean
  /** Whether the client knows archived channels. Otherwise the summary leaves them out. */
  readonly knowsArchived?: boolean
  /** Takes the newest messages from memory, if it has them. `sql` must be a snapshot then. */
  readonly memory?: MessageMemory | undefined
}

/**
 * Returns the summary of unread messages with ascending ids. Contains the 50,000 newest;
 * `old_unreads_missing` tells whether there are more (spec.md "Limits"). One query, and a few for users with
 * more than 100,000 unread messages.
 */
export async function unreadSummary(
  sql: Sql,
  realm: RealmView,
  reader: UserRecord,
  { emptyTopicName, knowsArchived = true, memory }: UnreadOptions,
): Promise<UnreadSummary> {
  const { id: user } = reader
  const of = { realm: realm.record.id, user, channels: readableChannels(realm, reader) }
  const isKnown: IsKnown = ({ channelId }) =>
    knowsArchived || channelId === null || realm.channels.get(channelId)?.isArchived !== true
  const found = await (memory === undefined
    ? readUnread(sql, of, 0, MAX_PER_QUERY + 1)
    : readUnreadWithMemory(sql, of, MAX_PER_QUERY + 1, memory))
  const rows = sizeOf(found) > MAX_PER_QUERY ? await newestOf(sql, of, isKnown) : found.filter(isKnown)
  const missing = sizeOf(rows) > MAX_UNREAD_MESSAGES
  const included = missing ? newestIn(rows) : rows
  for (const { ids } of included) if (!isAscending(ids)) ids.sort((a, b) => a - b)
  included.sort((a, b) => a.ids[0]! - b.ids[0]!)
  const summary: UnreadSummary = {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: mentionsIn(included),
    old_unreads_missing: missing,
  }
  for (const row of included) {
    if (!row.isMuted) summary.count += row.ids.length
    addConversation(summary, row, user, emptyTopicName)
  }
  return summary
}

type IsKnown = (row: UnreadOfConversation) => boolean

/** Loads at least the newest 50,001 unread messages. Enlarges the window of ids until there are enough. */
async function newestOf(sql: Sql, of: UnreadOf, isKnown: IsKnown): Promise<UnreadOfConversation[]> {
  const [row] = await sql.run<{ readonly newest: number | null }>(NEWEST)
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, (row?.newest ?? 0) - window)
    const rows = (await readUnread(sql, of, from, null)).filter(isKnown)
    if (from === 0 || sizeOf(rows) > MAX_UNREAD_MESSAGES) return rows
  }
}

/** Returns the newest 50,000 of more messages. */
function newestIn(rows: readonly UnreadOfConversation[]): UnreadOfConversation[] {
  const all = rows.flatMap((row) => row.ids).sort((a, b) => b - a)
  const oldest = all[MAX_UNREAD_MESSAGES - 1]!
  const isIncluded = (id: number) => id >= oldest
  return rows
    .map((row) => ({
      ...row,
      ids: row.ids.filter(isIncluded),
      mentions: row.mentions?.filter(isIncluded) ?? null,
      wildcards: row.wildcards?.filter(isIncluded) ?? null,
    }))
    .filter((row) => row.ids.length > 0)
}

/** Ids from an index are ascending already, and asking is quicker than sorting them. */
const isAscending = (ids: readonly number[]): boolean => ids.every((id, n) => n === 0 || id >= ids[n - 1]!)

/** spec.md: a wildcard mention counts unless the topic is muted. */
function mentionsIn(rows: readonly UnreadOfConversation[]): number[] {
  const ids = new Set<number>()
  for (const { mentions, wildcards, isMuted } of rows) {
    for (const id of mentions ?? []) ids.add(id)
    if (!isMuted) for (const id of wildcards ?? []) ids.add(id)
  }
  return [...ids].sort((a, b) => a - b)
}

/** Adds a conversation to its list of the summary. */
function addConversation(
  summary: UnreadSummary,
  row: UnreadOfConversation,
  user: UserId,
  emptyTopicName: boolean,
): void {
  const unread_message_ids = row.ids
  if (row.channelId !== null) {
    const topic = row.topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : row.topic!
    summary.streams.push({ topic, stream_id: row.channelId, unread_message_ids })
  } else if (row.participantIds!.length > 2) {
    summary.huddles.push({ user_ids_string: row.participantIds!.join(','), unread_message_ids })
  } else {
    const other = row.participantIds!.find((id) => id !== user) ?? user
    summary.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
}
