import { beforeAll, expect, test, vi } from 'vitest'
import { deactivateUser } from '../../../core/people/accounts/deactivate.ts'
import { mailAccountDeactivatedJob } from '../../../workers/jobs/mails/mail-account-deactivated.ts'
import { mailMissedMessagesJob } from '../../../workers/jobs/mails/mail-missed-messages.ts'
import type { Stage } from '../../harness/smtp.ts'
import { spawnQuickWorker } from '../../harness/spawn-worker.ts'
import { core, enqueue, idle, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

// Each worker is killed and the next one starts.
vi.setConfig({ testTimeout: 600_000 })

const PEOPLE = ['zoe', 'othello', 'prospero', 'cordelia'] as const

beforeAll(async () => {
  const iago = realm.users.get(userId('iago'))!
  for (const name of PEOPLE) await deactivateUser({ core, realm, user: iago }, userId(name), null)
})

/**
 * Enqueues mails, kills the worker when it reaches a stage with the first of them, and starts another worker
 * for the rest.
 */
async function killAt(stage: Stage, enqueueMails: () => Promise<unknown>): Promise<void> {
  const killed = await spawnQuickWorker(world)
  let killing: Promise<void> | undefined
  const kill = async () => {
    killed.kill('SIGKILL')
    await killed.exited
  }
  // The server does not respond from then on until the worker is dead.
  server.at(stage, () => {
    killing ??= kill()
    return killing
  })
  await enqueueMails()
  expect(await killed.exited).toBe('SIGKILL')
  const stop = await startNextWorker()
  await idle()
  await stop()
}

/** A worker in this process that detects the death of the killed one as early. */
const startNextWorker = () => work([mailAccountDeactivatedJob, mailMissedMessagesJob], {}, 1)

const enqueueAll = async () => {
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

test('a worker killed before RCPT: each mail arrives once', async () => {
  await killAt('connect', enqueueAll)
  expect(arrivals()).toEqual(everybody)
})

test('a worker killed before DATA, with mails of missed messages: each arrives once', async () => {
  const readers = ['desdemona', 'iago', 'shiva', 'polonius']
  const hamlet = world.client((await world.gateway()).url, 'hamlet')
  await killAt('rcpt', async () => {
    for (const name of readers) {
      const content = `Words for ${name}`
      await hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [userId(name)], content }))
    }
    // Makes the stored missed messages due.
    const rows = () => world.sql('UPDATE missed_message SET due_at = now() RETURNING user_id')
    await server.until(async () => (await rows()).length === readers.length)
  })
  expect(arrivals()).toEqual(readers.map((name) => `${name}@demo.test`).sort())
  for (const { mail, to } of server.received) expect(mail.text).toContain(`Words for ${to.split('@')[0]}`)
})

test.each(['data', 'accepted'] as const)(
  'a worker killed at %s cannot know what the server has accepted: only that mail may arrive twice, with one message id',
  async (stage) => {
    await killAt(stage, enqueueAll)
    const [first] = server.received
    const again = server.received.slice(1).filter((mail) => mail.to === first!.to)
    expect(again.map((mail) => mail.mail.messageId)).toEqual(again.map(() => first!.mail.messageId))
    expect(again.length).toBeLessThanOrEqual(1)
    expect(new Set(server.received.map((mail) => mail.mail.messageId)).size).toBe(PEOPLE.length)
    expect([...new Set(arrivals())]).toEqual(everybody)
  },
)

test('a mail whose job is delivered again after sending is not sent twice', async () => {
  const stop = await startNextWorker()
  await enqueue(
    'account-deactivated',
    { user: userId('zoe'), by: userId('iago'), comment: 'once' },
    'deactivation',
  )
  await idle()
  const [row] = await world.sql('SELECT outbox_id AS id FROM mail_delivery ORDER BY 1 DESC LIMIT 1')
  // As after Redis was restored from a copy: the row is gone, its job is not.
  await world.emptyRedis()
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
