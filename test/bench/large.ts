import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillLargeOrganization } from './large-organization.ts'
import { processorBetween } from './process-tree.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000)
const CHANNELS = Number(process.env.BENCH_CHANNELS ?? PEOPLE / 10)
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100_000)
/** People who register at the same time. */
const STORM = Math.min(PEOPLE, 200)
/** Milliseconds in which a worker handles the jobs of a message. */
const SETTLE_MS = 2_000
/** People who are named in one request. */
const NAMED = Math.min(PEOPLE, 20_000)

/** The capabilities that the web client declares. */
const CAPABILITIES = JSON.stringify({
  ...{ notification_settings_null: true, bulk_message_deletion: true, user_avatar_url_field_optional: true },
  ...{ stream_typing_notifications: true, user_settings_object: true, linkifier_url_template: true },
  ...{ user_list_incomplete: true, include_deactivated_groups: true, archived_channels: true },
})

interface Ask {
  readonly method: string
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly by: string
  readonly isGzipped?: boolean
}

/**
 * Measures requests in an organization of 100,000 people and 10,000 channels: their duration and bytes, the
 * processor time of the gateway, Postgres and the worker, and the longest pause of the gateway's event loop.
 */
export async function large(): Promise<void> {
  const stack = await startStack({ isMeasurable: true, hasWorker: true })
  let began = performance.now()
  await fillLargeOrganization(stack.databaseUrl, stack.realm, {
    ...{ people: PEOPLE, channels: CHANNELS, messages: MESSAGES },
  })
  process.stdout.write(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  const { ids, channels, subscriptions } = await found(stack)
  await stack.restartGateway()
  const empty = await stack.memory()
  const people = ids.map((id, n) => stack.authorizationOf(id as never, `p${n + 1}@demo.test`))
  const owner = stack.authorization('desdemona')
  const reader = people[0]!
  const rows: (readonly [string, ...Cell[]])[] = []
  const row = async (name: string, asks: readonly Ask[], { settleMs = 0, areAtOnce = false } = {}) => {
    await stack.longestPause()
    const before = stack.processes()
    began = performance.now()
    let bytes = 0
    let answer = ''
    const make = async (ask: Ask) => {
      answer = await answerTo(stack.port, ask)
      bytes += answer.length
    }
    if (areAtOnce) await Promise.all(asks.map(make))
    else for (const ask of asks) await make(ask)
    const milliseconds = performance.now() - began
    await sleep(settleMs)
    const pause = await stack.longestPause()
    const used = processorBetween(before, stack.processes(), groupOf)
    const cells = [
      milliseconds,
      used.get('gateway')!,
      used.get('postgres')!,
      used.get('worker') ?? 0,
      pause,
      bytes / 1024,
    ]
    rows.push([name, ...cells.map((value): Cell => [value, 0])])
    process.stderr.write(`${name} ${cells.map((value) => value.toFixed(0)).join(' ')}\n`)
    return answer
  }
  const register = (form: Record<string, string>, isGzipped = false): Ask => ({
    ...{ method: 'POST', path: '/api/v1/register', by: reader, isGzipped },
    form: { client_capabilities: CAPABILITIES, slim_presence: 'true', ...form },
  })
  const messageEvents = { event_types: '["message"]', fetch_event_types: '["message"]' }
  await row('GET /users/me, the first of a process', [
    { method: 'GET', path: '/api/v1/users/me', by: reader },
  ])
  const loaded = await stack.memory()
  await row('POST /register, everything, the first', [register({})])
  await row('POST /register, everything', [register({})])
  await row('POST /register, everything, gzipped, the first', [register({}, true)])
  await row(
    'POST /register, everything, gzipped, 20 people',
    people.slice(1, 21).map((by) => ({ ...register({}, true), by })),
  )
  await row('POST /register, with subscribers', [register({ include_subscribers: 'true' })])
  await row('POST /register, with subscribers, again', [register({ include_subscribers: 'true' })])
  await row('POST /register, messages only', [register(messageEvents)])
  for (const type of ['realm_user', 'realm_user_groups', 'stream', 'subscription', 'presence', 'message'])
    await row(`POST /register, ${type} only`, [register({ fetch_event_types: `["${type}"]` })])
  await row('a setting of one person', [
    { method: 'PATCH', path: '/api/v1/settings', by: people[5]!, form: { enter_sends: 'true' } },
  ])
  await row('POST /register, after it', [register({})])
  await row('GET /users', [{ method: 'GET', path: '/api/v1/users', by: reader }])
  await row('GET /streams', [{ method: 'GET', path: '/api/v1/streams', by: reader }])
  const first = channels.get('large 1')!
  await row('GET /streams/{id}/members, everybody', [
    { method: 'GET', path: `/api/v1/streams/${first}/members`, by: reader },
  ])
  const send = (to: string, content: string, by = reader): Ask => ({
    ...{ method: 'POST', path: '/api/v1/messages', by },
    form: { type: 'channel', to, topic: 'bench', content },
  })
  const small = `large ${CHANNELS}`
  const member = people[ids.indexOf(subscriptions.get(channels.get(small)!)!)] ?? reader
  for (const _ of [1, 2]) await row('POST /messages to few', [send(small, 'To be', member)])
  for (const _ of [1, 2])
    await row('POST /messages to everybody', [send('large 1', 'To be')], { settleMs: SETTLE_MS })
  await row('POST /messages, @**all**', [send('large 1', '@**all** To be', owner)], { settleMs: SETTLE_MS })
  await row('POST /messages, @*everybody*', [send('large 1', '@*everybody* To be', owner)], {
    settleMs: SETTLE_MS,
  })
  const presence = { method: 'POST', path: '/api/v1/users/me/presence', by: reader }
  await row(
    'presence of all people, 2000 reports',
    people.slice(0, 2_000).map((by) => ({
      ...presence,
      by,
      form: { status: 'active', ping_only: 'true' },
    })),
  )
  await row('presence of everyone who is online', [
    { ...presence, form: { status: 'active', last_update_id: '-1' } },
  ])
  const everyone = people.slice(0, STORM).map((by) => ({ ...register({}, true), by }))
  let [isOver, slowest] = [false, 0]
  const sending = (async () => {
    while (!isOver) {
      const sentAt = performance.now()
      await answerTo(stack.port, send(small, 'To be', member))
      slowest = Math.max(slowest, performance.now() - sentAt)
      await sleep(50)
    }
  })()
  await row(`${STORM} people register at once, gzipped`, everyone, { areAtOnce: true })
  isOver = true
  await sending
  process.stdout.write(`the slowest message meanwhile took ${slowest.toFixed(0)} ms\n`)
  const named = JSON.stringify(ids.slice(0, NAMED))
  const principals = { principals: named, subscriptions: JSON.stringify([{ name: 'new' }]) }
  const subscribe = { method: 'POST', path: '/api/v1/users/me/subscriptions', by: owner }
  await row(`subscribe ${NAMED} to a new channel`, [{ ...subscribe, form: principals }])
  await row('subscribe one more', [
    { ...subscribe, form: { ...principals, principals: JSON.stringify([ids.at(-1)]) } },
  ])
  await row(`create a group of ${NAMED}`, [
    {
      ...{ method: 'POST', path: '/api/v1/user_groups/create', by: owner },
      form: { name: 'many', description: '', members: named },
    },
  ])
  await row(`unsubscribe ${NAMED}`, [
    {
      ...{ method: 'DELETE', path: '/api/v1/users/me/subscriptions', by: owner },
      form: { principals: named, subscriptions: '["new"]' },
    },
  ])
  const rest = await stack.memory()
  await stack.close()
  printTable(
    `${PEOPLE} people, ${CHANNELS} channels, ${[...subscriptions].length} with subscribers`,
    ['ms', 'gateway ms', 'postgres ms', 'worker ms', 'longest pause ms', 'KiB'],
    rows,
  )
  const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)
  process.stdout.write(
    `memory: ${mib(loaded.heapUsed - empty.heapUsed)} MiB of heap for the organization, ${mib(rest.rss)} MiB resident in the end\n`,
  )
}

