import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { logInByDeviceCode } from '../../../../gateway/web/client/index.ts'
import { Browsing } from '../../../harness/browsing.ts'
import type { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization } from '../../routes/changes.ts'

let world: World
let url: string
let otherUrl: string
let terminal: Client

beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '4' })
  const started = await world.gateway()
  url = started.url
  otherUrl = (await anotherOrganization(started.gateway.core, url)).url
  terminal = world.client(url)
})
afterAll(() => world.close())

const PAGE = '/accounts/device'
const begin = () => terminal.ok(terminal.post('/device_authorization'))
/** Asks for the key. The limit of questions is lifted unless the test is about it. */
async function redeem(device_code: string, isPatient = true, client = terminal) {
  if (isPatient) for (const key of await world.redis.keys('device-poll:*')) await world.redis.del(key)
  return client.post('/device_token', { device_code })
}
const codeOf = async (answer: ReturnType<typeof redeem>) => (await answer).body.code
async function loggedIn(name: string) {
  const browsing = new Browsing(url)
  await browsing.logIn(name, DEMONSTRATION_PASSWORD)
  return browsing
}
async function decide(browsing: Browsing, user_code: string, decision: 'allow' | 'deny') {
  const question = await browsing.submit(PAGE, { user_code })
  expect(question.text).toContain('Continue only if you have just started it yourself.')
  return browsing.submitForm(question.text, { user_code, decision }, PAGE)
}

describe('a program without a browser', () => {
  test('gets the key of the person who enters its code, once', async () => {
    const begun = await begin()
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://localhost:9991/accounts/device',
      verification_uri_complete: `http://localhost:9991/accounts/device?user_code=${begun.user_code}`,
      ...{ expires_in: 600, interval: 5 },
    })
    expect(await codeOf(redeem(begun.device_code))).toBe('AUTHORIZATION_PENDING')
    const hamlet = await loggedIn('hamlet')
    expect((await hamlet.get(`${PAGE}?user_code=${begun.user_code}`)).text).toContain(
      `value="${begun.user_code}"`,
    )
    // People type it as they like. Opening the address alone decides nothing.
    const typed = begun.user_code.toLowerCase().replace('-', ' ')
    expect(await codeOf(redeem(begun.device_code))).toBe('AUTHORIZATION_PENDING')
    expect((await decide(hamlet, typed, 'allow')).text).toContain('The program is logged in')
    const answers = await Promise.all([redeem(begun.device_code), redeem(begun.device_code)])
    const [given] = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(given!.body).toMatchObject({
      api_key: world.client(url, 'hamlet').credentials!.apiKey,
      ...{ email: 'hamlet@demo.test', user_id: world.userId('hamlet') },
    })
    expect(await codeOf(redeem(begun.device_code))).toBe('EXPIRED_TOKEN')
    const entries = await world.sql<{ value: string }>(
      "SELECT new_value AS value FROM audit_entry WHERE kind = 'log_in' AND new_value LIKE '%device_code%'",
    )
    expect(entries).toHaveLength(1)
  })

  test('is refused when the person denies it, and with a code that is used', async () => {
    const begun = await begin()
    const hamlet = await loggedIn('hamlet')
    expect((await decide(hamlet, begun.user_code, 'deny')).text).toContain('The program is not logged in')
    expect((await hamlet.submit(PAGE, { user_code: begun.user_code })).status).toBe(400)
    expect(await codeOf(redeem(begun.device_code))).toBe('ACCESS_DENIED')
    expect(await codeOf(redeem(begun.device_code))).toBe('EXPIRED_TOKEN')
  })

  test('is named in the language of the page', async () => {
    const headers = { 'user-agent': 'ZulipTerminal/0.7 (Linux)' }
    const begun = await fetch(`${url}/api/v1/device_authorization`, { method: 'POST', headers })
    const { user_code } = (await begun.json()) as { user_code: string }
    const person = await loggedIn('cordelia')
    const speak = (default_language: string) =>
      person.json.ok(person.json.patch('/settings', { default_language }))
    await speak('fr')
    const { text } = await person.submit(PAGE, { user_code })
    await speak('en')
    expect(text).toContain('le client de terminal sous Linux')
  })

  test('uses the client library', async () => {
    let code = ''
    const started = logInByDeviceCode({
      url,
      onCode: ({ userCode }) => {
        code = userCode
      },
    })
    await expect.poll(() => code).not.toBe('')
    await decide(await loggedIn('iago'), code, 'allow')
    const { email, apiKey, userId } = await started
    const known = world.client(url, 'iago').credentials!
    expect({ email, apiKey, userId }).toEqual({
      email: known.email,
      apiKey: known.apiKey,
      userId: world.userId('iago'),
    })
  }, 60_000)
})

