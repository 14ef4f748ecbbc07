import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { hostilePictures, pictureOf, sendPicture, solidPicture } from '../../../harness/pictures.ts'
import { s3Missing, startS3 } from '../../../harness/s3.ts'
import { fetchFile } from '../../../harness/upload.ts'
import { setRealm } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const PATH = '/users/me/avatar'
const send = (name: string, ...files: Parameters<typeof pictureOf>[]) =>
  sendPicture(as(name), PATH, ...files.map((file) => pictureOf(...file)))
const picture = await solidPicture(200, 100).png().toBuffer()
const memberOf = async (reader: string, name: string, options: Record<string, unknown> = {}): Promise<Body> =>
  (await ok(as(reader).get(`/users/${world.userId(name)}`, options))).user
const stranger = () => world.client(url)

describe('POST /users/me/avatar', () => {
  test('crops a picture to squares, which anybody with the URL can see', async () => {
    const { avatar_url } = await ok(send('hamlet', [picture]))
    const { realmId } = world.organization
    expect(avatar_url).toMatch(new RegExp(`^/user_avatars/${realmId}/[0-9a-f]{32}\\.png\\?version=2$`))
    for (const [address, side] of [
      [avatar_url, 100],
      [avatar_url.replace('.png', '-medium.png'), 500],
    ] as const) {
      const { status, bytes, headers } = await fetchFile(stranger(), address)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const { width, height, format } = await sharp(bytes).metadata()
      expect([width, height, format]).toEqual([side, side, 'png'])
    }
  })

  test('sends an event to everybody, also to clients that compute avatars', async () => {
    const events = await eventsDuring(['realm_user'], ['cordelia'], () => send('othello', [picture]))
    const [event] = events.cordelia!
    const user_id = world.userId('othello')
    const { avatar_url } = await memberOf('cordelia', 'othello', { client_gravatar: true })
    expect(event).toEqual({
      type: 'realm_user',
      op: 'update',
      person: {
        user_id,
        avatar_source: 'U',
        avatar_url,
        avatar_url_medium: avatar_url.replace('.png', '-medium.png'),
        avatar_version: 2,
      },
    })
    const state = await ok(as('othello').post('/register', { event_types: JSON.stringify(['realm_user']) }))
    const { user_id: _, avatar_version, ...own } = event.person
    expect(state).toMatchObject(own)
    const listed = state.realm_users.find((user: Body) => user.user_id === user_id)
    expect(listed).toMatchObject({ avatar_url, avatar_version })
    const hamlet = state.realm_users.find((user: Body) => user.user_id === world.userId('iago'))
    expect(hamlet.avatar_url).toBeNull()
  })

  test('appears on old and new messages', async () => {
    const to = [world.userId('cordelia')]
    const parameters = { type: 'direct', to, content: 'Seen?' }
    const { id: old } = await ok(as('prospero').post('/messages', parameters))
    const { avatar_url } = await ok(send('prospero', [picture]))
    const events = await eventsDuring(['realm_user'], ['cordelia'], async () => {
      await ok(as('prospero').post('/messages', parameters))
    })
    expect(events.cordelia).toEqual([])
    const query = { anchor: old, num_before: 0, num_after: 10, narrow: '[]', client_gravatar: true }
    const { messages } = await ok(as('cordelia').get('/messages', query))
    const own = messages.filter((message: Body) => message.sender_id === world.userId('prospero'))
    expect(own.map((message: Body) => message.avatar_url)).toEqual([avatar_url, avatar_url])
  })

  test('rotates a photograph upright and removes its location', async () => {
    const left = await solidPicture(50, 100).png().toBuffer()
    const photo = await sharp(left)
      .extend({ right: 50, background: { r: 0, g: 0, b: 255 } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const { avatar_url } = await ok(send('hamlet', [photo, 'photo.jpg']))
    const { bytes } = await fetchFile(stranger(), avatar_url)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('secret place')).toBe(false)
    const { data } = await sharp(bytes).extract({ left: 10, top: 50, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    })
    expect(data[2]).toBeGreaterThan(200) // Blue, which was at the right.
  })

  test('rejects a file that is not a picture, and a picture that is too large to decode', async () => {
    const before = await memberOf('cordelia', 'hamlet')
    for (const [name, bytes, msg] of await hostilePictures()) {
      expect([name, await refusal(send('hamlet', [bytes]))]).toEqual([name, bad(msg)])
    }
    expect(await memberOf('cordelia', 'hamlet')).toEqual(before)
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
  })

  test('rejects a form without exactly one file, and a form that is too large', async () => {
    const one = bad('You must upload exactly one avatar.')
    expect(await refusal(send('hamlet'))).toEqual(one)
    expect(await refusal(send('hamlet', [picture], [picture]))).toEqual(one)
    expect(await refusal(as('hamlet').post(PATH))).toEqual(one)
    const large = bad('Uploaded file is larger than the allowed limit of 5 MiB')
    expect(await refusal(send('hamlet', [Buffer.alloc(5 * 1024 * 1024 + 1)]))).toEqual(large)
    expect(await refusal(send('hamlet', [Buffer.alloc(100 * 1024 * 1024)]))).toEqual(large)
    expect((await sendPicture(stranger(), PATH, pictureOf(picture))).status).toBe(401)
  })

  test('two concurrent uploads leave one avatar and no other file', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => ok(send('hamlet', [picture]))))
    const { avatar_url } = await memberOf('cordelia', 'hamlet')
    expect(sent.map((message) => message.avatar_url)).toContain(avatar_url)
    expect((await fetchFile(stranger(), avatar_url)).status).toBe(200)
    const jobs = await world.sql("SELECT * FROM pending_upload WHERE content_type = 'image/*'")
    expect(jobs).toEqual([])
  })
})

