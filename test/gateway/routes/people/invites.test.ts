import { beforeEach, describe, expect, test } from 'vitest'
import {
  MAX_INVITATION_LINKS_PER_PERSON,
  MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS,
} from '../../../../config/limits.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { newcomer, setRealm } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

let made = 0
const address = () => `guest${++made}@elsewhere.test`
const invite = (name: string, parameters: Parameters = {}) =>
  as(name).post('/invites', { invitee_emails: address(), stream_ids: [], ...parameters })
const link = (name: string, parameters: Parameters = {}) => as(name).post('/invites/multiuse', parameters)
const listed = async (name: string): Promise<Body[]> => (await ok(as(name).get('/invites'))).invites
const newest = async (name: string): Promise<Body> => (await listed(name)).at(-1)
const revoke = (name: string, id: number) => as(name).delete(`/invites/${id}`)
const revokeLink = (name: string, id: number) => as(name).delete(`/invites/multiuse/${id}`)
const resend = (name: string, id: number) => as(name).post(`/invites/${id}/resend`)
const failed = (msg: string, errors: unknown[], rest: Body = {}) => ({
  status: 400,
  result: 'error',
  code: 'INVITATION_FAILED',
  msg,
  errors,
  sent_invitations: false,
  license_limit_reached: false,
  daily_limit_reached: false,
  ...rest,
})
/** The waiting mails of an invitation and its reminders, with their times. */
const mails = (id: number) =>
  world.sql<{ name: string; mail: number; days: number }>(
    `SELECT name, (data->>'mail')::int AS mail,
       round(extract(epoch FROM due_at - now()) / 86400)::int AS days
     FROM job_outbox WHERE queue = 'invitations' AND (data->>'id')::int = $1 ORDER BY id`,
    [id],
  )
const INSUFFICIENT = bad('Insufficient permission')

beforeEach(async () => {
  await world.sql('DELETE FROM invitation_day')
  await world.sql('DELETE FROM list_growth')
})