const groupOf = (name: string) => (name.startsWith('postgres') ? 'postgres' : name)

async function found(stack: Stack) {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const all = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  const users = await all<{ id: number }>(
    "SELECT id FROM user_account WHERE email ~ '^p[0-9]+@demo.test$' ORDER BY id",
  )
  const named = await all<{ id: number; name: string }>('SELECT id, name FROM channel')
  const members = await all<{ channel: number; user: number }>(
    'SELECT channel_id AS channel, min(user_id) AS user FROM subscription GROUP BY 1',
  )
  const [count] = await all<{ count: number }>('SELECT count(*)::int AS count FROM subscription')
  process.stdout.write(`${count!.count} subscriptions\n`)
  await client.end()
  return {
    ids: users.map(({ id }) => id),
    channels: new Map(named.map(({ id, name }) => [name, id])),
    subscriptions: new Map(members.map(({ channel, user }) => [channel, user])),
  }
}

/** Makes a request and returns the whole answer, which it does not parse. */
function answerTo(port: number, { method, path, form = {}, by, isGzipped = false }: Ask): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new URLSearchParams(form).toString()
    const headers = {
      Authorization: by,
      'Content-Length': Buffer.byteLength(body), // Node sends no length of the body of a DELETE by itself.
      'Content-Type': 'application/x-www-form-urlencoded',
      'Accept-Encoding': isGzipped ? 'gzip' : 'identity',
    }
    const outgoing = request({ port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString('latin1')
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 300)}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
