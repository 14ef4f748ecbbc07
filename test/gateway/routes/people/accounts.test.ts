import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { setGrant } from '../../../../core/people/accounts/grant-permission.ts'
import type { UserId } from '../../../../core/platform/ids.ts'
import { Role } from '../../../../core/state/users/record.ts'
import { type Body, Client } from '../../../harness/client.ts'
import { newcomer, setRealm } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, otherGateway, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const patch = (name: string, target: unknown, change: object) =>
  as(name).patch(`/users/${target}`, { ...change })
const userOf = async (target: unknown, reader = 'iago'): Promise<Body> =>
  (await ok(as(reader).get(`/users/${target}`))).user
let count = 0
const another = (role: Role = Role.member) =>
  newcomer(core, realm, url, { email: `person${++count}@demo.test`, fullName: `Person ${count}`, role })
const insufficient = bad('Insufficient permission')
const mustBeOwner = bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
const mustBeAdministrator = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
const noSuchUser = bad('No such user')
const done = { status: 200, result: 'success', msg: '' }

const ACTORS = ['desdemona', 'iago', 'shiva', 'hamlet', 'polonius', 'greeter-bot'] as const
const [OWNER, ADMINISTRATOR] = ['desdemona', 'iago']

describe('permissions to administer accounts', () => {
  const isAdmin = (name: string) => name === OWNER || name === ADMINISTRATOR
  test.each(ACTORS)('%s', async (name) => {
    const expected = (allowed: boolean) => (allowed ? done : insufficient)
    const { record: member } = await another()
    const { record: owner } = await another(Role.owner)
    const outcome = async (target: { id: number }, change: object) =>
      await refusal(patch(name, target.id, change))
    expect(await outcome(member, { full_name: `By ${name}` })).toEqual(expected(isAdmin(name)))
    expect(await outcome(member, { role: 300 })).toEqual(expected(isAdmin(name)))
    const owning = name === OWNER ? done : isAdmin(name) ? mustBeOwner : insufficient
    expect(await outcome(member, { role: 100 })).toEqual(owning)
    expect(await outcome(owner, { role: 400 })).toEqual(owning)
    expect(await outcome(member, { new_email: `x-${name}@demo.test` })).toEqual(
      isAdmin(name) ? bad('User not authorized to change user emails') : insufficient,
    )
    expect(await refusal(as(name).delete(`/users/${owner.id}`))).toEqual(owning)
    const { record: other } = await another()
    expect(await refusal(as(name).delete(`/users/${other.id}`))).toEqual(expected(isAdmin(name)))
    expect(await refusal(as(name).post(`/users/${other.id}/reactivate`))).toEqual(expected(isAdmin(name)))
    expect(
      await refusal(as(name).post('/users', { email: 'a@demo.test', password: 'secret!', full_name: 'A B' })),
    ).toEqual(isAdmin(name) ? bad('User not authorized to create users') : mustBeAdministrator)
  })
})

