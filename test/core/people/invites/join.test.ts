import { beforeEach, describe, expect, test } from 'vitest'
import {
  deactivateRealmAsOperator,
  reactivateRealm,
} from '../../../../core/organization/settings/deactivate.ts'
import { acceptInvitation, type Newcomer } from '../../../../core/people/accounts/accept-invitation.ts'
import { askToJoin } from '../../../../core/people/invites/ask-to-join.ts'
import { lookUpLink } from '../../../../core/people/invites/look-up.ts'
import { joinUrl } from '../../../../core/people/invites/token.ts'
import { ApiError } from '../../../../core/platform/errors.ts'
import type { InvitationId, JoinRequestId } from '../../../../core/platform/ids.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import { archive, newcomer, setRealm } from '../../../gateway/routes/changes.ts'
import { eventsDuring } from '../../../gateway/routes/events-during.ts'
import { as, core, foreign, ok, realm, setUpStage, url, world } from '../../../gateway/routes/stage.ts'
import { type Body, Client, type Parameters } from '../../../harness/client.ts'

setUpStage()

const PASSWORD = 'correct horse battery staple'
const someone: Newcomer = { fullName: 'Lady Newcomer', password: PASSWORD, timezone: 'Europe/Rome' }
let made = 0
const address = () => `new${++made}@elsewhere.test`

const tokenIn = (link: string) => link.split('/').at(-2)!
const newest = async (name: string): Promise<Body> => (await ok(as(name).get('/invites'))).invites.at(-1)
/** The token of a new invitation, as in its email. */
async function invited(name: string, parameters: Parameters = {}) {
  const email = address()
  await ok(as(name).post('/invites', { invitee_emails: email, stream_ids: [], ...parameters }))
  const { id } = await newest(name)
  return { email, id, token: tokenIn(joinUrl(core, realm, { kind: 'invitation', id: id as InvitationId })) }
}
async function reusable(parameters: Parameters = {}) {
  const token = tokenIn((await ok(as('desdemona').post('/invites/multiuse', parameters))).invite_link)
  return { token, id: (await newest('desdemona')).id }
}
/** The token in the newest confirmation email. */
async function confirmation(email: string) {
  const [row] = await world.sql<{ id: number }>(
    `SELECT (j.data->>'id')::int AS id FROM job_outbox j JOIN join_request r ON r.id = (j.data->>'id')::int
     WHERE j.name = 'confirm-to-join' AND r.email = $1 ORDER BY j.id DESC LIMIT 1`,
    [email],
  )
  return tokenIn(joinUrl(core, realm, { kind: 'request', id: row!.id as JoinRequestId }))
}
const lookUp = (token: string, there = realm) => lookUpLink(core, there, token)
const accept = (token: string, given: Partial<Newcomer> = {}) =>
  acceptInvitation(core, realm, token, { ...someone, ...given })
const clientOf = (user: UserRecord) =>
  new Client(url, { email: user.deliveryEmail, apiKey: realm.apiKeyOf(user) })
const channelsOf = async (user: UserRecord): Promise<string[]> => {
  const { subscriptions } = await ok(clientOf(user).get('/users/me/subscriptions'))
  return subscriptions.map((subscription: Body) => subscription.name).sort()
}
/** The messages that a user sees, newest last, with their senders. */
async function messages(of: Client, narrow: unknown[] = [['is', 'dm']]): Promise<[string, string][]> {
  const { messages } = await ok(
    of.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false }),
  )
  return messages.map((message: Body) => [message.sender_full_name, message.content])
}
/** Returns the error that an operation throws. */
async function refusal(promise: Promise<unknown>): Promise<{ msg: string; code: string; state?: unknown }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error ?? new Error('the operation was allowed')
  return { msg: error.message, code: error.code, ...error.extra }
}
const bad = (state: string) => ({ msg: 'Invalid confirmation link', code: 'BAD_JOIN_LINK', state })
const countUsers = async () => (await world.sql('SELECT count(*)::int AS n FROM user_account'))[0]!.n

beforeEach(() => world.sql('DELETE FROM invitation_day'))

