import { beforeAll, expect, test, vi } from 'vitest'
import { deactivateUser } from '../../../core/people/users/deactivate.ts'
import { mailAccountDeactivatedJob } from '../../../workers/jobs/mail-account-deactivated.ts'
import { mailMissedMessagesJob } from '../../../workers/jobs/mail-missed-messages.ts'
import type { Stage } from '../../harness/smtp.ts'
import { spawnQuickWorker } from '../../harness/spawn-worker.ts'
import { core, enqueue, idle, realm, server, userId, work, world } from './stage.ts'

// Workers are taken for dead, and begin, one after the other.
vi.setConfig({ testTimeout: 600_000 })

const PEOPLE = ['zoe', 'othello', 'prospero', 'cordelia'] as const

beforeAll(async () => {
  const iago = realm.users.get(userId('iago'))!
  for (const name of PEOPLE) await deactivateUser({ core, realm, user: iago }, userId(name), null)
})

/** Asks for mails, kills the worker as it comes to a stage with the first of them, and has another do the rest. */
async function killAt(stage: Stage, ask: () => Promise<unknown>): Promise<void> {
  const killed = await spawnQuickWorker(world)
  let killing: Promise<void> | undefined
  const kill = async () => {
    killed.kill('SIGKILL')
    await killed.exited
  }
  // Nobody is answered from then on until it is dead.
  server.at(stage, () => {
    killing ??= kill()
    return killing
  })
  await ask()
  expect(await killed.exited).toBe('SIGKILL')
  const stop = await another()
  await idle()
  await stop()
}

/** A worker in this process, as quick to take the killed one for dead. */
const another = () => work([mailAccountDeactivatedJob, mailMissedMessagesJob], {}, 1)

const askForEach = async () => {
  for (const name of PEOPLE) {
    await enqueue(
      'account-deactivated',
      { user: userId(name), by: userId('iago'), comment: 'Farewell' },
      'deactivation',
    )
  }
}

const arrivals = () => server.received.map((mail) => mail.to).sort()
const everybody = PEOPLE.map((name) => `${name}@demo.test`).sort()

test('a worker killed before it says to whom: each mail comes once', async () => {
  await killAt('connect', askForEach)
  expect(arrivals()).toEqual(everybody)
})

test('a worker killed before the text, with mails of missed messages: each comes once', async () => {
  const readers = ['desdemona', 'iago', 'shiva', 'polonius']
  const hamlet = world.client((await world.gateway()).url, 'hamlet')
  await killAt('rcpt', async () => {
    for (const name of readers) {
      const content = `Words for ${name}`
      await hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [userId(name)], content }))
    }
    // The worker takes them in; their time has come.
    const rows = () => world.sql('UPDATE missed_message SET due_at = now() RETURNING user_id')
    await server.until(async () => (await rows()).length === readers.length)
  })
  expect(arrivals()).toEqual(readers.map((name) => `${name}@demo.test`).sort())
  for (const { mail, to } of server.received) expect(mail.text).toContain(`Words for ${to.split('@')[0]}`)
})

test.each(['data', 'accepted'] as const)(
  'a worker killed at %s cannot know what the server has: what comes again is the same mail, and nothing else does',
  async (stage) => {
    await killAt(stage, askForEach)
    const [first] = server.received
    const again = server.received.slice(1).filter((mail) => mail.to === first!.to)
    expect(again.map((mail) => mail.mail.messageId)).toEqual(again.map(() => first!.mail.messageId))
    expect(again.length).toBeLessThanOrEqual(1)
    expect(new Set(server.received.map((mail) => mail.mail.messageId)).size).toBe(PEOPLE.length)
    expect([...new Set(arrivals())]).toEqual(everybody)
  },
)

test('a mail whose job is handed over again once it was delivered stays one', async () => {
  const stop = await another()
  await enqueue(
    'account-deactivated',
    { user: userId('zoe'), by: userId('iago'), comment: 'once' },
    'deactivation',
  )
  await idle()
  const [row] = await world.sql('SELECT outbox_id AS id FROM mail_delivery ORDER BY 1 DESC LIMIT 1')
  // As after Redis came back as it was: the row is there no more, its job is.
  await world.redis.flushdb()
  await world.sql(
    `INSERT INTO job_outbox (id, queue, name, data, due_at) VALUES ($1, 'deactivation', 'account-deactivated', $2, now() - interval '1 minute')`,
    [
      row.id,
      { realm: world.organization.realmId, user: userId('zoe'), by: userId('iago'), comment: 'twice' },
    ],
  )
  await idle()
  await stop()
  expect(arrivals()).toEqual(['zoe@demo.test'])
})