describe('POST /invites', () => {
  test('invites each address of a list once, with the chosen role, groups and channels', async () => {
    const [one, two, three] = [address(), address(), address()]
    const general = world.channelId('general')
    const invitee_emails = `${one}, ${two}\n\nA Person <${three}>,\r\n${one.toUpperCase()}`
    const before = Math.floor(Date.now() / 1000)
    await ok(
      invite('iago', {
        invitee_emails,
        invite_as: 600,
        stream_ids: [general, general],
        invite_expires_in_minutes: 10,
        include_realm_default_subscriptions: true,
        notify_referrer_on_join: false,
        welcome_message_custom_text: 'Hello *you*',
      }),
    )
    const invites = (await listed('iago')).slice(-3)
    expect(invites.map((invite) => invite.email.toLowerCase())).toEqual([one, two, three])
    const [{ id, invited, expiry_date, ...rest }] = invites as [Body]
    expect(invited).toBeGreaterThanOrEqual(before)
    expect(expiry_date - invited).toBe(600)
    expect(rest).toEqual({
      invited_by_user_id: world.userId('iago'),
      invited_as: 600,
      email: one.toUpperCase(),
      notify_referrer_on_join: false,
      is_multiuse: false,
    })
    const [row] = await world.sql('SELECT * FROM invitation WHERE id = $1', [id])
    expect(row).toMatchObject({
      channel_ids: [general],
      group_ids: [],
      with_default_channels: true,
      welcome_text: 'Hello *you*',
      valid_minutes: 10,
      ended: null,
    })
    for (const { id } of invites) {
      expect(await mails(id)).toEqual([{ name: 'invitation', mail: 1, days: 0 }])
    }
  })

  test.each([
    [{}, 14_400 * 60, true],
    [{ invite_expires_in_minutes: null }, null, false],
    [{ invite_expires_in_minutes: 2_147_483_520 }, 2_147_483_520 * 60, true],
    [{ invite_expires_in_minutes: 4 * 24 * 60 }, 4 * 24 * 3600, true],
    [{ invite_expires_in_minutes: 3 * 24 * 60 }, 3 * 24 * 3600, false],
  ])('%j is valid for %j seconds; reminder: %j', async (parameters, seconds, isReminded) => {
    await ok(invite('hamlet', parameters))
    const { id, invited, expiry_date } = await newest('hamlet')
    expect(expiry_date && expiry_date - invited).toBe(seconds)
    const reminder = { name: 'invitation-reminder', mail: 1, days: (seconds ?? 0) / 86_400 - 2 }
    expect(await mails(id)).toEqual([
      { name: 'invitation', mail: 1, days: 0 },
      ...(isReminded ? [reminder] : []),
    ])
  })

  test('skips addresses with an account and invites the others', async () => {
    const [good, other] = [address(), address()]
    await ok(invite('hamlet', { invitee_emails: other }))
    const known = 'Cordelia@demo.test'
    expect(await refusal(invite('iago', { invitee_emails: `${known},${good}` }))).toEqual(
      failed(
        "Some of those addresses are already using Loquat, so we didn't send them an invitation. " +
          'We did send invitations to everyone else!',
        [[known, 'Already has an account.', false]],
        { sent_invitations: true },
      ),
    )
    expect((await newest('iago')).email).toBe(good)
    const list = [known, 'aaron@demo.test', 'no address', 'welcome-bot@loquat.invalid', other]
    const errors = [
      [known, 'Already has an account.', false],
      ['aaron@demo.test', 'Account has been deactivated.', true],
      ['no address', 'Invalid address.', false],
      ['welcome-bot@loquat.invalid', 'Reserved for system bots.', false],
      [other, 'Already invited.', false],
    ]
    expect(await refusal(invite('iago', { invitee_emails: list.join('\n') }))).toEqual(
      failed("We weren't able to invite anyone.", errors),
    )
    expect((await refusal(invite('hamlet', { invitee_emails: other.toUpperCase() }))).errors).toEqual([
      [other.toUpperCase(), 'Already invited.', false],
    ])
    const last = address()
    expect(await refusal(invite('iago', { invitee_emails: [...list, last].join(',') }))).toEqual(
      failed(
        'Some of those addresses could not be invited. We did send invitations to everyone else!',
        errors,
        {
          sent_invitations: true,
        },
      ),
    )
    expect((await newest('iago')).email).toBe(last)
  })

  test('invites only addresses that the organization allows', async () => {
    await ok(as('desdemona').post('/realm/domains', { domain: 'good.test', allow_subdomains: false }))
    await setRealm(core, realm, { emails_restricted_to_domains: true })
    const list = ['a@good.test', 'a@bad.test', 'a@sub.good.test', 'a+b@good.test']
    const answer = await refusal(invite('iago', { invitee_emails: list.join(',') }))
    await setRealm(core, realm, { emails_restricted_to_domains: false })
    expect(answer.errors).toEqual([
      ['a@bad.test', 'Outside your domain.', false],
      ['a@sub.good.test', 'Outside your domain.', false],
      ['a+b@good.test', 'Email addresses containing + are not allowed.', false],
    ])
    expect(answer.sent_invitations).toBe(true)
    expect((await newest('iago')).email).toBe('a@good.test')
    const disposable = 'somebody@mailinator.com'
    expect((await refusal(invite('iago', { invitee_emails: disposable }))).errors).toEqual([
      [disposable, 'Please use your real email address.', false],
    ])
  })

  test.each(['', ' \n,, ', ', '])('%j is not a valid invitee', async (invitee_emails) => {
    expect(await refusal(invite('hamlet', { invitee_emails }))).toEqual(
      bad('You must specify at least one email address.'),
    )
  })

  test.each([
    { invitee_emails: undefined },
    { stream_ids: undefined },
    { stream_ids: 'general' },
    { stream_ids: ['general'] },
    { stream_ids: [99_999_999_999] },
    { invite_as: 500 },
    { invite_as: 'member' },
    { invite_expires_in_minutes: 0 },
    { invite_expires_in_minutes: -1 },
    { invite_expires_in_minutes: 1e12 },
    { group_ids: [{}] },
    { notify_referrer_on_join: 'perhaps' },
    { invitee_emails: 'a\0b@c.test' },
  ])('%j is refused', async (parameters) => {
    const before = await listed('iago')
    expect(await invite('iago', parameters)).toMatchObject({ status: 400, body: { result: 'error' } })
    expect(await listed('iago')).toEqual(before)
  })

  test.each([
    ['hamlet', [100, 200, 300], [400, 600]],
    ['shiva', [100, 200], [300, 400, 600]],
    ['iago', [100], [200, 300, 400, 600]],
    ['desdemona', [], [100, 200, 300, 400, 600]],
  ])('%s cannot invite as %j', async (name, refused, allowed) => {
    for (const invite_as of refused) expect(await refusal(invite(name, { invite_as }))).toEqual(INSUFFICIENT)
    for (const invite_as of allowed) await ok(invite(name, { invite_as }))
    await setRealm(core, realm, { create_multiuse_invite_group: realm.record.systemGroups['role:members'] })
    for (const invite_as of refused) expect(await refusal(link(name, { invite_as }))).toEqual(INSUFFICIENT)
    for (const invite_as of allowed) await ok(link(name, { invite_as }))
    await setRealm(core, realm, {
      create_multiuse_invite_group: realm.record.systemGroups['role:administrators'],
    })
  })

  test('can be permitted to any system group except the Internet and owners', async () => {
    const groups = realm.record.systemGroups
    const leaveTo = (group: number) =>
      as('desdemona').patch('/realm', { create_multiuse_invite_group: { new: group } })
    for (const name of ['role:internet', 'role:owners'] as const) {
      expect(await refusal(leaveTo(groups[name]))).toEqual(
        bad(`'create_multiuse_invite_group' setting cannot be set to '${name}' group.`),
      )
    }
    for (const name of ['role:nobody', 'role:members', 'role:fullmembers', 'role:moderators'] as const) {
      await ok(leaveTo(groups[name]))
    }
    await ok(leaveTo(groups['role:everyone']))
    await ok(link('hamlet', { invite_as: 600 }))
    // Guests cannot invite, whatever the setting.
    expect((await refusal(link('polonius', { invite_as: 600 }))).msg).toBe('Not allowed for guest users')
    await ok(leaveTo(groups['role:administrators']))
    expect(await refusal(link('hamlet', { invite_as: 600 }))).toEqual(INSUFFICIENT)
  })

  test('only administrators set the text of the welcome bot', async () => {
    const text = { welcome_message_custom_text: 'x' }
    expect(await refusal(invite('shiva', text))).toEqual(INSUFFICIENT)
    const long = { welcome_message_custom_text: 'x'.repeat(8001) }
    expect(await refusal(invite('iago', long))).toEqual(
      bad('welcome_message_custom_text is too long (limit: 8000 characters)'),
    )
    await ok(link('iago', { welcome_message_custom_text: '' }))
  })

  test('is refused for users without permission to invite', async () => {
    await setRealm(core, realm, { can_invite_users_group: realm.record.systemGroups['role:moderators'] })
    expect(await refusal(invite('hamlet'))).toEqual(INSUFFICIENT)
    await ok(invite('shiva'))
    await setRealm(core, realm, { can_invite_users_group: realm.record.systemGroups['role:members'] })
  })

  test('succeeds for one of two concurrent requests', async () => {
    const invitee_emails = address()
    const answers = await Promise.all(
      ['hamlet', 'iago', 'hamlet', 'iago'].map((name) => refusal(invite(name, { invitee_emails }))),
    )
    expect(answers.map((answer) => answer.result).sort()).toEqual(['error', 'error', 'error', 'success'])
    const [row, ...others] = await world.sql('SELECT id FROM invitation WHERE email = $1', [invitee_emails])
    expect(others).toEqual([])
    expect((await mails(row!.id)).filter((mail) => mail.name === 'invitation')).toHaveLength(1)
  })
})

