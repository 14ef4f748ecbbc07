import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../../harness/world.ts'
import { demonstration } from '../routes/changes.ts'

let world: World
let url: string
beforeAll(async () => {
  world = await World.create()
  const { gateway, url: address } = await world.gateway()
  url = address
  await demonstration(world, gateway.core)
})
afterAll(() => world.close())

const choose = (code: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/language/${code}`, { method, headers, redirect: 'manual' })
const page = async (cookie: string) =>
  (await fetch(`${url}/login`, { headers: { cookie, 'accept-language': 'de' } })).text()

test('a visitor chooses a language below a page, which keeps it and leads back', async () => {
  const answer = await choose('ar', { referer: `${url}/accounts/password/reset?a=b` })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/accounts/password/reset?a=b')
  const cookie = answer.headers.get('set-cookie')!
  expect(cookie).toMatch(/^language=ar; Path=\/; Max-Age=31536000; SameSite=Lax/)
  const arabic = await page(cookie.split(';')[0]!)
  expect(arabic).toContain('<html lang="ar" dir="rtl">')
  expect(arabic).toContain('<a href="/language/ar" hreflang="ar" lang="ar" aria-current="true">العربية</a>')
  expect(arabic.match(/href="\/language\//g)).toHaveLength(7)
  for (const unknown of ['language=xx', 'language=', 'language=constructor', `language=${'x'.repeat(5_000)}`])
    expect(await page(unknown)).toContain('<html lang="de">')
})

test('it leads from a page that cannot be opened again to the log-in page', async () => {
  const answers = ['/logout', '/organizations/forget', '/login/with/openid/callback?code=1']
  for (const path of answers) {
    const answer = await choose('fr', { referer: url + path })
    expect([path, answer.headers.get('location')]).toEqual([path, '/login'])
  }
  for (const path of ['/login', '/join/abc', '/login/with/openid', '/register?a=b', '/new/', '/begin/abc']) {
    const answer = await choose('fr', { referer: url + path })
    expect([path, answer.headers.get('location')]).toEqual([path, path])
  }
})

test('it leads to no other site, and refuses what is no language', async () => {
  for (const referer of [
    'https://evil.example/x',
    'nonsense',
    '',
    `${url}//evil.example`,
    `${url}/language/de`,
  ])
    expect((await choose('fr', { referer })).headers.get('location')).toMatch(/^\/(?:login)?$/)
  for (const code of ['nl', 'FR', '__proto__', 'constructor', '%00', 'x'.repeat(1_000)]) {
    const refused = await choose(code)
    expect([code, refused.status, refused.headers.get('set-cookie')]).toEqual([code, 404, null])
  }
  expect((await choose('fr', {}, 'POST')).status).toBe(405)
})
