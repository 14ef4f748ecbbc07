import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body, Client } from '../../harness/client.ts'
import { pictureOf, sendPicture, solidPicture } from '../../harness/pictures.ts'
import { fetchFile } from '../../harness/upload.ts'
import { World } from '../../harness/world.ts'

let world: World
let hamlet: Client

beforeAll(async () => {
  world = await World.create({ GRAVATAR: 'false' })
  hamlet = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(() => world.close())

const DRAWN = /^\/user_avatars\/drawn\/[0-9a-f]{24}\.png\?version=\d+$/
const avatarOf = async (name: string): Promise<Body> =>
  (await hamlet.ok(hamlet.get(`/users/${world.userId(name)}`, { client_gravatar: true }))).user.avatar_url
const location = async (path: string) => (await fetchFile(hamlet, path)).headers.get('location')

test('without Gravatar no URL leads there, whatever clients can compute', async () => {
  const state = await hamlet.ok(hamlet.post('/register', { client_gravatar: true }))
  expect(JSON.stringify(state)).not.toContain('secure.gravatar.com')
  expect(state).toMatchObject({ avatar_source: 'D', avatar_url: expect.stringMatching(DRAWN) })
  expect(state.avatar_url_medium).toBe(state.avatar_url.replace('.png', '-medium.png'))
  const users = [...state.realm_users, ...state.cross_realm_bots] as Body[]
  for (const { avatar_url } of users) expect(avatar_url).toMatch(DRAWN)
  expect(new Set(users.map(({ avatar_url }) => avatar_url)).size).toBe(users.length)
  expect(state.realm_icon_url).toMatch(DRAWN)
  const sent = { type: 'channel', to: 'Verona', topic: 'faces', content: 'hello' }
  const { id } = await hamlet.ok(hamlet.post('/messages', sent))
  const { message } = await hamlet.ok(hamlet.get(`/messages/${id}`, { client_gravatar: true }))
  expect(message.avatar_url).toBe(state.avatar_url)
})

test('everybody has a different picture, the same each time', async () => {
  const address = await avatarOf('hamlet')
  const small = await fetchFile(hamlet, String(address))
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(small.headers.get('cache-control')).toContain('immutable')
  const medium = await fetchFile(hamlet, String(address).replace('.png', '-medium.png'))
  for (const [{ bytes }, side] of [
    [small, 100],
    [medium, 500],
  ] as const) {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: side, height: side, channels: 3 })
    const at = (x: number, y: number) =>
      data.subarray((y * side + x) * 3, (y * side + x) * 3 + 3).toString('hex')
    expect(at(0, 0)).toBe('f0f0f0')
    // The squares are symmetric.
    const step = side / 7
    for (let n = 1; n < 6; n++) {
      const y = Math.floor((n + 0.5) * step)
      expect(at(Math.floor(1.5 * step), y)).toBe(at(Math.floor(5.5 * step), y))
    }
  }
  expect((await fetchFile(hamlet, String(address))).bytes.equals(small.bytes)).toBe(true)
  const other = await fetchFile(hamlet, String(await avatarOf('cordelia')))
  expect(other.bytes.equals(small.bytes)).toBe(false)
})

test('an uploaded picture replaces the picture, and deleting it restores the picture', async () => {
  const picture = pictureOf(await solidPicture().png().toBuffer())
  const { avatar_url: painted } = await hamlet.ok(sendPicture(hamlet, '/users/me/avatar', picture))
  expect(await avatarOf('hamlet')).toBe(painted)
  const { avatar_url: drawn } = await hamlet.ok(hamlet.delete('/users/me/avatar'))
  expect(drawn).toMatch(DRAWN)
  expect(drawn).toContain('version=3')
})

test('the picture is found by id and by email address; the response for an unknown user reveals nothing', async () => {
  const address = String(await avatarOf('cordelia'))
  const id = world.userId('cordelia')
  expect(await location(`/avatar/${id}`)).toBe(address)
  expect(await location(`/avatar/${id}/medium`)).toBe(address.replace('.png', '-medium.png'))
  expect(await location('/avatar/cordelia@demo.test')).toBe(address)
  expect(await location('/avatar/nobody@demo.test')).toMatch(DRAWN)
  expect(await location('/avatar/999999/medium')).toMatch(/^\/user_avatars\/drawn\/[0-9a-f]{24}-medium\.png/)
  for (const path of ['drawn/x.png', 'drawn/0123456789abcdef01234567.svg', 'drawn/..%2f.png']) {
    expect((await fetchFile(hamlet, `/user_avatars/${path}`)).status).toBe(404)
  }
})

test('new users and bots have a picture', async () => {
  const bot = await hamlet.ok(hamlet.post('/bots', { full_name: 'Painter', short_name: 'painter' }))
  expect(bot.avatar_url).toMatch(DRAWN)
})