describe('channels', () => {
  const invalid = (id: number) => bad(`Invalid channel ID ${id}. No invites were sent.`)
  const mayNot = bad('You do not have permission to subscribe other users to channels.')

  test.each([invite, link])('must be readable by the inviter', async (make) => {
    const secret = world.channelId('core team')
    expect(await refusal(make('iago', { stream_ids: [2_000_000_000] }))).toEqual(invalid(2_000_000_000))
    const [elsinore] = await world.sql(`SELECT id FROM channel WHERE name = 'Elsinore'`)
    expect(await refusal(make('iago', { stream_ids: [elsinore!.id] }))).toEqual(invalid(elsinore!.id))
    await setRealm(core, realm, { create_multiuse_invite_group: realm.record.systemGroups['role:members'] })
    const { subscriptions } = await ok(as('hamlet').get('/users/me/subscriptions'))
    expect(subscriptions.map((subscription: Body) => subscription.stream_id)).not.toContain(secret)
    expect(await refusal(make('hamlet', { stream_ids: [secret] }))).toEqual(invalid(secret))
    await setRealm(core, realm, {
      create_multiuse_invite_group: realm.record.systemGroups['role:administrators'],
    })
  })

  test('must be ones to which the inviter may subscribe others, or default channels', async () => {
    const [verona, general] = [world.channelId('Verona'), world.channelId('general')]
    await ok(invite('hamlet', { stream_ids: [verona] }))
    await setRealm(core, realm, {
      can_add_subscribers_group: realm.record.systemGroups['role:administrators'],
    })
    expect(await refusal(invite('hamlet', { stream_ids: [verona] }))).toEqual(mayNot)
    // A user without permission to subscribe others anywhere cannot name any channel.
    expect(await refusal(invite('hamlet', { stream_ids: [general] }))).toEqual(mayNot)
    await ok(invite('hamlet', { include_realm_default_subscriptions: true }))
    const can_add_subscribers_group = { direct_members: [world.userId('hamlet')], direct_subgroups: [] }
    await ok(
      as('iago').patch(`/streams/${verona}`, {
        can_add_subscribers_group: { new: can_add_subscribers_group },
      }),
    )
    await ok(invite('hamlet', { stream_ids: [verona, general] }))
    const scotland = world.channelId('Scotland')
    expect(await refusal(invite('hamlet', { stream_ids: [verona, scotland] }))).toEqual(mayNot)
    await setRealm(core, realm, { can_add_subscribers_group: realm.record.systemGroups['role:members'] })
  })
})

