import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueDigests } from '../../../core/notifying/digests/enqueue.ts'
import type { StoredSettings } from '../../../core/state/users/settings.ts'
import { mailDigestJob } from '../../../workers/jobs/mails/mail-digest.ts'
import { type Body, Client } from '../../harness/client.ts'
import type { Received } from '../../harness/smtp.ts'
import { core, idle, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

const WEEK_MS = 7 * 24 * 3600_000
/** Noon of tomorrow: the day of the digest, in the week of the test's messages. */
let day: Date
let url: string
const as = (name: string): Client => world.client(url, name)
const ok = (name: string, answer: Parameters<Client['ok']>[0]): Promise<Body> => as(name).ok(answer)
const say = (from: string, content: string, topic: string, to = 'Verona') =>
  ok(from, as(from).post('/messages', { type: 'channel', to, topic, content }))
const join = (name: string, channel: string, rest = {}) =>
  ok(name, as(name).post('/users/me/subscriptions', { subscriptions: [{ name: channel }], ...rest }))
const add = (channel: string, names: readonly string[]) => ({
  subscriptions: [{ name: channel }],
  principals: names.map(userId),
})
const set = (name: string, settings: StoredSettings) => ok(name, as(name).patch('/settings', { ...settings }))
const organization = (settings: object) => ok('desdemona', as('desdemona').patch('/realm', { ...settings }))

beforeAll(async () => {
  url = (await world.gateway()).url
  await work([mailDigestJob])
  const now = new Date()
  now.setUTCHours(12)
  day = new Date(now.getTime() + 24 * 3600_000)
  await world.sql("UPDATE user_account SET joined_at = now() - interval '1 year'")
  for (const name of ['hamlet', 'zoe', 'cordelia', 'iago']) await join(name, 'Verona')
  await say('hamlet', 'To be or not to be?', 'soliloquy')
  await say('cordelia', 'Nothing.', 'soliloquy')
  await say('hamlet', 'Nothing?', 'soliloquy')
  await say('iago', 'I am not <what> I am.', 'other things')
  await organization({ digest_emails_enabled: true, digest_weekday: (day.getUTCDay() + 6) % 7 })
})
beforeEach(() => world.sql('DELETE FROM digest_cursor'))

/** Everybody is away except the readers that a test makes active. */
async function digests(now = day): Promise<Received[]> {
  await enqueueDigests(core, now)
  await idle()
  return server.received
}
const of = (mails: readonly Received[], name: string) =>
  mails.filter((mail) => mail.to === `${name}@demo.test`)

test('tells inactive users about hot topics, new channels and new users', async () => {
  await world.sql("UPDATE channel SET created_at = now() - interval '1 year'")
  await join('hamlet', 'Elsinore')
  await world.sql('UPDATE user_account SET joined_at = now() WHERE id = $1', [userId('prospero')])
  await realm.startOver()
  const [{ mail, header }] = of(await digests(), 'zoe') as [Received]
  expect(mail.subject).toBe('What you missed in Loquat demonstration')
  const { Verona } = world.organization.channels
  for (const part of [
    '#Verona > soliloquy',
    'King Hamlet:\nTo be or not to be?',
    "Cordelia, Lear's daughter:\nNothing.",
    "1 more message; King Hamlet and Cordelia, Lear's daughter took part.",
    `http://localhost:9991/#narrow/channel/${Verona}-Verona/topic/soliloquy`,
    '#Verona > other things',
    'New channels\n- #Elsinore',
    'New people: Prospero from The Tempest',
  ]) {
    expect(mail.text).toContain(part)
  }
  expect(mail.text!.indexOf('soliloquy')).toBeLessThan(mail.text!.indexOf('other things'))
  expect(mail.html).toContain('I am not &lt;what&gt; I am.')
  const link = /<(.*)>/.exec(header('list-unsubscribe')!)![1]!.replace('http://localhost:9991', url)
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  server.reset()
  await world.sql('DELETE FROM digest_cursor')
  expect(of(await digests(), 'zoe')).toEqual([])
  await set('zoe', { enable_digest_emails: true })
})

test('is sent once on its day, whatever the number of checks, and again a week later', async () => {
  await Promise.all([enqueueDigests(core, day), enqueueDigests(core, day)])
  const mails = await digests()
  expect(of(mails, 'zoe')).toHaveLength(1)
  expect(new Set(mails.map((mail) => mail.to)).size).toBe(mails.length)
  await say('hamlet', 'Words, words, words.', 'soliloquy')
  await world.sql("UPDATE message SET sent_at = sent_at + interval '7 days'")
  server.reset()
  expect(of(await digests(new Date(day.getTime() + WEEK_MS)), 'zoe')).toHaveLength(1)
  await world.sql("UPDATE message SET sent_at = sent_at - interval '7 days'")
})

describe('is not sent to', () => {
  const never: Date[] = []
  test.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    [
      'on another day',
      async () => never.push(new Date(day.getTime() + 24 * 3600_000)),
      async () => never.pop(),
    ],
    [
      'early in the morning',
      async () => never.push(new Date(day.getTime() - 4 * 3600_000)),
      async () => never.pop(),
    ],
    [
      'where the organization does not want it',
      () => organization({ digest_emails_enabled: false }),
      () => organization({ digest_emails_enabled: true }),
    ],
    [
      'who does not want it',
      () => set('zoe', { enable_digest_emails: false }),
      () => set('zoe', { enable_digest_emails: true }),
    ],
    [
      'who was there',
      () =>
        world.sql(
          `INSERT INTO user_presence VALUES ($1, $2, extract(epoch FROM now()), extract(epoch FROM now()), 1)`,
          [userId('zoe'), realm.id],
        ),
      () => world.sql('DELETE FROM user_presence'),
    ],
    [
      'who has just joined',
      () =>
        world.sql('UPDATE user_account SET joined_at = now() + $2 WHERE id = $1', [userId('zoe'), '6 days']),
      () =>
        world.sql("UPDATE user_account SET joined_at = now() - interval '1 year' WHERE id = $1", [
          userId('zoe'),
        ]),
    ],
  ])('%s', async (_who, make, undo) => {
    await make()
    expect(of(await digests(never[0]), 'zoe')).toEqual([])
    await undo?.()
  })
})

