import type { z } from 'zod'
import { presenceOf } from '../../core/people/presence/realm-presence.ts'
import { RoundTripOver } from '../../core/platform/db/database.ts'
import { allOf } from '../../core/platform/db/servers/all-of.ts'
import type { Sql } from '../../core/platform/db/statements/statement.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Seq } from '../../core/platform/ids.ts'
import { redisFailureOf } from '../../core/platform/redis/redis.ts'
import type { Core } from '../../core/state/core.ts'
import { currentActor } from '../../core/state/realm/current-actor.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { type RealmView, useViewAt, useViewNow } from '../../core/state/realm/view.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { type JsonText, joinedJson } from '../http/reply/json-text.ts'
import { type EventId, eventIdAt } from '../realtime/event-id.ts'
import { checkQueuesAvailable, throwQueuesUnavailable } from '../realtime/queue-availability.ts'
import { OtherEpoch, type QueueFilter } from '../realtime/queue-record.ts'
import type { Services } from '../services.ts'
import { bots, builtInBots, integrations } from './bots.ts'
import { channelFolders } from './channel-folders.ts'
import { channels, defaultChannelGroups, defaultChannels, subscriptions } from './channels.ts'
import { groups, permissionSettings } from './groups.ts'
import { presenceIntervals, typingIntervals } from './intervals.ts'
import { newestMessage, recentDirect, starred, unread } from './messages.ts'
import {
  alertWords,
  drafts,
  mutedTopics,
  mutedUsers,
  onboarding,
  pushDevices,
  reminders,
  savedSnippets,
  scheduledMessages,
  stopWords,
  userTopics,
  zoom,
} from './personal.ts'
import { presence as presenceSlice } from './presence.ts'
import { externalAccounts, profileFields } from './profile-fields.ts'
import { realm as realmSlice } from './realm.ts'
import { realmImages } from './realm-images.ts'
import { domains, filters, linkifiers, navigationViews, playgrounds, realmEmoji } from './realm-lists.ts'
import { realmSettings } from './realm-settings.ts'
import {
  legacyDisplaySettings,
  legacyNotificationSettings,
  userSettings,
  userSettingsDefaults,
} from './settings.ts'
import { sharedState } from './shared-state.ts'
import { isSelected, type StateRequest } from './slice.ts'
import { SMALL_LISTS } from './small-lists.ts'
import { statuses } from './status.ts'
import { users } from './users.ts'

const SHARED_SLICES = [
  realmSlice,
  realmSettings,
  realmImages,
  domains,
  filters,
  playgrounds,
  realmEmoji,
  permissionSettings,
  presenceIntervals,
  typingIntervals,
  builtInBots,
  integrations,
  externalAccounts,
  stopWords,
  pushDevices,
  userSettingsDefaults,
] as const

const OWN_SLICES = [
  linkifiers,
  navigationViews,
  users,
  groups,
  channels,
  defaultChannels,
  defaultChannelGroups,
  channelFolders,
  subscriptions,
  newestMessage,
  unread,
  starred,
  recentDirect,
  presenceSlice,
  statuses,
  drafts,
  savedSnippets,
  onboarding,
  alertWords,
  userTopics,
  mutedTopics,
  mutedUsers,
  profileFields,
  bots,
  scheduledMessages,
  reminders,
  zoom,
  userSettings,
  legacyDisplaySettings,
  legacyNotificationSettings,
] as const

const SLICES = [...SHARED_SLICES, ...OWN_SLICES]

/** The shape `S` unless its names, such as names of legacy settings, are only known at run time. */
type WithNames<S> = S extends unknown ? (string extends keyof S ? never : S) : never
type AnyShape = WithNames<(typeof SLICES)[number]['response']>
type NameIn<S> = S extends unknown ? keyof S : never
/** The type of the field `Name`, in the slice that has it. */
type FieldIn<S, Name> = S extends Readonly<Record<Name & string, infer Type extends z.ZodType>> ? Type : never
type StateShape = {
  readonly [Name in NameIn<AnyShape> & string]: z.ZodOptional<FieldIn<AnyShape, Name>>
}

/** The response fields of all slices. They are optional, because a client selects slices. */
export const stateShape = Object.fromEntries(
  SLICES.flatMap((slice) =>
    Object.entries<z.ZodType>(slice.response).map(([name, type]) => [name, type.optional()]),
  ),
) as unknown as StateShape

/** Attempts of a registration while the log begins new epochs. */
const MAX_EPOCHS = 3

export interface Registration {
  readonly queueId: string
  readonly lastEventId: EventId
  readonly state: JsonText
}

/**
 * Reads the initial state in one snapshot and creates the event queue that continues it. The state includes
 * every event up to `lastEventId` and none after it. The queue receives every later event.
 */
