import { beforeEach, describe, expect, test } from 'vitest'
import { setPushEnabled } from '../../../../core/notifying/push/enabled.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const ANDROID = '/users/me/android_gcm_reg_id'
const APPLE = '/users/me/apns_device_token'
const appid = 'org.zulip.Zulip'

/** The owners and tokens of all devices, the oldest first. */
const devices = () =>
  world.sql<{ user: number; kind: string; token: string }>(
    'SELECT user_id AS user, kind, token FROM push_device ORDER BY registered_at, id',
  )
const id = (name: string) => world.userId(name)

beforeEach(async () => {
  await world.sql('DELETE FROM push_device')
  await world.sql('DELETE FROM job_outbox')
})

describe('devices', () => {
  test('are added and removed repeatedly', async () => {
    for (let n = 0; n < 2; n++) {
      expect(await ok(as('hamlet').post(ANDROID, { token: 'one' }))).toEqual({ result: 'success', msg: '' })
      await ok(as('hamlet').post(APPLE, { token: 'C0FFEE', appid }))
    }
    expect(await devices()).toEqual([
      { user: id('hamlet'), kind: 'fcm', token: 'one' },
      { user: id('hamlet'), kind: 'apns', token: 'c0ffee' },
    ])
    await ok(as('hamlet').delete(ANDROID, { token: 'one' }))
    await ok(as('hamlet').delete(APPLE, { token: 'c0ffee' }))
    expect(await devices()).toEqual([])
  })

  test.each([
    ['an empty token', '', 'Empty or invalid length token'],
    ['one that is too long', 'a'.repeat(4097), 'Empty or invalid length token'],
  ])('%s is refused', async (_what, token, msg) => {
    for (const path of [ANDROID, APPLE]) {
      expect(await refusal(as('hamlet').post(path, { token, appid }))).toEqual(bad(msg))
      expect(await refusal(as('hamlet').delete(path, { token }))).toEqual(bad(msg))
    }
    expect(await devices()).toEqual([])
  })

  test('must have a token and an app id in Apple’s form', async () => {
    for (const token of ['xyz', 'abc', 'c0ffee/../../x', 'ü'])
      expect(await refusal(as('hamlet').post(APPLE, { token, appid }))).toEqual(bad('Invalid APNS token'))
    for (const wrong of ['', 'a b', 'x'.repeat(256), 'a\r\nb'])
      expect(await refusal(as('hamlet').post(APPLE, { token: 'c0ffee', appid: wrong }))).toEqual(
        bad('Invalid app ID'),
      )
    expect(await refusal(as('hamlet').post(APPLE, { token: 'c0ffee' }))).toMatchObject({
      ...{ status: 400, code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'appid' argument" },
    })
    expect(await devices()).toEqual([])
  })

  test('can have a token of the maximum length', async () => {
    const token = 'ab'.repeat(2048)
    await ok(as('hamlet').post(ANDROID, { token }))
    await ok(as('hamlet').post(APPLE, { token, appid }))
    await ok(as('hamlet').delete(APPLE, { token }))
    expect(await devices()).toHaveLength(1)
  })

  test('of other users and unknown ones cannot be removed', async () => {
    await ok(as('iago').post(ANDROID, { token: 'his' }))
    for (const token of ['his', 'nobodys'])
      expect(await refusal(as('hamlet').delete(ANDROID, { token }))).toEqual(bad('Token does not exist'))
    expect(await refusal(as('iago').delete(APPLE, { token: 'his' }))).toEqual(bad('Token does not exist'))
    expect(await devices()).toHaveLength(1)
  })

  test('belong to the user who logged in last', async () => {
    await ok(as('hamlet').post(ANDROID, { token: 'shared' }))
    await Promise.all(['iago', 'zoe', 'iago'].map((name) => ok(as(name).post(ANDROID, { token: 'shared' }))))
    await ok(as('iago').post(ANDROID, { token: 'shared' }))
    expect(await devices()).toEqual([{ user: id('iago'), kind: 'fcm', token: 'shared' }])
  })

  test('are limited to the newest twenty', async () => {
    for (let n = 1; n <= 23; n++) await ok(as('hamlet').post(ANDROID, { token: `t${n}` }))
    expect((await devices()).map((device) => device.token)).toEqual(
      Array.from({ length: 20 }, (_, n) => `t${n + 4}`),
    )
  })

  test('are deleted when the key changes', async () => {
    await ok(as('zoe').post(ANDROID, { token: 'lost' }))
    await ok(as('desdemona').post(ANDROID, { token: 'kept' }))
    const { api_key } = await ok(as('zoe').post('/users/me/api_key/regenerate'))
    expect(api_key).toBeTypeOf('string')
    expect((await devices()).map((device) => device.token)).toEqual(['kept'])
  })
})

describe('browsers', () => {
  const BROWSER = '/users/me/web_push_subscription'
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const endpoint = 'https://push.example.com/one'

  test('are added, renewed and removed', async () => {
    await ok(as('hamlet').post(BROWSER, { endpoint, ...keys }))
    await ok(as('hamlet').post(BROWSER, { endpoint, ...keys, auth: 'A'.repeat(22) }))
    expect(
      await world.sql('SELECT user_id AS user, kind, token, p256dh, auth, session FROM push_device'),
    ).toEqual([
      { user: id('hamlet'), kind: 'web', token: endpoint, ...keys, auth: 'A'.repeat(22), session: null },
    ])
    await ok(as('hamlet').delete(BROWSER, { endpoint }))
    expect(await devices()).toEqual([])
    expect(await refusal(as('hamlet').delete(BROWSER, { endpoint }))).toEqual(
      bad('Subscription does not exist'),
    )
  })

  test.each([
    ['http', 'http://push.example.com/one'],
    ['another protocol', 'ftp://push.example.com/one'],
    ['no address', 'push'],
    ['credentials', 'https://user:secret@push.example.com/one'],
    ['this machine', 'https://127.0.0.1/one'],
    ['this machine in hexadecimal', 'https://0x7f.1/one'],
    ['a private network', 'https://10.1.2.3/one'],
    ['a metadata service', 'https://169.254.169.254/latest'],
    ['IPv6', 'https://[::1]/one'],
    ['mapped IPv4', 'https://[::ffff:10.0.0.1]/one'],
    ['line breaks', 'https://push.example.com/one\r\nx'],
    ['too many characters', `https://push.example.com/${'x'.repeat(2048)}`],
    ['nothing', ''],
  ])('cannot have an address with %s', async (_what, wrong) => {
    expect(await refusal(as('hamlet').post(BROWSER, { endpoint: wrong, ...keys }))).toEqual(
      bad('Invalid push endpoint'),
    )
    expect(await devices()).toEqual([])
  })

  test('must have keys that notifications can be encrypted with', async () => {
    const offCurve = `${keys.p256dh.slice(0, -8)}AAAAAAAA`
    const wrong = [
      { p256dh: '', auth: keys.auth },
      { p256dh: offCurve, auth: keys.auth },
      { p256dh: `C${keys.p256dh.slice(1)}`, auth: keys.auth },
      { p256dh: `${keys.p256dh}A`, auth: keys.auth },
      { p256dh: keys.p256dh, auth: '' },
      { p256dh: keys.p256dh, auth: 'B+BZMqHH6r4Tts7J/aSIgg' },
      { p256dh: keys.p256dh, auth: `${keys.auth}AA` },
    ]
    for (const given of wrong)
      expect(await refusal(as('hamlet').post(BROWSER, { endpoint, ...given }))).toEqual(
        bad('Invalid push keys'),
      )
    expect(await devices()).toEqual([])
  })

  test('belong to who registered them last, count with the other devices, and are nobody else’s to remove', async () => {
    await ok(as('hamlet').post(BROWSER, { endpoint, ...keys }))
    await ok(as('iago').post(BROWSER, { endpoint, ...keys }))
    expect(await devices()).toEqual([{ user: id('iago'), kind: 'web', token: endpoint }])
    expect(await refusal(as('hamlet').delete(BROWSER, { endpoint }))).toEqual(
      bad('Subscription does not exist'),
    )
    for (let n = 1; n <= 20; n++) await ok(as('iago').post(ANDROID, { token: `t${n}` }))
    expect((await devices()).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'fcm'))
  })

  test('are forgotten when the key changes and when the account is deactivated', async () => {
    await ok(as('othello').post(BROWSER, { endpoint, ...keys }))
    await ok(as('othello').post('/users/me/api_key/regenerate'))
    expect(await devices()).toEqual([])
    await ok(as('prospero').post(BROWSER, { endpoint, ...keys }))
    await ok(as('desdemona').delete(`/users/${id('prospero')}`))
    expect(await devices()).toEqual([])
    await ok(as('desdemona').post(`/users/${id('prospero')}/reactivate`))
  })

  test('leave the field for apps of phones as it was', async () => {
    await ok(as('hamlet').post(BROWSER, { endpoint, ...keys }))
    const state = await ok(as('hamlet').post('/register', { fetch_event_types: ['realm'] }))
    expect(state.realm_push_notifications_enabled).toBe(false)
  })
})

