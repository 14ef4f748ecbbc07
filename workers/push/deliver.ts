import type { PushJob, PushRecipient } from '../../core/messaging/push/jobs.ts'
import type { Deliverable, PushTarget } from '../../core/notifying/push/deliverable.ts'
import type { Settlement } from '../../core/notifying/push/settle.ts'
import type { Device } from '../../core/people/push-devices/device.ts'
import type { PushServices } from './open.ts'
import type { Outcome } from './outcome.ts'
import { type Payloads, payloadsOf } from './payload.ts'

/** Devices of one job that are notified at the same time. */
const AT_ONCE = 32

/** The result of a delivery, and why devices were not notified. */
export interface Delivery extends Settlement {
  /** The number of devices that were notified. */
  readonly notified: number
  /** Why devices are to be notified again, and why services refused notifications. */
  readonly retryReason: string | undefined
  readonly refusalReasons: readonly string[]
}

/** Notifies devices, each by its service; skips devices of a service without credentials. Never rejects. */
export async function deliver(
  services: PushServices,
  job: PushJob,
  deliverable: Deliverable,
): Promise<Delivery> {
  const payloads = payloadsOf(job.kind, deliverable)
  const pairs = deliverable.to.flatMap((target) => target.on.map((device) => ({ target, device })))
  const waiting = pairs.values()
  const outcomes: { target: PushTarget; device: Device; outcome: Outcome }[] = []
  const work = async () => {
    for (const { target, device } of waiting) {
      const outcome = await send(services, payloads, target, device)
      if (outcome !== undefined) outcomes.push({ target, device, outcome })
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, pairs.length) }, work))
  return summarize(outcomes)
}

async function send(
  { fcm, apns, web }: PushServices,
  payloads: Payloads,
  target: PushTarget,
  device: Device,
): Promise<Outcome | undefined> {
  if (device.kind === 'fcm') return fcm?.send(device, payloads.fcm(target))
  if (device.kind === 'apns') return apns?.send(device, payloads.apns(target))
  return web.send(device, payloads.web(target))
}

function summarize(outcomes: readonly { target: PushTarget; device: Device; outcome: Outcome }[]): Delivery {
  const unregistered: Device[] = []
  const again = new Map<PushTarget, number[]>()
  const refusalReasons: string[] = []
  let notified = 0
  let afterSeconds = 0
  let retryReason: string | undefined
  for (const { target, device, outcome } of outcomes) {
    if (outcome.kind === 'accepted') notified++
    // A device that was registered since then is known again.
    else if (
      outcome.kind === 'unregistered' &&
      (outcome.since ?? Number.POSITIVE_INFINITY) >= device.registeredAt
    )
      unregistered.push(device)
    else if (outcome.kind === 'later') {
      again.set(target, [...(again.get(target) ?? []), device.id])
      afterSeconds = Math.max(afterSeconds, outcome.afterSeconds ?? 0)
      retryReason = outcome.reason
    } else if (outcome.kind === 'refused') refusalReasons.push(outcome.reason)
  }
  const recipients = [...again].map(
    ([{ user, trigger, messages }, devices]): PushRecipient => ({ user, trigger, messages, devices }),
  )
  return { unregistered, again: recipients, afterSeconds, notified, retryReason, refusalReasons }
}
