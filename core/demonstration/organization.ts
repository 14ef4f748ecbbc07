import { changeRealmSettings } from '../organization/settings/change-settings.ts'
import { createRealm } from '../organization/settings/create.ts'
import { statement } from '../platform/db/statements/statement.ts'
import type { ChannelId, RealmId, UserId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { CHANNELS, type ChannelName, createChannels, OPEN_CHANNELS } from './channels.ts'
import { createPeople, DEMONSTRATION_DOMAIN } from './people.ts'
import type { Speaker } from './scripts/cast.ts'

/** Ids of the demonstration organization, its users and its channels. */
export interface DemonstrationOrganization {
  readonly realmId: RealmId
  /** Ids by the local part of the address. */
  readonly users: Readonly<Record<Speaker, UserId>>
  readonly channels: Readonly<Record<ChannelName, ChannelId>>
}

const WITHOUT_TIME_LIMIT = statement(
  'demonstration.without-time-limit',
  "SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)",
)
const LOCK = statement('demonstration.lock', 'SELECT pg_advisory_xact_lock(7305217)')

/**
 * Creates the people and channels of the demonstration organization, without messages and without a public
 * channel for visitors. Creates only missing people and channels, so it continues the work of a process that
 * died. Throws when the root host belongs to another organization.
 */
export function createDemonstrationOrganization(core: Core): Promise<DemonstrationOrganization> {
  return withSeedLock(core, () => completeOrganization(core))
}

/** As `createDemonstrationOrganization`, for a caller that holds the seed lock. */
export async function completeOrganization(core: Core): Promise<DemonstrationOrganization> {
  const realm = (await findDemonstration(core)) ?? (await createOrganization(core))
  const users = await createPeople(core, realm)
  const channels = await createChannels(core, realm, users, CHANNELS)
  return { realmId: realm.id, users, channels }
}

/** Lets people without an account read the channels for visitors, which it creates. */
export async function openToVisitors(
  core: Core,
  realm: RealmState,
  users: DemonstrationOrganization['users'],
) {
  await realm.sync()
  await changeRealmSettings(
    { core, realm, user: realm.users.get(users.desdemona)! },
    { enable_spectator_access: true },
  )
  await createChannels(core, realm, users, OPEN_CHANNELS)
}

/** Returns the demonstration organization, complete or not; undefined when it does not exist. */
export async function findDemonstration(core: Core): Promise<RealmState | undefined> {
  const realm = await core.realms.byHost(DEMONSTRATION_DOMAIN)
  return realm?.record.customHost === DEMONSTRATION_DOMAIN ? realm : undefined
}

/**
 * Runs `work` in one process at a time; other processes wait. The lock ends with the transaction or the
 * process that holds it.
 */
export function withSeedLock<T>(core: Core, work: () => Promise<T>): Promise<T> {
  return core.db.snapshot(async (sql) => {
    await sql.run(WITHOUT_TIME_LIMIT)
    await sql.run(LOCK)
    return work()
  })
}

async function createOrganization(core: Core): Promise<RealmState> {
  const id = await createRealm(core.db, {
    subdomain: '',
    customHost: DEMONSTRATION_DOMAIN,
    name: 'Loquat demonstration',
    description: 'A company of players between two voyages. Everything here is made up; break what you like.',
  })
  return (await core.realms.get(id))!
}
