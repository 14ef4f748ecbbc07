import { enqueuePush, type PushJob, type PushRecipient } from '../../messaging/push/jobs.ts'
import { type Device, removeUnregistered } from '../../people/push-devices/device.ts'
import { rewriteJob, takeJob } from '../../platform/jobs/outbox.ts'
import type { Core } from '../../state/core.ts'

/** Attempts to notify a device that cannot be notified, over at least twenty minutes. */
const MAX_TRIES = 8
const FIRST_WAIT_SECONDS = 5
const MAX_WAIT_SECONDS = 3_600

/** How the delivery of a job went. */
export interface Settlement {
  /** Devices that their services no longer know. */
  readonly unregistered: readonly Device[]
  /** Users to notify again, each with the devices that were not notified. */
  readonly again: readonly PushRecipient[]
  /** The delay that a service asks for. */
  readonly afterSeconds: number
}

/**
 * Ends a job: removes unknown devices, and enqueues a later job for devices that could not be notified.
 * Returns false when these devices had their last attempt: the job keeps its row, with these devices, and
 * must fail.
 */
export async function settlePush(
  core: Core,
  job: PushJob,
  { unregistered, again, afterSeconds }: Settlement,
  outboxId: number | undefined,
): Promise<boolean> {
  const tries = job.tries + 1
  const isGivenUp = again.length > 0 && tries >= MAX_TRIES
  await core.transact(job.realm, async (tx) => {
    if (isGivenUp && outboxId !== undefined) {
      await removeUnregistered(tx, job.realm, unregistered)
      return rewriteJob(tx, outboxId, { ...job, to: again, tries: 0 })
    }
    if (!(await takeJob(tx, outboxId))) return
    await removeUnregistered(tx, job.realm, unregistered)
    if (again.length === 0) return
    const wait = Math.min(Math.max(afterSeconds, FIRST_WAIT_SECONDS * 2 ** job.tries), MAX_WAIT_SECONDS)
    const at = Math.ceil(Date.now() / 1000) + wait
    enqueuePush(tx, { kind: job.kind, message: job.message }, again, { tries, at })
  })
  return !isGivenUp
}