describe('the files', () => {
  /** The files in the delete jobs. */
  const deleted = async (): Promise<string[]> =>
    (await world.sql<Body>("SELECT data FROM job_outbox WHERE name = 'delete-files'")).flatMap(
      ({ data }) => data.keys,
    )
  const keysOf = (address: string): string[] => {
    const [, id] = /\/([0-9a-f]{32})\.png/.exec(address)!
    const key = `picture-${world.organization.realmId}-${id}`
    return [`${key}-png`, `${key}-medium-png`]
  }

  test('of a former avatar are deleted, and no others', async () => {
    const first = (await ok(send('hamlet', [picture]))).avatar_url
    const second = (await ok(send('hamlet', [picture]))).avatar_url
    expect(await deleted()).toEqual(expect.arrayContaining(keysOf(first)))
    expect((await deleted()).filter((key) => keysOf(second).includes(key))).toEqual([])
    await ok(as('hamlet').delete(PATH))
    expect(await deleted()).toEqual(expect.arrayContaining(keysOf(second)))
  })

  test('are deleted when storing fails halfway, and the avatar stays', async () => {
    const { avatar_url } = await ok(send('hamlet', [picture]))
    const S3_ENDPOINT = 'http://127.0.0.1:9' // No server listens there.
    const account = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_BUCKET: 'uploads' }
    const broken = await world.gateway({ S3_ENDPOINT, S3_FORCE_PATH_STYLE: 'true', ...account })
    const before = (await deleted()).length
    const answer = await refusal(sendPicture(world.client(broken.url, 'hamlet'), PATH, pictureOf(picture)))
    expect(answer).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' })
    expect((await memberOf('cordelia', 'hamlet')).avatar_url).toBe(avatar_url)
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
    expect(await deleted()).toHaveLength(before + 2)
  })

  test.skipIf(s3Missing !== undefined)('are stored in S3 as well', async () => {
    const s3 = await startS3()
    const gateway = await world.gateway(s3.settings)
    const client = world.client(gateway.url, 'hamlet')
    const { avatar_url } = await ok(sendPicture(client, PATH, pictureOf(picture)))
    const { status, bytes } = await fetchFile(client, avatar_url)
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 100])
    await s3.stop()
  })
})

