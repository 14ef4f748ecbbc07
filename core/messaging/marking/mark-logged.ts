import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import { encodeAudience, toUsers } from '../../platform/events/audience.ts'
import type { MessageId } from '../../platform/ids.ts'
import {
  type LoggedEvent,
  type LoggedRun,
  LoggedStatement,
} from '../../platform/transactions/logged-statement.ts'
import type { Core } from '../../state/core.ts'
import { ActorChanged, currentActor } from '../../state/realm/current-actor.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isGuest } from '../../state/users/record.ts'
import { textsAround } from '../reads/event.ts'
import type { Mark } from './mark.ts'
import { bitChanges } from './mark-bit.ts'
import {
  bitsOf,
  groupsOf,
  kindOf,
  MAX_PREPARED_PAIRS,
  type MarkGroup,
  type MarkKind,
  marksOf,
} from './mark-groups.ts'
import { readChanges } from './mark-read.ts'
import { unreadChanges } from './mark-unread.ts'

/** Conditions for marking a pair of user and message without a transaction. */
const Need = {
  /** The user may read the message. */
  access: 1,
  /** The user is subscribed to the channel of the message. */
  subscription: 2,
  /** No device shows the message. */
  noNotification: 4,
} as const
/** The user is not a guest. */
const MEMBER = 8

/**
 * SQL: whether user `k.user_id` may read row `m` of `message`, as `canReadMessage` decides. False for
 * messages of private channels that the user may join or add others to, but is not subscribed to: groups
 * decide that, which are in memory. With `Need.subscription` true only for subscribers. Indexes:
 * conversation_participant_pkey, channel_pkey, subscription_pkey, subscription_span_pkey.
 */
const MAY_READ = `CASE WHEN m.channel_id IS NULL
    THEN EXISTS (SELECT FROM conversation_participant p WHERE p.user_id = k.user_id AND p.conversation_id = m.conversation_id)
    ELSE (SELECT (s.is_active OR k.needs & ${Need.subscription} = 0)
        AND (ch.is_web_public OR NOT ch.is_private AND k.needs & ${MEMBER} <> 0
          OR s.is_active AND (ch.history_public_to_subscribers OR ${wasSubscribedAtArrival('k.user_id')}))
      FROM channel ch LEFT JOIN subscription s ON s.user_id = k.user_id AND s.channel_id = ch.id WHERE ch.id = m.channel_id)
    END`

/**
 * SQL: pairs of users ($1) and messages ($2) that fail one of their conditions ($3). Indexes: message_pkey,
 * pushed_message_pkey.
 */
const LACKING = `SELECT FROM unnest($1::int[], $2::int8[], $3::int2[]) AS k (user_id, message_id, needs)
  LEFT JOIN LATERAL (SELECT * FROM message WHERE id = k.message_id OFFSET 0) m ON m.realm_id = h.realm_id
  WHERE k.needs & ${Need.access} <> 0 AND NOT coalesce(${MAY_READ}, false)
    OR k.needs & ${Need.noNotification} <> 0
      AND EXISTS (SELECT FROM pushed_message p WHERE p.user_id = k.user_id AND p.message_id = k.message_id)`

/** SQL: rows `w` of users ($4) and messages ($5) with the number of their mark ($6), and other columns. */
const wanted = (values = '', columns = ''): string => `wanted AS MATERIALIZED (
    SELECT * FROM unnest($4::int[], $5::int8[], $6::int2[]${values}) AS w (user_id, message_id, n${columns})
    WHERE EXISTS (SELECT FROM head)
  ), `

const IDS = `string_agg(id::text, ',' ORDER BY id)`

/**
 * SQL: the event of each mark with changed rows. $7 and $8 are its texts, $9 its audience; `end` is the SQL
 * after them.
 */
const events = (changed: string, end = `''`): string =>
  `SELECT n, ($7::text[])[n] || ${IDS} || ($8::text[])[n] || ${end} AS payload, ($9::text[])[n] AS audience, ${IDS} AS ids
   FROM ${changed} GROUP BY n`

const [, , AFTER_DETAILS] = textsAround({ flag: 'read', op: 'remove' })
const DETAILS = `string_agg('"' || id || '":' || details, ',' ORDER BY id)`

