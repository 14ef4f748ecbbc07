import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { setPushEnabled } from '../../../core/notifying/push/enabled.ts'
import { finishJobs, type OutboxJob } from '../../../core/platform/jobs/outbox.ts'
import { PublicNetwork } from '../../../core/platform/net/public-network.ts'
import { deliverPushJob } from '../../../workers/jobs/notifications/deliver-push.ts'
import { openAppPush, openWebPush, type PushServices } from '../../../workers/push/open.ts'
import { Notifying } from '../../core/notifying/notifications/notifying.ts'
import { PushServers, TLS_CERTIFICATE } from '../../harness/push-services.ts'
import { type Settings, silent } from '../../harness/world.ts'

export const ANDROID = 'android-token'
export const APPLE = 'c0ffee01'

/** A test world with its own push services, which record the notifications. */
export class Pushing extends Notifying {
  servers!: PushServers
  readonly network = new PublicNetwork(['127.0.0.1'], undefined, readFileSync(TLS_CERTIFICATE, 'utf8'))
  services!: PushServices

  android(name: string, token = ANDROID) {
    return this.ok(this.as(name).post('/users/me/android_gcm_reg_id', { token }))
  }

  apple(name: string, token = APPLE) {
    return this.ok(this.as(name).post('/users/me/apns_device_token', { token, appid: 'org.zulip.Zulip' }))
  }

  /** As a worker that has just started: it does not know that a service asked for a pause. */
  async restartServices(): Promise<void> {
    this.services?.apns?.close()
    const config = this.world.configWith(this.servers.settings)
    this.services = {
      ...(await openAppPush(config)),
      web: await openWebPush(this.core, this.network, config),
    }
  }

  devices(): Promise<string[]> {
    return this.world
      .sql<{ token: string }>('SELECT token FROM push_device ORDER BY id')
      .then((rows) => rows.map((row) => row.token))
  }

  /** Processes new messages and runs the due push jobs and the jobs that follow; returns the failures. */
  async deliver(): Promise<Error[]> {
    await this.processNewMessages()
    const failures: Error[] = []
    for (;;) {
      // Jobs of the first attempt have been delivered, and become due again only if they were lost.
      const jobs = await this.world.sql<OutboxJob>(
        `SELECT id::int, data FROM job_outbox
         WHERE queue = 'push' AND ((data->>'tries')::int = 0 OR due_at <= clock_timestamp()) ORDER BY id`,
      )
      if (jobs.length === 0) return failures
      for (const { id, data } of jobs) {
        const attempt = { outboxId: id, isLastAttempt: false, report: () => undefined }
        await deliverPushJob(this.services)
          .run({ core: this.core, data, log: silent, ...attempt })
          .catch((error: Error) => failures.push(error))
        await finishJobs(this.core.db, [id])
      }
    }
  }

  /** Makes all waiting jobs due. */
  async passTime(): Promise<void> {
    await this.world.sql(
      "UPDATE job_outbox SET due_at = clock_timestamp() - interval '1 second' WHERE queue = 'push'",
    )
  }

  /** Seconds until each waiting job is due. */
  async waiting(): Promise<number[]> {
    const rows = await this.world.sql<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM due_at - clock_timestamp()))::int AS seconds FROM job_outbox
       WHERE queue = 'push' AND (data->>'tries')::int > 0 ORDER BY id`,
    )
    return rows.map((row) => row.seconds)
  }
}

/** One for a test file; each test begins without devices and notifications. */
export function pushing(settings: Settings = {}): Pushing {
  const stage = new Pushing()
  beforeAll(async () => {
    await stage.open(settings)
    stage.servers = await PushServers.start()
    await setPushEnabled(stage.core, true)
  })
  beforeEach(async () => {
    await stage.processNewMessages()
    for (const table of ['missed_message', 'job_outbox', 'push_device', 'pushed_message'])
      await stage.world.sql(`DELETE FROM ${table}`)
    stage.servers.clear()
    await stage.restartServices()
  })
  afterAll(async () => {
    stage.services.apns?.close()
    await stage.servers.close()
    await stage.network.close()
    await stage.world.close()
  })
  return stage
}