describe('a test notification', () => {
  const jobs = async () =>
    (await world.sql("SELECT data FROM job_outbox WHERE queue = 'push' ORDER BY id")).map(
      ({ data }) => data.to,
    )

  test('is sent to one device or to all', async () => {
    await ok(as('hamlet').post(ANDROID, { token: 'one' }))
    await ok(as('hamlet').post(APPLE, { token: 'c0ffee', appid }))
    await ok(as('hamlet').post('/mobile_push/test_notification', { token: 'one' }))
    await ok(as('hamlet').post('/mobile_push/test_notification', { token: 'C0FFEE' }))
    await ok(as('hamlet').post('/mobile_push/test_notification'))
    const [one, other, both] = await jobs()
    expect([one[0].devices.length, other[0].devices.length]).toEqual([1, 1])
    expect(both[0].devices).toEqual([...one[0].devices, ...other[0].devices])
  })

  test('is sent to a device with a token of the maximum length', async () => {
    for (const token of ['x'.repeat(4096), 'y'.repeat(1001)]) {
      await ok(as('hamlet').post(ANDROID, { token }))
      await ok(as('hamlet').post('/mobile_push/test_notification', { token }))
    }
    expect(await jobs()).toHaveLength(2)
  })

  test('is refused for a device of another user', async () => {
    await ok(as('iago').post(ANDROID, { token: 'his' }))
    const unknown = bad('Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' })
    for (const token of ['his', 'nobodys', ''])
      expect(await refusal(as('hamlet').post('/mobile_push/test_notification', { token }))).toEqual(unknown)
    await ok(as('hamlet').post('/mobile_push/test_notification'))
    expect(await jobs()).toEqual([])
  })
})