describe('POST /users', () => {
  const create = (fields: object, name = ADMINISTRATOR) =>
    as(name).post('/users', {
      email: 'new@demo.test',
      password: 'a secret of mine',
      full_name: 'New Person',
      ...fields,
    })
  beforeAll(async () => {
    for (const name of ACTORS) await setGrant(core, realm, `${name}@demo.test`, 'can_create_users', true)
    return async () => {
      for (const name of ACTORS) await setGrant(core, realm, `${name}@demo.test`, 'can_create_users', false)
    }
  })

  test('creates a member, sends an event to everyone, and lets the member log in', async () => {
    const { hamlet, polonius } = await eventsDuring(['realm_user'], ['hamlet', 'polonius'], () =>
      ok(create({})),
    )
    expect(hamlet).toEqual(polonius)
    expect(hamlet).toMatchObject([
      { op: 'add', person: { full_name: 'New Person', email: 'new@demo.test', role: 400, is_active: true } },
    ])
    const found = await userOf('new@demo.test')
    expect(found).toMatchObject({ full_name: 'New Person', role: 400, is_bot: false })
    const key = await ok(
      as('hamlet').post('/fetch_api_key', { username: 'NEW@demo.test', password: 'a secret of mine' }),
    )
    expect(key.user_id).toBe(found.user_id)
    expect(await refusal(create({}))).toEqual(bad('Email is already in use.'))
    expect(await refusal(create({ email: 'NEW@DEMO.TEST' }))).toEqual(bad('Email is already in use.'))
  })

  test.each([
    [{ email: 'nobody' }, "Invalid email 'nobody'"],
    [{ email: '' }, "Invalid email ''"],
    [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ full_name: ' x ' }, 'Name too short!'],
    [{ full_name: '' }, 'Name too short!'],
    [{ full_name: 'A *star*' }, 'Invalid characters in name!'],
    [{ full_name: 'Person|12' }, 'Invalid format!'],
    [{ password: 'short' }, 'The password is too weak.'],
    [{ password: 'password' }, 'The password is too weak.'],
    [{ password: 'x'.repeat(101) }, 'password is too long (limit: 100 characters)'],
    [{ full_name: 'nul\0' }, 'full_name must not contain null bytes'],
  ])('refuses %j', async (fields, msg) => {
    expect(await refusal(create({ email: 'refused@demo.test', ...fields }))).toEqual(bad(msg))
  })

  test('takes addresses that the organization allows', async () => {
    const disposable = { email: 'new@mailinator.com' }
    const msg = 'Disposable email addresses are not allowed in this organization'
    expect(await refusal(create(disposable))).toEqual(bad(msg))
    expect(await refusal(create({ email: 'new@Sub.Mailinator.com' }))).toEqual(bad(msg))
    await setRealm(core, realm, { disallow_disposable_email_addresses: false })
    await ok(create(disposable))
    await setRealm(core, realm, { disallow_disposable_email_addresses: true })

    await ok(as('desdemona').post('/realm/domains', { domain: 'verona.test', allow_subdomains: true }))
    await ok(as('desdemona').patch('/realm', { emails_restricted_to_domains: true }))
    for (const [email, text] of [
      ['new@venice.test', "Email 'new@venice.test' not allowed in this organization"],
      ['new+1@verona.test', 'Email addresses containing + are not allowed in this organization'],
    ] as const) {
      expect(await refusal(create({ email }))).toEqual(bad(text))
      expect(realm.users.byEmail(email)).toBeUndefined()
    }
    await ok(create({ email: 'new@street.verona.test' }))
    await ok(as('desdemona').patch('/realm', { emails_restricted_to_domains: false }))
  })

  test('requires all three parameters', async () => {
    for (const missing of ['email', 'password', 'full_name']) {
      expect((await create({ [missing]: undefined })).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: missing,
      })
    }
  })

  test('is for administrators on servers where the operator allows it', async () => {
    expect(await refusal(create({}, 'shiva'))).toEqual(mustBeAdministrator)
    await setGrant(core, realm, 'iago@demo.test', 'can_create_users', false)
    expect(await refusal(create({ email: 'late@demo.test' }))).toEqual(
      bad('User not authorized to create users'),
    )
    const idOf = (name: string) => realm.users.byEmail(`${name}@demo.test`)!.id
    const creators = async () => (await ok(as('iago').get('/realm/grants'))).can_create_users
    expect(await creators()).not.toContain(idOf('iago'))
    await setGrant(core, realm, 'iago@demo.test', 'can_create_users', true)
    // Hamlet has the grant, and is no administrator.
    await setGrant(core, realm, 'hamlet@demo.test', 'can_create_users', true)
    expect(await creators()).toContain(idOf('iago'))
    expect(await creators()).not.toContain(idOf('hamlet'))
    await setGrant(core, realm, 'hamlet@demo.test', 'can_create_users', false)
    expect(await refusal(as('hamlet').get('/realm/grants'))).toEqual(mustBeAdministrator)
  })
})

