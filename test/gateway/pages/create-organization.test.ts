import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'

const PASSWORD = 'four words of a play'
const GOOD = {
  name: 'Forest of Arden',
  subdomain: 'arden',
  email: 'duke@arden.test',
  full_name: 'Duke Senior',
  password: PASSWORD,
}

let world: World
let gateway: Gateway
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
})
afterAll(() => world.close())

const links = () => new CreationLinks(gateway.core.redis, world.config.secretKey)
const created = async (subdomain: string) =>
  world.sql('SELECT FROM realm WHERE subdomain = $1', [subdomain]).then((rows) => rows.length)
const wrong = (text: string) =>
  [...text.matchAll(/class="wrong"(?: id="(\w+)-error"| role="alert")>([^<]*)/g)].map(([, name, message]) => [
    name,
    message,
  ])

describe('with an operator’s link', () => {
  test('creates an organization, and its owner logs in there, once', async () => {
    const path = `/new/${await links().issue()}`
    const page = await new Browsing(url).get(path)
    expect(page.status).toBe(200)
    const done = await new Browsing(url).submit(path, { ...GOOD, timezone: 'Europe/Paris' })
    expect(done.status).toBe(200)
    expect(done.text).toContain('<a href="http://arden.localhost:9991/login">')
    const owner = new Browsing(url.replace('127.0.0.1', 'arden.localhost'))
    const answer = await owner.submit('/login', { email: GOOD.email, password: PASSWORD })
    expect(answer.status).toBe(303)
    const me = JSON.parse((await owner.get('/json/users/me')).text)
    expect(me).toMatchObject({ is_owner: true, full_name: 'Duke Senior', timezone: 'Europe/Paris' })
    // The session belongs to this organization only.
    const otherBrowser = new Browsing(url)
    for (const [name, value] of owner.cookies) otherBrowser.cookies.set(name, value)
    expect((await otherBrowser.json.get('/users/me')).status).toBe(401)
    for (const used of [
      await new Browsing(url).get(path),
      await new Browsing(url).submitForm(page.text, {}),
    ]) {
      expect(used.status).not.toBe(200)
    }
    expect((await new Browsing(url).get(path)).status).toBe(410)
  })

  test('twice at once creates one', async () => {
    const path = `/new/${await links().issue()}`
    const both = await Promise.all(
      ['one', 'other'].map((subdomain) => new Browsing(url).submit(path, { ...GOOD, subdomain })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await created('one')) + (await created('other'))).toBe(1)
  })

  test('explains errors, creates nothing, and can be repeated', async () => {
    const path = `/new/${await links().issue()}`
    const attempt = async (changes: Partial<typeof GOOD>) => {
      const { status, text } = await new Browsing(url).submit(path, {
        ...GOOD,
        subdomain: 'athens',
        ...changes,
      })
      expect(status).toBe(422)
      return wrong(text)
    }
    expect(await attempt({ name: ' ', email: 'x', full_name: 'x', password: 'x' })).toEqual([
      ['name', 'Enter a name.'],
      ['email', 'This is not an email address.'],
      ['full_name', 'Name too short!'],
      ['password', 'At least 6 characters.'],
    ])
    const general = async (changes: Partial<typeof GOOD>) => (await attempt(changes))[0]![1]
    expect(await general({ subdomain: 'no_such' })).toContain('letters, digits and inner hyphens')
    expect(await general({ subdomain: '' })).toContain('already in use')
    expect(await general({ name: 'x'.repeat(41) })).toContain('too long')
    expect(await created('athens')).toBe(0)
    expect((await new Browsing(url).submit(path, { ...GOOD, subdomain: 'athens' })).status).toBe(200)
  })

  test('that is forged or expired is refused', async () => {
    const token = await links().issue()
    const status = async (path: string) => (await new Browsing(url).get(path)).status
    expect(await status('/new/x')).toBe(404)
    expect(await status(`/new/${token.replace(/^\d+/, '9999999999')}`)).toBe(404)
    expect(await status(`/new/${await links().issue(Date.now() - 8 * 24 * 3600_000)}`)).toBe(410)
    for (const key of await world.redis.keys('creation-link:*')) await world.redis.del(key)
    expect(await status(`/new/${token}`)).toBe(404)
  })
})

describe('without a link', () => {
  test('is refused unless the operator allows it', async () => {
    expect((await new Browsing(url).get('/new')).status).toBe(403)
    const open = (await world.gateway({ OPEN_REALM_CREATION: 'true' })).url
    const page = await new Browsing(open).get('/new')
    expect(page.status).toBe(200)
    const other = new Browsing(url)
    await other.get('/login')
    const form = new URLSearchParams({ ...GOOD, csrftoken: other.cookies.get('csrftoken')! }).toString()
    expect((await other.request('POST', '/new', form)).status).toBe(403)
    for (const subdomain of ['', 'www']) {
      const { text } = await new Browsing(open).submit('/new', { ...GOOD, subdomain })
      expect(wrong(text)).toEqual([['subdomain', 'Choose another address.']])
    }
    const statuses = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await new Browsing(open).submit('/new', { ...GOOD, subdomain: `open${i}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
