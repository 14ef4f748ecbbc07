import '../../harness/product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import { FounderEntries } from '../../../core/organization/settings/founder-entry.ts'
import { deactivateUser } from '../../../core/people/accounts/deactivate.ts'
import { tokenOf } from '../../../core/people/invites/token.ts'
import type { InvitationId, UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration } from '../routes/changes.ts'

const GOOD = 'four words of a play'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let other: Awaited<ReturnType<typeof anotherOrganization>>

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  realm = await demonstration(world, gateway.core)
  other = await anotherOrganization(gateway.core, url)
})
afterAll(() => world.close())

const browser = (at = url) => new Browsing(at)
const headingOf = ({ text }: { text: string }) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const person = (name: string) => ({ full_name: name, password: GOOD })
const accounts = async (email: string) =>
  (await world.sql<{ role: number }>('SELECT role FROM user_account WHERE delivery_email = $1', [email])).map(
    ({ role }) => role,
  )

/** Invites an address. Returns the id and path of the invitation's link. */
async function invite(by: string, email: string, more: object = {}): Promise<{ id: number; path: string }> {
  const client = world.client(url, by)
  await client.ok(client.post('/invites', { invitee_emails: email, stream_ids: [], ...more }))
  const [{ id }] = (await world.sql<{ id: number }>('SELECT id FROM invitation WHERE email = $1', [
    email,
  ])) as [{ id: number }]
  const token = tokenOf(world.config.secretKey, realm.id, { kind: 'invitation', id: id as InvitationId })
  return { id, path: `/join/${token}` }
}

