import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import type { Client } from '../../../harness/client.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { World } from '../../../harness/world.ts'
import { setRealm } from '../../routes/changes.ts'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

const owner = () => world.client(url, 'desdemona')
const administrator = () => world.client(url, 'iago')
const codeOfError = async (client: Client) => {
  const { status, body } = await client.get('/users/me')
  return status === 200 ? 'ok' : body.code
}

describe('an organization that requires a second factor of administrators', () => {
  test('is made so by an owner, and gives people the days of the setting', async () => {
    const asked = { two_factor_required_role: 200, two_factor_grace_days: 3 }
    expect((await administrator().patch('/realm', asked)).status).toBe(400)
    const before = Math.floor(Date.now() / 1000)
    await owner().ok(owner().patch('/realm', asked))
    const { required_from: from } = await administrator().ok(administrator().get('/users/me/second_factors'))
    expect(from).toBeGreaterThanOrEqual(before + 3 * 86_400)
    expect(from).toBeLessThan(before + 3 * 86_400 + 60)
    const hamlet = world.client(url, 'hamlet')
    expect((await hamlet.ok(hamlet.get('/users/me/second_factors'))).required_from).toBeNull()
    expect(await codeOfError(administrator())).toBe('ok')
  })

  test('begins the time anew for a wider role only', async () => {
    const since = () => realm.record.settings.two_factor_required_since
    await setRealm(gateway.core, realm, { two_factor_required_since: 1000 })
    await owner().ok(owner().patch('/realm', { two_factor_required_role: 100 }))
    expect(since()).toBe(1000)
    await owner().ok(owner().patch('/realm', { two_factor_required_role: 200 }))
    expect(since()).toBeGreaterThan(1000)
  })

  test('refuses them afterwards with a code, by key and by session, and nobody else', async () => {
    const browsing = new Browsing(url)
    await browsing.logIn('iago', DEMONSTRATION_PASSWORD)
    await owner().ok(owner().patch('/realm', { two_factor_grace_days: 0 }))
    await world.sql("UPDATE user_account SET joined_at = now() - interval '30 days'")
    expect(await codeOfError(administrator())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await codeOfError(browsing.json)).toBe('SECOND_FACTOR_REQUIRED')
    expect(await codeOfError(world.client(url, 'hamlet'))).toBe('ok')
    expect(await codeOfError(world.client(url, 'greeter-bot'))).toBe('ok')
    const file = await browsing.get(`/user_uploads/${realm.id}/ab/x.txt`)
    expect(file.status).toBe(403)
  })

  test('leads them to the set-up before anything else, which lets them in', async () => {
    const browsing = new Browsing(url)
    await browsing.logIn('iago', DEMONSTRATION_PASSWORD)
    const start = await browsing.get('/')
    expect([start.status, start.headers.get('location')]).toEqual([303, '/login/set-up'])
    const page = await browsing.get('/login/set-up')
    expect(page.text).toContain('<svg')
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '')
    const wrong = await browsing.submitForm(page.text, { code: '000000' })
    expect([wrong.status, wrong.text.includes(secret.slice(0, 4))]).toEqual([422, true])
    const right = await browsing.submitForm(wrong.text, { code: codeOf(secret) })
    const codes = /<pre>([^<]*)<\/pre>/.exec(right.text)?.[1] ?? ''
    expect([right.status, codes.match(/\w{4}-\w{4}-\w{4}/g)?.length]).toEqual([200, 10])
    expect(await codeOfError(browsing.json)).toBe('ok')
    expect(await codeOfError(administrator())).toBe('ok')
    const removal = await browsing.json.delete('/users/me/authenticator')
    expect(removal.body.msg).toContain('Your organization requires a second factor.')
  })

  test('does not let an old session set a factor up', async () => {
    const browsing = new Browsing(url)
    await browsing.logIn('desdemona', DEMONSTRATION_PASSWORD)
    for (const key of await world.redis.keys('session-confirmed:*')) await world.redis.del(key)
    const answer = await browsing.get('/login/set-up')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?next=%2Flogin%2Fset-up'])
    expect(browsing.cookies.has('sessionid')).toBe(false)
  })
})
