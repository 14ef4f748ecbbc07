import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { FounderEntries } from '../../../../core/organization/settings/founder-entry.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { SoftwarePasskey } from '../../../harness/software-passkey.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization } from '../changes.ts'

let world: World
let gateway: Gateway
let url: string
/** The address that the server gives its pages. */
let origin: string

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  origin = url
})
afterAll(() => world.close())

const loggedIn = async (name: string, at = url) => {
  const browsing = new Browsing(at)
  await browsing.logIn(name, DEMONSTRATION_PASSWORD)
  return browsing
}
const begin = async ({ json }: Browsing) =>
  (await json.ok(json.post('/users/me/passkeys/begin'))).options as {
    challenge: string
    rp: { id: string }
    user: { name: string }
  }
const add = async ({ json }: Browsing, response: string) => {
  const { status, body } = await json.post('/users/me/passkeys', { response })
  return status === 200 ? 'added' : String(body.msg)
}
const REFUSED = 'The passkey could not be added. Try again.'
const passkeysOf = async (name: string) =>
  (
    await world.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM passkey WHERE user_id = ${world.userId(name)}`,
    )
  )[0]!.n

describe('the challenge with which a browser makes a passkey', () => {
  test('adds one passkey', async () => {
    const browsing = await loggedIn('hamlet')
    expect(await add(browsing, new SoftwarePasskey().registration(await begin(browsing), origin))).toBe(
      'added',
    )
    expect(await passkeysOf('hamlet')).toBe(1)
  })

  test('works once, also for two answers at once, of one passkey or two', async () => {
    const browsing = await loggedIn('cordelia')
    const options = await begin(browsing)
    const answers = [new SoftwarePasskey(), new SoftwarePasskey()].map((one) =>
      one.registration(options, origin),
    )
    const outcomes = await Promise.all([...answers, answers[0]!].map((answer) => add(browsing, answer)))
    expect(outcomes.sort()).toEqual([REFUSED, REFUSED, 'added'].sort())
    expect(await add(browsing, answers[1]!)).toBe(REFUSED)
    expect(await passkeysOf('cordelia')).toBe(1)
  })

  test('belongs to one account, one session and one organization', async () => {
    const browsing = await loggedIn('othello')
    const options = await begin(browsing)
    const answer = () => new SoftwarePasskey().registration(options, origin)
    expect(await add(await loggedIn('prospero'), answer())).toBe(REFUSED)
    expect(await add(await loggedIn('othello'), answer())).toBe(REFUSED)
    const other = await anotherOrganization(gateway.core, url)
    const foreign = new Browsing(other.url)
    const entry = await new FounderEntries(gateway.core.redis).issue(other.realm.id, other.owner.id)
    await foreign.request('POST', `/begin/${entry}`, '')
    await begin(foreign)
    expect(await add(foreign, answer())).toBe(REFUSED)
    expect([await passkeysOf('othello'), await passkeysOf('prospero')]).toEqual([0, 0])
    // None of these attempts has used it up.
    expect(await add(browsing, answer())).toBe('added')
  })

  test('ends with its session, and after five minutes', async () => {
    const browsing = await loggedIn('iago')
    const options = await begin(browsing)
    const answer = new SoftwarePasskey().registration(options, origin)
    await browsing.logOut()
    const again = await loggedIn('iago')
    expect(await add(again, answer)).toBe(REFUSED)
    // A forged one: the same with a later end.
    const { challenge, rp } = await begin(again)
    const [until, random, seal] = Buffer.from(challenge, 'base64url').toString().split('.')
    expect(Number(until)).toBeLessThanOrEqual(Date.now() / 1000 + 300)
    for (const forged of [
      `${Number(until) + 1000}.${random}.${seal}`,
      `${until}.${'A'.repeat(22)}.${seal}`,
      `${until}.${random}.${'A'.repeat(43)}`,
      '',
    ]) {
      const given = { challenge: Buffer.from(forged).toString('base64url'), rp }
      expect(await add(again, new SoftwarePasskey().registration(given, origin)), forged).toBe(REFUSED)
    }
    expect(await passkeysOf('iago')).toBe(0)
  })

  test('is none of a log-in, of another page, or of another kind of answer', async () => {
    const browsing = await loggedIn('desdemona')
    const visitor = new Browsing(url)
    const page = await visitor.get('/login')
    const shown = /data-passkey="([^"]+)"/.exec(page.text)![1]!.replaceAll('&quot;', '"')
    const { challenge } = JSON.parse(shown) as { challenge: string }
    const options = await begin(browsing)
    const passkey = new SoftwarePasskey()
    for (const answer of [
      passkey.registration({ ...options, challenge }, origin),
      passkey.registration(options, 'https://evil.test'),
      passkey.registration(options, `${origin}.evil.test`),
      passkey.registration({ ...options, rp: { id: 'evil.test' } }, origin),
      passkey.registration(options, origin, 'webauthn.get'),
      '{}',
      'null',
      '[]',
      '{',
      '"\\ud800"',
    ])
      expect(await add(browsing, answer), answer.slice(0, 60)).toBe(REFUSED)
    const huge = await browsing.json.post('/users/me/passkeys', { response: 'x'.repeat(100_000) })
    expect(huge.status).toBe(400)
    expect(await passkeysOf('desdemona')).toBe(0)
  })

  test('makes no second entry of a passkey that an account of the organization has', async () => {
    const passkey = new SoftwarePasskey()
    const first = await loggedIn('aaron')
    expect(await add(first, passkey.registration(await begin(first), origin))).toBe('added')
    const second = await loggedIn('zoe')
    expect(await add(second, passkey.registration(await begin(second), origin))).toBe(REFUSED)
    expect([await passkeysOf('aaron'), await passkeysOf('zoe')]).toEqual([1, 0])
  })

  test('needs a session of a recent log-in, and no API key will do', async () => {
    const browsing = await loggedIn('shiva')
    const options = await begin(browsing)
    for (const key of await world.redis.keys('session-confirmed:*')) await world.redis.del(key)
    const answer = new SoftwarePasskey().registration(options, origin)
    const stale = await browsing.json.post('/users/me/passkeys', { response: answer })
    expect([stale.status, stale.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    const key = await world.client(url, 'shiva').post('/users/me/passkeys', { response: answer })
    expect(key.status).toBe(403)
    expect(await passkeysOf('shiva')).toBe(0)
  })
})
