import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { createUser } from '../../../core/people/accounts/create.ts'
import { makeTokenAsOperator } from '../../../core/people/provisioning/tokens.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { Role } from '../../../core/state/users/record.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, demonstration } from '../routes/changes.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into arbitrary JSON
type Body = any

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let otherUrl: string
let otherToken: string
let token: string

beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_ADDRESS_PER_MINUTE: '100000' })
  ;({ gateway, url } = await world.gateway())
  realm = await demonstration(world, gateway.core)
  const other = await anotherOrganization(gateway.core, url)
  otherUrl = other.url
  token = await makeTokenAsOperator(gateway.core, realm, 'Entra')
  otherToken = await makeTokenAsOperator(gateway.core, other.realm, 'Okta')
})
afterAll(() => world.close())

interface Options {
  readonly body?: unknown
  readonly by?: string
  readonly at?: string
  readonly headers?: Record<string, string>
}

async function scim(
  method: string,
  path: string,
  { body, by = token, at = url, headers = {} }: Options = {},
) {
  const answer = await fetch(`${at}/scim/v2${path}`, {
    method,
    headers: {
      ...(by && { authorization: `Bearer ${by}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    }),
  })
  const text = await answer.text()
  if (text !== '') expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Body,
  }
}
async function ok(answer: Promise<Awaited<ReturnType<typeof scim>>>): Promise<Body> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const filtered = (kind: string, filter: string) =>
  ok(scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`))
const patch = (path: string, Operations: object[], options: Options = {}) =>
  scim('PATCH', path, {
    ...options,
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
  })
let people = 0
/** A person as a directory sends it. */
const newPerson = (more: object = {}) => {
  const name = `person${++people}`
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@demo.test`,
    externalId: `id-${name}`,
    name: { givenName: 'Person', familyName: String(people) },
    emails: [{ primary: true, value: `${name}@demo.test`, type: 'work' }],
    active: true,
    ...more,
  }
}
const created = async (more: object = {}): Promise<Body> =>
  ok(scim('POST', '/Users', { body: newPerson(more) }))

describe('the sequence of Microsoft Entra ID', () => {
  test('finds nobody, creates, finds, changes, disables, enables and deletes a person', async () => {
    const person = newPerson({
      userName: 'anna.upn@corp.onmicrosoft.example',
      externalId: 'anna',
      displayName: 'Anna Berg',
      name: { givenName: 'Anna', familyName: 'Berg' },
      meta: { resourceType: 'User' },
    })
    const wanted = 'userName eq "anna.upn@corp.onmicrosoft.example"'
    expect(await filtered('Users', wanted)).toMatchObject({ totalResults: 0, Resources: [] })
    const answer = await scim('POST', '/Users', { body: person })
    const { id } = answer.body
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`http://localhost:9991/scim/v2/Users/${id}`)
    expect(answer.headers.get('etag')).toBe(answer.body.meta.version)
    expect(answer.body).toMatchObject({
      ...{ userName: 'anna.upn@corp.onmicrosoft.example', externalId: 'anna', active: true },
      ...{ displayName: 'Anna Berg', name: { givenName: 'Anna', familyName: 'Berg' } },
      emails: [{ value: person.emails[0]!.value, type: 'work', primary: true }],
    })
    expect((await filtered('Users', wanted)).Resources).toMatchObject([{ id }])
    expect((await filtered('Users', 'externalId eq "anna"')).Resources).toMatchObject([{ id }])

    const hamlet = world.client(url, 'hamlet')
    const queue = await hamlet.ok(hamlet.post('/register', { event_types: ['realm_user'] }))
    const path = `/Users/${id}`
    await ok(
      patch(path, [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'anna.new@demo.test' },
        { op: 'Replace', path: 'name.familyName', value: 'Tal' },
        { op: 'Add', path: 'title', value: 'Director' },
        {
          op: 'Replace',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'x',
        },
      ]),
    )
    const off = await ok(patch(path, [{ op: 'Replace', path: 'active', value: 'False' }]))
    expect(off).toMatchObject({ active: false, displayName: 'Anna Tal' })
    expect(off.emails[0].value).toBe('anna.new@demo.test')
    const { events } = await hamlet.ok(
      hamlet.get('/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id }),
    )
    const persons = events.map(({ person }: Body) => person)
    expect(persons).toContainEqual({ user_id: Number(id), full_name: 'Anna Tal' })
    expect((await ok(patch(path, [{ op: 'Replace', value: { active: true } }]))).active).toBe(true)
    expect((await scim('DELETE', path)).status).toBe(204)
    expect((await scim('GET', path)).status).toBe(404)
    expect((await filtered('Users', wanted)).totalResults).toBe(0)
    expect(realm.users.get(Number(id) as never)!.isActive).toBe(false)
    // A new assignment gives the account back.
    const again = await scim('POST', '/Users', { body: { ...person, emails: off.emails } })
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true])
    const audit = await world.sql(
      "SELECT acting_user_id AS actor, new_value AS token FROM audit_entry WHERE object_id = $1 AND property = 'provisioned_by'",
      [Number(id)],
    )
    expect(audit.length).toBeGreaterThanOrEqual(5)
    for (const entry of audit) expect(entry).toEqual({ actor: null, token: '"Entra"' })
  })

  test('creates, fills, renames, empties and deletes a group', async () => {
    const [one, two] = [await created(), await created()]
    expect((await filtered('Groups', 'displayName eq "Sales"')).totalResults).toBe(0)
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Sales',
      externalId: 'g-1',
    }
    const group = await ok(scim('POST', '/Groups', { body }))
    const path = `/Groups/${group.id}`
    expect(group).toMatchObject({ displayName: 'Sales', externalId: 'g-1', members: [] })
    const members = async () => (await ok(scim('GET', path))).members.map(({ value }: Body) => value).sort()
    const added = await patch(path, [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: one.id }, { value: two.id }] },
    ])
    expect(added.status).toBe(204)
    expect(await members()).toEqual([one.id, two.id].sort())
    // Entra adds again what is there, and removes in two ways.
    await ok(patch(path, [{ op: 'Add', path: 'members', value: [{ value: one.id }] }]))
    await ok(patch(path, [{ op: 'Remove', path: 'members', value: [{ value: one.id }] }]))
    expect(await members()).toEqual([two.id])
    await ok(patch(path, [{ op: 'Remove', path: `members[value eq "${two.id}"]` }]))
    await ok(patch(path, [{ op: 'Replace', path: 'displayName', value: 'Sales and more' }]))
    expect(await ok(scim('GET', `${path}?excludedAttributes=members`))).not.toHaveProperty('members')
    expect(await members()).toEqual([])
    expect(realm.groups.get(Number(group.id) as never)!.name).toBe('Sales and more')
    expect((await scim('DELETE', path)).status).toBe(204)
    expect((await scim('GET', path)).status).toBe(404)
    // A directory does not see the group any more, and makes it again.
    const again = { displayName: 'sales and MORE', externalId: 'g-2', members: [{ value: two.id }] }
    expect(await ok(scim('POST', '/Groups', { body: again }))).toMatchObject({
      ...{ id: group.id, displayName: 'sales and MORE', externalId: 'g-2', members: [{ value: two.id }] },
    })
    expect((await scim('POST', '/Groups', { body: again })).status).toBe(409)
  })
})

