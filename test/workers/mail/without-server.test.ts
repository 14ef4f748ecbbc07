import { expect, test } from 'vitest'
import { mailNewLoginJob } from '../../../workers/jobs/mails/mail-new-login.ts'
import { gatherMissedMessagesJob } from '../../../workers/jobs/notifications/gather-missed-messages.ts'
import { silent } from '../../harness/world.ts'
import { core, enqueue, failures, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

const PRODUCTION = { NODE_ENV: 'production', SMTP_URL: '' }

test('in production without a mail server, mails fail at once with a reason', async () => {
  const stop = await work([mailNewLoginJob], PRODUCTION)
  await enqueue('new-login', { user: userId('iago'), at: 0, device: 'curl', address: '192.0.2.7' })
  await expect
    .poll(failures, { timeout: 120_000 })
    .toEqual(['no mail server is configured: set SMTP_URL and retry'])
  expect(await world.sql('SELECT FROM mailbox')).toEqual([])
  await stop()
  const [job] = await world.sql('SELECT failure FROM job_outbox')
  expect(job.failure).toContain('set SMTP_URL')
})

test('in production without a mail server, missed messages enqueue no mails', async () => {
  const hamlet = world.client((await world.gateway()).url, 'hamlet')
  const sent = hamlet.post('/messages', { type: 'direct', to: [userId('zoe')], content: 'Hark!' })
  const { id } = await hamlet.ok(sent)
  await world.sql(`INSERT INTO missed_message VALUES ($1, $2, $3, 'direct_message', now())`, [
    realm.id,
    userId('zoe'),
    id,
  ])
  const before = await world.sql('SELECT FROM job_outbox')
  const config = { ...world.config, smtpUrl: undefined, isProduction: true }
  await gatherMissedMessagesJob(config).run({
    core,
    data: undefined,
    log: silent,
    outboxId: undefined,
    isLastAttempt: true,
  })
  expect(await world.sql('SELECT FROM missed_message')).toEqual([])
  expect(await world.sql('SELECT FROM job_outbox')).toEqual(before)
  expect(server.received).toEqual([])
})