describe('encrypted notifications', () => {
  const registration = {
    ...{ token_kind: 'fcm', push_account_id: 1, push_public_key: 'x', bouncer_public_key: 'x' },
    encrypted_push_registration: 'x',
  }
  const register = (given: object) => refusal(as('hamlet').post('/mobile_push/register', { ...given }))

  test('are not supported', async () => {
    expect(await register(registration)).toEqual(
      bad('Server is not configured to use push notification service.', {
        code: 'PUSH_SERVICE_NOT_CONFIGURED',
      }),
    )
    expect(await register({ ...registration, token_kind: 'smoke' })).toMatchObject({ status: 400 })
    expect(await register({ ...registration, push_account_id: 'x' })).toMatchObject({ status: 400 })
    expect(await refusal(as('hamlet').post('/mobile_push/e2ee/test_notification'))).toEqual(
      bad('No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' }),
    )
    const { push_devices } = await ok(as('hamlet').post('/register', { event_types: ['push_device'] }))
    expect(push_devices).toEqual({})
  })
})

test('everyone gets an event when push notifications start and stop', async () => {
  const pushStates = async () => {
    const state = await ok(as('hamlet').post('/register', { event_types: ['realm'] }))
    const settings = await ok(world.client(url).get('/server_settings'))
    return [
      state.realm_push_notifications_enabled,
      state.realm_push_notifications_enabled_end_timestamp,
      settings.push_notifications_enabled,
    ]
  }
  expect(await pushStates()).toEqual([false, null, false])
  const events = await eventsDuring(['realm'], ['hamlet', 'polonius'], async () => {
    await setPushEnabled(core, true)
    await setPushEnabled(core, true)
    await realm.sync()
    expect(await pushStates()).toEqual([true, null, true])
    await setPushEnabled(core, false)
  })
  await realm.sync()
  expect(await pushStates()).toEqual([false, null, false])
  const event = { type: 'realm', op: 'update', property: 'push_notifications_enabled' }
  const both = [
    { ...event, value: true },
    { ...event, value: false },
  ]
  expect(events).toEqual({ hamlet: both, polonius: both })
})
