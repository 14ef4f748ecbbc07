import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueuePush } from '../../../core/messaging/push/jobs.ts'
import { vapidKeys } from '../../../core/notifying/push/vapid-keys.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import { deliverPushJob } from '../../../workers/jobs/notifications/deliver-push.ts'
import { WebPush } from '../../../workers/push/web-push.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { WebPushService } from '../../harness/web-push-service.ts'
import { silent } from '../../harness/world.ts'
import { pushing } from './pushing.ts'

const stage = pushing({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
let mute: WebPushService
let service: WebPushService
beforeAll(async () => {
  mute = await WebPushService.start()
  service = await WebPushService.start()
})
afterAll(async () => {
  await mute.close()
  await service.close()
})

async function browser(name: string, at: WebPushService): Promise<string> {
  const subscription = at.subscribe()
  await stage.ok(stage.as(name).post('/users/me/web_push_subscription', { ...subscription }))
  return subscription.endpoint
}

/** Enqueues jobs that notify a person's browsers. */
const notify = (name: string, count: number) =>
  stage.core.transact(stage.world.organization.realmId as RealmId, async (tx) => {
    for (let n = 0; n < count; n++) {
      enqueuePush(tx, { kind: 'test' }, [{ user: stage.world.userId(name) as UserId }])
    }
  })
const jobs = () =>
  stage.world.sql<{ data: { tries: number; since?: number } }>(
    "SELECT data FROM job_outbox WHERE queue = 'push' ORDER BY id",
  )

test('a push service that never answers holds a part of the places, and others are asked', async () => {
  mute.answer(await browser('cordelia', mute), ...Array(200).fill('silence'))
  await browser('iago', service)
  await notify('cordelia', 40)
  await notify('iago', 1)
  const vapid = { ...(await vapidKeys(stage.core)), subject: 'mailto:chat@loquat.test' }
  const services = { ...stage.services, web: new WebPush(stage.network, vapid, 600_000) }
  const sink = new BullSink(stage.world.config.redisUrl)
  const worker = new JobWorker(stage.core, silent, sink, { ...stage.world.config, stopMs: 100 })
  try {
    await worker.start([deliverPushJob(services)])
    await expect.poll(() => service.messages.length, { timeout: 120_000 }).toBe(1)
    expect(mute.silences).toBeLessThanOrEqual(10)
    const waits = async () => (await jobs()).filter(({ data }) => data.since !== undefined)
    await expect.poll(async () => (await waits()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(30)
    // They have used up no attempt.
    for (const { data } of await jobs()) expect(data.tries).toBe(0)
  } finally {
    await worker.stop()
    await sink.queue('push').obliterate({ force: true })
    await sink.close()
  }
}, 180_000)
