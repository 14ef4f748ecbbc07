import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Body, Client } from '../harness/client.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { World } from '../harness/world.ts'

let world: World
let urls: string[]
let hamlet: Client

beforeAll(async () => {
  world = await World.create()
  const settings = { LOG_LEVEL: 'silent' } // The gateway logs an error here.
  urls = (await Promise.all([world.gateway(settings), world.gateway(settings)])).map(({ url }) => url)
  hamlet = world.client(urls[0]!, 'hamlet')
})
afterAll(() => world.close())

const say = async (content: string): Promise<number> => {
  const message = { type: 'channel', to: 'Verona', topic: 'time', content }
  return (await hamlet.ok(hamlet.post('/messages', message))).id
}

/** A client's queue and the response to its next poll. */
async function register(client: Client) {
  const { queue_id, last_event_id, max_message_id } = await client.ok(
    client.post('/register', { event_types: ['message'] }),
  )
  let at: number = last_event_id
  return {
    newestInState: max_message_id as number,
    poll: async (at_ = at): Promise<{ status: number; code?: string; contents: string[] }> => {
      const { status, body } = await client.get('/events', { queue_id, last_event_id: at_ })
      const events: Body[] = body.events ?? []
      at = Math.max(at, ...events.map((event) => event.id))
      const contents = events.filter(({ type }) => type === 'message').map((event) => event.message.content)
      return { status, code: body.code, contents }
    },
  }
}

/** Restores Postgres to the time when the message was the newest, as from a backup. */
async function goBackTo(message: number): Promise<void> {
  await world.sql('DELETE FROM message WHERE id > $1', [message])
  await world.sql(
    `WITH last AS (
       SELECT realm_id, max(seq) AS seq FROM event_log
       WHERE (payload::json -> 'message' ->> 'id')::int <= $1 GROUP BY realm_id
     ), gone AS (
       DELETE FROM event_log USING last WHERE event_log.realm_id = last.realm_id AND event_log.seq > last.seq
     )
     UPDATE event_head SET seq = last.seq FROM last WHERE event_head.realm_id = last.realm_id`,
    [message],
  )
}

test('when Postgres is restored from a backup, clients that received lost events register again and receive new messages', async () => {
  const cordelia = world.client(urls[1]!, 'cordelia')
  const kept = await say('kept')
  const queue = await register(cordelia)
  await say('lost 1')
  await say('lost 2')
  const received: string[] = []
  while (received.length < 2) received.push(...(await queue.poll()).contents)
  expect(received).toEqual(['lost 1', 'lost 2'])
  const waiting = queue.poll()

  await goBackTo(kept)
  // Waiting requests continue and find that their position is gone, even when the log is as long as before.
  let answer = await waiting
  expect(answer.contents).toEqual([])
  const sent: number[] = []
  for (const content of ['new 1', 'new 2', 'new 3', 'new 4']) sent.push(await say(content))
  while (answer.code === undefined) answer = await queue.poll()
  expect(answer).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })

  const next = await register(cordelia)
  await say('newest')
  expect(next.newestInState).toBe(sent.at(-1))
  expect((await next.poll()).contents).toEqual(['newest'])
  await expectStreamToContinueLog(world)
})

test('who registers while another process begins an epoch gets no state from before it', async () => {
  const client = world.client(urls[0]!, 'cordelia')
  const register = () => client.ok(client.post('/register', { event_types: ['realm_user'] }))
  const nameIn = (state: Body) =>
    state.realm_users.find((user: Body) => user.user_id === world.userId('hamlet')).full_name
  const { epoch } = streamKeys(world.organization.realmId as RealmId)
  const before = nameIn(await register())
  // Postgres has another name than memory, as when the change of the name was lost.
  await world.sql("UPDATE user_account SET full_name = 'Hamlet Restored' WHERE id = $1", [
    world.userId('hamlet'),
  ])
  expect(nameIn(await register())).toBe(before)
  await world.redis.incr(epoch)
  const state = await register()
  expect(nameIn(state)).toBe('Hamlet Restored')
  const { queue_id, last_event_id } = state
  expect(await client.get('/events', { queue_id, last_event_id, dont_block: true })).toMatchObject({
    status: 200,
  })
})