test('leaves out topics and channels that the reader mutes, does not subscribe to, or may not read', async () => {
  await join('iago', 'Cell', { invite_only: true })
  await say('iago', 'My secret', 'plot', 'Cell')
  await say('hamlet', 'My muted words', 'noise')
  const { Verona } = world.organization.channels
  await ok('zoe', as('zoe').post('/user_topics', { stream_id: Verona, topic: 'noise', visibility_policy: 1 }))
  await ok('zoe', as('zoe').post(`/users/me/muted_users/${userId('iago')}`))
  await set('cordelia', { message_content_in_email_notifications: false })
  await world.sql("UPDATE message SET sent_at = sent_at + interval '14 days'")
  const mails = await digests(new Date(day.getTime() + 2 * WEEK_MS))
  const text = of(mails, 'zoe')[0]!.mail.text!
  for (const hidden of ['Cell', 'secret', 'muted words', 'I am not']) expect(text).not.toContain(hidden)
  expect(text).toContain('soliloquy')
  expect(of(mails, 'iago')[0]!.mail.text).toContain('#Cell > plot')
  const unquoted = of(mails, 'cordelia')[0]!.mail.text!
  for (const topic of ['soliloquy', 'noise', 'other things']) expect(unquoted).toContain(topic)
  expect(unquoted).not.toContain('To be')
  await ok('zoe', as('zoe').delete(`/users/me/muted_users/${userId('iago')}`))
})

