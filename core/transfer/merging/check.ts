import type { InferEntity } from '@mikro-orm/core'
import { MAX_LISTED_MERGED_ACCOUNTS } from '../../../config/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { UserId } from '../../platform/ids.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { WireMergeCheck, WireMergeProgress } from '../../state/wire/account-merge.ts'
import { AccountMerge } from './entity.ts'
import type { Accounts } from './part.ts'
import type { Named } from './request.ts'

/**
 * SQL: rows of a table that the merged account ($2) has, and whether the one that stays ($1) has the same.
 */
const rows = (table: string, known: string | undefined, what = 'true'): string =>
  `(SELECT count(*)::int4 FROM ${table} t WHERE t.user_id = $2 AND ${what}${
    known === undefined ? '' : ` AND ${known}`
  })`
const knows = (table: string, same: string): string =>
  `EXISTS (SELECT FROM ${table} own WHERE own.user_id = $1 AND ${same})`
const lacks = (table: string, same: string): string => `NOT ${knows(table, same)}`

/** SQL: the participants of row `c` of `conversation` after the merge. */
const PEOPLE = `(SELECT array_agg(DISTINCT CASE WHEN u = $2 THEN $1::int ELSE u END ORDER BY CASE WHEN u = $2 THEN $1::int ELSE u END)
  FROM unnest(c.participant_ids) AS u)`

const MOVES = {
  // message_sender
  messages: '(SELECT count(*)::int4 FROM message WHERE sender_id = $2)',
  conversations: '(SELECT count(*)::int4 FROM conversation_participant WHERE user_id = $2)',
  channels: rows(
    'subscription',
    lacks('subscription', 'own.channel_id = t.channel_id AND own.is_active'),
    't.is_active',
  ),
  groups: rows('group_member', lacks('group_member', 'own.group_id = t.group_id')),
  // message_flag_starred
  flags: '(SELECT count(*)::int4 FROM message_flag WHERE user_id = $2 AND bits & 4 <> 0)',
  // message_flag_mentioned
  mentions:
    '(SELECT count(*)::int4 FROM message_flag WHERE user_id = $2 AND bits & 144 <> 0 AND bits & 16 <> 0)',
  topics: rows(
    'user_topic',
    lacks('user_topic', 'own.channel_id = t.channel_id AND lower(own.topic) = lower(t.topic)'),
  ),
  // attachment_owner
  files: '(SELECT count(*)::int4 FROM attachment WHERE owner_id = $2)',
  // user_account_bot_owner
  bots: '(SELECT count(*)::int4 FROM user_account WHERE bot_owner_id = $2 AND is_bot)',
  drafts: rows('draft', undefined),
  scheduled_messages: rows('scheduled_message', undefined),
  saved_snippets: rows('saved_snippet', undefined),
  alert_words: rows('alert_word', lacks('alert_word', 'own.folded = t.folded')),
  profile_fields: rows(
    'custom_profile_field_value',
    lacks('custom_profile_field_value', 'own.field_id = t.field_id'),
  ),
  log_ins: rows('external_identity', lacks('external_identity', 'own.issuer = t.issuer')),
  muted_users: rows(
    'muted_user',
    `t.muted_user_id <> $1 AND ${lacks('muted_user', 'own.muted_user_id = t.muted_user_id')}`,
  ),
  views: rows('navigation_view', lacks('navigation_view', 'own.fragment = t.fragment')),
  // invitation_inviter
  invitations: '(SELECT count(*)::int4 FROM invitation WHERE inviter_id = $2 AND ended IS NULL)',
} as const

