import { createHash, randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPEN_CHANNELS } from '../../../core/demonstration/channels.ts'
import { conversations } from '../../../core/demonstration/conversations.ts'
import { createDemonstrationOrganization } from '../../../core/demonstration/organization.ts'
import { SPEAKERS } from '../../../core/demonstration/scripts/cast.ts'
import { seedDemonstration } from '../../../core/demonstration/seed.ts'
import type { MessageEvent } from '../../../core/messaging/sending/event.ts'
import { realmsWithNewMessages } from '../../../core/notifying/notifications/cursor.ts'
import { openCore } from '../../../core/open-core.ts'
import { createRealm } from '../../../core/organization/settings/create.ts'
import { logIn } from '../../../core/people/credentials/log-in.ts'
import { migrate } from '../../../core/platform/db/migrate.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { Core, Faults } from '../../../core/state/core.ts'
import { testServers } from '../../harness/ask.ts'
import { administer, databaseUrl, TEST_ROOT_URL, TEST_SECRET } from '../../harness/template.ts'

const silent = pino({ level: 'silent' })
const made = new Map<string, string>()
const cores: Core[] = []
let empty: string

/** A new database, copied from `template` if there is one, with its own Redis. */
async function newDatabase(template?: string): Promise<string> {
  const { postgresUrl, redisUrl } = await testServers()
  const name = `demonstration_${randomBytes(6).toString('hex')}`
  await administer(
    postgresUrl,
    `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`,
  )
  const redis = new Redis(redisUrl)
  made.set(name, `${redisUrl}/${((await redis.incr('test:databases')) % 4095) + 1}`)
  redis.disconnect()
  return name
}

async function open(database: string, faults: Faults = {}): Promise<Core> {
  const options = {
    databaseUrl: databaseUrl((await testServers()).postgresUrl, database),
    databasePoolSize: 4,
    redisUrl: made.get(database)!,
    secretKey: TEST_SECRET,
    rootUrl: TEST_ROOT_URL,
    eventLogRetentionSeconds: 900,
  }
  const core = await openCore(options, silent, { handOver: async () => undefined }, faults)
  cores.push(core)
  return core
}

function rows<Row>(core: Core, text: string): Promise<Row[]> {
  return core.db.run<Row>(statement(createHash('md5').update(text).digest('hex'), text))
}

/** Everything that seeding creates, except times. */
async function contents(core: Core) {
  return {
    realms: await rows(core, 'SELECT subdomain, custom_host, name FROM realm'),
    users: await rows(
      core,
      'SELECT email, full_name, role, is_bot, password_hash IS NULL AS none FROM user_account ORDER BY email',
    ),
    subscriptions: await rows(
      core,
      `SELECT c.name, c.is_private, c.is_default, c.description, u.email FROM subscription s
       JOIN channel c ON c.id = s.channel_id JOIN user_account u ON u.id = s.user_id
       WHERE s.is_active ORDER BY c.name, u.email`,
    ),
    spans: await rows(core, 'SELECT count(*) FROM subscription_span'),
    messages: await rows(
      core,
      'SELECT u.email, m.content FROM message m JOIN user_account u ON u.id = m.sender_id ORDER BY m.id',
    ),
    mentions: await rows(core, 'SELECT user_id FROM message_flag ORDER BY message_id, user_id'),
  }
}

beforeAll(async () => {
  empty = await newDatabase()
  await migrate(databaseUrl((await testServers()).postgresUrl, empty))
})

