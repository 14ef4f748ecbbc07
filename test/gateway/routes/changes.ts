import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRealm } from '../../../core/organization/settings/create.ts'
import { createUser, type NewUser } from '../../../core/people/accounts/create.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { Core } from '../../../core/state/core.ts'
import { emitChange } from '../../../core/state/realm/changes.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { RealmSettings } from '../../../core/state/settings/settings.ts'
import { Role } from '../../../core/state/users/record.ts'
import { Client } from '../../harness/client.ts'
import type { World } from '../../harness/world.ts'

const DEACTIVATE = statement('test.deactivate', 'UPDATE user_account SET is_active = false WHERE id = $1')
const SET_REALM = statement('test.set-realm', 'UPDATE realm SET settings = settings || $2 WHERE id = $1')
const OPEN = statement('test.open', 'UPDATE channel SET is_web_public = true WHERE id = $1')
const ARCHIVE = statement('test.archive', 'UPDATE channel SET is_archived = true WHERE id = $1')

/** The demonstration organization in the gateway's memory. */
export async function demonstration(world: World, core: Core): Promise<RealmState> {
  return (await core.realms.get(world.organization.realmId as RealmId))!
}

/** Deactivates an account as an endpoint does: the account stays, its key is revoked. */
export async function deactivate(core: Core, realm: RealmState, id: number): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await tx.run(DEACTIVATE, [id])
    emitChange(tx, { type: '_user', user: { ...realm.users.get(id)!, isActive: false } })
  })
  await waitUntilRead(realm)
}

/** Archives a channel as an endpoint does: its name becomes free. */
export async function archive(core: Core, realm: RealmState, id: number): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await tx.run(ARCHIVE, [id])
    emitChange(tx, { type: '_channel', channel: { ...realm.channels.get(id)!, isArchived: true } })
  })
  await waitUntilRead(realm)
}

/** Makes a channel web-public. */
export async function makeWebPublic(core: Core, realm: RealmState, id: number): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await tx.run(OPEN, [id])
    emitChange(tx, { type: '_channel', channel: { ...realm.channels.get(id)!, isWebPublic: true } })
  })
  await waitUntilRead(realm)
}

/** Changes settings of the organization. */
export async function setRealm(
  core: Core,
  realm: RealmState,
  settings: Partial<RealmSettings>,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await tx.run(SET_REALM, [realm.id, settings])
    const { record } = realm
    emitChange(tx, { type: '_realm', realm: { ...record, settings: { ...record.settings, ...settings } } })
  })
  await waitUntilRead(realm)
}

/** A client of a new user. */
export async function newcomer(
  core: Core,
  realm: RealmState,
  url: string,
  user: Partial<NewUser> & { email: string },
) {
  const record = await createUser(core, realm, { fullName: user.email.split('@')[0]!, ...user })
  await waitUntilRead(realm)
  const client = new Client(url, { email: record.email, apiKey: realm.apiKeyOf(record) })
  return { record, client }
}

/**
 * Another organization on the same server, and its owner. It has a host name; the demonstration
 * organization uses the other addresses.
 */
export async function anotherOrganization(core: Core, url: string, customHost = 'localhost') {
  const id = await createRealm(core.db, { subdomain: 'other', customHost, name: 'Other' })
  const realm = (await core.realms.get(id))!
  const there = url.replace(/127\.0\.0\.1|localhost/, customHost)
  const { record: owner, client } = await newcomer(core, realm, there, {
    email: 'owner@other.test',
    role: Role.owner,
  })
  return { realm, owner, client, url: there }
}

/** The initial group settings of a channel that `creator` created. */
export const groupSettings = (creator: number) => ({
  can_add_subscribers_group: expect.any(Number),
  can_administer_channel_group: { direct_members: [creator], direct_subgroups: [] },
  can_delete_any_message_group: expect.any(Number),
  can_delete_own_message_group: expect.any(Number),
  can_move_messages_out_of_channel_group: expect.any(Number),
  can_move_messages_within_channel_group: expect.any(Number),
  can_remove_subscribers_group: expect.any(Number),
  can_resolve_topics_group: expect.any(Number),
  can_send_message_group: expect.any(Number),
  can_subscribe_group: expect.any(Number),
})

/**
 * Waits until this process has read the change, and long enough for the other gateways to read it from the
 * stream.
 */
async function waitUntilRead(realm: RealmState): Promise<void> {
  await realm.sync()
  await setTimeout(150)
}
