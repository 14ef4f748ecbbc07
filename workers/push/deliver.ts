import type { PushJob, PushRecipient } from '../../core/messaging/push/jobs.ts'
import type { Deliverable, Told } from '../../core/notifying/push/deliverable.ts'
import type { Settlement } from '../../core/notifying/push/settle.ts'
import type { Device } from '../../core/people/push-devices/device.ts'
import type { PushServices } from './open.ts'
import type { Outcome } from './outcome.ts'
import { type Payloads, payloadsOf } from './payload.ts'

/** Devices of one job that are told at the same time. */
const AT_ONCE = 32

/** How a delivery went, and why devices were not told. */
export interface Delivery extends Settlement {
  /** Devices that were told. */
  readonly told: number
  /** Why some are to be told again, and why some will never be. */
  readonly laterBecause: string | undefined
  readonly refusedBecause: readonly string[]
}

/** Tells devices, each by its service; those of a service without credentials are left out. Never rejects. */
export async function deliver(services: PushServices, job: PushJob, what: Deliverable): Promise<Delivery> {
  const payloads = payloadsOf(job.kind, what)
  const pairs = what.to.flatMap((told) => told.on.map((device) => ({ told, device })))
  const waiting = pairs.values()
  const outcomes: { told: Told; device: Device; outcome: Outcome }[] = []
  const work = async () => {
    for (const { told, device } of waiting) {
      const outcome = await tell(services, payloads, told, device)
      if (outcome !== undefined) outcomes.push({ told, device, outcome })
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, pairs.length) }, work))
  return summed(outcomes)
}

async function tell(
  { fcm, apns }: PushServices,
  payloads: Payloads,
  told: Told,
  device: Device,
): Promise<Outcome | undefined> {
  return device.kind === 'fcm'
    ? fcm?.send(device, payloads.fcm(told))
    : apns?.send(device, payloads.apns(told))
}

function summed(outcomes: readonly { told: Told; device: Device; outcome: Outcome }[]): Delivery {
  const gone: Device[] = []
  const again = new Map<Told, number[]>()
  const refusedBecause: string[] = []
  let told = 0
  let afterSeconds = 0
  let laterBecause: string | undefined
  for (const { told: who, device, outcome } of outcomes) {
    if (outcome.kind === 'taken') told++
    // One that has been registered since is known again.
    else if (outcome.kind === 'gone' && (outcome.since ?? Number.POSITIVE_INFINITY) >= device.registeredAt)
      gone.push(device)
    else if (outcome.kind === 'later') {
      again.set(who, [...(again.get(who) ?? []), device.id])
      afterSeconds = Math.max(afterSeconds, outcome.afterSeconds ?? 0)
      laterBecause = outcome.reason
    } else if (outcome.kind === 'refused') refusedBecause.push(outcome.reason)
  }
  const recipients = [...again].map(
    ([{ user, trigger, messages }, devices]): PushRecipient => ({ user, trigger, messages, devices }),
  )
  return { gone, again: recipients, afterSeconds, told, laterBecause, refusedBecause }
}
