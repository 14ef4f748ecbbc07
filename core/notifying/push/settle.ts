import { enqueuePush, type PushJob, type PushRecipient } from '../../messaging/push/jobs.ts'
import { type Device, removeUnregistered } from '../../people/push-devices/device.ts'
import { rewriteJob, takeJob } from '../../platform/jobs/outbox.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
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
  /** Users whose devices' service was not asked, because it does not answer others or others wait for it. */
  readonly postponed: readonly PushRecipient[]
  readonly postponedSeconds: number
}

/**
 * Ends a job: removes unknown devices, and enqueues a later job for devices that could not be notified.
 * Devices whose service was not asked use up no attempt. Returns false when the others had their last
 * attempt: the job keeps its row, with these devices, and must fail.
 */
export async function settlePush(
  core: Core,
  job: PushJob,
  { unregistered, again, afterSeconds, postponed, postponedSeconds }: Settlement,
  outboxId: number | undefined,
): Promise<boolean> {
  const tries = job.tries + 1
  const isGivenUp = again.length > 0 && tries >= MAX_TRIES
  const content = { kind: job.kind, message: job.message }
  const now = Math.ceil(Date.now() / 1000)
  const postpone = (tx: Tx) => {
    const later = { tries: job.tries, at: now + postponedSeconds, since: job.since ?? now }
    enqueuePush(tx, content, postponed, later)
  }
  await core.transact(job.realm, async (tx) => {
    if (isGivenUp && outboxId !== undefined) {
      await removeUnregistered(tx, job.realm, unregistered)
      postpone(tx)
      return rewriteJob(tx, outboxId, { ...job, to: again, tries: 0, since: undefined })
    }
    if (!(await takeJob(tx, outboxId))) return
    await removeUnregistered(tx, job.realm, unregistered)
    postpone(tx)
    if (again.length === 0) return
    const wait = Math.min(Math.max(afterSeconds, FIRST_WAIT_SECONDS * 2 ** job.tries), MAX_WAIT_SECONDS)
    enqueuePush(tx, content, again, { tries, at: now + wait, since: job.since })
  })
  return !isGivenUp
}