test('groups are those that the inviter may add members to', async () => {
  const group = (by: string) =>
    ok(as(by).post('/user_groups/create', { name: `g${++made}`, description: '', members: [] }))
  const { group_id: own } = await group('hamlet')
  const { group_id: other } = await group('iago')
  await ok(invite('hamlet', { group_ids: [own, own] }))
  expect(
    (await world.sql('SELECT group_ids FROM invitation ORDER BY id DESC LIMIT 1'))[0]!.group_ids,
  ).toEqual([own])
  for (const make of [invite, link]) {
    const name = make === link ? 'iago' : 'hamlet'
    const { 'role:members': members } = realm.record.systemGroups
    expect(await refusal(make(name, { group_ids: [members] }))).toEqual(INSUFFICIENT)
    expect(await refusal(make(name, { group_ids: [2_000_000_000] }))).toEqual(bad('Invalid user group'))
  }
  expect(await refusal(invite('hamlet', { group_ids: [own, other] }))).toEqual(INSUFFICIENT)
  await ok(as('hamlet').post(`/user_groups/${own}/deactivate`))
  expect(await refusal(invite('hamlet', { group_ids: [own] }))).toEqual(bad('User group is deactivated.'))
})

describe('the daily limit', () => {
  const limit = (n: number | null) =>
    world.sql('UPDATE realm SET max_daily_invitations = $1 WHERE id = 1', [n])
  const reached = failed(
    'To protect users, this server limits the number of invitations you can send in one day. ' +
      'Because you have reached the limit, no invitations were sent.',
    [],
    { daily_limit_reached: true },
  )

  const many = (n: number) => Array.from({ length: n }, address).join(',')

  test('leaves three quarters to others when one member uses up what a member may, also at the same time', async () => {
    await limit(10)
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite('hamlet')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400])
    expect(await refusal(invite('hamlet'))).toEqual(reached)
    const { id } = await newest('hamlet')
    expect(await refusal(resend('hamlet', id))).toEqual(reached)
    await ok(invite('shiva'))
    await ok(invite('iago', { invitee_emails: many(6) }))
    expect(await refusal(invite('iago'))).toEqual(reached)
    await world.sql('UPDATE invitation_day SET day = day - 1')
    expect(await refusal(invite('hamlet'))).toEqual(reached)
    await world.sql('UPDATE list_growth SET day = day - 1')
    await ok(resend('hamlet', id))
    await limit(null)
  })

  test('counts one day and all inviters together', async () => {
    await limit(8)
    await ok(invite('hamlet', { invitee_emails: many(2) }))
    expect(await refusal(invite('iago', { invitee_emails: many(7) }))).toEqual(reached)
    await ok(invite('iago', { invitee_emails: many(6) }))
    const { id } = await newest('iago')
    expect(await refusal(resend('iago', id))).toEqual(reached)
    await ok(link('iago'))
    await world.sql('UPDATE invitation_day SET day = day - 1')
    await ok(resend('iago', id))
    await limit(null)
  })

  test('does not count addresses that were not invited', async () => {
    await limit(2)
    await refusal(invite('iago', { invitee_emails: `iago@demo.test,${address()}` }))
    await ok(invite('iago'))
    expect(await refusal(invite('iago'))).toEqual(reached)
    await limit(null)
  })

  test('is smaller for a new organization', async () => {
    expect(await refusal(invite('iago', { invitee_emails: many(101) }))).toEqual(reached)
    await world.sql(`UPDATE realm SET created_at = now() - interval '8 days' WHERE id = 1`)
    await ok(invite('iago', { invitee_emails: many(101) }))
    expect(await refusal(invite('iago', { invitee_emails: many(3_001) }))).toEqual(reached)
  })
})