describe('an invitation', () => {
  test('creates an account with everything that it offers', async () => {
    const { group_id } = await ok(
      as('iago').post('/user_groups/create', { name: 'newcomers', description: '', members: [] }),
    )
    const { email, id, token } = await invited('iago', {
      invite_as: 300,
      stream_ids: [world.channelId('core team'), world.channelId('Verona')],
      group_ids: [group_id],
      include_realm_default_subscriptions: true,
    })
    expect(await lookUp(token)).toMatchObject({
      state: 'valid',
      email,
      role: 300,
      inviter: { fullName: 'Iago' },
    })
    let user!: UserRecord
    const told = await eventsDuring(
      ['realm_user', 'invites_changed', 'user_group'],
      ['iago', 'hamlet'],
      async () => {
        user = await accept(token)
      },
    )
    expect(user).toMatchObject({
      deliveryEmail: email,
      fullName: 'Lady Newcomer',
      role: 300,
      timezone: 'Europe/Rome',
    })
    expect(await channelsOf(user)).toEqual(['Verona', 'core team', 'general'])
    expect(realm.groups.members(group_id)).toContain(user.id)
    const kinds = (name: string) => told[name]!.map((event) => event.type)
    expect(new Set(kinds('iago'))).toEqual(new Set(['realm_user', 'user_group', 'invites_changed']))
    expect(new Set(kinds('hamlet'))).toEqual(new Set(['realm_user', 'user_group']))
    const { body } = await as('iago').post('/fetch_api_key', { username: email, password: PASSWORD })
    expect(body).toMatchObject({ result: 'success', user_id: user.id })
    expect(await lookUp(token)).toEqual({ state: 'used' })
    expect(await refusal(accept(token))).toEqual(bad('used'))
    expect((await ok(as('iago').get('/invites'))).invites.map((invite: Body) => invite.id)).not.toContain(id)
    expect((await as('iago').post(`/invites/${id}/resend`)).body.msg).toBe('No such invitation')
  })

  test('gives nothing that it does not offer', async () => {
    expect(await channelsOf(await accept((await invited('iago')).token))).toEqual([])
    const guest = { invite_as: 600, include_realm_default_subscriptions: true }
    const user = await accept((await invited('iago', guest)).token, { timezone: 'nowhere' })
    expect(await channelsOf(user)).toEqual(['general'])
    expect(user).toMatchObject({ role: 600, timezone: '' })
  })

  test('skips channels and groups that no longer exist', async () => {
    await ok(as('desdemona').post('/users/me/subscriptions', { subscriptions: [{ name: 'remains' }] }))
    await realm.sync()
    const { id } = realm.channels.byName('remains')!
    const { group_id } = await ok(
      as('iago').post('/user_groups/create', { name: 'gone', description: '', members: [] }),
    )
    const { token } = await invited('iago', { stream_ids: [id], group_ids: [group_id] })
    await archive(core, realm, id)
    await ok(as('iago').post(`/user_groups/${group_id}/deactivate`))
    const user = await accept(token)
    expect(await channelsOf(user)).toEqual([])
    expect(realm.groups.members(group_id)).not.toContain(user.id)
  })

  test('accepted twice at once creates one account', async () => {
    const { token } = await invited('iago')
    const before = await countUsers()
    const answers = await Promise.allSettled([accept(token), accept(token), accept(token)])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ extra: { state: 'used' } })
    }
    expect(await countUsers()).toBe(before + 1)
  })

  test.each([
    ['a short password', { password: '12345' }, 'The password is too weak.'],
    ['a password that is guessed', { password: 'password' }, 'The password is too weak.'],
    ['a long password', { password: 'x1'.repeat(51) }, 'Password is too long (limit: 100 characters)'],
    ['no name', { fullName: '' }, 'Name too short!'],
    ['a long name', { fullName: 'x'.repeat(101) }, 'Name too long!'],
    ['a name with NUL', { fullName: 'a\0b' }, 'Invalid characters in name!'],
  ])('%s is refused and can be corrected', async (_, given, msg) => {
    const { token } = await invited('iago')
    const before = await countUsers()
    expect(await refusal(accept(token, given))).toEqual({ msg, code: 'BAD_REQUEST' })
    expect(await countUsers()).toBe(before)
    await accept(token)
  })

  test('is invalid when the organization no longer allows the address', async () => {
    const { token } = await invited('iago')
    await setRealm(core, realm, { emails_restricted_to_domains: true })
    expect((await refusal(accept(token))).msg).toBe('Outside your domain.')
    await setRealm(core, realm, { emails_restricted_to_domains: false })
    await accept(token)
  })

  test('ends when the address gets an account in another way', async () => {
    const { email, token } = await invited('hamlet')
    await world.sql(`UPDATE user_account SET can_create_users = true WHERE email = 'desdemona@demo.test'`)
    const { token: link } = await reusable()
    await askToJoin(core, realm, email, link)
    await accept(await confirmation(email))
    expect(await lookUp(token)).toEqual({ state: 'revoked' })
    expect(await refusal(accept(token))).toEqual(bad('revoked'))
  })
})

