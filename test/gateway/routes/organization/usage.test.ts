import { expect, test } from 'vitest'
import { countTrafficJob } from '../../../../workers/jobs/upkeep/count-traffic.ts'
import { countUsageJob } from '../../../../workers/jobs/upkeep/count-usage.ts'
import type { Body } from '../../../harness/client.ts'
import { uploadFile } from '../../../harness/upload.ts'
import { silent } from '../../../harness/world.ts'
import { as, core, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const run = { core, data: undefined as never, log: silent, outboxId: undefined, isLastAttempt: false }
const count = () => countUsageJob.run({ ...run, core })
const usage = async (days = 90): Promise<Body> => ok(as('iago').get('/realm/usage', { days }))
const DAY_MS = 86_400_000
const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
const of = async (ago: number): Promise<Body | undefined> =>
  (await usage()).days.find(({ day }: Body) => day === dayOf(ago))
const send = async (by: string, to: unknown, type = 'stream'): Promise<number> =>
  (await ok(as(by).post('/messages', { type, to, topic: 'usage', content: 'x' }))).id
/** Lets messages, and the last reports of people, be of an earlier day. */
const age = (ids: readonly number[], ago: number) =>
  world.sql(`UPDATE message SET sent_at = now() - make_interval(days => $2) WHERE id = ANY ($1::int8[])`, [
    ids,
    ago,
  ])
const seen = (name: string, ago: number) =>
  world.sql(
    `INSERT INTO user_presence (user_id, realm_id, active_at, connected_at, update_id)
     VALUES ($1, 1, $2, $2, 1) ON CONFLICT (user_id) DO UPDATE SET active_at = excluded.active_at`,
    [world.userId(name), Math.floor(Date.now() / 1000) - ago * 86_400],
  )

test('messages count once, by kind of channel, whenever the job runs or dies', async () => {
  await world.sql("UPDATE message SET sent_at = now() - interval '800 days'")
  await count()
  expect((await usage(730)).days.every(({ public_messages }: Body) => public_messages === 0)).toBe(true)
  await send('hamlet', 'Verona')
  await send('hamlet', 'core team').catch(() => undefined)
  await ok(as('desdemona').post('/messages', { type: 'stream', to: 'core team', topic: 't', content: 'x' }))
  await send('hamlet', [world.userId('cordelia')], 'direct')
  await send('hamlet', [world.userId('cordelia')], 'direct')
  await Promise.all([count(), count(), count(), count()])
  await count()
  expect(await of(0)).toMatchObject({ public_messages: 1, private_messages: 1, direct_messages: 2 })
})

test('people count once a day and once a week, bots never', async () => {
  await world.sql('DELETE FROM active_person_day; DELETE FROM usage_day')
  await world.sql('DELETE FROM user_presence')
  await send('greeter-bot', 'Verona')
  await send('hamlet', 'Verona')
  await send('hamlet', 'Verona')
  await seen('hamlet', 0)
  await seen('cordelia', 0)
  await seen('zoe', 3)
  await count()
  expect(await of(0)).toMatchObject({ active_people: 2, active_week: 3 })
  expect(await of(3)).toMatchObject({ active_people: 1, active_week: 1 })
  // Zoe returns: the former day keeps her.
  await seen('zoe', 0)
  await count()
  expect(await of(0)).toMatchObject({ active_people: 3, active_week: 3 })
  expect(await of(3)).toMatchObject({ active_people: 1 })
})

test('an outage of days is caught up, and storage is that of the day', async () => {
  const ids = [await send('othello', 'Verona'), await send('othello', 'Verona')]
  await age(ids, 5)
  await uploadFile(as('hamlet'), { name: 'a.bin', bytes: Buffer.alloc(1234) })
  await count()
  const missed = await of(5)
  expect(missed).toMatchObject({ public_messages: 2, active_people: 1, storage_bytes: null })
  const [{ used }] = (await world.sql(
    'SELECT used_bytes AS used FROM upload_space WHERE realm_id = 1',
  )) as Body[]
  expect((await of(0))!.storage_bytes).toBe(Number(used))
})

test('rows are forgotten after two years, and people after two weeks', async () => {
  await world.sql(
    `INSERT INTO usage_day (realm_id, day) VALUES (1, current_date - 731), (1, current_date - 600)`,
  )
  await world.sql('INSERT INTO active_person_day VALUES (1, current_date - 20, $1)', [world.userId('zoe')])
  await count()
  expect(await world.sql('SELECT FROM usage_day WHERE day < current_date - 700')).toEqual([])
  expect(await world.sql('SELECT FROM active_person_day WHERE day < current_date - 16')).toEqual([])
  expect((await usage(730)).days[0]).toMatchObject({ day: dayOf(600) })
  expect((await usage(30)).days.map(({ day }: Body) => day)).not.toContain(dayOf(600))
})

test('channels are listed by activity, without exact numbers', async () => {
  await countTrafficJob.run({ ...run, core })
  await world.sql(
    `INSERT INTO channel_day (channel_id, day, messages)
     SELECT id, current_date - 1, 1234 FROM channel WHERE name = 'core team' ON CONFLICT (channel_id, day) DO UPDATE SET messages = 1234`,
  )
  const [first] = (await usage()).channels
  expect(first.messages % 100).toBe(0)
  expect(first.messages).toBeGreaterThanOrEqual(1200)
})

test('wrong periods are refused', async () => {
  for (const days of [0, -1, 731, 1e12, 'many']) {
    expect((await refusal(as('iago').get('/realm/usage', { days }))).code, String(days)).toBe('BAD_REQUEST')
  }
})
