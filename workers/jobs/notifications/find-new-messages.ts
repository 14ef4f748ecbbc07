import { realmsWithNewMessages } from '../../../core/notifying/notifications/cursor.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { BullSink } from '../../../core/platform/jobs/sink.ts'
import type { Core } from '../../../core/state/core.ts'
import { defineJob } from '../../running/define-job.ts'
import { NOTIFY_OF_NEW_MESSAGES } from './notify-of-new-messages.ts'

/** The time after which a message is found whose wake-up was lost. */
const EVERY_MS = 30_000
const LOOK_MS = 500

/**
 * Finds the organizations that have new messages, and adds one job for each. Sending enqueues nothing, so
 * thousands of messages cost one job. Polls again until every job has finished, because an organization whose
 * job is running gets no second one. A poll looks at the organizations whose logs have grown; the schedule
 * looks at all.
 */
export const findNewMessagesJob = (sink: BullSink) => {
  /** The organizations that the former poll found. */
  let found: readonly RealmId[] = []
  const find = async (core: Core, among: readonly RealmId[] | 'all'): Promise<readonly RealmId[]> => {
    const realms = await realmsWithNewMessages(core.db, among)
    const jobs = realms.map((realm) => ({ id: String(realm), data: { realm } }))
    await sink.addUnlessPending(NOTIFY_OF_NEW_MESSAGES, jobs)
    return realms
  }
  return defineJob({
    queue: NOTIFY_OF_NEW_MESSAGES.queue,
    name: 'find-new-messages',
    schedule: { everyMs: EVERY_MS, keepsHistory: false },
    poller: {
      wakeUp: 'log',
      minIntervalMs: LOOK_MS,
      poll: async (core, woken) => {
        found = await find(core, woken === 'all' ? 'all' : [...new Set([...found, ...woken])])
        return found.length > 0 ? LOOK_MS : undefined
      },
    },
    run: async ({ core }) => void (await find(core, 'all')),
  })
}
