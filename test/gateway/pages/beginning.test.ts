import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'

let world: World
let gateway: Gateway
let url: string
beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
})
afterAll(() => world.close())

describe('the log-in page of a development server', () => {
  const buttons = (text: string) => [
    ...text.matchAll(/name="demonstration" value="(\d+)">Log in as ([^<]+)/g),
  ]
  /** The second form of the page is the one with the buttons. */
  const choose = async (browsing: Browsing, id: number | string, path = '/login') => {
    const { text } = await browsing.get(path)
    return browsing.submitForm(
      text.slice(text.indexOf('Without a password')),
      { demonstration: String(id) },
      path,
    )
  }

  test('offers the people of the demonstration, and one click logs in', async () => {
    const browsing = new Browsing(url)
    const offered = buttons((await browsing.get('/login')).text)
    expect(offered.map(([, , name]) => name!.trim())).toContain('King Hamlet')
    expect(offered[0]![2]).toContain('Desdemona')
    const answer = await choose(browsing, world.userId('hamlet'), '/login?next=/%23recent')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#recent'])
    expect(JSON.parse((await browsing.get('/json/users/me')).text).full_name).toBe('King Hamlet')
  })

  test('refuses bots, nobody’s ids, deactivated people and a missing token', async () => {
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [world.userId('aaron')])
    const bot = await world
      .sql('SELECT id FROM user_account WHERE is_bot AND NOT is_system_bot LIMIT 1')
      .catch(() => world.sql('SELECT id FROM user_account WHERE is_bot LIMIT 1'))
    const { url: fresh } = await world.gateway()
    for (const id of [String(bot[0]!.id), '0', '99999999999999999999', 'x', String(world.userId('aaron'))]) {
      const browsing = new Browsing(fresh)
      expect((await choose(browsing, id)).status).toBeGreaterThanOrEqual(400)
      expect(browsing.cookies.has('sessionid')).toBe(false)
    }
    const form = new URLSearchParams({ demonstration: String(world.userId('hamlet')) }).toString()
    expect((await new Browsing(fresh).request('POST', '/login', form)).status).toBe(403)
  })

  test('offers nobody in production, and to nobody on another machine', async () => {
    const production = (await world.gateway({ NODE_ENV: 'production' })).url
    const behindProxy = (await world.gateway({ TRUST_PROXY: 'true' })).url
    const cases: [string, Record<string, string>][] = [
      [production, {}],
      [behindProxy, { 'x-forwarded-for': '198.51.100.7' }],
    ]
    for (const [address, headers] of cases) {
      const browsing = new Browsing(address, headers)
      const { text } = await browsing.get('/login')
      expect(buttons(text)).toEqual([])
      const forged = await browsing.submitForm(
        text,
        { demonstration: String(world.userId('hamlet')) },
        '/login',
      )
      expect([400, 403]).toContain(forged.status)
      expect([...browsing.cookies.keys()].filter((name) => name.includes('sessionid'))).toEqual([])
    }
  })
})

test('the founder enters the new organization with one click, once, subscribed to the first channels', async () => {
  const path = `/new/${await new CreationLinks(gateway.core.redis, world.config.secretKey).issue()}`
  const done = await new Browsing(url).submit(path, {
    ...{ name: 'Forest of Arden', subdomain: 'arden', email: 'duke@arden.test' },
    ...{ full_name: 'Duke Senior', password: 'four words of a play' },
  })
  const action = /<form method="post" action="([^"]*)"/.exec(done.text)![1]!
  expect(done.headers.get('content-security-policy')).toContain("form-action 'self' http://arden.localhost")
  const there = new Browsing(url.replace('127.0.0.1', 'arden.localhost'))
  const elsewhere = new Browsing(url)
  const enter = (browsing: Browsing) => browsing.request('POST', new URL(action).pathname, '')
  expect((await enter(elsewhere)).headers.get('location')).toBe('/login')
  const entered = await enter(there)
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/#begin'])
  const { subscriptions } = JSON.parse((await there.get('/json/users/me/subscriptions')).text)
  expect(subscriptions.map(({ name }: { name: string }) => name)).toEqual(['general', 'sandbox'])
  for (const { stream_id } of subscriptions) {
    const { text } = await there.get(`/json/users/me/${stream_id}/topics`)
    expect(JSON.parse(text).topics).toHaveLength(1)
  }
  const again = new Browsing(url.replace('127.0.0.1', 'arden.localhost'))
  expect((await enter(again)).headers.get('location')).toBe('/login')
  expect(again.cookies.has('sessionid')).toBe(false)
})

test('a server without an organization at its address says how the operator creates one', async () => {
  const empty = await World.create()
  try {
    await empty.sql(`UPDATE realm SET subdomain = 'elsewhere', custom_host = 'elsewhere.test'`)
    const { url: closed } = await empty.gateway()
    const { url: open } = await empty.gateway({ OPEN_REALM_CREATION: 'true' })
    const at = (address: string, host: string) => new Browsing(address.replace('127.0.0.1', host)).get('/')
    const page = await at(closed, 'localhost')
    expect(page.status).toBe(404)
    expect(page.text).toContain('<pre>loquat creation-link</pre>')
    expect((await at(open, 'localhost')).text).toContain('<a href="/new">')
    expect((await at(closed, 'nowhere.localhost')).text).toContain('Check the spelling')
  } finally {
    await empty.close()
  }
})
