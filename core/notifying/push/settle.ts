import { enqueuePush, type PushJob, type PushRecipient } from '../../messaging/push/jobs.ts'
import { type Device, removeGone } from '../../people/push-devices/device.ts'
import { rewriteJob, takeJob } from '../../platform/jobs/outbox.ts'
import type { Core } from '../../state/core.ts'

/** A device that cannot be told is tried so often, over twenty minutes at least. */
const MAX_TRIES = 8
const FIRST_WAIT_SECONDS = 5
const MAX_WAIT_SECONDS = 3_600

/** How the delivery of a job went. */
export interface Settlement {
  /** Devices that their services know no more. */
  readonly gone: readonly Device[]
  /** Those who are to be told again, each with the devices that were not told. */
  readonly again: readonly PushRecipient[]
  /** Not before so long, as a service asks. */
  readonly afterSeconds: number
}

/**
 * Ends a job with what follows from it: devices that are gone are removed, and those that could not be told are told
 * later, by a job of their own. Resolves to false when they have been tried often enough: the job stays, for them, and is
 * to fail.
 */
export async function settlePush(
  core: Core,
  job: PushJob,
  { gone, again, afterSeconds }: Settlement,
  outboxId: number | undefined,
): Promise<boolean> {
  const tries = job.tries + 1
  const isGivenUp = again.length > 0 && tries >= MAX_TRIES
  await core.transact(job.realm, async (tx) => {
    if (isGivenUp && outboxId !== undefined) {
      await removeGone(tx, job.realm, gone)
      return rewriteJob(tx, outboxId, { ...job, to: again, tries: 0 })
    }
    if (!(await takeJob(tx, outboxId))) return
    await removeGone(tx, job.realm, gone)
    if (again.length === 0) return
    const wait = Math.min(Math.max(afterSeconds, FIRST_WAIT_SECONDS * 2 ** job.tries), MAX_WAIT_SECONDS)
    const at = Math.ceil(Date.now() / 1000) + wait
    enqueuePush(tx, { kind: job.kind, message: job.message }, again, { tries, at })
  })
  return !isGivenUp
}
