import { isIP } from 'node:net'
import { mapInSlices, visitInSlices } from '../../platform/concurrency/in-slices.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { EventHead } from '../../platform/events/entities.ts'
import type { LogEntry } from '../../platform/events/log.ts'
import type { ChannelId, RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { Channel } from '../channels/entities.ts'
import type { Members } from '../channels/membership.ts'
import { type ChannelRecord, channelRecord } from '../channels/record.ts'
import type { GroupChange, GroupRecord } from '../groups/record.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import { realmSettings } from '../settings/settings.ts'
import type { User } from '../users/entity.ts'
import { type UserRecord, userOf } from '../users/record.ts'
import type { Realm } from './entity.ts'
import { loadLists, type RealmLists } from './lists.ts'
import { loadGroups } from './load-groups.ts'
import { type RealmRecord, realmOf } from './record.ts'

const REALM_COLUMNS = `id, subdomain, custom_host AS "customHost",
  is_deactivated AS "isDeactivated", to_char(deletion_date, 'YYYY-MM-DD') AS "deletionDate", floor(extract(epoch FROM created_at))::int8 AS "createdAt",
  settings || jsonb_build_object('name', name, 'description', description) AS settings,
  user_settings_defaults AS "userSettingsDefaults", images, is_push_enabled AS "isPushEnabled",
  uses_web_push AS "usesWebPush", max_requests_per_minute AS "maxRequestsPerMinute",
  round(extract(epoch FROM full_members_at) * 1000)::int8 AS "fullMembersAt",
  (SELECT json_object_agg(g.name, g.id) FROM user_group g WHERE g.realm_id = realm.id AND g.is_system_group) AS "systemGroups"`

const BY_ID = statement('realm.by-id', `SELECT ${REALM_COLUMNS} FROM realm WHERE id = $1`)
const BY_HOST = statement(
  'realm.by-host',
  'SELECT id FROM realm WHERE custom_host = $1 UNION ALL SELECT id FROM realm WHERE subdomain = $2 LIMIT 1',
)
const HEAD = statement('realm.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const USERS = statement(
  'realm.users',
  `SELECT id, email, delivery_email AS "deliveryEmail", full_name AS "fullName", role, is_active AS "isActive",
     is_bot AS "isBot", is_system_bot AS "isSystemBot", bot_type AS "botType", bot_owner_id AS "botOwnerId", timezone,
     avatar_path AS "avatarPath", avatar_version AS "avatarVersion", key_version AS "keyVersion",
     session_version AS "sessionVersion", has_authenticator AS "hasAuthenticator", passkey_count AS "passkeyCount",
     merged_into_id AS "mergedIntoId",
     to_char(joined_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') AS "dateJoined", settings,
     can_create_users AS "canCreateUsers", can_change_user_emails AS "canChangeUserEmails"
   FROM user_account WHERE realm_id = $1 ORDER BY id`,
)
const CHANNELS = statement(
  'realm.channels',
  `SELECT id, name, description, rendered_description AS "renderedDescription",
     floor(extract(epoch FROM created_at))::int8 AS "createdAt", creator_id AS "creatorId", is_private AS "isPrivate",
     is_web_public AS "isWebPublic", is_archived AS "isArchived",
     history_public_to_subscribers AS "historyPublicToSubscribers",
     message_retention_days AS "messageRetentionDays", topics_policy AS "topicsPolicy",
     first_message_id AS "firstMessageId", is_default AS "isDefault",
     folder_id AS "folderId", weekly_traffic AS "weeklyTraffic", is_recently_active AS "isRecentlyActive",
     group_settings AS "groupSettings"
   FROM channel WHERE realm_id = $1 ORDER BY id`,
)
const SUBSCRIPTIONS = statement(
  'realm.subscriptions',
  // One row for each channel: a row for each subscriber would be millions of objects.
  `SELECT s.channel_id AS channel, string_agg(s.user_id::text, ',') AS users
   FROM channel c JOIN subscription s ON s.channel_id = c.id AND s.is_active WHERE c.realm_id = $1
   GROUP BY s.channel_id`,
)
const ALERT_WORDS = statement(
  'realm.alert-words',
  // alert_word_realm
  `SELECT user_id AS user, array_agg(word ORDER BY id) AS words FROM alert_word WHERE realm_id = $1 GROUP BY user_id`,
)
const MUTES = statement(
  'realm.mutes',
  // muted_user_realm
  `SELECT user_id AS user, array_agg(muted_user_id) AS muted FROM muted_user WHERE realm_id = $1 GROUP BY user_id`,
)
const GUEST_DM_PARTNERS = statement(
  'realm.guest-dm-partners',
  `SELECT u.id AS guest, array_agg(DISTINCT other) AS others FROM user_account u
   JOIN conversation_participant t ON t.user_id = u.id -- conversation_participant_pkey
   JOIN conversation c ON c.id = t.conversation_id CROSS JOIN LATERAL unnest(c.participant_ids) AS other
   WHERE u.realm_id = $1 AND u.role = 600 GROUP BY u.id`,
)
const INTERNAL_ENTRIES = statement(
  'realm.internal-entries',
  // event_log_internal
  `SELECT seq, payload FROM event_log WHERE realm_id = $1 AND audience = '_' ORDER BY seq`,
)
const NEWEST_ENTRY = statement(
  'realm.newest-entry',
  // event_log_pkey
  'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 ORDER BY seq DESC LIMIT 1',
)
const LOG_FLOOR = statement(
  'realm.log-floor',
  'SELECT seq - 1 AS floor FROM event_log WHERE realm_id = $1 ORDER BY seq LIMIT 1', // event_log_pkey
)

type RealmRow = Columns<
  typeof Realm,
  | 'id'
  | 'subdomain'
  | 'customHost'
  | 'isDeactivated'
  | 'settings'
  | 'userSettingsDefaults'
  | 'images'
  | 'isPushEnabled'
  | 'usesWebPush'
  | 'maxRequestsPerMinute'
> & {
  readonly deletionDate: string | null
  /** Unix seconds. */
  readonly createdAt: number
  /** Milliseconds since 1970. */
  readonly fullMembersAt: number
  readonly systemGroups: SystemGroupIds
}

type UserRow = Columns<
  typeof User,
  | 'id'
  | 'email'
  | 'deliveryEmail'
  | 'fullName'
  | 'role'
  | 'isActive'
  | 'isBot'
  | 'isSystemBot'
  | 'botType'
  | 'botOwnerId'
  | 'timezone'
  | 'avatarPath'
  | 'avatarVersion'
  | 'keyVersion'
  | 'sessionVersion'
  | 'hasAuthenticator'
  | 'passkeyCount'
  | 'mergedIntoId'
  | 'settings'
  | 'canCreateUsers'
  | 'canChangeUserEmails'
> & {
  /** ISO 8601 with UTC offset. */
  readonly dateJoined: string
}

type ChannelRow = Columns<
  typeof Channel,
  | 'id'
  | 'name'
  | 'description'
  | 'renderedDescription'
  | 'creatorId'
  | 'isPrivate'
  | 'isWebPublic'
  | 'isArchived'
  | 'historyPublicToSubscribers'
  | 'messageRetentionDays'
  | 'topicsPolicy'
  | 'firstMessageId'
  | 'isDefault'
  | 'folderId'
  | 'weeklyTraffic'
  | 'isRecentlyActive'
  | 'groupSettings'
> & {
  /** Unix seconds. */
  readonly createdAt: number
}

/** The subscribers of a channel: ids separated by commas. */
interface SubscribersRow {
  readonly channel: ChannelId
  readonly users: string
}

/** An organization at one position of its log. */
export interface RealmSnapshot {
  readonly position: Seq
  readonly realm: RealmRecord
  readonly users: readonly UserRecord[]
  readonly channels: readonly ChannelRecord[]
  readonly groups: readonly GroupRecord[]
  /** The members and subgroups of each group that has some. */
  readonly groupMembership: readonly GroupChange[]
  /** The subscribers of each channel that has some. */
  readonly subscriptions: readonly Members[]
  readonly alertWords: readonly { readonly user: UserId; readonly words: readonly string[] }[]
  readonly mutes: readonly { readonly user: UserId; readonly muted: readonly UserId[] }[]
  readonly guestDmPartners: readonly { readonly guest: UserId; readonly others: readonly UserId[] }[]
  readonly lists: RealmLists
  /** The internal entries that are still in the log, oldest first. */
  readonly history: readonly Pick<LogEntry, 'seq' | 'payload'>[]
  /** The oldest position of the log, or the last merge of accounts; `history` has everything after it. */
  readonly floor: Seq
  /** The newest entry of the log; undefined when the log is empty. */
  readonly newest: LogEntry | undefined
}

/**
 * Loads an organization in the caller's snapshot in two round trips; undefined when there is
 * none. With `drawsPictures` its records say that this server draws placeholder pictures.
 */
export async function loadRealm(
  sql: Sql,
  id: RealmId,
  drawsPictures = false,
): Promise<RealmSnapshot | undefined> {
  const [
    [head],
    [realm],
    users,
    channels,
    subscriptions,
    alertWords,
    mutes,
    guestDmPartners,
    lists,
    history,
    floor,
    [newest],
  ] = await allOf([
    sql.run<Columns<typeof EventHead, 'seq'>>(HEAD, [id]),
    sql.run<RealmRow>(BY_ID, [id]),
    sql.run<UserRow>(USERS, [id]),
    sql.run<ChannelRow>(CHANNELS, [id]),
    sql.run<SubscribersRow>(SUBSCRIPTIONS, [id]),
    sql.run<RealmSnapshot['alertWords'][number]>(ALERT_WORDS, [id]),
    sql.run<RealmSnapshot['mutes'][number]>(MUTES, [id]),
    sql.run<RealmSnapshot['guestDmPartners'][number]>(GUEST_DM_PARTNERS, [id]),
    loadLists(sql, id),
    sql.run<RealmSnapshot['history'][number]>(INTERNAL_ENTRIES, [id]),
    // Read after the history, which may be longer when the transaction sees the log being trimmed.
    sql.run<{ readonly floor: Seq }>(LOG_FLOOR, [id]),
    sql.run<LogEntry>(NEWEST_ENTRY, [id]),
  ])
  if (head === undefined || realm === undefined) return undefined
  return {
    position: head.seq,
    realm: realmOf({
      ...realm,
      settings: realmSettings(realm.settings, realm.systemGroups),
      ...(drawsPictures && { drawsPictures }),
    }),
    users: await mapInSlices(users, (user) =>
      userOf(drawsPictures ? { ...user, hasDrawnAvatar: true } : user),
    ),
    channels: channels.map((channel) => channelRecord(channel, realm.systemGroups)),
    ...(await loadGroups(sql, realm)),
    ...{ alertWords, mutes, guestDmPartners, lists, history },
    subscriptions: await subscriptionsOf(subscriptions),
    floor: floorOf(floor[0]?.floor ?? head.seq, history),
    newest,
  }
}

/**
 * The position from which the history is exact. What was logged before a merge of accounts names accounts
 * that have no rows any more, so no queue continues from there.
 */
const floorOf = (oldest: Seq, history: RealmSnapshot['history']): Seq =>
  history.reduce(
    (floor, { seq, payload }) =>
      payload.startsWith('{"type":"_accounts_merged"') && seq > floor ? seq : floor,
    oldest,
  )

async function subscriptionsOf(rows: readonly SubscribersRow[]): Promise<Members[]> {
  const loaded: Members[] = []
  await visitInSlices(
    rows,
    ({ channel, users }) => loaded.push({ channel, users: users.split(',').map(Number) as UserId[] }),
    ({ users }) => users.length / 7, // about the number of ids
  )
  return loaded
}

/** Finds the organization of a host name: its own host name, or its subdomain of the server's. */
export async function findRealmByHost(
  sql: Sql,
  host: string,
  rootHost: string,
): Promise<RealmId | undefined> {
  const [found] = await sql.run<Columns<typeof Realm, 'id'>>(BY_HOST, [host, subdomainOf(host, rootHost)])
  return found?.id
}

/**
 * The subdomain of a host: empty for the root host and for an IP address; null for a host outside of the root
 * host.
 */
export function subdomainOf(host: string, rootHost: string): string | null {
  if (host === rootHost || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return ''
  if (!host.endsWith(`.${rootHost}`)) return null
  const label = host.slice(0, -rootHost.length - 1)
  return label.includes('.') ? null : label
}