const STATEMENTS: Readonly<Record<MarkKind, LoggedStatement>> = {
  bits: new LoggedStatement('reads.log-bits', {
    unless: LACKING,
    changes: wanted(', $10::int2[], $11::int2[]', ', added, cleared') + bitChanges('wanted w', ', w.n'),
    events: events('changed'),
  }),
  read: new LoggedStatement('reads.log-read', {
    unless: LACKING,
    changes: wanted() + readChanges('wanted w', ', w.n'),
    events: events('changed'),
  }),
  unread: new LoggedStatement('reads.log-unread', {
    unless: LACKING,
    changes: wanted() + unreadChanges('wanted w', ', w.n'),
    events: events('unread', `${DETAILS} || '${AFTER_DETAILS}'`),
  }),
}

/** The event of a mark, with the ids of the changed messages. */
interface MarkEvent extends LoggedEvent {
  readonly ids: string
}

/**
 * Stores marks with their events in one round trip, which locks the log only while Postgres stores them.
 * Returns the ids of the changed messages of each stored mark, ascending. Other marks need a transaction:
 * there are too many messages, memory is behind, or a mark of the batch may be refused, must remove a
 * notification, or needs facts that only memory has.
 */
export async function storeLogged(
  core: Core,
  realm: RealmState,
  marks: readonly Mark[],
): Promise<ReadonlyMap<Mark, MessageId[]>> {
  const stored = new Map<Mark, MessageId[]>()
  const { position } = realm
  const needs = needsOf(realm, marks)
  if (needs === undefined) return stored
  const groups = groupsOf(marks)
  const runs = groups.map((group) => runOf(group, needs))
  const answers = await core.writeLogged<MarkEvent>(realm.id, position, runs)
  for (const [index, events] of answers.entries()) {
    if (events === undefined) continue
    const own = marksOf(groups[index]!)
    for (const mark of own) stored.set(mark, [])
    for (const { n, ids } of events) stored.set(own[n - 1]!, ids.split(',').map(Number) as MessageId[])
  }
  return stored
}

/** The values of `LACKING`. */
type Needs = [users: number[], messages: number[], needs: number[]]

/** The conditions of the pairs of marks; undefined when they need a transaction in any case. */
function needsOf(realm: RealmState, marks: readonly Mark[]): Needs | undefined {
  const pairs = marks.reduce((sum, { messages }) => sum + messages.length, 0)
  if (pairs > MAX_PREPARED_PAIRS) return undefined
  const needs: Needs = [[], [], []]
  for (const mark of marks) {
    const bits = needOf(realm, mark)
    if (bits === undefined) return undefined
    if (bits === 0) continue
    for (const message of mark.messages) {
      needs[0].push(mark.user.id)
      needs[1].push(message)
      needs[2].push(bits)
    }
  }
  return needs
}

function needOf(realm: RealmState, mark: Mark): number | undefined {
  const kind = kindOf(mark)
  const notification = kind === 'read' && mayNotifyDevices(realm.record) ? Need.noNotification : 0
  if (mark.isAccessKnown) return notification
  try {
    const member = isGuest(currentActor(realm, mark.user)) ? 0 : MEMBER
    return notification | member | Need.access | (kind === 'unread' ? Need.subscription : 0)
  } catch (error) {
    if (error instanceof ActorChanged) return undefined
    throw error
  }
}

function runOf(group: MarkGroup, needs: Needs): LoggedRun {
  const marks = marksOf(group)
  const texts = marks.map(textsAround)
  return {
    statement: STATEMENTS[group.kind],
    values: [
      ...needs,
      marks.flatMap(({ user, messages }) => messages.map(() => user.id)),
      marks.flatMap(({ messages }) => messages),
      marks.flatMap(({ messages }, index) => messages.map(() => index + 1)),
      texts.map(([before]) => before),
      texts.map(([, after]) => after),
      marks.map(({ user }) => encodeAudience(toUsers([user.id]))),
      ...(group.kind === 'bits' ? [bitsOf(marks, 'add'), bitsOf(marks, 'remove')] : []),
    ],
  }
}