describe('attacks', () => {
  test('nobody decides without a recent log-in, and the log-in leads back', async () => {
    const { user_code } = await begin()
    const target = `${PAGE}?user_code=${user_code}`
    const stranger = new Browsing(url)
    const led = await stranger.get(target)
    const login = led.headers.get('location')!
    expect(new URL(login, url).searchParams.get('next')).toBe(target)
    const page = await stranger.get(login)
    const fields = { email: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
    expect((await stranger.submitForm(page.text, fields, login)).headers.get('location')).toBe(target)
    const stale = await loggedIn('hamlet')
    for (const key of await world.redis.keys('session-confirmed:*')) await world.redis.del(key)
    const again = (await stale.get(target)).headers.get('location')!
    expect(again).toContain('/login?again=1')
    expect((await stale.get(again)).text).toContain('type="password"')
  })

  test('guesses are limited, codes are of one organization, and a new password ends a decision', async () => {
    const owner = await loggedIn('othello')
    const guesses = []
    for (let i = 0; i < 5; i++) guesses.push((await owner.submit(PAGE, { user_code: 'BBBB-BBBB' })).status)
    expect(guesses).toEqual([400, 400, 400, 400, 429])

    const begun = await begin()
    const foreign = world.client(otherUrl)
    expect(await codeOf(redeem(begun.device_code, true, foreign))).toBe('EXPIRED_TOKEN')

    const cordelia = await loggedIn('cordelia')
    await decide(cordelia, begun.user_code, 'allow')
    await world
      .client(url, 'iago')
      .ok(world.client(url, 'iago').delete(`/users/${world.userId('cordelia')}/sessions`))
    expect(await codeOf(redeem(begun.device_code))).toBe('EXPIRED_TOKEN')
  })

  test('a program that asks too often is told so, and hostile codes find nothing', async () => {
    const { device_code } = await begin()
    expect(await codeOf(redeem(device_code))).toBe('AUTHORIZATION_PENDING')
    expect(await codeOf(redeem(device_code, false))).toBe('SLOW_DOWN')
    for (const wrong of ['', 'x', 'a\0b', '*', 'x'.repeat(200)])
      expect((await redeem(wrong)).status).toBe(400)
    const hamlet = await loggedIn('hamlet')
    for (const wrong of ['*', 'B'.repeat(1_000), '<script>'])
      expect((await hamlet.submit(PAGE, { user_code: wrong })).status).toBe(400)
  })

  test('two decisions at once: the first counts', async () => {
    const { device_code, user_code } = await begin()
    const [hamlet, iago] = [await loggedIn('hamlet'), await loggedIn('iago')]
    const fields = { user_code, decision: 'allow' }
    const questions = [await hamlet.submit(PAGE, { user_code }), await iago.submit(PAGE, { user_code })]
    const answers = await Promise.all([
      hamlet.submitForm(questions[0]!.text, fields, PAGE),
      iago.submitForm(questions[1]!.text, fields, PAGE),
    ])
    expect(answers.filter(({ text }) => text.includes('The program is logged in'))).toHaveLength(1)
    expect((await redeem(device_code)).status).toBe(200)
  })
})