describe('the links of one person', () => {
  const TODAY = "(now() AT TIME ZONE 'UTC')::date"

  test('are limited in a day', async () => {
    await world.sql(`INSERT INTO list_growth VALUES ($1, 'invitationLinks', ${TODAY}, $2, 0)`, [
      world.userId('iago'),
      MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS - 1,
    ])
    await ok(link('iago'))
    expect(await refusal(link('iago'))).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    await ok(link('desdemona'))
  })

  test('are limited together, as long as they can be used', async () => {
    await ok(link('desdemona'))
    const { id } = await newest('desdemona')
    await world.sql(
      `INSERT INTO invitation (realm_id, inviter_id, role, channel_ids, group_ids, with_default_channels, notify_inviter)
       SELECT realm_id, inviter_id, role, channel_ids, group_ids, with_default_channels, notify_inviter
       FROM invitation, generate_series(1, $2) WHERE id = $1`,
      [id, MAX_INVITATION_LINKS_PER_PERSON],
    )
    expect(await refusal(link('desdemona'))).toEqual(
      bad(
        `You have too many invitation links (limit: ${MAX_INVITATION_LINKS_PER_PERSON}). Revoke one that you no longer need.`,
      ),
    )
    await ok(link('iago'))
    await ok(invite('desdemona'))
    await world.sql(`UPDATE invitation SET expires_at = now() WHERE id > $1`, [id])
    await ok(link('desdemona'))
  })
})

