import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LDAP_SETTINGS, type LdapProvider } from '../../config/ldap-settings.ts'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import { accountOf } from '../../core/people/authentication/external/account.ts'
import { findPerson } from '../../core/people/authentication/ldap/find-person.ts'
import { deactivateGone, synchronize } from '../../core/people/authentication/ldap/synchronize.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { PictureDecoder } from '../../storage/images/decoder.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { photoSetter } from '../../workers/jobs/upkeep/synchronize-directories.ts'
import { demonstration, setRealm } from '../gateway/routes/changes.ts'
import { Browsing } from '../harness/browsing.ts'
import { Client } from '../harness/client.ts'
import { hasSlapd, PEOPLE, TestDirectory } from '../harness/directory.ts'
import { BLUE, RED, sendPicture, solidPicture } from '../harness/pictures.ts'
import { compiled } from '../harness/product.ts'
import { World } from '../harness/world.ts'

/** People of the directory with an account. */
const PERSONS = 21

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let directory: TestDirectory
let owner: Browsing

describe.skipIf(!hasSlapd)('the hourly comparison with a directory', () => {
  beforeAll(async () => {
    directory = await TestDirectory.start()
    world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
    const opened = await world.gateway()
    gateway = opened.gateway
    url = opened.url
    realm = await demonstration(world, gateway.core)
    await setRealm(gateway.core, realm, { invite_required: false })
    owner = new Browsing(url)
    await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
    for (let n = 0; n < PERSONS; n++) {
      await directory.addPerson(`p${n}`, { displayName: `Person ${n}` })
      await join(`p${n}`)
    }
    await directory.addPerson('stranger')
  })
  afterAll(async () => {
    await world.close()
    await directory.close()
  })
  afterEach(async () => {
    const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
    for (const { id } of providers) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  })

  const provider = (more: Record<string, unknown> = {}): LdapProvider => ({
    ...LDAP_SETTINGS.parse(directory.settings(more)),
    ...{ name: 'corp', display_name: 'Corp' },
  })
  async function join(uid: string): Promise<UserRecord> {
    const found = await findPerson(provider(), undefined, uid, `password of ${uid}`)
    if (found.kind !== 'proven') throw new Error(`${uid} is not in the directory`)
    return accountOf(gateway.core, realm, provider(), found.person)
  }
  const photos: [string, number][] = []
  const run = (more: Record<string, unknown>) =>
    synchronize(gateway.core, realm, provider(more), undefined, async (_, user, photo) => {
      photos.push([user.fullName, photo.length])
      return undefined
    })
  const userOf = (uid: string): UserRecord => realm.users.byEmail(`${uid}@demo.test`)!
  const activePeople = () => [...realm.users].filter((one) => one.isActive && !one.isBot).length

  test('gives names, roles, groups, profile fields and photos, and changes nothing that fits', async () => {
    const dn = `uid=p1,${PEOPLE}`
    const mods = await directory.addGroup('mods', [dn])
    const desdemona = world.client(url, 'desdemona')
    const made = await desdemona.ok(
      desdemona.post('/user_groups/create', { name: 'jesters', description: '', members: [] }),
    )
    const field = await desdemona.ok(
      desdemona.post('/realm/profile_fields', { name: 'Team', hint: '', field_type: 1 }),
    )
    await directory.replace(dn, 'displayName', 'Somebody New')
    await directory.replace(dn, 'departmentNumber', 'Sails')
    await directory.replace(dn, 'jpegPhoto', 'a photo')
    const rules = {
      ...{ synchronizes: true, updates_names: true, profile_fields: ['departmentNumber = Team'] },
      ...{ roles: [`${mods} = moderator`], groups: [`${mods} = jesters`] },
    }
    const { accounts, gone } = await run(rules)
    expect([accounts, gone]).toEqual([PERSONS, []])
    const { id, fullName, role } = userOf('p1')
    expect([fullName, role]).toEqual(['Somebody New', Role.moderator])
    expect(photos.splice(0)).toEqual([['Somebody New', 'a photo'.length]])
    const { members } = await desdemona.ok(desdemona.get(`/user_groups/${made.group_id}/members`))
    expect(members).toEqual([id])
    const { user } = await desdemona.ok(
      desdemona.get(`/users/${id}`, { include_custom_profile_fields: true }),
    )
    expect(user.profile_data[field.id].value).toBe('Sails')
    const [before] = await world.sql('SELECT seq FROM event_head WHERE realm_id = $1', [realm.id])
    await run({ ...rules, group_base_dn: 'ou=groups,dc=corp,dc=test' })
    expect(await world.sql('SELECT seq FROM event_head WHERE realm_id = $1', [realm.id])).toEqual([before])
    await run({ updates_names: true, synchronizes: false })
    // The photo is the one that was looked at before.
    expect(photos.splice(0)).toEqual([])
  })

  test('replaces its older photo, and never a picture that the person has chosen', async () => {
    const dn = `uid=p6,${PEOPLE}`
    const storage = await openStorage(world.config)
    const decoder = new PictureDecoder({ program: compiled('storage/images/decoder-process.js') })
    const setPhoto = photoSetter(gateway.core, storage, decoder)
    const synchronized = async () => {
      await synchronize(gateway.core, realm, provider({ synchronizes: true }), undefined, setPhoto)
      await realm.sync()
      return userOf('p6').avatarPath
    }
    const photo = (background: typeof RED) => solidPicture(60, 60, background).jpeg().toBuffer()
    const events = async () => (await world.sql('SELECT count(*) AS n FROM event_log'))[0]
    await directory.replace(dn, 'jpegPhoto', await photo(RED))
    const first = await synchronized()
    expect(first).not.toBeNull()
    const before = await events()
    expect(await synchronized()).toBe(first)
    expect(await events()).toEqual(before)
    await directory.replace(dn, 'jpegPhoto', await photo(BLUE))
    const second = await synchronized()
    expect([second === null, second === first]).toEqual([false, false])
    // Bytes that are no picture change nothing.
    await directory.replace(dn, 'jpegPhoto', 'no picture')
    expect(await synchronized()).toBe(second)
    const p6 = new Client(url, { email: 'p6@demo.test', apiKey: realm.apiKeyOf(userOf('p6')) })
    await p6.ok(p6.delete('/users/me/avatar'))
    expect(await synchronized()).toBeNull()
    // Another photo is shown again, until the person chooses a picture.
    await directory.replace(dn, 'jpegPhoto', await photo(RED))
    expect(await synchronized()).not.toBeNull()
    const bytes = await solidPicture(60, 60, BLUE).png().toBuffer()
    await p6.ok(sendPicture(p6, '/users/me/avatar', { name: 'own.png', type: 'image/png', bytes }))
    await realm.sync()
    const own = userOf('p6').avatarPath
    await directory.replace(dn, 'jpegPhoto', await photo(BLUE))
    expect(await synchronized()).toBe(own)
    decoder.close()
  })

  test('of the operator and one of the organization with the same name have other people', async () => {
    const ofOrganization = { ...provider(), is_of_organization: true }
    const found = await findPerson(ofOrganization, undefined, 'p7', 'password of p7')
    const ofOperator = await findPerson(provider(), undefined, 'p7', 'password of p7')
    if (found.kind !== 'proven' || ofOperator.kind !== 'proven') throw new Error('p7 is not in the directory')
    expect([found.person.issuer, ofOperator.person.issuer]).toEqual(['ldap:organization:corp', 'ldap:corp'])
    expect(found.person.subject).toBe(ofOperator.person.subject)
  })

  test('deactivates who is gone, with an entry in the audit log, and nobody else', async () => {
    await directory.remove(`uid=p2,${PEOPLE}`)
    const before = activePeople()
    const { deactivated, isTooMany } = await run({ deactivates_gone: true })
    expect([deactivated.map((one) => one.fullName), isTooMany]).toEqual([['Person 2'], false])
    expect([userOf('p2').isActive, activePeople()]).toEqual([false, before - 1])
    const desdemona = world.client(url, 'desdemona')
    const { entries } = await desdemona.ok(desdemona.get('/audit_log'))
    const about = { kind: 'user', object_id: userOf('p2').id, acting_user_id: null }
    expect(entries).toContainEqual(
      expect.objectContaining({ ...about, property: 'is_active', new_value: 'false' }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({ ...about, property: 'gone_from_directory', new_value: '"Corp"' }),
    )
    expect((await run({ deactivates_gone: true })).gone).toEqual([])
  })

  test('deactivates nobody when more than a tenth is gone, when nobody is found, and without the switch', async () => {
    const before = activePeople()
    for (const n of [3, 4, 5]) await directory.replace(`uid=p${n},${PEOPLE}`, 'employeeType', 'gone')
    const filter = '(&(objectClass=inetOrgPerson)(!(employeeType=gone)))'
    const many = await run({ deactivates_gone: true, people_filter: filter })
    expect([many.gone.length, many.isTooMany, many.deactivated]).toEqual([3, true, []])
    const none = await run({ deactivates_gone: true, people_filter: '(objectClass=nobody)' })
    expect([none.isTooMany, none.deactivated]).toEqual([true, []])
    expect((await run({ people_filter: filter })).deactivated).toEqual([])
    expect(activePeople()).toBe(before)
  })

  test('finds nobody gone when the directory does not answer', async () => {
    const before = activePeople()
    await expect(run({ deactivates_gone: true, url: 'ldap://127.0.0.1:1' })).rejects.toThrow()
    await expect(run({ deactivates_gone: true, bind_password: 'wrong' })).rejects.toThrow()
    await expect(run({ deactivates_gone: true, base_dn: 'ou=gone,dc=corp,dc=test' })).rejects.toThrow()
    expect(activePeople()).toBe(before)
  })

  test('never deactivates the only owner', async () => {
    const desdemona = realm.users.get(world.userId('desdemona'))!
    const owners = [...realm.users].filter((one) => one.role === Role.owner && one.isActive && !one.isBot)
    expect(owners.map(({ id }) => id)).toEqual([desdemona.id])
    expect(await deactivateGone(gateway.core, realm, provider(), owners)).toEqual([])
    expect(realm.users.get(desdemona.id)!.isActive).toBe(true)
  })

  test('shows owners who is gone, and deactivates those whom they name', async () => {
    const settings = directory.settings({
      people_filter: '(&(objectClass=inetOrgPerson)(!(employeeType=gone)))',
    })
    const { id } = await owner.json.ok(
      owner.json.post('/realm/log_in_providers', {
        ...{ kind: 'ldap', name: 'corp', display_name: 'Corp', enabled: true, settings },
      }),
    )
    // These people are joined to the directory of the organization.
    await world.sql(
      "UPDATE external_identity SET issuer = 'ldap:organization:corp' WHERE issuer = 'ldap:corp'",
    )
    const path = `/realm/log_in_providers/${id}/gone`
    const found = await owner.json.ok(owner.json.get(path))
    const gone = [3, 4, 5].map((n) => ({ user_id: userOf(`p${n}`).id, full_name: `Person ${n}` }))
    expect(found).toMatchObject({ gone, too_many: true })
    expect(userOf('p3').isActive).toBe(true)
    const user_ids = [userOf('p3').id, userOf('p6').id, world.userId('desdemona'), 2_000_000_000]
    const answer = await owner.json.ok(owner.json.post(path, { user_ids }))
    expect([answer.deactivated, userOf('p3').isActive, userOf('p6').isActive]).toEqual([
      ...[[userOf('p3').id], false, true],
    ])
    for (const name of ['iago', 'hamlet']) {
      const client = world.client(url, name)
      expect((await client.get(path)).status).toBe(400)
      expect((await client.post(path, { user_ids: [userOf('p4').id] })).status).toBe(400)
    }
    expect((await owner.json.post(path, { user_ids: Array.from({ length: 10_001 }, () => 1) })).status).toBe(
      400,
    )
    const { id: other } = await owner.json.ok(
      owner.json.post('/realm/log_in_providers', {
        ...{ kind: 'jwt', name: 'portal', display_name: 'Portal', enabled: false },
        settings: { portal: 'https://portal.test', issuer: 'portal', secret: 's'.repeat(32) },
      }),
    )
    expect((await owner.json.get(`/realm/log_in_providers/${other}/gone`)).status).toBe(400)
    await owner.json.ok(
      owner.json.patch(`/realm/log_in_providers/${id}`, { settings: { bind_password: 'no' } }),
    )
    expect((await owner.json.get(path)).status).toBe(503)
    expect(userOf('p4').isActive).toBe(true)
  })
})