describe('the sequence of Okta', () => {
  test('replaces the one address without a list around it', async () => {
    const { id } = await created()
    const value = { value: 'alone@demo.test', type: 'work', primary: true }
    const after = await ok(patch(`/Users/${id}`, [{ op: 'replace', path: 'emails', value }]))
    expect(after.emails).toEqual([value])
    const cleared = await ok(patch(`/Users/${id}`, [{ op: 'replace', path: 'emails', value: [] }]))
    expect(cleared.emails).toEqual([value])
  })

  test('looks a person up, creates, replaces, deactivates and reactivates', async () => {
    const person = newPerson({
      displayName: 'Otto Klein',
      locale: 'en-US',
      groups: [],
      password: 'ignored 1',
    })
    expect(
      await ok(
        scim(
          'GET',
          `/Users?filter=${encodeURIComponent(`userName eq "${person.userName}"`)}&startIndex=1&count=100`,
        ),
      ),
    ).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    })
    const { id } = await ok(scim('POST', '/Users', { body: person }))
    const read = await ok(scim('GET', `/Users/${id}`))
    const put = { ...read, name: { givenName: 'Otto', familyName: 'Gross' }, displayName: 'Otto Gross' }
    expect((await ok(scim('PUT', `/Users/${id}`, { body: put }))).displayName).toBe('Otto Gross')
    const off = await ok(patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]))
    expect(off.active).toBe(false)
    expect((await ok(scim('PUT', `/Users/${id}`, { body: { ...put, active: true } }))).active).toBe(true)
    // A replacement without `active` keeps it.
    await ok(patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]))
    const { active: _active, ...rest } = put
    expect((await ok(scim('PUT', `/Users/${id}`, { body: rest }))).active).toBe(false)
    expect((await ok(scim('PUT', `/Users/${id}`, { body: { ...rest, active: null } }))).active).toBe(false)
    expect((await ok(patch(`/Users/${id}`, [{ op: 'remove', path: 'active' }]))).active).toBe(false)
    expect((await ok(scim('PUT', `/Users/${id}`, { body: { ...rest, Active: true } }))).active).toBe(true)
  })

  test('replaces a person without addresses: an address that is no user name stays', async () => {
    const person = newPerson({ userName: 'otto.upn@corp.test' })
    const { id } = await ok(scim('POST', '/Users', { body: person }))
    const { emails: _emails, ...rest } = person
    const put = await ok(scim('PUT', `/Users/${id}`, { body: rest }))
    expect(put.emails[0].value).toBe(person.emails[0]!.value)
  })

  test('deletes a person, and gives the user name to another one', async () => {
    const person = newPerson({ userName: 'shared.name@corp.test' })
    const { id } = await ok(scim('POST', '/Users', { body: person }))
    await ok(scim('DELETE', `/Users/${id}`))
    const next = await created({ userName: 'shared.name@corp.test' })
    expect(next.id).not.toBe(id)
    // The former account comes back by its address, with a name of its own, and without its former secrets.
    const former = realm.apiKeyOf(realm.users.get(Number(id))!)
    const identity = [realm.id, id, 'https://id.example', 'somebody']
    await world.sql(
      'INSERT INTO external_identity (realm_id, user_id, issuer, subject) VALUES ($1, $2, $3, $4)',
      identity,
    )
    const back = await ok(scim('POST', '/Users', { body: { ...person, userName: person.emails[0]!.value } }))
    expect(back.id).toBe(id)
    expect(realm.apiKeyOf(realm.users.get(Number(id))!)).not.toBe(former)
    expect(await world.sql('SELECT FROM external_identity WHERE user_id = $1', [id])).toEqual([])
  })

  test('pushes a group: replaces members, and the name with the id', async () => {
    const [one, two] = [await created(), await created()]
    const group = await ok(
      scim('POST', '/Groups', {
        body: { displayName: 'Pushed', members: [{ value: one.id, display: 'x' }] },
      }),
    )
    const path = `/Groups/${group.id}`
    await ok(patch(path, [{ op: 'replace', value: { id: group.id, displayName: 'Pushed again' } }]))
    await ok(patch(path, [{ op: 'replace', path: 'members', value: [{ value: two.id }] }]))
    const read = await ok(scim('GET', path))
    expect(read).toMatchObject({ displayName: 'Pushed again', members: [{ value: two.id }] })
    const put = await ok(scim('PUT', path, { body: { displayName: 'Put', members: [] } }))
    expect(put).toMatchObject({ displayName: 'Put', members: [] })
    // Of the same group the directory leaves bots alone.
    const bot = [...realm.users].find((user) => user.isBot && !user.isSystemBot)!
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.post(`/user_groups/${group.id}/members`, { add: [bot.id] }))
    await ok(scim('PUT', path, { body: { displayName: 'Put', members: [{ value: one.id }] } }))
    expect([...realm.groups.members(Number(group.id) as never)].sort()).toEqual(
      [bot.id, Number(one.id)].sort(),
    )
  })
})

