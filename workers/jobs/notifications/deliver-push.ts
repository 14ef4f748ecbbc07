import { DELIVER_PUSH } from '../../../core/messaging/push/jobs.ts'
import { deliverableOf } from '../../../core/notifying/push/deliverable.ts'
import { settlePush } from '../../../core/notifying/push/settle.ts'
import { vapidKeyInWords } from '../../../core/notifying/push/vapid-keys.ts'
import { markOutage } from '../../../core/platform/log/outage.ts'
import type { PushServices } from '../../push/open.ts'
import type { Outcome } from '../../push/outcome.ts'
import { noteOutcome } from '../../push/push-troubles.ts'
import { defineJob, PermanentFailure } from '../../running/define-job.ts'

/** Push services of browsers are named by their addresses, the others by their names. */
const isOfBrowsers = (service: string): boolean => service.startsWith('https:')

/**
 * Sends a notification to devices. Devices that a service could not notify get a job of their own, later, so
 * that no other device is notified twice. When a worker dies before it has settled the job, all devices of
 * the job are notified again.
 */
export const deliverPushJob = (services: PushServices) =>
  defineJob({
    ...DELIVER_PUSH,
    retry: { attempts: 8 },
    run: async ({ core, data: job, log, outboxId, requests }) => {
      const deliverable = await deliverableOf(core, job)
      if (deliverable === undefined) return
      // Loaded at the first notification, because the parser of HTML takes 2 MiB of memory.
      const { deliver } = await import('../../push/deliver.ts')
      const failing = new Set<string>()
      const refused = new Map<string, Outcome>()
      const delivery = await deliver(services, job, deliverable, requests, (service, outcome) => {
        if (outcome.kind === 'refused' || outcome.kind === 'later') failing.add(service)
        if (outcome.kind === 'refused') refused.set(service, outcome)
        else noteOutcome(core.troubles, service, outcome, job.realm)
      })
      for (const [service, outcome] of refused) {
        const key = isOfBrowsers(service) ? await vapidKeyInWords(core) : undefined
        noteOutcome(core.troubles, service, outcome, job.realm, key)
      }
      const outage = { part: 'push service', host: [...failing].join(', ') }
      const { notified, unregistered, again, postponed, retryReason, refusalReasons } = delivery
      const devices = {
        notified,
        unregistered: unregistered.length,
        again: again.length,
        postponed: postponed.length,
        refused: refusalReasons.length,
      }
      log.debug({ realm: job.realm, kind: job.kind, ...devices }, 'notified devices')
      if (refusalReasons.length > 0) {
        const reasons = [...new Set(refusalReasons)]
        log.warn(
          { ...outage, realm: job.realm, reasons },
          'a push service refused notifications; they are not sent again',
        )
      }
      const goesOn = await settlePush(core, job, delivery, outboxId)
      if (goesOn) return
      const failure = new PermanentFailure(`devices could not be notified: ${retryReason}`)
      markOutage(failure, outage)
      throw failure
    },
  })
