import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadMessages, MessageHolder, messageHolder } from '../../../core/messaging/reads/held-messages.ts'
import { RoundTripOver } from '../../../core/platform/db/database.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import { StatementGroups } from '../../../core/platform/db/statements/statement-groups.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { withRoundTrips } from '../../../core/platform/log/round-trips.ts'
import type { Core } from '../../../core/state/core.ts'
import { FAR, NEAR } from '../../../core/state/realm/messages-by-conversation.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { joinedJson } from '../../../gateway/http/reply/json-text.ts'
import { EventQueues } from '../../../gateway/realtime/event-queues.ts'
import { register } from '../../../gateway/register/register.ts'
import { World } from '../../harness/world.ts'

/**
 * 2,000 people, 200 channels of 20 topics, 20 subscriptions of each person, 20,000 messages that are unread
 * for everyone.
 */
const SEED = [
  `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
   SELECT 1, e, e, 'Person ' || n, 400
   FROM (SELECT n, 'seed' || n || '@demo.test' AS e FROM generate_series(1, 2000) n) s`,
  `INSERT INTO channel (realm_id, name, description)
   SELECT 1, 'seed ' || n, 'Channel ' || n FROM generate_series(1, 200) n`,
  `INSERT INTO subscription (user_id, channel_id, color)
   SELECT u.id, c.id, '#76ce90' FROM user_account u, channel c
   WHERE c.name LIKE 'seed %' AND (u.id + c.id) % 10 = 0 OR u.email = 'hamlet@demo.test' AND c.name LIKE 'seed %'
   ON CONFLICT DO NOTHING`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id)
   SELECT user_id, channel_id, 0 FROM subscription WHERE color = '#76ce90' ON CONFLICT DO NOTHING`,
  `INSERT INTO conversation (realm_id, channel_id, topic)
   SELECT 1, id, 'topic ' || n FROM channel, generate_series(1, 20) n WHERE name LIKE 'seed %'`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), 1, c.id, c.channel_id, 1, 'website', 'hello', '<p>hello</p>'
   FROM generate_series(1, 5) n, conversation c WHERE c.channel_id IS NOT NULL`,
  'ANALYZE',
]

interface Organization {
  readonly world: World
  readonly core: Core
  readonly queues: EventQueues
  readonly realm: RealmState
}

const opened: Organization[] = []

async function open(seed: readonly string[]): Promise<Organization> {
  const world = await World.create()
  const core = await world.core()
  for (const [n, text] of seed.entries()) await core.db.run(statement(`test.seed-${n}`, text))
  const queues = new EventQueues(core, { lifetimeSeconds: 600, queuesPerUser: 200, heartbeatSeconds: 60 })
  const realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const organization = { world, core, queues, realm }
  opened.push(organization)
  return organization
}

let small: Organization
let large: Organization
beforeAll(async () => {
  small = await open([])
  large = await open(SEED)
}, 600_000)
afterAll(async () => {
  for (const { world, core, queues } of opened) {
    queues.close()
    await core.close()
    await world.close()
  }
})

/** The statements of snapshots, as Postgres runs them. */
const ran = vi.spyOn(StatementGroups.prototype, 'run')

/** The cost of a register that requests all data. */
async function cost({ world, core, queues, realm }: Organization) {
  const trips = { postgres: 0, redis: 0 }
  ran.mockClear()
  const user = realm.users.get(world.userId('hamlet'))!
  const started = performance.now()
  const { state } = await withRoundTrips(trips, () =>
    register(
      { core, queues, config: world.config } as never,
      realm,
      user,
      {
        eventTypes: null,
        fetchEventTypes: null,
        clientGravatar: true,
        includeSubscribers: 'true',
        slimPresence: true,
        presenceHistoryLimitDays: undefined,
        capabilities: {},
      },
      {
        eventTypes: null,
        applyMarkdown: true,
        clientGravatar: true,
        slimPresence: true,
        allPublicStreams: false,
        narrow: [],
        capabilities: {},
        lifetimeSeconds: 600,
      },
    ),
  )
  const ms = performance.now() - started
  const statements = ran.mock.calls.map(([{ name }]) => name).sort()
  return { ...trips, statements, ms, state: joinedJson(state).toJSON() as Record<string, unknown> }
}