describe('a link', () => {
  test.each([
    '',
    'x',
    'i1',
    'i0-',
    `i1-${'x'.repeat(32)}`,
    `r99999999999-${'x'.repeat(32)}`,
    '../../x',
    'i1\0',
  ])('%j is unknown', async (token) => {
    expect(await lookUp(token)).toEqual({ state: 'unknown' })
    expect(await refusal(accept(token))).toEqual(bad('unknown'))
    expect(await refusal(askToJoin(core, realm, address(), token))).toEqual(bad('unknown'))
  })

  test('of one invitation opens neither another one nor a request with the same id', async () => {
    const { id, token } = await invited('iago')
    const [, mac] = token.split(/-(.*)/s)
    const { id: other } = await invited('iago')
    for (const forged of [`i${other}-${mac}`, `r${id}-${mac}`, `i${id}-${mac!.slice(1)}x`]) {
      expect(await lookUp(forged)).toEqual({ state: 'unknown' })
    }
  })

  test('of another organization is an error that names that organization, and works only there', async () => {
    const { token } = await invited('iago')
    const [other] = await world.sql<{ id: number }>(`SELECT id FROM realm WHERE subdomain = 'other'`)
    const there = (await core.realms.get(other!.id as typeof realm.id))!
    expect(await lookUp(token, there)).toEqual({ state: 'elsewhere' })
    expect(await refusal(acceptInvitation(core, there, token, someone))).toEqual(bad('elsewhere'))
    await accept(token)
    expect(await lookUp(token, there)).toEqual({ state: 'elsewhere' })
  })

  test('can be revoked and expires', async () => {
    const { id, token } = await invited('iago')
    await world.sql('UPDATE invitation SET expires_at = now() WHERE id = $1', [id])
    expect(await lookUp(token)).toEqual({ state: 'expired' })
    expect(await refusal(accept(token))).toEqual(bad('expired'))
    const second = await invited('iago')
    await ok(as('iago').delete(`/invites/${second.id}`))
    expect(await lookUp(second.token)).toEqual({ state: 'revoked' })
    expect(await refusal(accept(second.token))).toEqual(bad('revoked'))
  })
})

describe('a reusable link', () => {
  test('creates an account for everyone who confirms an address', async () => {
    const { token } = await reusable({ invite_as: 600, stream_ids: [world.channelId('Verona')] })
    expect(await lookUp(token)).toMatchObject({ state: 'valid', email: null, role: 600 })
    expect(await refusal(accept(token))).toEqual(bad('unknown'))
    for (const email of [address(), address()]) {
      await askToJoin(core, realm, ` ${email} `, token)
      const confirmed = await confirmation(email)
      expect(await lookUp(confirmed)).toMatchObject({ state: 'valid', email, role: 600 })
      expect(await refusal(askToJoin(core, realm, address(), confirmed))).toEqual(bad('unknown'))
      const user = await accept(confirmed)
      expect(user).toMatchObject({ role: 600, deliveryEmail: email })
      expect(await channelsOf(user)).toEqual(['Verona'])
      expect(await lookUp(confirmed)).toEqual({ state: 'used' })
      // As for any other address, so that nobody finds out who is a member.
      await askToJoin(core, realm, email, token)
      expect(await refusal(accept(await confirmation(email)))).toMatchObject({ msg: expect.any(String) })
    }
    expect((await lookUp(token)).state).toBe('valid')
  })

  test('that is revoked ends the requests that are not yet confirmed', async () => {
    const { token, id } = await reusable()
    const email = address()
    await askToJoin(core, realm, email, token)
    await ok(as('desdemona').delete(`/invites/multiuse/${id}`))
    const confirmed = await confirmation(email)
    expect(await lookUp(confirmed)).toEqual({ state: 'revoked' })
    expect(await refusal(accept(confirmed))).toEqual(bad('revoked'))
    expect(await refusal(askToJoin(core, realm, address(), token))).toEqual(bad('revoked'))
  })

  test('with two requests of one address creates one account', async () => {
    const { token } = await reusable()
    const email = address()
    await askToJoin(core, realm, email, token)
    const first = await confirmation(email)
    await askToJoin(core, realm, email.toUpperCase(), token)
    const second = await confirmation(email.toUpperCase())
    const answers = await Promise.allSettled([accept(first), accept(second), accept(first)])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })

  test('sends a limited number of mails, and none to an invalid address', async () => {
    const { token } = await reusable()
    const email = address()
    for (let n = 0; n < 3; n++) await askToJoin(core, realm, email, token)
    expect((await refusal(askToJoin(core, realm, email.toUpperCase(), token))).code).toBe('RATE_LIMIT_HIT')
    expect((await refusal(askToJoin(core, realm, 'no address', token))).msg).toBe('Invalid address.')
    expect((await refusal(askToJoin(core, realm, 'a\0b@c.test', token))).msg).toBe('Invalid address.')
    expect((await refusal(askToJoin(core, realm, 'x@mailinator.com', token))).msg).toBe(
      'Please use your real email address.',
    )
  })
})

