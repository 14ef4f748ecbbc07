import { afterAll, beforeAll, expect, test } from 'vitest'
import { hooksOf } from '../../../../core/open-core.ts'
import { internal } from '../../../../core/platform/events/audience.ts'
import type { ChannelId, GroupId, RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmLists } from '../../../../core/state/realm/lists.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

// During an upgrade, processes of two versions write to one log.

let world: World
let core: Core
let realm: RealmState

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  await world.sql(
    `INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES (1, 'demo.test', true)`,
  )
  realm = await open()
})
afterAll(async () => {
  await core?.close()
  await world.close()
})

async function open(): Promise<RealmState> {
  const options = {
    hooks: hooksOf(core),
    db: core.db,
    secretKey: world.config.secretKey,
    retentionMs: 3_600_000,
  }
  return (await RealmState.open(world.organization.realmId as RealmId, options))!
}

/** Appends an entry as another process does. */
async function told(body: Parameters<typeof undeclaredEvent>[0]): Promise<void> {
  await core.transact(realm.id, async (tx) => tx.emit(undeclaredEvent(body), internal))
  await realm.catchUp()
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function without<T extends object>(record: T, name: string): T {
  const { [name as keyof T]: _, ...rest } = record
  return rest as T
}

/** Checks that each field of a record stays unchanged when an entry does not have it. */
async function expectEachToStay<T extends object>(
  now: () => T,
  tell: (record: T) => Promise<void>,
  except: readonly string[] = ['id'],
): Promise<void> {
  const before = json(now())
  for (const name of Object.keys(before).filter((key) => !except.includes(key))) {
    await tell(without(before, name))
    expect(json(now()), name).toEqual(before)
  }
}

const user = () => realm.users.get(world.userId('hamlet') as UserId)!
const channel = () => realm.channels.get(world.channelId('Verona') as ChannelId)!
const group = () => [...realm.groups].find((group) => !group.isSystemGroup) ?? [...realm.groups][0]!

test('an entry of a former version changes no field that the former version does not know', async () => {
  await expectEachToStay(user, (changed) => told({ type: '_user', user: changed }), ['id', 'settings'])
  await expectEachToStay(channel, (changed) => told({ type: '_channel', channel: changed }))
  await expectEachToStay(group, (changed) => told({ type: '_group', group: changed }))
  await expectEachToStay(
    () => realm.record,
    (changed) => told({ type: '_realm', realm: changed }),
    ['id', 'userSettingsDefaults'],
  )
})

test('an entry of a former version changes no setting, picture or system group that it does not know', async () => {
  await expectEachToStay(
    () => group().settings,
    (settings) => told({ type: '_group', group: { ...group(), settings } }),
    [],
  )
  await expectEachToStay(
    () => realm.record.settings,
    (settings) => told({ type: '_realm', realm: { ...realm.record, settings } }),
    [],
  )
  await expectEachToStay(
    () => realm.record.systemGroups,
    (systemGroups) => told({ type: '_realm', realm: { ...realm.record, systemGroups } }),
    [],
  )
})

test('an entry of a former version changes no unknown field of a list item', async () => {
  const lists: Partial<RealmLists> = {
    domains: [{ domain: 'demo.test', allow_subdomains: true }],
    linkifiers: [{ id: 1, pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://example.com/{n}' }],
    playgrounds: [
      { id: 1, name: 'Play', pygments_language: 'Python', url_template: 'https://a.test/{code}' },
    ],
    emoji: [{ id: 1, name: 'a', authorId: null, isDeactivated: false, fileName: 'a.png', isAnimated: false }],
    defaultChannelGroups: [{ id: 1 as never, name: 'A', description: 'B', channels: [] }],
    logInProviders: [
      {
        ...{ id: 1, kind: 'openid', name: 'corp', displayName: 'Corp', isEnabled: false },
        ...{ settings: { issuer: 'https://id.test' }, secrets: null },
      },
    ],
  }
  await told({ type: '_lists', lists })
  expect(json(realm.lists)).toEqual(lists)
  for (const [list, [item]] of Object.entries(lists)) {
    for (const name of Object.keys(item!).filter((key) => !['id', 'domain'].includes(key))) {
      await told({ type: '_lists', lists: { [list]: [without(item!, name)] } })
      expect(json(realm.lists), `${list}.${name}`).toEqual(lists)
    }
  }
})

test('what a former version creates has the initial values of settings that it does not know', async () => {
  const verona = channel()
  const loaded = (await open()).channels.get(verona.id)!
  const newChannel = { ...without(verona, 'canSendMessageGroup'), id: 990_001 as ChannelId, name: 'former' }
  await told({ type: '_channel', channel: newChannel })
  expect(realm.channels.get(990_001)).toEqual({ ...loaded, id: 990_001, name: 'former' })

  const { settings, ...rest } = group()
  const known = without(settings, 'can_mention_group')
  const newGroup = { ...rest, id: 990_002 as GroupId, name: 'former', isSystemGroup: false, settings: known }
  await told({ type: '_group', group: newGroup })
  expect(Object.keys(realm.groups.get(990_002)!.settings).sort()).toEqual(Object.keys(settings).sort())
})

test('fields that a later version adds to entries break nothing and are forwarded', async () => {
  await told({ type: '_user', user: { ...user(), favouriteColour: 'green' }, because: 'spring' })
  await told({ type: '_user', user: { ...user(), fullName: 'Hamlet the Dane' } })
  expect(user()).toMatchObject({ fullName: 'Hamlet the Dane', favouriteColour: 'green' })
  await told({ type: '_lists', lists: { colours: [{ id: 1 }] } })
  expect(Object.keys(realm.lists)).not.toContain('colours')
  const defaults = await open()
  expect(defaults.position).toBe(realm.position)
})

test('an entry of an unknown type makes the process load the organization again', async () => {
  const rename = `UPDATE user_account SET full_name = $2 WHERE id = $1`
  await world.sql(rename, [world.userId('iago'), 'Honest Iago'])
  const delivered: (number | undefined)[] = []
  const unfollow = realm.follow((entry) => delivered.push(entry?.seq))
  await told({ type: '_people', all: [1, 2, 3] })
  unfollow()
  expect(realm.users.get(world.userId('iago') as UserId)!.fullName).toBe('Honest Iago')
  expect(delivered).toEqual([undefined])
  // A process that starts now has the entry in its history.
  expect((await open()).position).toBe(realm.position)
})

test('an entry of an unknown type that the later version marks as ignorable is ignored', async () => {
  const rename = `UPDATE user_account SET full_name = $2 WHERE id = $1`
  await world.sql(rename, [world.userId('iago'), 'Nobody reads this'])
  const delivered: (number | undefined)[] = []
  const unfollow = realm.follow((entry) => delivered.push(entry?.seq))
  await told({ type: '_colours', all: [1, 2, 3], formerVersionsIgnore: true })
  unfollow()
  expect(realm.users.get(world.userId('iago') as UserId)!.fullName).toBe('Honest Iago')
  expect(delivered).toEqual([realm.position])
})

test('settings that a later version stored survive changes by this version', async () => {
  const { url } = await world.gateway()
  const iago = world.client(url, 'iago')
  const later = `settings = settings || '{"later": 1}'`
  await world.sql(`UPDATE realm SET ${later}`)
  await world.sql(`UPDATE channel SET group_${later.replaceAll('settings || ', 'group_settings || ')}`)
  await iago.ok(iago.patch('/realm', { message_content_edit_limit_seconds: 4_321 }))
  await iago.ok(iago.patch(`/streams/${channel().id}`, { description: 'Changed by a former version' }))
  const [stored] = await world.sql('SELECT settings FROM realm WHERE id = $1', [realm.id])
  expect(stored).toMatchObject({ settings: { later: 1, message_content_edit_limit_seconds: 4_321 } })
  const [row] = await world.sql('SELECT group_settings, description FROM channel WHERE id = $1', [
    channel().id,
  ])
  expect(row).toMatchObject({ group_settings: { later: 1 }, description: 'Changed by a former version' })
})