describe('the link of an invitation', () => {
  test('creates one account, whoever uses it again, and for two at once', async () => {
    const { path } = await invite('desdemona', 'one@demo.test')
    const page = await browser().get(path)
    expect(page.status).toBe(200)
    const visitors = [browser(), browser(), browser()]
    const forms = await Promise.all(visitors.map((visitor) => visitor.get(path)))
    const answers = await Promise.all(
      visitors.map((visitor, i) => visitor.submitForm(forms[i]!.text, person(`One ${i}`), path)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
    expect(await accounts('one@demo.test')).toHaveLength(1)
    expect(headingOf(await browser().get(path))).toBe('This link has been used')
  })

  test('ends when it is revoked or expired, also while its form is open', async () => {
    const owner = world.client(url, 'desdemona')
    const revoked = await invite('desdemona', 'revoked@demo.test')
    const visitor = browser()
    const form = await visitor.get(revoked.path)
    await owner.ok(owner.delete(`/invites/${revoked.id}`))
    const late = await visitor.submitForm(form.text, person('Late'), revoked.path)
    expect([late.status, headingOf(late)]).toEqual([410, 'This invitation has been revoked'])
    const expired = await invite('desdemona', 'expired@demo.test')
    const open = await visitor.get(expired.path)
    await world.sql(`UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`)
    const after = await visitor.submitForm(open.text, person('Late'), expired.path)
    expect([after.status, headingOf(after)]).toEqual([410, 'This link has expired'])
    expect(await accounts('revoked@demo.test')).toEqual([])
    expect(await accounts('expired@demo.test')).toEqual([])
  })

  test('ends with the account of its inviter, and with the role that it needs', async () => {
    const byIago = await invite('iago', 'iagos@demo.test', { invite_as: 200 })
    const byHamlet = await invite('hamlet', 'hamlets@demo.test')
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.patch(`/users/${world.userId('iago')}`, { role: 400 }))
    expect((await browser().get(byIago.path)).status).toBe(410)
    await owner.ok(owner.patch(`/users/${world.userId('iago')}`, { role: 200 }))
    expect((await browser().get(byIago.path)).status).toBe(410)
    const form = await browser().get(byHamlet.path)
    expect(form.status).toBe(200)
    const actor = realm.users.get(world.userId('desdemona') as UserId)!
    await deactivateUser({ core: gateway.core, realm, user: actor }, world.userId('hamlet') as UserId, null)
    const gone = await browser()
      .submit(byHamlet.path)
      .catch(() => undefined)
    expect(gone).toBeUndefined() // there is no form any more
    expect(headingOf(await browser().get(byHamlet.path))).toBe('This invitation has been revoked')
    await owner.ok(owner.post(`/users/${world.userId('hamlet')}/reactivate`))
    expect((await browser().get(byHamlet.path)).status).toBe(410)
    expect(await accounts('hamlets@demo.test')).toEqual([])
  })

  test('gives its own role and address, whatever the form says', async () => {
    const { path } = await invite('desdemona', 'guest@demo.test', { invite_as: 600 })
    const fields = {
      ...person('Guest'),
      role: '100',
      invite_as: '100',
      email: 'owner@demo.test',
      is_admin: '1',
    }
    expect((await browser().submit(path, fields)).status).toBe(303)
    expect(await accounts('guest@demo.test')).toEqual([600])
    expect(await accounts('owner@demo.test')).toEqual([])
  })

  test('is worth nothing in another organization, and cannot be derived from others', async () => {
    const { id, path } = await invite('desdemona', 'derived@demo.test')
    const there = await browser(other.url).get(path)
    expect([there.status, headingOf(there)]).toEqual([404, 'This link belongs to another organization'])
    expect(there.text).not.toContain('derived@demo.test')
    const token = path.slice('/join/'.length)
    const mac = token.slice(token.indexOf('-') + 1)
    const guesses = [
      `i${id + 1}-${mac}`,
      `r${id}-${mac}`,
      `i${id}-${mac.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`,
      `i${id}-${mac.slice(0, -1)}`,
      `i0${id}-${mac}`,
      `i${id}-${tokenOf('another secret', realm.id, { kind: 'invitation', id: id as InvitationId }).split('-')[1]}`,
      tokenOf(world.config.secretKey, other.realm.id, {
        kind: 'invitation',
        id: id as InvitationId,
      }),
      `i99999999999-${mac}`,
      'x'.repeat(5_000),
      '%2e%2e%2f',
    ]
    const answers = await Promise.all(guesses.map((guess) => browser().get(`/join/${guess}`)))
    // All are the same, so that nobody learns which invitations there are.
    expect(new Set(answers.map(({ text }) => text.replace(/csrftoken" value="[^"]*"/, ''))).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await browser().get(path)).status).toBe(200)
  })

  test('takes a limited number of guesses from one network', async () => {
    const strict = await world.gateway({ RATE_LIMIT_ADDRESS_PER_MINUTE: '20' })
    const statuses: number[] = []
    for (let i = 0; i < 40; i++)
      statuses.push((await browser(strict.url).get(`/join/i${i + 1}-${'A'.repeat(32)}`)).status)
    // Other tests have asked from this network too.
    expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the link with which an operator lets somebody found an organization', () => {
  const links = () => new CreationLinks(gateway.core.redis, world.config.secretKey)
  const founder = (subdomain: string) => ({
    ...{ name: 'Arden', subdomain, email: 'rosalind@arden.test', full_name: 'Rosalind', password: GOOD },
  })
  const organizations = async (...subdomains: string[]) =>
    (await world.sql('SELECT id FROM realm WHERE subdomain = ANY($1)', [subdomains])).length

  test('founds one, also when several use it at once under several names', async () => {
    const path = `/new/${await links().issue()}`
    const names = ['forest-a', 'forest-b', 'forest-c']
    const answers = await Promise.all(names.map((name) => browser().submit(path, founder(name))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect(await organizations(...names)).toBe(1)
    expect((await browser().get(path)).status).toBe(410)
  })

  test('stays good after a refusal, and is not used up by looking at it', async () => {
    const path = `/new/${await links().issue()}`
    for (let i = 0; i < 5; i++) expect((await browser().get(path)).status).toBe(200)
    const taken = await browser().submit(path, founder(''))
    expect(taken.status).toBe(422)
    expect((await browser().submit(path, founder('glade'))).status).toBe(200)
  })

  test('is refused when it is expired, forged, of another server, or unknown to Redis', async () => {
    const expired = await links().issue(Date.now() - 8 * 86_400_000)
    const foreign = await new CreationLinks(gateway.core.redis, 'another secret').issue()
    const real = await links().issue()
    const later = real.replace(/^\d+/, (until) => String(Number(until) + 86_400))
    const forgotten = await links().issue()
    for (const key of await world.redis.keys('creation-link:*')) await world.redis.del(key)
    for (const token of [
      expired,
      foreign,
      later,
      forgotten,
      `${real}x`,
      real.slice(0, -1),
      'x',
      '%00',
      'y'.repeat(5_000),
    ]) {
      const shown = await browser().get(`/new/${token}`)
      expect(shown.status, token).toBeGreaterThanOrEqual(400)
      expect(shown.text).not.toContain('<form')
    }
    const form = `/new/${await links().issue()}`
    const visitor = browser()
    const { text } = await visitor.get(form)
    const sent = await visitor.submitForm(text.replaceAll(form, `/new/${expired}`), founder('late'), form)
    expect(sent.status).toBe(410)
    expect(await organizations('late')).toBe(0)
  })

  test('has no token in Redis, and none in a refusal', async () => {
    const token = await links().issue()
    const keys = (await world.redis.keys('*')).join('\n')
    expect(keys).not.toContain(token.slice(0, 30))
    const refused = await browser().get(`/new/${token.slice(0, -1)}`)
    expect(refused.text).not.toContain(token.slice(0, 30))
    expect(refused.headers.get('referrer-policy')).toBe('same-origin')
  })
})

describe('the token with which a founder enters', () => {
  const entries = () => new FounderEntries(gateway.core.redis)
  const enter = (token: string, at = url) => browser(at).request('POST', `/begin/${token}`, '')
  const owner = () => world.userId('desdemona') as UserId
  const isIn = ({ headers }: { headers: Headers }) => headers.get('location') === '/#begin'

  test('works once, also for two at once', async () => {
    const token = await entries().issue(realm.id, owner())
    const answers = await Promise.all([enter(token), enter(token), enter(token)])
    expect(answers.filter(isIn)).toHaveLength(1)
    expect(isIn(await enter(token))).toBe(false)
  })

  test('is not used up by a GET, and expires', async () => {
    const token = await entries().issue(realm.id, owner())
    for (const look of [await browser().get(`/begin/${token}`), await browser().get(`/begin/${token}`)]) {
      expect([look.status, look.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
      expect(look.text).toContain(`<form method="post" action="/begin/${token}">`)
      expect(look.headers.get('set-cookie') ?? '').not.toContain('sessionid')
    }
    const elsewhere = await browser(other.url).get(`/begin/${token}`)
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/login'])
    expect(await world.redis.ttl((await world.redis.keys('founder-entry:*'))[0]!)).toBeLessThanOrEqual(600)
    expect(isIn(await enter(token))).toBe(true)
    const late = await entries().issue(realm.id, owner())
    for (const key of await world.redis.keys('founder-entry:*')) await world.redis.del(key)
    expect(isIn(await enter(late))).toBe(false)
    expect((await browser().get(`/begin/${late}`)).headers.get('location')).toBe('/login')
  })

  test('opens no other organization, and no deactivated account', async () => {
    const token = await entries().issue(realm.id, owner())
    expect(isIn(await enter(token, other.url))).toBe(false)
    expect(isIn(await enter(token))).toBe(true)
    const gone = await entries().issue(realm.id, world.userId('othello') as UserId)
    await deactivate(gateway.core, realm, world.userId('othello'))
    expect(isIn(await enter(gone))).toBe(false)
    for (const guess of ['x', 'A'.repeat(32), 'a'.repeat(5_000), '%00'])
      expect(isIn(await enter(guess)), guess).toBe(false)
  })
})