test('people can join without an invitation only where none is required', async () => {
  const email = address()
  expect((await refusal(askToJoin(core, realm, email))).code).toBe('INVITATION_REQUIRED')
  await setRealm(core, realm, { invite_required: false })
  await askToJoin(core, realm, email)
  const confirmed = await confirmation(email)
  expect(await lookUp(confirmed)).toEqual({ state: 'valid', email, inviter: undefined, role: 400 })
  await setRealm(core, realm, { invite_required: true })
  expect(await lookUp(confirmed)).toEqual({ state: 'closed' })
  expect(await refusal(accept(confirmed))).toEqual(bad('closed'))
  await setRealm(core, realm, { invite_required: false })
  expect(await channelsOf(await accept(confirmed))).toEqual(['general'])
  const late = address()
  await askToJoin(core, realm, late)
  await world.sql('UPDATE join_request SET expires_at = now() WHERE email = $1', [late])
  expect(await lookUp(await confirmation(late))).toEqual({ state: 'expired' })
  await setRealm(core, realm, { invite_required: true })
})

describe('a new user', () => {
  const custom = (text: string) =>
    `A message from the administrators of Loquat demonstration:\n\`\`\`quote\n${text}\n\`\`\``
  const nameOf = (user: UserRecord) => `@_**${user.fullName}|${user.id}**`

  test('gets a welcome message and is announced, and the inviter is notified', async () => {
    await setRealm(core, realm, { welcome_message_custom_text: 'Mind the gap.' })
    await ok(as('iago').patch('/realm', { signup_announcements_stream_id: world.channelId('Verona') }))
    const { token } = await invited('cordelia')
    const user = await accept(token)
    const [greeting, added, ...more] = await messages(clientOf(user))
    expect(greeting).toEqual([
      'Welcome Bot',
      expect.stringMatching(/^Hello, and welcome to Loquat demonstration!/),
    ])
    expect([added, ...more]).toEqual([['Welcome Bot', custom('Mind the gap.')]])
    const signups = [
      ['channel', 'Verona'],
      ['topic', 'signups'],
    ]
    expect((await messages(as('iago'), signups)).at(-1)).toEqual([
      'Notification Bot',
      `${nameOf(user)} joined this organization.`,
    ])
    const told = `${nameOf(user)} accepted your invitation to join the organization!`
    expect((await messages(as('cordelia'))).at(-1)).toEqual(['Notification Bot', told])
    const { unread_msgs } = await ok(clientOf(user).post('/register'))
    expect(unread_msgs.pms[0].unread_message_ids).toHaveLength(2)
    await ok(as('iago').patch('/realm', { signup_announcements_stream_id: -1 }))
  })

  test.each([
    ['Read the rules.', [['Welcome Bot', custom('Read the rules.')]]],
    ['', []],
  ])('sees what the invitation says: %j', async (welcome_message_custom_text, added) => {
    await setRealm(core, realm, { welcome_message_custom_text: 'Mind the gap.' })
    const { token } = await invited('iago', { welcome_message_custom_text, notify_referrer_on_join: false })
    const before = await messages(as('iago'))
    const user = await accept(token)
    expect((await messages(clientOf(user))).slice(1)).toEqual(added)
    expect(await messages(as('iago'))).toEqual(before)
    await setRealm(core, realm, { welcome_message_custom_text: '' })
  })

  test('whom an administrator creates gets a welcome message too, and the invitation ends', async () => {
    await setRealm(core, realm, { welcome_message_custom_text: '' })
    const { email, token } = await invited('hamlet')
    const maker = await newcomer(core, realm, url, { email: 'maker@demo.test', role: 200 })
    await world.sql('UPDATE user_account SET can_create_users = true WHERE id = $1', [maker.record.id])
    expect(await lookUp(token)).toMatchObject({ state: 'valid' })
    const { gateway, url: fresh } = await world.gateway()
    const client = new Client(fresh, maker.client.credentials!)
    const { user_id } = await client.ok(
      client.post('/users', { email, full_name: 'Made', password: PASSWORD }),
    )
    await realm.sync()
    expect(await lookUp(token)).toEqual({ state: 'revoked' })
    expect(await messages(clientOf(realm.users.get(user_id)!))).toHaveLength(1)
    await gateway.close()
  })

  test('becomes visible to guests with limited access who share a channel', async () => {
    const groups = realm.record.systemGroups
    await setRealm(core, realm, { can_access_all_users_group: groups['role:members'] })
    await ok(
      as('desdemona').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'Verona' }],
        principals: [world.userId('polonius')],
      }),
    )
    const [known, unknown] = [
      await invited('iago', { stream_ids: [world.channelId('Verona')] }),
      await invited('iago'),
    ]
    let user!: UserRecord
    const told = await eventsDuring(['realm_user'], ['polonius', 'hamlet'], async () => {
      user = await accept(known.token, { fullName: 'Known' })
      await accept(unknown.token, { fullName: 'Unknown' })
    })
    const added = (name: string) =>
      told[name]!.filter((event) => event.op === 'add').map((event) => event.person.full_name)
    expect(added('polonius').filter((name) => name !== 'Unknown user')).toEqual(['Known'])
    expect(added('hamlet')).toEqual(['Known', 'Unknown'])
    expect(user.fullName).toBe('Known')
    await setRealm(core, realm, { can_access_all_users_group: groups['role:everyone'] })
  })
})