afterAll(async () => {
  await Promise.all(cores.map((core) => core.close()))
  const { postgresUrl } = await testServers()
  for (const name of made.keys())
    await administer(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

describe('the script', () => {
  const script = conversations()

  test('has a few hundred messages and every speaker', () => {
    expect(script.length).toBeGreaterThanOrEqual(300)
    expect(script.length).toBeLessThanOrEqual(420)
    expect(new Set(script.map((line) => line.speaker))).toEqual(new Set(SPEAKERS))
  })

  test('has several topics in each channel, and direct conversations of each size', () => {
    const topics = new Map<string, Set<string>>()
    const sizes = new Set<number>()
    for (const { to } of script) {
      if ('between' in to) sizes.add(to.between.length)
      else topics.set(to.channel, (topics.get(to.channel) ?? new Set()).add(to.topic))
    }
    expect(topics.size).toBe(8)
    for (const [channel, names] of topics)
      expect(names.size).toBeGreaterThanOrEqual(channel in OPEN_CHANNELS ? 2 : 3)
    expect(sizes).toEqual(new Set([1, 2, 3]))
  })

  test('covers the last ten days in order', () => {
    const ages = script.map(({ minutesAgo }) => minutesAgo)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
    expect(ages.at(-1)).toBe(5)
    expect(ages[0]).toBeGreaterThan(10 * 24 * 60)
    expect(ages[0]).toBeLessThan(10 * 24 * 60 + 60)
    expect(new Set(ages.map((age) => Math.floor(age / (24 * 60)))).size).toBeGreaterThanOrEqual(10)
  })

  test('is plain text without emoji', () => {
    for (const { content } of script) expect(content).not.toMatch(/\p{Extended_Pictographic}/u)
  })
})

describe('seeding', () => {
  let core: Core
  let realmId: number

  beforeAll(async () => {
    core = await open(await newDatabase(empty))
    await seedDemonstration(core)
    realmId = (await core.realms.byHost('demo.test'))!.id
  })

  test('stores every message, in order, with its event', async () => {
    const log = await rows<{ payload: string; audience: string }>(
      core,
      `SELECT payload, audience FROM event_log WHERE payload LIKE '{"type":"message"%' ORDER BY seq`,
    )
    const events = log.map((entry) => JSON.parse(entry.payload) as MessageEvent)
    const contents = conversations().map((conversation) => conversation.content)
    expect(events.map((event) => event.message.content)).toEqual(contents)
    const stored = await rows<{ id: number; content: string }>(
      core,
      'SELECT id, content FROM message ORDER BY id',
    )
    expect(stored.map((message) => message.content)).toEqual(contents)
    expect(events.map((event) => event.message.id)).toEqual(stored.map((message) => message.id))
  })

  test('dates messages in order over the last ten days, and notifies nobody', async () => {
    const [order] = await rows<{ sorted: boolean; newest: number; oldest: number }>(
      core,
      `SELECT bool_and(sent_at >= former) AS sorted, extract(epoch FROM now() - max(sent_at))::int / 60 AS newest,
         extract(epoch FROM now() - min(sent_at))::int / 86400 AS oldest
       FROM (SELECT sent_at, lag(sent_at, 1, '-infinity') OVER (ORDER BY id) AS former FROM message) m`,
    )
    expect(order).toMatchObject({ sorted: true, oldest: 10 })
    expect(order!.newest).toBeGreaterThanOrEqual(5)
    expect(await realmsWithNewMessages(core.db)).toEqual([])
  })

  test('renders mentions, channel links and emoji, so no name stays text', async () => {
    const messages = await rows<{ html: string }>(core, 'SELECT rendered_content AS html FROM message')
    const all = messages.map((message) => message.html).join('\n')
    for (const html of messages) expect(html.html).not.toMatch(/[@#]_?\*\*/)
    for (const tag of [
      'user-mention',
      'stream-topic',
      '<table>',
      'codehilite',
      '<blockquote>',
      '<ol>',
      '<ul>',
    ]) {
      expect(all).toContain(tag)
    }
  })

  test('flags mentioned users, and marks own messages as read', async () => {
    const [mentioned] = await rows<{ people: number }>(
      core,
      'SELECT count(DISTINCT user_id) AS people FROM message_flag',
    )
    expect(mentioned!.people).toBeGreaterThanOrEqual(6)
    const unread = await rows(
      core,
      `SELECT FROM message m JOIN user_account u ON u.id = m.sender_id WHERE ((m.bits & 1) = 1) = u.is_bot`,
    )
    expect(unread).toEqual([])
  })

  test('shows visitors without an account one channel with its messages, and nothing else', async () => {
    const open = await rows(
      core,
      `SELECT c.name, count(*)::int AS messages, count(DISTINCT v.topic)::int AS topics FROM channel c
       JOIN message m ON m.channel_id = c.id JOIN conversation v ON v.id = m.conversation_id
       WHERE c.is_web_public GROUP BY c.name`,
    )
    expect(open).toEqual([{ name: 'foyer', messages: 10, topics: 2 }])
    const [realm] = await rows<{ settings: { enable_spectator_access?: boolean } }>(
      core,
      'SELECT settings FROM realm',
    )
    expect(realm!.settings.enable_spectator_access).toBe(true)
  })

  test('subscribes every speaker of a channel, and the guest to two channels', async () => {
    const strangers = await rows(
      core,
      `SELECT FROM message m WHERE channel_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM subscription s WHERE s.channel_id = m.channel_id AND s.user_id = m.sender_id AND s.is_active)`,
    )
    expect(strangers).toEqual([])
    const guest = await rows(
      core,
      `SELECT c.name FROM channel c JOIN subscription s ON s.channel_id = c.id JOIN user_account u ON u.id = s.user_id
       WHERE u.email = 'polonius@demo.test' ORDER BY c.name`,
    )
    expect(guest).toEqual([{ name: 'Verona' }, { name: 'general' }])
  })

  test('lets everybody log in with the same password', async () => {
    const { users, password } = await seedDemonstration(core)
    const realm = (await core.realms.get(realmId as never))!
    expect(users).toHaveLength(10)
    for (const { email, fullName } of users) {
      expect(await logIn(core, realm, email, password)).toMatchObject({ email, fullName })
    }
  })

  test('a second time changes nothing and returns the same, also in another process', async () => {
    const head = () => rows(core, 'SELECT seq FROM event_head')
    const before = [await contents(core), await head()]
    const summary = await seedDemonstration(core)
    expect(await seedDemonstration(await open(core.db.orm.config.getClientUrl().split('/').at(-1)!))).toEqual(
      summary,
    )
    expect([await contents(core), await head()]).toEqual(before)
  })

  test('twice at once seeds one organization', async () => {
    const database = await newDatabase(empty)
    const two = [await open(database), await open(database)]
    const [first, second] = await Promise.all(two.map(seedDemonstration))
    expect(first).toEqual(second)
    expect(await contents(two[0]!)).toEqual(await contents(core))
  })

  test('completes an organization whose people and channels exist already', async () => {
    const other = await open(await newDatabase(empty))
    const organization = await createDemonstrationOrganization(other)
    expect(await createDemonstrationOrganization(other)).toEqual(organization)
    expect(await rows(other, 'SELECT FROM message')).toEqual([])
    await seedDemonstration(other)
    expect(await contents(other)).toEqual(await contents(core))
  })

  // 11 people, the passwords, 7 channels, the setting and the channel for visitors, the messages: one commit
  // each.
  test.each([1, 4, 11, 12, 13, 19, 20, 21, 22])(
    'continues after the process died at commit %i',
    async (deadly) => {
      const database = await newDatabase(empty)
      let commits = 0
      const dying = await open(database, {
        afterCommit() {
          commits += 1
          if (commits === deadly) throw new Error('died')
        },
      })
      await expect(seedDemonstration(dying)).rejects.toThrow('died')
      const next = await open(database)
      await seedDemonstration(next)
      expect(await contents(next)).toEqual(await contents(core))
    },
  )

  test('stores all messages or none', async () => {
    const other = await open(await newDatabase(empty))
    await other.db.orm.em.getConnection().execute(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.id > 300) EXECUTE FUNCTION refuse()`)
    await expect(seedDemonstration(other)).rejects.toThrow('disk full')
    expect(await rows(other, 'SELECT FROM message')).toEqual([])
    await other.db.orm.em.getConnection().execute('DROP TRIGGER refuse ON message')
    await seedDemonstration(other)
    expect((await contents(other)).messages).toEqual((await contents(core)).messages)
  })
})

test('does not take the root host from another organization', async () => {
  const core = await open(await newDatabase(empty))
  await createRealm(core.db, { subdomain: '', name: 'Globe' })
  await expect(seedDemonstration(core)).rejects.toMatchObject({ name: 'ApiError' })
  expect(await rows(core, 'SELECT name FROM realm')).toEqual([{ name: 'Globe' }])
  expect(await rows(core, 'SELECT FROM user_account WHERE NOT is_system_bot')).toEqual([])
})