const DROPS = {
  profile_fields: rows(
    'custom_profile_field_value',
    knows('custom_profile_field_value', 'own.field_id = t.field_id'),
  ),
  log_ins: rows('external_identity', knows('external_identity', 'own.issuer = t.issuer')),
  directory_entries: rows('provisioned_account', `(t.is_removed OR ${knows('provisioned_account', 'true')})`),
  second_factors: `${rows('authenticator', undefined)} + ${rows('passkey', undefined)}`,
  devices: rows('push_device', undefined),
  statuses: rows('user_status', undefined),
  zoom_accounts: rows('zoom_account', undefined),
} as const

/** SQL: direct conversations whose people already have one after the merge (conversation_direct). */
const UNITED = `(SELECT count(*)::int4 FROM conversation_participant t JOIN conversation c ON c.id = t.conversation_id
  WHERE t.user_id = $2 AND EXISTS (SELECT FROM conversation known WHERE known.realm_id = c.realm_id
    AND known.participant_ids = ${PEOPLE} AND known.channel_id IS NULL))`

const COUNT = statement(
  'merge.count',
  `SELECT json_build_object(${pairs(MOVES)}) AS moves, json_build_object(${pairs(DROPS)}) AS drops, ${UNITED} AS united`,
)

/** No index finds the reactions of a person: the count looks at those of everybody, for a limited time. */
const COUNT_REACTIONS = statement(
  'merge.count-reactions',
  'SELECT count(*)::int4 AS reactions FROM reaction WHERE user_id = $1',
)
const COUNT_REACTIONS_MS = 2_000
/** The code of Postgres for a statement that has taken too long. */
const QUERY_CANCELED = '57014'

function pairs(counts: Readonly<Record<string, string>>): string {
  return Object.entries(counts)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')
}

interface Counts {
  readonly moves: Omit<WireMergeCheck['moves'], 'reactions'>
  readonly drops: WireMergeCheck['drops']
  readonly united: number
}

/** Counts what a merge would move and drop. Two queries, which change nothing. */
export async function checkMerge(db: Database, { from, into }: Accounts): Promise<WireMergeCheck> {
  const [[counted], reactions] = await Promise.all([
    db.run<Counts>(COUNT, [into.id, from.id]),
    reactionsOf(db, from.id),
  ])
  const { moves, drops, united } = counted!
  return { moves: { ...moves, reactions }, drops, united_conversations: united }
}

async function reactionsOf(db: Database, user: UserId): Promise<number | null> {
  try {
    const [row] = await db.runWithin<{ readonly reactions: number }>(COUNT_REACTIONS_MS, COUNT_REACTIONS, [
      user,
    ])
    return row!.reactions
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return null
    throw error
  }
}

/**
 * The merged accounts that a reader may see with the account that each is now, by their ids, at most
 * MAX_LISTED_MERGED_ACCOUNTS. Reads memory.
 */
export function mergedAccounts(realm: RealmState, reader: UserRecord): Named[] {
  const found: Named[] = []
  for (const user of realm.users) {
    const into = user.mergedIntoId === null ? undefined : realm.users.get(user.mergedIntoId)
    if (into === undefined) continue
    if (canAccessUser(realm, reader, user) && canAccessUser(realm, reader, into)) {
      found.push({ from: user.id, into: into.id })
    }
  }
  return found.sort((a, b) => a.from - b.from).slice(0, MAX_LISTED_MERGED_ACCOUNTS)
}

/** How far the merge of an account is; null for an account that was never merged. One query. */
export async function mergeProgress(core: Core, from: UserId): Promise<WireMergeProgress | null> {
  const row = await core.db.readEntities((em) => em.findOne(AccountMerge, { fromId: from }))
  return row === null ? null : progressOf(row)
}

const progressOf = ({ status, ...row }: InferEntity<typeof AccountMerge>): WireMergeProgress => ({
  into_id: row.intoId,
  acting_user_id: row.actingUserId ?? null,
  status: status === 'requested' ? 'started' : status,
  requested_at: unixSeconds(row.requestedAt),
  finished_at: row.finishedAt == null ? null : unixSeconds(row.finishedAt),
  done: row.done,
  total: row.total,
})