describe('names of several words', () => {
  const dutch = { givenName: 'Marie Anne', familyName: 'van Dyk' }
  const nameAt = async (id: string) => {
    const { name, displayName, meta } = await ok(scim('GET', `/Users/${id}`))
    return { ...name, displayName, version: meta.version }
  }

  test('are told in the parts that the directory wrote, and the same part once more changes nothing', async () => {
    const { id, name } = await created({ name: dutch })
    expect(name).toEqual({ formatted: 'Marie Anne van Dyk', ...dutch })
    const first = await nameAt(id)
    const again = await ok(
      patch(`/Users/${id}`, [{ op: 'Replace', path: 'name.familyName', value: 'van Dyk' }]),
    )
    expect([again.displayName, again.meta.version]).toEqual(['Marie Anne van Dyk', first.version])
    const married = await ok(
      patch(`/Users/${id}`, [{ op: 'Replace', path: 'name.familyName', value: 'Smith' }]),
    )
    expect(married).toMatchObject({
      displayName: 'Marie Anne Smith',
      name: { formatted: 'Marie Anne Smith', givenName: 'Marie Anne', familyName: 'Smith' },
    })
    const byDisplay = [
      { op: 'Replace', path: 'displayName', value: 'M. Smith' },
      { op: 'Replace', path: 'active', value: 'True' },
    ]
    expect(await ok(patch(`/Users/${id}`, byDisplay))).toMatchObject({
      displayName: 'M. Smith',
      name: { formatted: 'M. Smith', givenName: 'Marie Anne', familyName: 'Smith' },
    })
  })

  test('stay with a replacement that says them again beside another display name', async () => {
    const name = { ...dutch, formatted: 'Ms. Marie Anne van Dyk' }
    const person = newPerson({ name, displayName: 'M. van Dyk' })
    const { id } = await ok(scim('POST', '/Users', { body: person }))
    const first = await nameAt(id)
    expect(first).toMatchObject({ ...name, displayName: 'M. van Dyk' })
    for (let run = 0; run < 2; run++) {
      await ok(scim('PUT', `/Users/${id}`, { body: person }))
      expect(await nameAt(id)).toEqual(first)
    }
    // Whoever reads, changes a part of the name and writes it back, changes the name.
    const read = await ok(scim('GET', `/Users/${id}`))
    const put = { ...read, name: { ...read.name, familyName: 'Klein' } }
    expect((await ok(scim('PUT', `/Users/${id}`, { body: put }))).displayName).toBe('Marie Anne Klein')
  })

  test('are not taken from the parts that this server has made up for an account', async () => {
    const user = await createUser(gateway.core, realm, {
      ...{ email: 'words@demo.test', fullName: 'Ana de la Cruz', role: Role.member, password: null },
    })
    await ok(patch(`/Users/${user.id}`, [{ op: 'Add', path: 'externalId', value: 'words' }]))
    expect(
      await world.sql('SELECT given_name FROM provisioned_account WHERE user_id = $1', [user.id]),
    ).toEqual([{ given_name: null }])
    const parts = [
      { op: 'Replace', path: 'name.givenName', value: 'Ana' },
      { op: 'Replace', path: 'name.familyName', value: 'de la Cruz' },
    ]
    for (let run = 0; run < 2; run++)
      expect(await ok(patch(`/Users/${user.id}`, parts))).toMatchObject({
        displayName: 'Ana de la Cruz',
        name: { givenName: 'Ana', familyName: 'de la Cruz' },
      })
  })
})

