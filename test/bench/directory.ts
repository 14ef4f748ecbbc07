import { createHash } from 'node:crypto'
import pg from 'pg'
import { addPeople } from './people.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000)
const GROUPS = Number(process.env.BENCH_GROUPS ?? 20)
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? PEOPLE / 2)
const RUNS = 21
const TOKEN = `loquat_scim_${'a'.repeat(43)}`

/**
 * Measures requests of a directory (SCIM) in an organization of 10,000 people with 20 groups of 5,000, unless
 * BENCH_PEOPLE, BENCH_GROUPS and BENCH_MEMBERS say otherwise: pages, filters, and a page after a change of an
 * account.
 */
export async function directory(): Promise<void> {
  const stack = await startStack({ settings: { RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000' } })
  await fill(stack)
  const last = PEOPLE - 99
  const filter = (kind: string, text: string) => `/${kind}?count=100&filter=${encodeURIComponent(text)}`
  const rows: [string, ...Cell[]][] = []
  for (const [name, path] of [
    ['one account', `/Users/${await idOf(stack, 5)}`],
    ['first page of 100', '/Users?startIndex=1&count=100'],
    ['last page of 100', `/Users?startIndex=${last}&count=100`],
    ['userName eq', filter('Users', 'userName eq "p77@demo.test"')],
    ['externalId eq', filter('Users', 'externalId eq "id-77"')],
    ['emails.value eq', filter('Users', 'emails[type eq "work"].value eq "p77@demo.test"')],
    ['userName eq and active eq', filter('Users', 'userName eq "p77@demo.test" and active eq true')],
    ['userName sw', filter('Users', 'userName sw "p777"')],
    ['displayName co, which no index has', filter('Users', 'displayName co "777"')],
    ['sortBy userName, which no index has', '/Users?count=100&sortBy=userName'],
    ['groups without members', '/Groups?count=100&excludedAttributes=members'],
    [`groups, with ${MEMBERS} members each`, '/Groups?count=100'],
    [
      'displayName eq, without members',
      `${filter('Groups', 'displayName eq "group 7"')}&excludedAttributes=members`,
    ],
  ] as const)
    rows.push([name, ...(await timed(stack, path))])
  rows.push([
    'first page after a change',
    ...(await timed(stack, '/Users?startIndex=1&count=100', async (run) => {
      const path = `/Users/${await idOf(stack, 9)}`
      const Operations = [{ op: 'replace', path: 'displayName', value: `Changed ${run}` }]
      await ask(stack, path, 'PATCH', { Operations })
    })),
  ])
  await stack.close()
  printTable(`SCIM, ${PEOPLE} people, ${GROUPS} groups`, ['ms', 'ms of processor', 'KiB'], rows)
}

const ask = async ({ port }: Stack, path: string, method = 'GET', body?: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answers ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

const idOf = async (stack: Stack, n: number): Promise<string> => {
  const answer = await ask(stack, `/Users?filter=${encodeURIComponent(`userName eq "p${n}@demo.test"`)}`)
  return (JSON.parse(answer) as { Resources: { id: string }[] }).Resources[0]!.id
}

/**
 * The median of the durations, the processor time of the gateway for each request, and the size of an answer.
 */
async function timed(stack: Stack, path: string, before?: (run: number) => Promise<void>): Promise<Cell[]> {
  const durations: number[] = []
  let used = 0
  let bytes = 0
  for (let run = 0; run <= RUNS; run++) {
    await before?.(run)
    const processor = stack.processorSeconds()
    const begin = performance.now()
    bytes = (await ask(stack, path)).length
    // The first request fills caches.
    if (run === 0) continue
    durations.push(performance.now() - begin)
    used += stack.processorSeconds() - processor
  }
  durations.sort((a, b) => a - b)
  return [
    [durations[Math.floor(RUNS / 2)]!, 1],
    [(used * 1000) / RUNS, 1],
    [bytes / 1024, 0],
  ]
}

/** Adds people whom a directory has named, groups of half of them, and a token. Starts the gateway anew. */
async function fill(stack: Stack): Promise<void> {
  await addPeople(stack, PEOPLE)
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO provisioned_account (user_id, realm_id, user_name, external_id, is_removed)
     SELECT id, $1, delivery_email, 'id-' || substring(delivery_email FROM '^p(\\d+)@'), false
     FROM user_account WHERE realm_id = $1 AND delivery_email ~ '^p\\d+@'`,
    [stack.realm],
  )
  await client.query(
    `WITH made AS (INSERT INTO user_group (realm_id, name)
       SELECT $1, 'group ' || n FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO group_member (group_id, user_id)
     SELECT made.id, u.id FROM made, LATERAL (SELECT id FROM user_account
       WHERE realm_id = $1 AND delivery_email ~ '^p\\d+@' ORDER BY (id * 7919 + made.id) % 10007 LIMIT $3::int) u`,
    [stack.realm, GROUPS, MEMBERS],
  )
  await client.query('INSERT INTO provisioning_token (realm_id, name, token_hash) VALUES ($1, $2, $3)', [
    ...[stack.realm, 'measurement'],
    createHash('sha256').update(TOKEN).digest('hex'),
  ])
  await client.query('VACUUM ANALYZE')
  await client.end()
  await stack.restartGateway()
}