describe('PATCH /users', () => {
  test('changes a name, by id and by address, with one event to everyone', async () => {
    const { record } = await another()
    const { hamlet } = await eventsDuring(['realm_user'], ['hamlet'], async () => {
      await ok(patch('iago', record.id, { full_name: ' Renamed Person ' }))
      await ok(patch('iago', record.id, { full_name: 'Renamed Person' }))
      await ok(patch('iago', record.id, { full_name: '' }))
      await ok(patch('iago', record.email.toUpperCase(), { full_name: 'Renamed Again' }))
    })
    expect(hamlet!.map(({ person }) => person)).toEqual([
      { user_id: record.id, full_name: 'Renamed Person' },
      { user_id: record.id, full_name: 'Renamed Again' },
    ])
    expect((await userOf(record.id)).full_name).toBe('Renamed Again')
  })

  test('is for administrators alone, also for bots', async () => {
    const { user_id } = await ok(as('hamlet').post('/bots', { full_name: 'Ghost', short_name: 'ghost' }))
    for (const target of [user_id, 'ghost-bot@localhost', id('hamlet'), 'nobody@demo.test', 999_999]) {
      expect(await refusal(patch('hamlet', target, { full_name: 'Old Mole' }))).toEqual(insufficient)
    }
    await ok(as('hamlet').patch(`/bots/${user_id}`, { full_name: 'Old Mole' }))
    await ok(patch('iago', user_id, { full_name: 'Ghost' }))
  })

  test('makes all changes or none', async () => {
    const { record } = await another()
    const change = { role: 300, full_name: 'x' }
    expect(await refusal(patch('iago', record.id, change))).toEqual(bad('Name too short!'))
    expect(await userOf(record.id)).toMatchObject({ role: 400, full_name: record.fullName })
  })

  test('changes roles, but cannot make a guest an administrator', async () => {
    const { record } = await another(Role.guest)
    for (const role of [100, 200]) {
      expect(await refusal(patch('desdemona', record.id, { role }))).toEqual(
        bad('Guests cannot be organization administrators'),
      )
    }
    const { hamlet } = await eventsDuring(['realm_user'], ['hamlet'], async () => {
      for (const role of [400, 300, 200, 200, 100, 600]) await ok(patch('desdemona', record.id, { role }))
    })
    expect(hamlet!.map(({ person }) => person)).toEqual(
      [400, 300, 200, 100, 600].map((role) => ({ user_id: record.id, role })),
    )
    for (const role of [0, 150, '"x"', 500, 400.5]) {
      expect((await patch('desdemona', record.id, { role })).body.msg).toBe(
        'Invalid role: must be one of 100, 200, 300, 400, 600',
      )
    }
  })

  test('shows and hides channels according to the new role', async () => {
    const { record, client } = await another(Role.guest)
    const before = await ok(client.post('/register', { event_types: ['stream', 'subscription'] }))
    expect(before.streams).toEqual([])
    await ok(patch('iago', record.id, { role: 400 }))
    const { streams } = await ok(client.post('/register', { event_types: ['stream'] }))
    const next = async (last_event_id: number) =>
      (await ok(client.get('/events', { queue_id: before.queue_id, last_event_id }))).events as Body[]
    const gained = await next(before.last_event_id)
    expect(gained[0].streams.map((stream: Body) => stream.stream_id)).toEqual(
      streams.map((stream: Body) => stream.stream_id),
    )
    await ok(patch('iago', record.id, { role: 600 }))
    const lost = await next(gained.at(-1)!.id)
    expect(lost.flatMap((event) => event.stream_ids)).toEqual(streams.map((stream: Body) => stream.stream_id))
  })

  test('does not take the role of the only owner', async () => {
    const msg = 'The owner permission cannot be removed from the only organization owner.'
    for (const user of [...realm.users]) {
      if (user.role === 100 && user.id !== id('desdemona') && user.isActive)
        await ok(patch('desdemona', user.id, { role: 400 }))
    }
    expect(await refusal(patch('desdemona', id('desdemona'), { role: 200 }))).toEqual(bad(msg))
    expect(await refusal(as('desdemona').delete(`/users/${id('desdemona')}`))).toEqual(
      bad('Cannot deactivate the only organization owner'),
    )
    expect(await refusal(as('iago').delete(`/users/${id('desdemona')}`))).toEqual(
      bad('Cannot deactivate the only organization owner'),
    )
    expect(await refusal(as('hamlet').delete(`/users/${id('desdemona')}`))).toEqual(
      bad('Insufficient permission'),
    )
    expect(await refusal(as('desdemona').delete('/users/me'))).toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: true,
      entity: 'organization owner',
    })
    // Bots and deactivated owners do not count as owners.
    const { record } = await another(Role.owner)
    await ok(as('desdemona').delete(`/users/${record.id}`))
    expect(await refusal(patch('desdemona', id('desdemona'), { role: 200 }))).toEqual(bad(msg))
  })

  test('changes an address for owners, where the operator allows it', async () => {
    const { record } = await another()
    const email = (address: string, name = OWNER) => patch(name!, record.id, { new_email: address })
    for (const name of ['desdemona', 'iago']) {
      await setGrant(core, realm, `${name}@demo.test`, 'can_change_user_emails', true)
    }
    expect(await refusal(email('moved@demo.test', 'iago'))).toEqual(
      bad('User not authorized to change user emails'),
    )
    expect(await refusal(email('nowhere'))).toEqual(bad('Invalid new email address.'))
    expect(await refusal(email('moved@mailinator.com'))).toEqual(
      bad('New email value error: Please use your real email address.'),
    )
    expect(await refusal(email('Hamlet@demo.test'))).toEqual(
      bad('New email value error: Already has an account.'),
    )
    const { hamlet } = await eventsDuring(['realm_user'], ['hamlet'], () => ok(email('moved@demo.test')))
    const [delivery, shown, avatar] = hamlet!.map(({ person }) => person)
    expect(delivery).toEqual({ user_id: record.id, delivery_email: 'moved@demo.test' })
    expect(shown).toEqual({ user_id: record.id, new_email: 'moved@demo.test' })
    expect(avatar).toMatchObject({
      user_id: record.id,
      avatar_url: (await userOf(record.id)).avatar_url ?? expect.any(String),
    })
    expect(await userOf('moved@demo.test')).toMatchObject({
      user_id: record.id,
      delivery_email: 'moved@demo.test',
    })
    expect(await refusal(as('iago').get(`/users/${record.email}`))).toEqual(noSuchUser)
  })

  test('rejects users who do not exist', async () => {
    for (const nobody of [0, 2_147_483_647, foreign.id, 'nobody@demo.test', 'owner@other.test']) {
      expect(await refusal(patch('desdemona', nobody, { full_name: 'Some Body' }))).toEqual(noSuchUser)
    }
    expect(
      (await ok(patch('desdemona', id('hamlet'), { nickname: 'Ham' }))).ignored_parameters_unsupported,
    ).toEqual(['nickname'])
  })
})