describe('other schemas', () => {
  const OTHER = 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User'
  const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

  test('change nothing here, also where they use the same names', async () => {
    const { id, meta, displayName } = await created()
    const manager = { value: String(world.userId('iago')), $ref: '../Users/5', displayName: 'Iago' }
    const after = await ok(
      patch(`/Users/${id}`, [
        { op: 'Add', path: `${OTHER}:active`, value: 'False' },
        { op: 'Replace', path: `${OTHER}:displayName`, value: 'Somebody else' },
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: manager.value },
        { op: 'Replace', path: `${ENTERPRISE}:manager.displayName`, value: 'x' },
        { op: 'Remove', path: `${ENTERPRISE}:manager` },
        { op: 'Add', path: 'manager', value: manager },
        { op: 'Replace', value: { [`${OTHER}:userName`]: 'x', [ENTERPRISE]: { manager } } },
      ]),
    )
    expect([after.meta.version, after.displayName]).toEqual([meta.version, displayName])
    expect(
      (await ok(patch(`/Users/${id}`, [{ op: 'Replace', path: `${CORE}:User:active`, value: 'False' }])))
        .active,
    ).toBe(false)
    expect((await filtered('Users', `${OTHER}:userName pr`)).totalResults).toBe(0)
    expect((await filtered('Users', `${ENTERPRISE}:department eq "x" and active eq true`)).totalResults).toBe(
      0,
    )
    expect((await filtered('Users', `${CORE}:User:externalId eq "id-person${people}"`)).totalResults).toBe(1)
    const { Resources } = await ok(scim('GET', `/Users?attributes=${ENTERPRISE}:manager,active&count=1`))
    expect(Object.keys(Resources[0]).sort()).toEqual(['active', 'id', 'meta', 'schemas'])
    const group = await ok(scim('POST', '/Groups', { body: { displayName: 'Of one schema' } }))
    await ok(
      patch(`/Groups/${group.id}`, [
        { op: 'Replace', path: 'urn:example:2.0:Group:displayName', value: 'x' },
        {
          op: 'Replace',
          value: { 'urn:example:2.0:Group': { displayName: 'x' }, [`${CORE}:Group:externalId`]: 'y' },
        },
      ]),
    )
    expect(await ok(scim('GET', `/Groups/${group.id}`))).toMatchObject({
      ...{ displayName: 'Of one schema', externalId: 'y' },
    })
  })

  test('of members: a group in a group is refused, because its number is a person too', async () => {
    const group = await ok(scim('POST', '/Groups', { body: { displayName: 'Without groups' } }))
    const value = [{ value: String(world.userId('iago')), type: 'Group' }]
    const answer = await patch(`/Groups/${group.id}`, [{ op: 'Add', path: 'members', value }])
    expect([answer.status, answer.body.detail]).toEqual([400, 'A group cannot be a member of a group'])
    const ofUser = [{ ...value[0], type: 'User' }]
    await ok(patch(`/Groups/${group.id}`, [{ op: 'Add', path: 'members', value: ofUser }]))
    expect((await ok(scim('GET', `/Groups/${group.id}`))).members).toHaveLength(1)
  })
})

