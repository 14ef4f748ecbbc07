import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { changeRole } from '../../../../core/people/accounts/change-role.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import type { Client } from '../../../harness/client.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { TestSamlProvider } from '../../../harness/saml-provider.ts'
import { World } from '../../../harness/world.ts'
import { demonstration, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let inToken: TestProvider
let inInfo: TestProvider
let saml: TestSamlProvider
let owner: Browsing
let desdemona: Client
let group: number
let secondGroup: number
let text: number
let choice: number

beforeAll(async () => {
  const openIds = ['token', 'info'].map((name) => `${ROOT}/login/with/oidc-${name}/callback`)
  const claims = {
    openid: ['sub', 'groups', 'realm_access', '_claim_names', 'department', 'place'],
    ...{ email: ['email', 'email_verified'], profile: ['name'] },
  }
  inToken = await TestProvider.start(openIds, { claims, conformIdTokenClaims: false })
  inInfo = await TestProvider.start(openIds, {
    claims: { ...claims, openid: ['sub'], profile: ['name', 'groups'] },
  })
  saml = await TestSamlProvider.start()
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const opened = await world.gateway()
  gateway = opened.gateway
  url = opened.url
  realm = await demonstration(world, gateway.core)
  await setRealm(gateway.core, realm, { invite_required: false })
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
  desdemona = world.client(url, 'desdemona')
  const made = async (name: string) =>
    (await desdemona.ok(desdemona.post('/user_groups/create', { name, description: '', members: [] })))
      .group_id
  group = await made('engineering')
  secondGroup = await made('a = b')
  const field = (name: string, more: Record<string, unknown>) =>
    desdemona.ok(desdemona.post('/realm/profile_fields', { name, hint: '', ...more }))
  text = (await field('Team', { field_type: 1, editable_by_user: false })).id
  choice = (
    await field('Place', {
      field_type: 3,
      field_data: { 0: { text: 'Verona', order: '1' }, 1: { text: 'Venice', order: '2' } },
    })
  ).id
})
afterAll(async () => {
  await world.close()
  await Promise.all([inToken.close(), inInfo.close(), saml.close()])
})
afterEach(async () => {
  const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
  for (const { id } of providers) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  await world.sql('DELETE FROM external_identity')
})

async function set(name: string, at: TestProvider, settings: Record<string, unknown>): Promise<void> {
  await owner.json.ok(
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'openid', name, display_name: name, enabled: true },
      settings: {
        ...{ issuer: at.issuer, client_id: 'loquat', client_secret: 'a secret of the client' },
        ...settings,
      },
    }),
  )
}

let persons = 0
/** A new person with an address of its own. */
function person(claims: Record<string, unknown>, at = inToken): string {
  const subject = `claimed-${++persons}`
  const email = `${subject}@demo.test`
  at.people[subject] = { email, email_verified: true, name: `Person ${persons}`, ...claims }
  return subject
}

