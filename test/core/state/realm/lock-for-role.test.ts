import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as defaultGroups from '../../../../core/channels/change-default-groups.ts'
import { setDefaultChannel } from '../../../../core/channels/default-channels.ts'
import { changeFolder, createFolder, orderFolders } from '../../../../core/channels/folders.ts'
import { deleteTopic } from '../../../../core/messaging/messages/delete.ts'
import { openCore } from '../../../../core/open-core.ts'
import { addDomain, changeDomain, removeDomain } from '../../../../core/organization/domains/change.ts'
import * as linkifiers from '../../../../core/organization/linkifiers/change.ts'
import { addPlayground, removePlayground } from '../../../../core/organization/playgrounds/change.ts'
import { changeUserSettingsDefaults } from '../../../../core/organization/settings/change-user-settings-defaults.ts'
import { deactivateRealm } from '../../../../core/organization/settings/deactivate.ts'
import * as fields from '../../../../core/people/profile-fields/change.ts'
import { changeRole } from '../../../../core/people/users/change-role.ts'
import { tryOutWelcomeText } from '../../../../core/people/welcome/try-out.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { deleteExport } from '../../../../core/transfer/exports/delete.ts'
import { requestExport } from '../../../../core/transfer/exports/request.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
/** As a request found them, before they lost their role. */
let administrator: UserRecord
let owner: UserRecord

beforeAll(async () => {
  world = await World.create()
  core = await openCore(world.config, pino({ level: 'silent' }), { handOver: async () => undefined })
  const id = world.organization.realmId as RealmId
  realm = (await core.realms.get(id))!
  administrator = realm.users.get(world.userId('iago'))!
  owner = realm.users.get(world.userId('desdemona'))!
  await changeRole(core, realm, realm.users.get(world.userId('shiva'))!.id, Role.owner)
  for (const one of [administrator, owner]) await changeRole(core, realm, one.id, Role.member)
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const linkifier = { pattern: 'T(?P<id>\\d+)', urlTemplate: 'https://t.test/{id}' }
const playground = { name: 'Run', pygments_language: 'Python', url_template: 'https://p.test/{code}' }
const domain = { domain: 'example.com', allow_subdomains: false }
const group = { name: 'New', description: 'For new people', channels: [] }

type Verb = (core: Core, realm: RealmState, caller: UserRecord) => Promise<unknown>
const OF_ADMINISTRATORS: [string, Verb][] = [
  ['addLinkifier', (c, r, by) => linkifiers.addLinkifier(c, r, by, linkifier)],
  ['changeLinkifier', (c, r, by) => linkifiers.changeLinkifier(c, r, by, 1, linkifier)],
  ['removeLinkifier', (c, r, by) => linkifiers.removeLinkifier(c, r, by, 1)],
  ['orderLinkifiers', (c, r, by) => linkifiers.orderLinkifiers(c, r, by, [])],
  ['addPlayground', (c, r, by) => addPlayground(c, r, by, playground)],
  ['removePlayground', (c, r, by) => removePlayground(c, r, by, 1)],
  ['createFolder', (c, r, by) => createFolder(c, r, by, { name: 'Folder', description: '' })],
  ['changeFolder', (c, r, by) => changeFolder(c, r, by, 1 as never, { name: 'Other' })],
  ['orderFolders', (c, r, by) => orderFolders(c, r, by, [])],
  ['setDefaultChannel', (c, r, by) => setDefaultChannel(c, r, by, world.channelId('Rome') as never, true)],
  ['createDefaultGroup', (c, r, by) => defaultGroups.createDefaultGroup(c, r, by, group)],
  [
    'describeDefaultGroup',
    (c, r, by) => defaultGroups.describeDefaultGroup(c, r, by, 1 as never, { name: 'N' }),
  ],
  ['addToDefaultGroup', (c, r, by) => defaultGroups.addToDefaultGroup(c, r, by, 1 as never, [])],
  ['removeFromDefaultGroup', (c, r, by) => defaultGroups.removeFromDefaultGroup(c, r, by, 1 as never, [])],
  ['removeDefaultGroup', (c, r, by) => defaultGroups.removeDefaultGroup(c, r, by, 1 as never)],
  ['createProfileField', (c, r, by) => fields.createProfileField(c, r, by, 1, { name: 'Field' })],
  ['updateProfileField', (c, r, by) => fields.updateProfileField(c, r, by, 1, { name: 'Field' })],
  ['deleteProfileField', (c, r, by) => fields.deleteProfileField(c, r, by, 1)],
  ['orderProfileFields', (c, r, by) => fields.orderProfileFields(c, r, by, [])],
  [
    'changeUserSettingsDefaults',
    (c, r, by) => changeUserSettingsDefaults(c, r, by, { twenty_four_hour_time: true }),
  ],
  ['requestExport', (c, r, by) => requestExport(c, r, by, 1, 'us')],
  ['deleteExport', (c, r, by) => deleteExport(c, r, by, 1)],
  ['deleteTopic', (c, r, by) => deleteTopic(c, r, by, world.channelId('Verona') as never, 'topic')],
  ['tryOutWelcomeText', (c, r, by) => tryOutWelcomeText(c, r, by, 'Welcome')],
]
const OF_OWNERS: [string, Verb][] = [
  ['addDomain', (c, r, by) => addDomain(c, r, by, domain)],
  ['changeDomain', (c, r, by) => changeDomain(c, r, by, domain)],
  ['removeDomain', (c, r, by) => removeDomain(c, r, by, 'example.com')],
  ['deactivateRealm', (c, r, by) => deactivateRealm(c, r, by)],
]

const head = async () =>
  (await world.sql('SELECT seq FROM event_head WHERE realm_id = $1', [realm.id]))[0].seq

test.each(OF_ADMINISTRATORS)(
  '%s is refused to somebody who is no administrator any more',
  async (_, verb) => {
    const before = await head()
    const refused = { message: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' }
    await expect(verb(core, realm, administrator)).rejects.toMatchObject(refused)
    expect(await head()).toBe(before)
  },
)

test.each(OF_OWNERS)('%s is refused to somebody who is no owner any more', async (_, verb) => {
  const before = await head()
  const refused = { message: 'Must be an organization owner', code: 'UNAUTHORIZED_PRINCIPAL' }
  await expect(verb(core, realm, owner)).rejects.toMatchObject(refused)
  expect(await head()).toBe(before)
})