describe('lists', () => {
  test('have pages, an order and the attributes that are asked for', async () => {
    for (let i = 0; i < 3; i++) await created()
    const names = async (query: string) =>
      (await ok(scim('GET', `/Users?${query}`))).Resources.map(({ userName }: Body) => userName)
    const all = await names('sortBy=userName&count=200')
    expect(all).toEqual([...all].sort())
    expect(await names('sortBy=userName&sortOrder=descending&count=2')).toEqual(
      [...all].reverse().slice(0, 2),
    )
    expect(await names('sortBy=userName&startIndex=3&count=2')).toEqual(all.slice(2, 4))
    // Without a filter and an order a page reads only its own rows, and finds the same.
    const plain = await names('count=200')
    expect([...plain].sort()).toEqual([...all].sort())
    expect(await names('startIndex=3&count=2')).toEqual(plain.slice(2, 4))
    const removed = await created()
    const total = async () => (await ok(scim('GET', '/Users?count=1'))).totalResults
    const before = await total()
    await scim('DELETE', `/Users/${removed.id}`)
    expect(await total()).toBe(before - 1)
    expect(await names('count=200')).toEqual(plain)
    expect(await names('count=0')).toEqual([])
    expect((await ok(scim('GET', '/Users?startIndex=100000'))).Resources).toEqual([])
    const { Resources } = await ok(scim('GET', '/Users?attributes=userName,emails.value&count=1'))
    expect(Object.keys(Resources[0]).sort()).toEqual(['emails', 'id', 'meta', 'schemas', 'userName'])
    expect(Object.keys(Resources[0].emails[0])).toEqual(['value'])
    const everybody = await ok(scim('GET', '/Users?count=200'))
    for (const { userName } of everybody.Resources) expect(userName).not.toContain('bot@')
  })

  test('with a filter that an index answers have what all accounts have that pass it', async () => {
    const one = await created({ userName: 'Sw.One@corp.test' })
    const two = await created({ userName: 'sw.two_%@corp.test' })
    const [{ value: address }] = one.emails
    const filters = [
      `id eq "${one.id}"`,
      'id eq "0"',
      'id eq "no number"',
      'userName eq "sw.ONE@corp.test"',
      `userName eq "${address}"`,
      `externalId eq "${two.externalId}"`,
      `externalId eq "${two.externalId.toUpperCase()}"`,
      `emails.value eq "${address.toUpperCase()}"`,
      `emails eq "${address}"`,
      `emails[value eq "${address}"]`,
      `emails[type eq "work" and value eq "${address}"]`,
      `emails[type eq "home" and value eq "${address}"]`,
      `emails[type eq "work"].value eq "${address}"`,
      `emails[type eq "home"].value eq "${address}"`,
      `emails[type eq "work"].value sw "${address.slice(0, 5)}"`,
      'userName sw "SW."',
      'userName sw "sw.two_%"',
      'userName sw "sw%"',
      'userName sw ""',
      'userName sw "person"',
      'emails.value sw "person" and active eq true',
      `displayName eq "${one.displayName.toUpperCase()}"`,
      `name.formatted eq "${one.displayName}"`,
      `displayName sw "person" and externalId eq "${two.externalId}"`,
      `externalId eq "${two.externalId}" and active eq false`,
      `userName eq "sw.one@corp.test" or (externalId eq "${two.externalId}" and active eq true)`,
      `id eq "${one.id}" or displayName co "nobody"`,
      `not (id eq "${one.id}")`,
      `(userName sw "sw." or userName eq "${address}") and not (id eq "${two.id}")`,
      'userName ne "x" and userName sw "sw.t"',
    ]
    const idsOf = async (filter: string) =>
      (await ok(scim('GET', `/Users?count=200&filter=${encodeURIComponent(filter)}`))).Resources.map(
        ({ id }: Body) => id,
      )
    // Nothing finds what is denied twice, so that all accounts are looked at.
    for (const filter of filters)
      expect([filter, await idsOf(filter)]).toEqual([filter, await idsOf(`not (not (${filter}))`)])
    expect(await idsOf('userName sw "SW."')).toEqual([one.id, two.id])
    expect(await idsOf(`emails[type eq "work"].value eq "${address}"`)).toEqual([one.id])
    await scim('DELETE', `/Users/${two.id}`)
    expect(await idsOf('userName sw "SW."')).toEqual([one.id])
    expect(await idsOf(`id eq "${two.id}"`)).toEqual([])
    const desdemona = world.userId('desdemona')
    expect(await idsOf(`id eq "${desdemona}"`)).toEqual([String(desdemona)])
    expect(await idsOf(`id eq "${world.userId('desdemona') + 1_000_000}"`)).toEqual([])
  })

  test('of groups are found by an index as without one', async () => {
    const [one, two] = [await created(), await created()]
    const group = async (displayName: string, members: Body[]) =>
      ok(
        scim('POST', '/Groups', {
          body: {
            displayName,
            externalId: `X-${displayName}`,
            members: members.map(({ id }) => ({ value: id })),
          },
        }),
      )
    const [first, second] = [await group('Index one', [one, two]), await group('Index two', [two])]
    const idsOf = async (filter: string) =>
      (await filtered('Groups', filter)).Resources.map(({ id }: Body) => id)
    for (const filter of [
      'displayName eq "INDEX ONE"',
      'externalId eq "X-Index two"',
      'externalId eq "x-index two"',
      `id eq "${first.id}"`,
      `id eq "${first.id}" and members[value eq "${two.id}"]`,
      `members[value eq "${two.id}"]`,
      `members.value eq "${one.id}"`,
      `members eq "${one.id}"`,
      'members eq "0"',
      'displayName eq "role:owners"',
      `displayName sw "Index" and members eq "${two.id}"`,
      `displayName eq "Index two" or members eq "${one.id}"`,
    ])
      expect([filter, await idsOf(filter)]).toEqual([filter, await idsOf(`not (not (${filter}))`)])
    expect(await idsOf(`members[value eq "${two.id}"]`)).toEqual([first.id, second.id])
    const all = (await ok(scim('GET', '/Groups?count=200'))).Resources.map(({ id }: Body) => id)
    expect((await ok(scim('GET', '/Groups?count=1&startIndex=2'))).Resources[0].id).toBe(all[1])
    await scim('DELETE', `/Groups/${second.id}`)
    const { totalResults, Resources } = await ok(scim('GET', '/Groups?count=200'))
    expect([totalResults, Resources.map(({ id }: Body) => id)]).toEqual([
      all.length - 1,
      all.filter((id: string) => id !== second.id),
    ])
  })

  test('count a person no longer who is deleted after a deactivation', async () => {
    const person = await created()
    await ok(patch(`/Users/${person.id}`, [{ op: 'replace', path: 'active', value: false }]))
    const { totalResults } = await ok(scim('GET', '/Users?count=1'))
    const at = (await ok(scim('GET', `/Users?count=200&startIndex=${totalResults}`))).Resources
    expect(at.map(({ id }: Body) => id)).toEqual([person.id])
    expect((await scim('DELETE', `/Users/${person.id}`)).status).toBe(204)
    const after = await ok(scim('GET', `/Users?count=200&startIndex=${totalResults}`))
    expect([after.totalResults, after.Resources]).toEqual([totalResults - 1, []])
    const back = await created({ userName: person.userName, emails: person.emails })
    expect([back.id, (await ok(scim('GET', '/Users?count=1'))).totalResults]).toEqual([
      person.id,
      totalResults,
    ])
  })

  test('describe the server', async () => {
    const config = await ok(scim('GET', '/ServiceProviderConfig'))
    expect(config).toMatchObject({ patch: { supported: true }, etag: { supported: true } })
    expect((await ok(scim('GET', '/Schemas'))).Resources.map(({ name }: Body) => name)).toEqual([
      'User',
      'Group',
    ])
    expect((await ok(scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'))).name).toBe('User')
    expect((await ok(scim('GET', '/ResourceTypes/Group'))).endpoint).toBe('/Groups')
    for (const path of ['/Schemas/x', '/Nothing', '/Users/1/2', '/Users/x', '/Users/%ff', '/Users/0'])
      expect((await scim('GET', path)).status).toBe(404)
    expect((await scim('GET', '/Me')).status).toBe(501)
  })
})

describe('versions', () => {
  test('keep two directories from overwriting each other', async () => {
    const { id, meta } = await created()
    const path = `/Users/${id}`
    const known = await scim('GET', path, { headers: { 'if-none-match': meta.version } })
    expect([known.status, known.headers.get('etag')]).toEqual([304, meta.version])
    const change = (name: string) =>
      patch(path, [{ op: 'replace', path: 'displayName', value: name }], {
        headers: { 'if-match': meta.version },
      })
    const statuses = (await Promise.all([change('First Name'), change('Second Name')])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 412])
    expect((await scim('DELETE', path, { headers: { 'if-match': meta.version } })).status).toBe(412)
    expect((await scim('DELETE', path, { headers: { 'if-match': '*' } })).status).toBe(204)
    const group = await ok(scim('POST', '/Groups', { body: { displayName: 'Versioned' } }))
    const at = { headers: { 'if-match': group.meta.version } }
    await ok(
      patch(
        `/Groups/${group.id}`,
        [{ op: 'add', path: 'members', value: [{ value: String(world.userId('iago')) }] }],
        at,
      ),
    )
    expect((await scim('PUT', `/Groups/${group.id}`, { ...at, body: { displayName: 'X' } })).status).toBe(412)
  })
})

describe('the version of a group', () => {
  const made = async (displayName: string, people: string[]) => {
    const members = people.map((name) => ({ value: String(world.userId(name)) }))
    return ok(scim('POST', '/Groups', { body: { displayName, members } }))
  }
  const versionAt = async (path: string) =>
    (await ok(scim('GET', `${path}?excludedAttributes=members`))).meta.version

  test('changes with the members, and is the same again with the same ones in another order', async () => {
    const group = await made('Counted', ['iago', 'hamlet'])
    const path = `/Groups/${group.id}`
    const member = (name: string) => ({ path: 'members', value: [{ value: String(world.userId(name)) }] })
    const seen = [group.meta.version]
    for (const [op, name] of [
      ['add', 'cordelia'],
      ['remove', 'iago'],
      ['remove', 'hamlet'],
      ['remove', 'cordelia'],
    ] as const) {
      const changed = await patch(path, [{ op, ...member(name) }])
      expect(changed.headers.get('etag')).toBe(await versionAt(path))
      seen.push(await versionAt(path))
    }
    expect(new Set(seen).size).toBe(5)
    for (const name of ['hamlet', 'iago']) await patch(path, [{ op: 'add', ...member(name) }])
    expect(await versionAt(path)).toBe(group.meta.version)
    // Another gateway, which reads the members from the database, says the same.
    const second = await world.gateway()
    const there = await scim('GET', path, { at: second.url })
    expect(there.body.meta.version).toBe(group.meta.version)
  })

  test('is told without a look at the members, also in lists that leave them out', async () => {
    const { id } = await made('Unread', ['iago', 'hamlet'])
    class Unread extends Set<never> {
      override [Symbol.iterator](): never {
        throw new Error('a member was read')
      }
    }
    const spy = vi.spyOn(realm.groups, 'members').mockImplementation(() => new Unread())
    try {
      const named = encodeURIComponent('displayName eq "Unread"')
      for (const path of [
        '/Groups?',
        `/Groups?filter=${named}&`,
        '/Groups?sortBy=displayName&',
        `/Groups/${id}?`,
      ])
        await ok(scim('GET', `${path}excludedAttributes=members`))
      expect((await ok(scim('GET', '/Groups?attributes=displayName'))).totalResults).toBeGreaterThan(0)
      expect(spy).toHaveBeenCalled()
    } finally {
      spy.mockRestore()
    }
  })
})

describe('bulk requests', () => {
  const bulk = (Operations: object[], more: object = {}) =>
    scim('POST', '/Bulk', { body: { ...more, Operations } })

  test('run in order, with references to what earlier operations have made', async () => {
    const { Operations } = await ok(
      bulk([
        { method: 'POST', path: '/Users', bulkId: 'u', data: newPerson() },
        {
          ...{ method: 'POST', path: '/Groups', bulkId: 'g' },
          data: { displayName: 'In bulk', members: [{ value: 'bulkId:u' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'wrong', data: { userName: 'no address' } },
        {
          ...{ method: 'PATCH', path: '/Groups/bulkId:g' },
          data: { Operations: [{ op: 'replace', path: 'displayName', value: 'In bulk too' }] },
        },
        { method: 'DELETE', path: '/Users/bulkId:unknown' },
      ]),
    )
    expect(Operations.map(({ status }: Body) => status)).toEqual(['201', '201', '400', '204', '400'])
    expect(Operations[2].response.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    const { Resources } = await filtered('Groups', 'displayName eq "in bulk too"')
    expect(Resources[0].members).toHaveLength(1)
  })

  test('stop after failOnErrors, and are bounded', async () => {
    const wrong = { method: 'DELETE', path: '/Users/999999999' }
    const { Operations } = await ok(bulk([wrong, wrong, wrong], { failOnErrors: 2 }))
    expect(Operations).toHaveLength(2)
    expect(Operations[0].location).toBe('http://localhost:9991/scim/v2/Users/999999999')
    const many = await bulk(Array(101).fill(wrong))
    expect([many.status, many.body.scimType]).toEqual([413, 'tooMany'])
    expect(
      (await bulk([{ method: 'POST', path: '/Bulk', bulkId: 'b', data: {} }])).body.Operations[0].status,
    ).toBe('404')
  })
})

describe('refused', () => {
  const everybody = async () => JSON.stringify(await ok(scim('GET', '/Users?count=200')))

  test('without a token, with a wrong, a foreign and a revoked one, and with an API key', async () => {
    const owner = new Browsing(url)
    await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
    const { json } = owner
    const { token: mine } = await json.ok(json.post('/realm/provisioning_tokens', { name: 'Soon gone' }))
    expect((await scim('GET', '/Users', { by: mine })).status).toBe(200)
    const { tokens, base_url } = await json.ok(json.get('/realm/provisioning_tokens'))
    expect(base_url).toBe('http://localhost:9991/scim/v2')
    const found = tokens.find(({ name }: Body) => name === 'Soon gone')
    expect(found.last_used_at).not.toBeNull()
    expect(JSON.stringify(tokens)).not.toContain(mine)
    expect(JSON.stringify(await world.sql('SELECT * FROM provisioning_token'))).not.toContain(mine.slice(12))
    await json.ok(json.delete(`/realm/provisioning_tokens/${found.id}`))
    const wrong = ['', mine, otherToken, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x']
    for (const by of wrong) {
      const answer = await scim('GET', '/Users', { by })
      expect([answer.status, answer.body.status]).toEqual([401, '401'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="loquat"')
    }
    const { authorization } = world.client(url, 'desdemona').headers
    expect((await scim('GET', '/Users', { by: '', headers: { authorization: authorization! } })).status).toBe(
      401,
    )
    expect((await scim('GET', '/Users', { by: otherToken, at: otherUrl })).status).toBe(200)
    expect((await scim('GET', '/Users', { by: token, at: otherUrl })).status).toBe(401)
    const blank = await json.post('/realm/provisioning_tokens', { name: '  ' })
    expect(blank.body.msg).toBe('name cannot be blank')
    expect((await json.post('/realm/provisioning_tokens', { name: 'x'.repeat(61) })).status).toBe(400)
  })

  test('to deactivate the last owner, to change bots, and people of another organization', async () => {
    const owner = world.userId('desdemona')
    const last = await patch(`/Users/${owner}`, [{ op: 'replace', path: 'active', value: false }])
    expect([last.status, last.body.detail]).toEqual([403, 'The last owner of the organization stays active'])
    expect((await scim('DELETE', `/Users/${owner}`)).status).toBe(403)
    const emails = [{ value: 'attacker@corp.test', type: 'work', primary: true }]
    const moved = await patch(`/Users/${owner}`, [{ op: 'replace', path: 'emails', value: emails }])
    expect([moved.status, moved.body.detail]).toEqual([403, 'Owners change their address themselves'])
    expect(realm.users.get(owner as never)!.deliveryEmail).toBe('desdemona@demo.test')
    const bot = [...realm.users].find((user) => user.isBot)!
    expect((await scim('GET', `/Users/${bot.id}`)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${bot.id}`)).status).toBe(404)
    const foreign = await scim('PATCH', `/Users/${owner}`, { by: otherToken, at: otherUrl, body: {} })
    expect([400, 404]).toContain(foreign.status)
    expect((await scim('GET', `/Users/${owner}`, { by: otherToken, at: otherUrl })).status).toBe(404)
    const group = { displayName: 'With a stranger', members: [{ value: '999999' }] }
    expect((await scim('POST', '/Groups', { body: group })).status).toBe(400)
    expect(realm.users.get(owner as never)!.isActive).toBe(true)
  })

  test('names and addresses that are taken or cannot be used', async () => {
    const one = await created()
    const two = await created()
    const taken = await scim('POST', '/Users', { body: newPerson({ userName: one.userName.toUpperCase() }) })
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    const address = await patch(`/Users/${two.id}`, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: one.emails[0].value },
    ])
    expect([address.status, address.body.scimType]).toEqual([409, 'uniqueness'])
    const known = await scim('POST', '/Users', {
      body: newPerson({ userName: 'hamlet@demo.test', emails: undefined }),
    })
    expect(known.status).toBe(409)
    await ok(scim('POST', '/Groups', { body: { displayName: 'Taken' } }))
    const group = await scim('POST', '/Groups', { body: { displayName: 'taken' } })
    expect([group.status, group.body.scimType]).toEqual([409, 'uniqueness'])
    const same = newPerson()
    const twice = await Promise.all([
      scim('POST', '/Users', { body: same }),
      scim('POST', '/Users', { body: same }),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('names that are taken, too long or not allowed become usable ones, and the answer has them', async () => {
    const long = 'n'.repeat(150)
    const { id } = await created({ displayName: `${long} *\\>"@` })
    const first = (await ok(scim('GET', `/Users/${id}`))).displayName
    expect(first).toBe('n'.repeat(100))
    const renamed = await ok(patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: 'A*b|7' }]))
    expect(renamed.displayName).toBe('Ab')
    expect(realm.users.get(Number(id) as never)!.fullName).toBe('Ab')
    // The same once more is no change.
    const before = await world.sql('SELECT count(*) FROM event_log')
    const again = await ok(patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: 'A*b|7' }]))
    expect(again.meta.version).toBe(renamed.meta.version)
    expect(await world.sql('SELECT count(*) FROM event_log')).toEqual(before)
    // A name without a usable character becomes the part before the @.
    const odd = await ok(patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: '***' }]))
    expect(odd.displayName).toBe(odd.emails[0].value.split('@')[0])
  })

  test('hostile bodies and parameters, and nothing is changed', async () => {
    const state = await everybody()
    const wrong: [string, string, unknown][] = [
      ['POST', '/Users', '{'],
      ['POST', '/Users', '[]'],
      ['POST', '/Users', new Uint8Array([0x7b, 0xff, 0x7d])],
      ['POST', '/Users', { userName: 'a\0@demo.test' }],
      ['POST', '/Users', {}],
      ['POST', '/Users', { userName: 5 }],
      ['POST', '/Users', { userName: 'x'.repeat(2_000) }],
      ['POST', '/Users', newPerson({ emails: 'x' })],
      ['POST', '/Users', newPerson({ emails: [5] })],
      ['POST', '/Users', newPerson({ emails: [{ value: 'no address' }] })],
      ['POST', '/Users', newPerson({ active: 'perhaps' })],
      ['POST', '/Users', newPerson({ name: 'text' })],
      ['POST', '/Groups', { displayName: '' }],
      ['POST', '/Groups', { displayName: 'g', members: [{ value: '1; DROP' }] }],
      ['GET', '/Users?filter=userName', undefined],
      ['GET', `/Users?filter=${'('.repeat(3_000)}`, undefined],
      ['GET', '/Users?count=x', undefined],
      ['GET', `/Users?filter=${encodeURIComponent('userName eq "a\\u0000"')}`, undefined],
      ['GET', '/Users?attributes=a.b.c', undefined],
    ]
    for (const [method, path, body] of wrong) {
      const answer = await scim(method, path, { body })
      expect([path, JSON.stringify(body)?.slice(0, 60), answer.status]).toEqual([
        path,
        JSON.stringify(body)?.slice(0, 60),
        400,
      ])
      expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
      expect(answer.body.status).toBe('400')
    }
    expect((await scim('POST', '/Groups', { body: { displayName: 'role:owners' } })).status).toBe(409)
    expect((await scim('POST', '/Users', { body: ' '.repeat(9 * 1024 * 1024) })).status).toBe(413)
    for (const [method, path] of [
      ['DELETE', '/Users'],
      ['PUT', '/Groups'],
      ['POST', '/Schemas'],
    ] as const)
      expect((await scim(method, path)).status).toBe(405)
    expect(await everybody()).toBe(state)
  })

  test('a query by POST answers as the same one by GET, also in any case, and nothing else is taken for one', async () => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
    const asked = { filter: 'userName co "a"', sortBy: 'userName', startIndex: 2, count: 3 }
    const query = new URLSearchParams({
      ...asked,
      startIndex: '2',
      count: '3',
      attributes: 'userName,active',
    })
    const attributes = ['userName', 'active']
    const searched = await ok(scim('POST', '/Users/.search', { body: { schemas, attributes, ...asked } }))
    expect(searched.Resources).toHaveLength(3)
    expect(searched).toEqual(await ok(scim('GET', `/Users?${query}`)))
    const { sortBy: SortBy, ...others } = asked
    expect(
      await ok(scim('POST', '/Users/.search', { body: { schemas, attributes, SortBy, ...others } })),
    ).toEqual(searched)
    expect((await ok(scim('POST', '/Groups/.search', { body: { schemas } }))).totalResults).toBeTypeOf(
      'number',
    )
    for (const [path, body, status] of [
      ['/Users/.search', { filter: 'x' }, 400],
      ['/Users/.search', undefined, 400],
      ['/Users/.search', { schemas, filter: { a: 1 } }, 400],
      ['/Users/.search', { schemas, filter: '(' }, 400],
      ['/.search', { schemas }, 501],
      ['/Nothing/.search', { schemas }, 404],
    ] as const)
      expect([path, (await scim('POST', path, { body })).status]).toEqual([path, status])
    const Operations = [{ method: 'POST', path: '/Users/.search', bulkId: 'a', data: { schemas } }]
    const bulk = await ok(
      scim('POST', '/Bulk', {
        body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations },
      }),
    )
    expect(bulk.Operations[0].status).toBe('404')
  })

  test('100,000 members are read quickly, and refused when nobody has their ids', async () => {
    const group = await ok(scim('POST', '/Groups', { body: { displayName: 'Large' } }))
    const value = Array.from({ length: 100_000 }, (_, index) => ({ value: String(1_000_000 + index) }))
    const answer = await patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value }])
    expect([answer.status, answer.body.detail]).toEqual([400, 'There is no user 1000000'])
    const more = await patch(`/Groups/${group.id}`, [
      { op: 'add', path: 'members', value: [...value, { value: '5' }] },
    ])
    expect(more.status).toBe(400)
    expect((await ok(scim('GET', `/Groups/${group.id}`))).members).toEqual([])
  })
})

test('a person whom somebody has deactivated by hand is shown, and comes back with active', async () => {
  const user = await createUser(gateway.core, realm, {
    ...{ email: 'byhand@demo.test', fullName: 'By Hand', role: Role.member, password: null },
  })
  const owner = world.client(url, 'desdemona')
  await owner.ok(owner.delete(`/users/${user.id}`))
  expect((await ok(scim('GET', `/Users/${user.id}`))).active).toBe(false)
  expect((await ok(patch(`/Users/${user.id}`, [{ op: 'replace', value: { active: true } }]))).active).toBe(
    true,
  )
})
