import { createRealm } from '../organization/settings/create.ts'
import { statement } from '../platform/db/statement.ts'
import type { ChannelId, RealmId, UserId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { type ChannelName, createChannels } from './channels.ts'
import { createPeople, DEMONSTRATION_DOMAIN, type Speaker } from './people.ts'

/** The demonstration organization and who and what is in it. */
export interface DemonstrationOrganization {
  readonly realmId: RealmId
  /** Ids by the name before the @. */
  readonly users: Readonly<Record<Speaker, UserId>>
  readonly channels: Readonly<Record<ChannelName, ChannelId>>
}

const PATIENTLY = statement(
  'demonstration.patiently',
  "SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)",
)
const ALONE = statement('demonstration.alone', 'SELECT pg_advisory_xact_lock(7305217)')

/**
 * The people and channels of the demonstration organization, without a message. Creates what is not there
 * yet, so it goes on where a process that died has stopped. Throws when the root host is another
 * organization's.
 */
export function createDemonstrationOrganization(core: Core): Promise<DemonstrationOrganization> {
  return oneAtATime(core, () => completeOrganization(core))
}

/** As `createDemonstrationOrganization`, for a caller that is the only one already. */
export async function completeOrganization(core: Core): Promise<DemonstrationOrganization> {
  const realm = (await findDemonstration(core)) ?? (await found(core))
  const users = await createPeople(core, realm)
  const channels = await createChannels(core, realm, users)
  return { realmId: realm.id, users, channels }
}

/** Undefined while there is no demonstration organization, complete or not. */
export async function findDemonstration(core: Core): Promise<RealmState | undefined> {
  const realm = await core.realms.byHost(DEMONSTRATION_DOMAIN)
  return realm?.record.customHost === DEMONSTRATION_DOMAIN ? realm : undefined
}

/** Of several processes one works, the others wait. The lock ends with the process that holds it, or with its transaction. */
export function oneAtATime<T>(core: Core, work: () => Promise<T>): Promise<T> {
  return core.db.snapshot(async (sql) => {
    await sql.run(PATIENTLY)
    await sql.run(ALONE)
    return work()
  })
}

async function found(core: Core): Promise<RealmState> {
  const id = await createRealm(core.db, {
    subdomain: '',
    customHost: DEMONSTRATION_DOMAIN,
    name: 'Loquat demonstration',
    description: 'A company of players between two voyages. Everything here is made up; break what you like.',
  })
  return (await core.realms.get(id))!
}