describe('POST /realm/test_welcome_bot_custom_message', () => {
  const path = '/realm/test_welcome_bot_custom_message'

  test('returns the text as new users will read it', async () => {
    const text = 'Read **this** and\n```\ncode\n```'
    const { message_id } = await ok(as('iago').post(path, { welcome_message_custom_text: text }))
    const { message } = await ok(as('iago').get(`/messages/${message_id}`, { apply_markdown: false }))
    expect(message).toMatchObject({ sender_full_name: 'Welcome Bot', type: 'private' })
    expect(message.content).toBe(
      `A message from the administrators of Loquat demonstration:\n\`\`\`\`quote\n${text}\n\`\`\`\``,
    )
  })

  test.each([
    ['nothing', '  ', 'Message must not be empty'],
    ['too much', 'x'.repeat(8001), 'welcome_message_custom_text is too long (limit: 8000 characters)'],
  ])('%s is refused', async (_, welcome_message_custom_text, msg) => {
    expect((await as('iago').post(path, { welcome_message_custom_text })).body.msg).toBe(msg)
    expect((await as('iago').post(path)).status).toBe(400)
  })
})

test('nobody can join a deactivated organization', async () => {
  const { token } = await invited('iago')
  const link = (await reusable()).token
  await deactivateRealmAsOperator(core, realm, null)
  expect((await refusal(accept(token))).code).toBe('REALM_DEACTIVATED')
  expect((await refusal(askToJoin(core, realm, address(), link))).code).toBe('REALM_DEACTIVATED')
  await reactivateRealm(core, realm)
  await accept(token)
})

test('none of this changes another organization', async () => {
  expect((await ok(foreign.client.get('/users'))).members).toHaveLength(1)
})
