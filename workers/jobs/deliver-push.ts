import { DELIVER_PUSH, type PushJob } from '../../core/messaging/push/jobs.ts'
import { deliverableOf } from '../../core/notifying/push/deliverable.ts'
import { settlePush } from '../../core/notifying/push/settle.ts'
import { type JobDeclaration, PermanentFailure } from '../job.ts'
import { deliver } from '../push/deliver.ts'
import type { PushServices } from '../push/open.ts'

/**
 * Tells devices something. Those that a service cannot tell now are told later, by a job of their own, so that none
 * is told twice for the sake of another; a worker that dies in the middle has all of a job's devices told again.
 */
export const deliverPushJob = (services: PushServices): JobDeclaration => ({
  ...DELIVER_PUSH,
  attempts: 8,
  run: async (core, data, log, { outboxId }) => {
    const job = data as PushJob
    const what = await deliverableOf(core, job)
    if (what === undefined) return
    const delivery = await deliver(services, job, what)
    const { told, gone, again, laterBecause, refusedBecause } = delivery
    const devices = { told, gone: gone.length, again: again.length, refused: refusedBecause.length }
    log.debug({ realm: job.realm, kind: job.kind, ...devices }, 'told devices')
    if (refusedBecause.length > 0) {
      log.warn({ realm: job.realm, reasons: [...new Set(refusedBecause)] }, 'a push service refused devices')
    }
    const goesOn = await settlePush(core, job, delivery, outboxId)
    if (!goesOn) throw new PermanentFailure(`devices could not be told: ${laterBecause}`)
  },
})