test('counts and quotes the messages of people only', async () => {
  const made = { full_name: 'Weather', short_name: 'weather', bot_type: 1 }
  const { api_key, user_id } = await ok('hamlet', as('hamlet').post('/bots', made))
  await join('hamlet', 'Verona', { principals: [user_id] })
  await say('hamlet', 'Is it cold?', 'weather')
  const bot = new Client(url, { email: 'weather-bot@localhost', apiKey: api_key })
  for (const content of ['Minus one.', 'Minus two.'])
    await bot.ok(bot.post('/messages', { type: 'channel', to: 'Verona', topic: 'weather', content }))
  await world.sql("UPDATE message SET sent_at = now() + interval '28 days'")
  const text = of(await digests(new Date(day.getTime() + 4 * WEEK_MS)), 'zoe')[0]!.mail.text!
  expect(text).toContain('Is it cold?')
  expect(text).not.toContain('Minus one.')
  expect(text.slice(text.indexOf('> weather'))).not.toMatch(/\d more message/)
})

test('counts only messages that the reader may read, and no messages of muted users', async () => {
  await join('hamlet', 'Vault', { invite_only: true, history_public_to_subscribers: false })
  await say('hamlet', 'Before you came', 'keys', 'Vault')
  await ok('hamlet', as('hamlet').post('/users/me/subscriptions', add('Vault', ['iago'])))
  await say('iago', 'Also before', 'keys', 'Vault')
  await ok('hamlet', as('hamlet').post('/users/me/subscriptions', add('Vault', ['zoe', 'cordelia'])))
  for (const n of [1, 2, 3]) await say('cordelia', `Now ${n}`, 'keys', 'Vault')
  for (const n of [1, 2, 3]) await say('iago', `Poison ${n}`, 'court')
  for (const n of [1, 2, 3]) await say('hamlet', `Cure ${n}`, 'court')
  await ok('zoe', as('zoe').post(`/users/me/muted_users/${userId('iago')}`))
  await world.sql("UPDATE message SET sent_at = now() + interval '42 days'")
  const text = of(await digests(new Date(day.getTime() + 6 * WEEK_MS)), 'zoe')[0]!.mail.text!
  await ok('zoe', as('zoe').delete(`/users/me/muted_users/${userId('iago')}`))
  const about = (topic: string) => text.slice(text.indexOf(`> ${topic}`)).split('\n#')[0]!
  expect(about('keys')).toContain('Now 1')
  expect(about('keys')).toContain("1 more message; Cordelia, Lear's daughter took part.")
  expect(about('court')).toContain('Cure 1')
  expect(about('court')).toContain('1 more message; King Hamlet took part.')
  expect(text).not.toMatch(/Iago|Poison|before/i)
})

test('reads topics anew that moved or got another name after the hot topics were counted', async () => {
  await join('hamlet', 'Crypt', { invite_only: true, history_public_to_subscribers: false })
  const { id } = await say('hamlet', 'A ghost walks', 'rampart')
  await say('hamlet', 'My lord?', 'banquet')
  const { id: renamed } = await say('cordelia', 'Who is there?', 'password swordfish')
  await world.sql("UPDATE message SET sent_at = now() + interval '56 days' WHERE id >= $1", [id])
  const then = new Date(day.getTime() + 8 * WEEK_MS)
  expect(of(await digests(then), 'zoe')[0]!.mail.text).toContain('A ghost walks')

  const { stream_id } = await ok('hamlet', as('hamlet').get('/get_stream_id', { stream: 'Crypt' }))
  const move = (message: number, change: object) =>
    ok(
      'desdemona',
      as('desdemona').patch(`/messages/${message}`, { propagate_mode: 'change_all', ...change }),
    )
  await ok('hamlet', as('hamlet').post('/users/me/subscriptions', add('Crypt', ['desdemona'])))
  await move(id, { stream_id })
  await move(renamed, { topic: 'password' })
  await ok('hamlet', as('hamlet').post('/users/me/subscriptions', add('Crypt', ['zoe'])))
  await world.sql('DELETE FROM digest_cursor')
  server.reset()
  const text = of(await digests(then), 'zoe')[0]!.mail.text!
  expect(text).toContain('My lord?')
  expect(text).toContain('#Verona > password\n')
  expect(text).not.toMatch(/ghost|rampart|Crypt|swordfish/)
})