test('a register needs as many queries in a large organization as in a small one', async () => {
  // The first register loads presence into Redis.
  for (const organization of [small, large]) await cost(organization)
  const few = await cost(small)
  const many = await cost(large)
  expect(many.state.realm_users).toHaveLength(2011)
  expect(many.state.unread_msgs).toMatchObject({ count: 20_000 })
  expect([many.postgres, many.redis]).toEqual([few.postgres, few.redis])
  expect(many.statements).toEqual(['reads.unread', 'register.small-lists', 'snapshot.end', 'view.head'])
  expect(few.statements).toEqual(many.statements)
  expect(many.postgres).toBe(1)
  expect(many.redis).toBeLessThanOrEqual(2) // The queue, and presence.

  const times: number[] = []
  for (let n = 0; n < 5; n++) times.push((await cost(large)).ms)
  times.sort((a, b) => a - b)
  console.log(
    `register: 2,000 users, 200 channels, 20,000 unread: ${many.statements.length} statements, ` +
      `${times[2]!.toFixed(0)} ms (${few.ms.toFixed(0)} ms in the small one)`,
  )
})

test('the newest unread messages come from memory once somebody has asked for 50', async () => {
  const holder = messageHolder(large.core)
  await vi.waitFor(() => expect(holder.figures().messages).toBe(20_000), { timeout: 60_000 })
  const { hits, misses } = holder.figures()
  const { state, postgres } = await cost(large)
  expect(holder.figures()).toMatchObject({ hits: hits + 1, misses })
  large.realm.messagesByConversation.forget()
  // Otherwise it loads them again meanwhile.
  vi.spyOn(holder, 'load').mockResolvedValue()
  const fromPostgres = await cost(large)
  expect(holder.figures()).toMatchObject({ hits: hits + 1, misses: misses + 1 })
  expect(state.unread_msgs).toEqual(fromPostgres.state.unread_msgs)
  expect([postgres, fromPostgres.postgres]).toEqual([1, 1])
  const trips = { postgres: 0, redis: 0 }
  await withRoundTrips(trips, () => new MessageHolder(large.core).load(large.realm, NEAR))
  expect(large.realm.messagesByConversation.held?.count).toBe(20_000)
  expect(trips).toEqual({ postgres: 0, redis: 0 }) // The load is not for this register.
})

test('memory reaches further back when Postgres still returns thousands of unread messages', async () => {
  const { core, realm } = large
  vi.restoreAllMocks()
  const { messagesByConversation: messages } = realm
  messages.forget()
  await messages.load(() => loadMessages(core, realm, { loaded: 100, most: 200 }))
  const first = await cost(large)
  await vi.waitFor(
    async () => {
      const { state } = await cost(large)
      expect(messages.held?.reaches(FAR)).toBe(true)
      expect(state.unread_msgs).toEqual(first.state.unread_msgs)
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(messages.held!.count).toBeGreaterThanOrEqual(20_000)
  const { hits, misses } = messageHolder(core).figures()
  const { state, postgres } = await cost(large)
  expect(messageHolder(core).figures()).toMatchObject({ hits: hits + 1, misses })
  expect([state.unread_msgs, postgres]).toEqual([first.state.unread_msgs, 1])
})

test('a state from the database needs a constant number of queries too', async () => {
  const ahead = ({ realm, core }: Organization) => {
    // A snapshot cannot use memory that is ahead of it.
    const newer: Record<string, unknown> = {
      position: Number.MAX_SAFE_INTEGER,
      changedAt: Number.MAX_SAFE_INTEGER,
    }
    const moved = new Proxy(realm, {
      get: (target, name) => newer[String(name)] ?? Reflect.get(target, name, target),
    })
    return { core, realm: moved }
  }
  const few = await cost({ ...small, ...ahead(small) })
  const many = await cost({ ...large, ...ahead(large) })
  expect(many.state.realm_users).toHaveLength(2011)
  expect([many.postgres, many.redis]).toEqual([few.postgres, few.redis])
  expect(many.statements).toEqual(few.statements)
})

test('a state that one round trip cannot read is read in several', async () => {
  const { state } = await cost(small)
  vi.spyOn(small.core.db, 'snapshotAtOnce').mockRejectedValueOnce(new RoundTripOver())
  const again = await cost(small)
  expect(again.postgres).toBe(2)
  expect({ ...again.state, server_timestamp: 0 }).toEqual({ ...state, server_timestamp: 0 })
})