describe('GET /invites', () => {
  test('returns to users their own invitations and to administrators all, without links to roles above their own', async () => {
    await ok(invite('hamlet'))
    await ok(invite('shiva'))
    await ok(link('iago'))
    await ok(link('desdemona', { invite_as: 100, invite_expires_in_minutes: null }))
    const by = (invites: Body[]) => new Set(invites.map((invite) => invite.invited_by_user_id))
    expect(by(await listed('hamlet'))).toEqual(new Set([world.userId('hamlet')]))
    expect(by(await listed('iago'))).toEqual(by(await listed('desdemona')))
    expect(by(await listed('iago')).size).toBeGreaterThanOrEqual(4)
    const own = await newest('desdemona')
    expect(own).toMatchObject({
      is_multiuse: true,
      invited_as: 100,
      expiry_date: null,
      notify_referrer_on_join: false,
    })
    expect(own.link_url).toMatch(/^http:\/\/[^/]+\/join\/i\d+-[\w-]{32}\/$/)
    expect(own).not.toHaveProperty('email')
    const { link_url: _, ...shown } = own
    expect(await newest('iago')).toEqual(shown)
    expect((await foreign.client.get('/invites')).body.invites).toEqual([])
  })

  test('omits revoked and expired invitations', async () => {
    await ok(invite('hamlet'))
    const { id } = await newest('hamlet')
    await world.sql(`UPDATE invitation SET expires_at = now() WHERE id = $1`, [id])
    expect((await listed('hamlet')).map((invitation) => invitation.id)).not.toContain(id)
    expect(await refusal(revoke('hamlet', id))).toEqual(bad('No such invitation'))
    expect(await refusal(resend('hamlet', id))).toEqual(bad('No such invitation'))
  })

  test('returns the same link as at creation', async () => {
    const { invite_link } = await ok(link('iago'))
    expect((await newest('iago')).link_url).toBe(invite_link)
    expect(invite_link).toMatch(/\/join\/[\w-]+\/$/)
    expect((await fetch(`${url}${new URL(invite_link).pathname}`)).status).toBe(200)
    const stored = JSON.stringify(await world.sql('SELECT * FROM invitation'))
    expect(stored).not.toContain(invite_link.split('-').at(-1))
  })
})

describe('revoking', () => {
  const administrator = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
  const owner = bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  const none = bad('No such invitation')

  test('is for the inviter and administrators; only owners revoke invitations of owners', async () => {
    await ok(invite('hamlet'))
    const { id } = await newest('hamlet')
    expect(await refusal(revoke('shiva', id))).toEqual(administrator)
    expect(await refusal(resend('shiva', id))).toEqual(administrator)
    expect(await refusal(revokeLink('iago', id))).toEqual(none)
    await ok(revoke('hamlet', id))
    expect(await refusal(revoke('hamlet', id))).toEqual(none)
    expect(await refusal(resend('hamlet', id))).toEqual(none)
    await ok(invite('desdemona', { invite_as: 100 }))
    const { id: ofOwner } = await newest('desdemona')
    expect(await refusal(revoke('iago', ofOwner))).toEqual(owner)
    expect(await refusal(resend('iago', ofOwner))).toEqual(owner)
    expect(await refusal(foreign.client.delete(`/invites/${ofOwner}`))).toEqual(none)
    await ok(revoke('desdemona', ofOwner))
  })

  test('a reusable link works once', async () => {
    await ok(link('desdemona'))
    const { id } = await newest('desdemona')
    expect(await refusal(revoke('desdemona', id))).toEqual(none)
    expect(await refusal(resend('desdemona', id))).toEqual(none)
    expect(await refusal(revokeLink('hamlet', id))).toEqual(administrator)
    expect(await refusal(foreign.client.delete(`/invites/multiuse/${id}`))).toEqual(none)
    const answers = await Promise.all([revokeLink('iago', id), revokeLink('desdemona', id)].map(refusal))
    expect(answers.map((answer) => answer.msg).sort()).toEqual(['', 'Invitation has already been revoked'])
    expect(await refusal(revokeLink('iago', id))).toEqual(bad('Invitation has already been revoked'))
    expect(await refusal(revokeLink('iago', 2_000_000_000))).toEqual(none)
    await ok(link('desdemona', { invite_as: 100 }))
    expect(await refusal(revokeLink('iago', (await newest('desdemona')).id))).toEqual(owner)
  })

  test('happens when the inviter is deactivated, or loses the role that the invitation requires', async () => {
    const { record, client } = await newcomer(core, realm, url, { email: 'inviter@demo.test', role: 200 })
    const own = async () =>
      (await listed('iago'))
        .filter((invitation) => invitation.invited_by_user_id === record.id)
        .map((invitation) => invitation.invited_as)
    for (const invite_as of [200, 400]) {
      await client.ok(client.post('/invites', { invitee_emails: address(), stream_ids: [], invite_as }))
      await client.ok(client.post('/invites/multiuse', { invite_as }))
    }
    expect(await own()).toEqual([200, 200, 400, 400])
    await ok(as('desdemona').patch(`/users/${record.id}`, { role: 400 }))
    expect(await own()).toEqual([400, 400])
    await ok(as('desdemona').delete(`/users/${record.id}`))
    expect(await own()).toEqual([])
  })
})