describe('deactivating a user', () => {
  test('sends an event to everyone and ends the key; reactivating restores the key', async () => {
    const { record, client } = await another()
    const { hamlet } = await eventsDuring(['realm_user'], ['hamlet'], async () => {
      await ok(as('iago').delete(`/users/${record.id}`))
      expect(await refusal(client.get('/users/me'))).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
      await ok(as('iago').post(`/users/${record.id}/reactivate`))
      await ok(as('iago').post(`/users/${record.id}/reactivate`))
      await ok(client.get('/users/me'))
    })
    expect(hamlet!.map(({ op, person }) => [op, person])).toEqual(
      [false, true].map((is_active) => ['update', { user_id: record.id, is_active }]),
    )
    await ok(as('iago').delete(`/users/${record.id}`))
    expect(await refusal(as('iago').delete(`/users/${record.id}`))).toEqual(bad('User is deactivated'))
    const { realm_users, realm_non_active_users } = await ok(
      as('hamlet').post('/register', { event_types: ['realm_user'] }),
    )
    const has = (users: Body[]) => users.some((user) => user.user_id === record.id)
    expect([has(realm_users), has(realm_non_active_users)]).toEqual([false, true])
  })

  test('ends a waiting poll, at another gateway, at once', async () => {
    const { record, client } = await another()
    const there = new Client((await otherGateway()).url, client.credentials)
    const { queue_id, last_event_id } = await ok(there.post('/register', { event_types: ['message'] }))
    const poll = there.get('/events', { queue_id, last_event_id })
    await ok(as('iago').delete(`/users/${record.id}`))
    expect((await poll).body.events).toEqual([])
    expect(await refusal(there.get('/events', { queue_id, last_event_id }))).toMatchObject({
      code: 'USER_DEACTIVATED',
    })
  })

  test('deactivates the user’s bots too', async () => {
    const { record } = await another()
    const bot = await createUser(core, realm, {
      email: `bot${count}@demo.test`,
      fullName: `Bot ${count}`,
      botType: 1,
      botOwnerId: record.id,
    })
    await ok(as('iago').delete(`/users/${record.id}`))
    expect((await userOf(bot.id)).is_active).toBe(false)
    await ok(as('iago').post(`/users/${record.id}/reactivate`))
    expect((await userOf(bot.id)).is_active).toBe(false)
    await ok(as('iago').post(`/users/${bot.id}/reactivate`))
    expect((await userOf(bot.id)).is_active).toBe(true)
    // Bots have a separate endpoint.
    expect(await refusal(as('iago').delete(`/users/${bot.id}`))).toEqual(noSuchUser)
  })

  test('sends an e-mail when there is a comment, also an empty one', async () => {
    const jobs = () =>
      world.sql("SELECT name, data FROM job_outbox WHERE name = 'account-deactivated' ORDER BY id")
    for (const comment of [undefined, '', ' Farewell!\n']) {
      const { record } = await another()
      const before = (await jobs()).length
      await ok(as('iago').delete(`/users/${record.id}`, { deactivation_notification_comment: comment }))
      const added = (await jobs()).slice(before)
      const about = { realm: realm.id, user: record.id }
      const data = { ...about, by: id('iago'), comment: comment?.trim() }
      expect(added).toEqual(comment === undefined ? [] : [{ name: 'account-deactivated', data }])
    }
    const { record } = await another()
    const long = { deactivation_notification_comment: 'x'.repeat(2001) }
    expect((await as('iago').delete(`/users/${record.id}`, long)).status).toBe(400)
  })

  test('works for oneself', async () => {
    const { record, client } = await another()
    await ok(client.delete('/users/me'))
    expect((await userOf(record.id)).is_active).toBe(false)
    expect(await refusal(as('greeter-bot').delete('/users/me'))).toEqual(
      bad('This endpoint does not accept bot requests.'),
    )
  })

  test('rejects users who do not exist', async () => {
    for (const nobody of [0, foreign.id, 2_147_483_647]) {
      expect(await refusal(as('desdemona').delete(`/users/${nobody}`))).toEqual(noSuchUser)
      expect(await refusal(as('desdemona').post(`/users/${nobody}/reactivate`))).toEqual(noSuchUser)
    }
  })

  test('leaves one of two owners who deactivate each other at once', async () => {
    const { record, client } = await another(Role.owner)
    const answers = await Promise.all([
      as('desdemona').delete(`/users/${record.id}`),
      client.delete(`/users/${id('desdemona')}`),
    ])
    expect(answers.map((answer) => answer.status).sort()).not.toEqual([200, 200])
    const owners = [...realm.users].filter((user) => user.role === 100 && user.isActive)
    expect(owners.length).toBeGreaterThan(0)
    if (!realm.users.get(id('desdemona') as UserId)!.isActive) {
      await ok(client.post(`/users/${id('desdemona')}/reactivate`))
    }
  })
})