export async function register(
  services: Services,
  realm: RealmState,
  user: UserRecord,
  request: StateRequest,
  filter: Omit<QueueFilter, 'user' | 'firstSeq'>,
): Promise<Registration> {
  const { core, queues } = services
  checkQueuesAvailable(core)
  for (let attempt = 1; ; attempt++) {
    const startedAt = Date.now()
    const epoch = core.epochOf(realm.id)
    const { position, state } = await loadState(services, realm, user, request).catch((error) => {
      // Any Redis failure means that no queue can be created now.
      return redisFailureOf(error) === undefined ? Promise.reject(error) : throwQueuesUnavailable(core, error)
    })
    const first = { ...filter, user: user.id, firstSeq: position }
    try {
      const queueId = await queues.create(realm.id, first, startedAt, epoch)
      return { queueId, lastEventId: eventIdAt(position), state }
    } catch (error) {
      if (!(error instanceof OtherEpoch)) throw error
      if (attempt === MAX_EPOCHS) throwQueuesUnavailable(core, error)
      // Postgres lost commits that the state may contain.
      await core.followEpoch(realm.id)
    }
  }
}

/** The initial state of a spectator, who has no event queue. */
export async function registerSpectator(
  services: Services,
  realm: RealmState,
  request: StateRequest,
): Promise<{ lastEventId: EventId; state: JsonText }> {
  const { position, state } = await loadState(services, realm, SPECTATOR, request)
  return { lastEventId: eventIdAt(position), state }
}

/** The initial state, and the position in the event log up to which it is complete. */
interface PositionedState {
  readonly position: Seq
  readonly state: JsonText
}

/**
 * How many snapshots to take when the state cannot be read at once. All but the last fail when memory is not
 * at the position of the snapshot. The last one reads the realm from the database instead, which costs far
 * more.
 */
const MAX_ATTEMPTS = 3

async function loadState(
  services: Services,
  realm: RealmState,
  user: UserRecord,
  request: StateRequest,
): Promise<PositionedState> {
  const { core } = services
  const reading = readingOf(services, realm, user, request)
  return core.db.registrations.inTurn(realm.id, async () => {
    const found = await readAtOnce(core, realm, reading)
    if (found !== undefined) return found
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const result = await core.db.snapshot((sql) => readAt(sql, realm, reading, false))
      if (result !== undefined) return result
    }
    return (await core.db.snapshot((sql) => readAt(sql, realm, reading, true)))!
  })
}

/** Begins to read the state from a view, which it uses synchronously, and ends in the snapshot of `sql`. */
type Reading = (view: RealmView) => (sql: Sql) => Promise<JsonText>

function readingOf(
  { core, config }: Services,
  realm: RealmState,
  user: UserRecord,
  request: StateRequest,
): Reading {
  const presence = presenceOf(core, realm)
  const selectedShared = SHARED_SLICES.filter((slice) => isSelected(request, slice))
  const selectedOwn = OWN_SLICES.filter((slice) => isSelected(request, slice))
  return (view) => {
    const input = {
      view,
      user: user === SPECTATOR ? user : currentActor(view, user),
      request,
      config,
      presence,
      memory: view === realm ? { core, realm } : undefined,
      apiKeyOf: (bot: UserRecord) => realm.apiKeyOf(bot),
    }
    const { record, lists, users } = view
    const shared = sharedState({ record, lists, users, config }, selectedShared, user === SPECTATOR)
    const parts = selectedOwn.map((slice) => slice.read(input))
    return async (sql) => {
      const lists = SMALL_LISTS.over(sql)
      const fields = await allOf(parts.map((part) => (typeof part === 'function' ? part(lists) : part)))
      return joinedJson(shared, ...fields)
    }
  }
}

/**
 * Reads the state in one round trip from memory as it is now. Returns undefined when memory was not at the
 * position of the snapshot, when it refuses the user, and when not all statements could run in that round
 * trip.
 */
async function readAtOnce(
  core: Core,
  realm: RealmState,
  reading: Reading,
): Promise<PositionedState | undefined> {
  try {
    const found = await core.db.snapshotAtOnce((sql) =>
      useViewNow(sql, realm, async (view) => reading(view)(sql)),
    )
    return found && { position: found.position, state: found.value }
  } catch (error) {
    if (error instanceof RoundTripOver || error instanceof ApiError) return undefined
    throw error
  }
}

/** Reads the state in a snapshot. Returns undefined when memory is too new and `canLoad` is false. */
async function readAt(
  sql: Sql,
  realm: RealmState,
  reading: Reading,
  canLoad: boolean,
): Promise<PositionedState | undefined> {
  const begun = await useViewAt(sql, realm, canLoad, (view, position) => ({ position, end: reading(view) }))
  return begun && { position: begun.position, state: await begun.end(sql) }
}
