import { afterAll, beforeAll, expect, test } from 'vitest'
import * as defaultGroups from '../../../../core/channels/defaults/change-default-groups.ts'
import { setDefaultChannel } from '../../../../core/channels/defaults/default-channels.ts'
import { changeFolder, createFolder, orderFolders } from '../../../../core/channels/folders/folders.ts'
import { deleteTopic } from '../../../../core/messaging/editing/delete.ts'
import { addDomain, changeDomain, removeDomain } from '../../../../core/organization/domains/change.ts'
import * as linkifiers from '../../../../core/organization/linkifiers/change.ts'
import { addPlayground, removePlayground } from '../../../../core/organization/playgrounds/change.ts'
import { changeUserSettingsDefaults } from '../../../../core/organization/settings/change-user-settings-defaults.ts'
import { deactivateRealm } from '../../../../core/organization/settings/deactivate.ts'
import { changeRole } from '../../../../core/people/accounts/change-role.ts'
import * as fields from '../../../../core/people/profile-fields/change.ts'
import { tryOutWelcomeText } from '../../../../core/people/welcome/try-out.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Caller } from '../../../../core/state/caller.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { deleteExport } from '../../../../core/transfer/exports/delete.ts'
import { requestExport } from '../../../../core/transfer/exports/request.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
/** The user's record as of the request, from before the role was lost. */
let administrator: UserRecord
let owner: UserRecord

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  const id = world.organization.realmId as RealmId
  realm = (await core.realms.get(id))!
  administrator = realm.users.get(world.userId('iago'))!
  owner = realm.users.get(world.userId('desdemona'))!
  await changeRole(core, realm, realm.users.get(world.userId('shiva'))!.id, Role.owner)
  for (const user of [administrator, owner]) await changeRole(core, realm, user.id, Role.member)
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const linkifier = { pattern: 'T(?P<id>\\d+)', urlTemplate: 'https://t.test/{id}' }
const playground = { name: 'Run', pygments_language: 'Python', url_template: 'https://p.test/{code}' }
const domain = { domain: 'example.com', allow_subdomains: false }
const group = { name: 'New', description: 'For new people', channels: [] }

type Verb = (caller: Caller) => Promise<unknown>
const OF_ADMINISTRATORS: [string, Verb][] = [
  ['addLinkifier', (caller) => linkifiers.addLinkifier(caller, linkifier)],
  ['changeLinkifier', (caller) => linkifiers.changeLinkifier(caller, 1, linkifier)],
  ['removeLinkifier', (caller) => linkifiers.removeLinkifier(caller, 1)],
  ['orderLinkifiers', (caller) => linkifiers.orderLinkifiers(caller, [])],
  ['addPlayground', (caller) => addPlayground(caller, playground)],
  ['removePlayground', (caller) => removePlayground(caller, 1)],
  ['createFolder', (caller) => createFolder(caller, { name: 'Folder', description: '' })],
  ['changeFolder', (caller) => changeFolder(caller, 1 as never, { name: 'Other' })],
  ['orderFolders', (caller) => orderFolders(caller, [])],
  ['setDefaultChannel', (caller) => setDefaultChannel(caller, world.channelId('Rome') as never, true)],
  ['createDefaultGroup', (caller) => defaultGroups.createDefaultGroup(caller, group)],
  ['describeDefaultGroup', (caller) => defaultGroups.describeDefaultGroup(caller, 1 as never, { name: 'N' })],
  ['addToDefaultGroup', (caller) => defaultGroups.addToDefaultGroup(caller, 1 as never, [])],
  ['removeFromDefaultGroup', (caller) => defaultGroups.removeFromDefaultGroup(caller, 1 as never, [])],
  ['removeDefaultGroup', (caller) => defaultGroups.removeDefaultGroup(caller, 1 as never)],
  ['createProfileField', (caller) => fields.createProfileField(caller, 1, { name: 'Field' })],
  ['updateProfileField', (caller) => fields.updateProfileField(caller, 1, { name: 'Field' })],
  ['deleteProfileField', (caller) => fields.deleteProfileField(caller, 1)],
  ['orderProfileFields', (caller) => fields.orderProfileFields(caller, [])],
  [
    'changeUserSettingsDefaults',
    (caller) => changeUserSettingsDefaults(caller, { twenty_four_hour_time: true }),
  ],
  ['requestExport', (caller) => requestExport(caller, 1, 'us')],
  ['deleteExport', (caller) => deleteExport(caller, 1)],
  ['deleteTopic', (caller) => deleteTopic(caller, world.channelId('Verona') as never, 'topic')],
  ['tryOutWelcomeText', (caller) => tryOutWelcomeText(caller, 'Welcome')],
]
const OF_OWNERS: [string, Verb][] = [
  ['addDomain', (caller) => addDomain(caller, domain)],
  ['changeDomain', (caller) => changeDomain(caller, domain)],
  ['removeDomain', (caller) => removeDomain(caller, 'example.com')],
  ['deactivateRealm', (caller) => deactivateRealm(caller, null)],
]

const head = async () =>
  (await world.sql('SELECT seq FROM event_head WHERE realm_id = $1', [realm.id]))[0].seq

test.each(OF_ADMINISTRATORS)('%s is refused to a former administrator', async (_, verb) => {
  const before = await head()
  const refused = { message: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' }
  await expect(verb({ core, realm, user: administrator })).rejects.toMatchObject(refused)
  expect(await head()).toBe(before)
})

test.each(OF_OWNERS)('%s is refused to a former owner', async (_, verb) => {
  const before = await head()
  const refused = { message: 'Must be an organization owner', code: 'UNAUTHORIZED_PRINCIPAL' }
  await expect(verb({ core, realm, user: owner })).rejects.toMatchObject(refused)
  expect(await head()).toBe(before)
})
