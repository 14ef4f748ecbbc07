import pg from 'pg'
import type { RealmId } from '../../core/platform/ids.ts'
import { Connection, type Measured, underLoad } from './load.ts'
import { printTable } from './report.ts'
import { startStack } from './stack.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CROWDS = [10, 1_000, 100_000]
/** Number of subscribers who are online and wait for events. */
const PRESENT = 5
/** Limit of the cost of a message in the largest channel in relation to the smallest. */
const FLAT = 1.3

/**
 * Measures the cost of a message in channels of 10, 1,000 and 100,000 subscribers, five of whom are online.
 * The cost must be the same (docs/architecture.md, invariant 4); otherwise the process exits with 1. The
 * channels take turns, so that other load on the machine affects all of them.
 */
export async function crowd(): Promise<void> {
  const stack = await startStack()
  const people = await writeCrowds(stack.databaseUrl, stack.realm)
  const waiting = people.map((id, n) => stack.authorizationOf(id as never, `crowd${n + 1}@demo.test`))
  const sender = stack.authorization('hamlet')
  const stops = await Promise.all(waiting.map((authorization) => listen(stack.port, authorization)))
  const connection = await Connection.open(stack.port)
  const times = new Map<number, Measured[]>(CROWDS.map((size) => [size, []]))
  const used = new Map<number, number[]>(CROWDS.map((size) => [size, []]))
  for (let round = 0; round < 4; round++) {
    for (const n of CROWDS.keys()) {
      const size = CROWDS[(round + n) % CROWDS.length]!
      const fields = {
        type: 'channel',
        to: `crowd ${size}`,
        topic: 'bench',
        content: 'To *be*, or not to be',
      }
      const form = new URLSearchParams(fields).toString()
      const before = stack.processorSeconds()
      let sent = 0
      const measured = await underLoad([connection], SECONDS / 2, async () => {
        await connection.request('POST', '/api/v1/messages', sender, form)
        sent += 1
      })
      if (round === 0) continue
      times.get(size)!.push(measured)
      used.get(size)!.push(((stack.processorSeconds() - before) * 1000) / sent)
    }
  }
  for (const stop of stops) stop()
  connection.close()
  await stack.close()
  const middle = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  printTable(
    'subscribers',
    ['p50 ms', 'p99 ms', 'gateway ms a message'],
    CROWDS.map((size) => {
      const of = times.get(size)!
      return [
        String(size),
        [middle(of.map((run) => run.p50)), 2],
        [middle(of.map((run) => run.p99)), 2],
        [middle(used.get(size)!), 3],
      ]
    }),
  )
  const cost = (size: number) => middle(times.get(size)!.map((run) => run.p50))
  const ratio = cost(CROWDS.at(-1)!) / cost(CROWDS[0]!)
  process.stdout.write(`the largest costs ${ratio.toFixed(2)} of the smallest\n`)
  if (ratio > FLAT) process.exitCode = 1
}

/**
 * Creates the channels and the people. Returns the people who will be online; they subscribe to all channels.
 */
async function writeCrowds(databaseUrl: string, realm: RealmId): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const most = CROWDS.at(-1)!
  await client.query(
    `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
     SELECT $1, e, e, 'Person ' || n, 400 FROM (SELECT n, 'crowd' || n || '@demo.test' AS e FROM generate_series(1, ${most}) n) s`,
    [realm],
  )
  for (const size of CROWDS) {
    await client.query('INSERT INTO channel (realm_id, name) VALUES ($1, $2)', [realm, `crowd ${size}`])
    await client.query(
      `INSERT INTO subscription (user_id, channel_id, color) SELECT u.id, c.id, '#000000'
       FROM user_account u, channel c WHERE c.name = $1
         AND u.id IN (SELECT id FROM user_account WHERE email LIKE 'crowd%' ORDER BY id LIMIT $2)`,
      [`crowd ${size}`, size],
    )
  }
  await client.query(`INSERT INTO subscription_span (user_id, channel_id, from_id)
    SELECT user_id, channel_id, 0 FROM subscription WHERE color = '#000000' ON CONFLICT DO NOTHING`)
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query(
    `SELECT id FROM user_account WHERE email LIKE 'crowd%' ORDER BY id LIMIT ${PRESENT}`,
  )
  await client.end()
  return rows.map((row) => row.id)
}

/** Starts a client that polls for messages. Returns a function that stops it. */
async function listen(port: number, authorization: string): Promise<() => void> {
  const connection = await Connection.open(port)
  const form = new URLSearchParams({ event_types: '["message"]' }).toString()
  const answer = await connection.request('POST', '/api/v1/register', authorization, form)
  const { queue_id, last_event_id } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  let last = last_event_id
  let isOver = false
  const poll = async () => {
    while (!isOver) {
      const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last}`
      const response = await connection.request('GET', path, authorization)
      const { events } = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
      for (const event of events) last = Math.max(last, event.id)
    }
  }
  poll().catch((error) => {
    if (!isOver) throw error
  })
  return () => {
    isOver = true
    connection.close()
  }
}