describe('DELETE /users/me/avatar', () => {
  test('returns to the default avatar', async () => {
    await ok(send('hamlet', [picture]))
    const { avatar_version } = await memberOf('cordelia', 'hamlet')
    const { avatar_url } = await ok(as('hamlet').delete(PATH))
    expect(avatar_url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\//)
    expect(await memberOf('cordelia', 'hamlet')).toMatchObject({
      avatar_url: null,
      avatar_version: avatar_version + 1,
    })
    expect(await ok(as('hamlet').delete(PATH))).toMatchObject({ avatar_url })
  })
})

describe('avatar_changes_disabled', () => {
  afterEach(() => setRealm(core, realm, { avatar_changes_disabled: false }))

  test('reserves changes to administrators', async () => {
    await setRealm(core, realm, { avatar_changes_disabled: true })
    const disabled = bad('Avatar changes are disabled in this organization.')
    expect(await refusal(send('hamlet', [picture]))).toEqual(disabled)
    expect(await refusal(as('hamlet').delete(PATH))).toEqual(disabled)
    await ok(send('iago', [picture]))
    await ok(as('iago').delete(PATH))
  })
})

describe('GET /avatar/{user_id_or_email}', () => {
  const location = async (client = as('cordelia'), path = '') => {
    const { status, headers } = await fetchFile(client, path)
    return [status, headers.get('location')]
  }

  test('redirects to the avatar, by id and by email address', async () => {
    const { avatar_url } = await ok(send('hamlet', [picture]))
    const medium = avatar_url.replace('.png', '-medium.png')
    const id = world.userId('hamlet')
    const { email } = await memberOf('cordelia', 'hamlet')
    expect(await location(as('cordelia'), `/avatar/${id}`)).toEqual([302, avatar_url])
    expect(await location(as('cordelia'), `/api/v1/avatar/${id}`)).toEqual([302, avatar_url])
    expect(await location(as('cordelia'), `/avatar/${encodeURIComponent(email)}`)).toEqual([302, avatar_url])
    expect(await location(as('cordelia'), `/avatar/${id}/medium?x=1`)).toEqual([302, `${medium}&x=1`])
  })

  test('does not reveal the owner of a hidden email address', async () => {
    const { avatar_url } = await ok(send('hamlet', [picture]))
    const hidden = { email_address_visibility: 4 }
    const { delivery_email: address } = await ok(as('hamlet').get('/users/me'))
    expect((await location(as('cordelia'), `/avatar/${address}`))[1]).toBe(avatar_url)
    await ok(as('hamlet').patch('/settings', hidden))
    expect((await location(as('cordelia'), `/avatar/${address}`))[1]).toMatch(/^https:\/\/secure\.gravatar/)
    expect((await location(as('hamlet'), `/avatar/${address}`))[1]).toBe(avatar_url)
    await ok(as('hamlet').patch('/settings', { email_address_visibility: 1 }))
  })

  test('shows spectators nobody, so that they learn neither ids nor addresses', async () => {
    await ok(send('hamlet', [picture]))
    await setRealm(core, realm, { enable_spectator_access: true })
    const { email } = await memberOf('cordelia', 'hamlet')
    for (const who of [world.userId('hamlet'), world.userId('zoe'), 987_654_321, email, 'nobody@demo.test']) {
      for (const path of [`/avatar/${who}`, `/avatar/${who}/medium`]) {
        const drawn = /^\/user_avatars\/drawn\/[0-9a-f]{24}(-medium)?\.png\?version=1$/
        expect(await location(stranger(), path), path).toEqual([302, expect.stringMatching(drawn)])
      }
    }
    await setRealm(core, realm, { enable_spectator_access: false })
  })

  test('answers 404 for users who do not exist', async () => {
    for (const who of ['987654321', 'nobody@example.com', `${foreign.id}`, '%00', '%ff']) {
      const [status, to] = await location(as('cordelia'), `/avatar/${who}`)
      expect([status, /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/.test(to as string)]).toEqual(
        [302, true],
      )
    }
    expect((await fetchFile(stranger(), `/avatar/${world.userId('hamlet')}`)).status).toBe(401)
  })
})

describe('GET /user_avatars/…', () => {
  test.each([
    '/user_avatars/',
    '/user_avatars/2/../../etc/passwd',
    `/user_avatars/2/${'0'.repeat(32)}.png`,
    `/user_avatars/2/${'0'.repeat(32)}.html`,
    '/user_avatars/2/%00',
  ])('answers 404 for %s', async (path) => {
    expect((await fetchFile(stranger(), path)).status).toBe(404)
  })
})