async function begun(browsing: Browsing, method: string): Promise<string> {
  const { text, status } = await browsing.submit(`/login/with/${method}`)
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the provider: ${status} ${text}`)
  return to
}

/** Logs in, and returns the account. */
async function logIn(subject: string, name = 'token', at = inToken) {
  const browsing = new Browsing(url)
  const back = new URL(await at.logIn(await begun(browsing, `oidc-${name}`), subject))
  const answer = await browsing.get(back.pathname + back.search)
  expect([answer.status, answer.text]).toEqual([303, ''])
  return me(browsing)
}
const me = (browsing: Browsing) => browsing.json.ok(browsing.json.get('/users/me'))
const membersOf = async (id: number): Promise<number[]> =>
  (await desdemona.ok(desdemona.get(`/user_groups/${id}/members`))).members

describe('roles', () => {
  const ROLES = ['chat owners = owner', 'cn=mods,dc=corp = moderator', 'contractors = guest']

  test('follow the groups at each log-in, and the highest counts', async () => {
    await set('token', inToken, { roles: ROLES })
    const subject = person({ groups: ['contractors', 'cn=mods,dc=corp'] })
    const { user_id, role } = await logIn(subject)
    expect(role).toBe(Role.moderator)
    const say = async (claims: Record<string, unknown>) => {
      inToken.people[subject] = { ...inToken.people[subject], groups: undefined, ...claims }
      return (await logIn(subject)).role
    }
    expect(await say({ groups: ['chat owners'] })).toBe(Role.owner)
    expect(await say({ groups: 'contractors' })).toBe(Role.guest)
    expect(await say({ groups: ['CONTRACTORS', 'Chat owners', 7, null, ['chat owners']] })).toBe(Role.guest)
    expect(await say({ groups: ['cn=mods,dc=corp'] })).toBe(Role.moderator)
    expect(await say({})).toBe(Role.member)
    // Nobody takes a role from a group of another name, or from a claim that is no list.
    expect(await say({ groups: { 'chat owners': true } })).toBe(Role.member)
    expect(await say({ groups: 'x chat owners' })).toBe(Role.member)
    const { entries } = await desdemona.ok(desdemona.get('/audit_log'))
    expect(entries).toContainEqual(
      expect.objectContaining({ object_id: user_id, property: 'role', acting_user_id: null }),
    )
  })

  test('stay when the provider does not say the groups, and when no line names them', async () => {
    await set('token', inToken, { roles: ROLES })
    const subject = person({ groups: ['chat owners'] })
    const { user_id } = await logIn(subject)
    inToken.people[subject] = {
      ...inToken.people[subject],
      groups: undefined,
      _claim_names: { groups: 'src1' },
    }
    expect((await logIn(subject)).role).toBe(Role.owner)
    // No line names administrators, so it is a role that owners here have given.
    await changeRole(gateway.core, realm, user_id, Role.administrator)
    inToken.people[subject] = { ...inToken.people[subject], groups: ['contractors'] }
    expect((await logIn(subject)).role).toBe(Role.administrator)
  })

  test('never leave an organization without an owner', async () => {
    await set('token', inToken, { roles: ['chat owners = owner', '* = guest'] })
    const subject = person({ email: 'desdemona@demo.test', groups: [] })
    const owners = [...realm.users].filter((one) => one.role === Role.owner && one.isActive && !one.isBot)
    for (const { id } of owners)
      if (id !== world.userId('desdemona')) await changeRole(gateway.core, realm, id, Role.member)
    expect((await logIn(subject)).role).toBe(Role.owner)
  })

  test('come from a claim inside another, and from the user info', async () => {
    await set('token', inToken, { roles: ['chat = moderator'], groups_attribute: 'realm_access.roles' })
    expect((await logIn(person({ realm_access: { roles: ['chat'] }, groups: [] }))).role).toBe(Role.moderator)
    await set('info', inInfo, { roles: ['chat = moderator'] })
    expect((await logIn(person({ groups: ['chat'] }, inInfo), 'info', inInfo)).role).toBe(Role.moderator)
  })

  test('are refused in lines that name no role', async () => {
    for (const line of ['chat', 'chat = ruler', '= owner', 'chat =', 'chat = __proto__']) {
      const settings = { issuer: inToken.issuer, client_id: 'loquat', roles: [line] }
      const answer = await owner.json.post('/realm/log_in_providers', {
        ...{ kind: 'openid', name: 'wrong', display_name: 'Wrong', enabled: false, settings },
      })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([
        400,
        'INVALID_PROVIDER_FIELD',
        'roles',
      ])
    }
  })
})

test('groups are joined and left, and others stay as they are', async () => {
  await set('token', inToken, {
    groups: [
      'developers = engineering',
      'architects = engineering',
      'nobody knows = missing',
      'b = role:owners',
    ],
  })
  const subject = person({ groups: ['architects', 'b', 'nobody knows'] })
  const { user_id } = await logIn(subject)
  await desdemona.ok(desdemona.post(`/user_groups/${secondGroup}/members`, { add: [user_id] }))
  expect(await membersOf(group)).toEqual([user_id])
  expect((await logIn(subject)).user_id).toBe(user_id)
  inToken.people[subject]!.groups = []
  await logIn(subject)
  expect([await membersOf(group), await membersOf(secondGroup)]).toEqual([[], [user_id]])
})

test('profile fields and names follow the provider, and what does not fit stops nobody', async () => {
  await set('token', inToken, {
    profile_fields: ['department = Team', 'place = Place', 'missing = Team', 'name = No such field'],
    updates_names: true,
  })
  const subject = person({ name: 'First', department: 'Sails', place: 'Venice' })
  const { user_id } = await logIn(subject)
  const shown = async () => {
    const { user } = await desdemona.ok(
      desdemona.get(`/users/${user_id}`, { include_custom_profile_fields: true }),
    )
    const value = (id: number) => user.profile_data[id]?.value
    return [user.full_name, value(text), value(choice)]
  }
  expect(await shown()).toEqual(['First', 'Sails', '1'])
  inToken.people[subject] = {
    ...inToken.people[subject],
    ...{ name: 'Se*cond', department: 'x'.repeat(51), place: 'Padua' },
  }
  await logIn(subject)
  expect(await shown()).toEqual(['Second', 'Sails', '1'])
  inToken.people[subject] = { ...inToken.people[subject], department: '', place: 'Verona' }
  await logIn(subject)
  expect(await shown()).toEqual(['Second', undefined, '0'])
  // Without a switch the name belongs to the person.
  await owner.json.ok(
    owner.json.patch(`/realm/log_in_providers/${realm.lists.logInProviders[0]!.id}`, {
      settings: { updates_names: false },
    }),
  )
  inToken.people[subject] = { ...inToken.people[subject], name: 'Third' }
  await logIn(subject)
  expect((await shown())[0]).toBe('Second')
})

test('attributes of SAML give roles, groups and profile fields', async () => {
  await owner.json.ok(
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'saml', name: 'corp', display_name: 'SAML', enabled: true },
      settings: {
        metadata: saml.metadata,
        roles: ['mods = moderator'],
        groups: ['developers = engineering'],
        profile_fields: ['http://corp.test/department = Team'],
      },
    }),
  )
  saml.people.one = {
    ...{ nameId: 'one', format: PERSISTENT },
    claims: {
      ...{ email: 'saml-one@demo.test', displayName: 'Saml One', memberOf: ['mods', 'developers'] },
      'http://corp.test/department': 'Sails',
    },
  }
  const browsing = new Browsing(url)
  const consumer = `${ROOT}/login/with/saml-corp/callback`
  const answer = await saml.answer(await begun(browsing, 'saml-corp'), consumer, 'one')
  const form = new URLSearchParams({ ...answer }).toString()
  const posted = await new Browsing(url).request('POST', '/login/with/saml-corp/callback', form)
  const back = new URL(posted.headers.get('location')!)
  await browsing.get(back.pathname + back.search)
  const { user_id, role, profile_data } = await me(browsing)
  expect([role, await membersOf(group), profile_data[text].value]).toEqual([
    Role.moderator,
    [user_id],
    'Sails',
  ])
})