describe('sending again', () => {
  test('restarts the validity period', async () => {
    await ok(invite('hamlet', { invite_expires_in_minutes: 7 * 24 * 60 }))
    const { id } = await newest('hamlet')
    await world.sql(
      `UPDATE invitation SET invited_at = invited_at - interval '5 days', expires_at = expires_at - interval '5 days'
       WHERE id = $1`,
      [id],
    )
    await ok(resend('hamlet', id))
    const { invited, expiry_date } = await newest('hamlet')
    expect(invited).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(expiry_date - invited).toBe(7 * 24 * 3600)
    expect(await mails(id)).toEqual([
      { name: 'invitation', mail: 1, days: 0 },
      { name: 'invitation-reminder', mail: 1, days: 5 },
      { name: 'invitation', mail: 2, days: 0 },
      { name: 'invitation-reminder', mail: 2, days: 5 },
    ])
  })

  test('is limited', async () => {
    await ok(invite('hamlet'))
    const { id } = await newest('hamlet')
    for (let n = 0; n < 4; n++) await ok(resend('hamlet', id))
    const { 'retry-after': seconds, ...refused } = await refusal(resend('hamlet', id))
    expect(refused).toEqual(bad('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT', status: 429 }))
    expect(seconds).toBeLessThanOrEqual(86_400)
    await world.sql('UPDATE invitation SET mailed_on = mailed_on - 1 WHERE id = $1', [id])
    await ok(resend('hamlet', id))
  })
})

test('only users who see an invitation get events about it', async () => {
  const names = ['hamlet', 'iago', 'desdemona', 'shiva', 'cordelia', 'polonius', 'greeter-bot']
  const events = await eventsDuring(['invites_changed'], names, async () => {
    await ok(invite('hamlet', { invitee_emails: `${address()},${address()}` }))
    const { id } = await newest('hamlet')
    await ok(resend('hamlet', id))
    await ok(revoke('iago', id))
    await refusal(revoke('iago', id))
    await ok(link('iago'))
    await ok(revokeLink('iago', (await newest('iago')).id))
  })
  const counts = Object.fromEntries(names.map((name) => [name, events[name]!.length]))
  expect(counts).toEqual({
    hamlet: 3,
    iago: 5,
    desdemona: 5,
    shiva: 0,
    cordelia: 0,
    polonius: 0,
    'greeter-bot': 0,
  })
  expect(events.hamlet![0]).toEqual({ type: 'invites_changed' })
})
