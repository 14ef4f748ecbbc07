import { MAX_BREAKER_WAIT_SECONDS } from '../../config/limits.ts'
import type { PushJob, PushRecipient } from '../../core/messaging/push/jobs.ts'
import type { Deliverable, PushTarget } from '../../core/notifying/push/deliverable.ts'
import type { Settlement } from '../../core/notifying/push/settle.ts'
import type { Device } from '../../core/people/push-devices/device.ts'
import { groupBy } from '../../core/platform/collections/group-by.ts'
import { limitAtOnce } from '../../core/platform/concurrency/limit-at-once.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { type JobRequests, Postponed, type Target, unlimitedRequests } from '../running/outbound.ts'
import type { PushServices } from './open.ts'
import { type Outcome, TIME_LIMIT_MS } from './outcome.ts'
import { type Payloads, payloadsOf } from './payload.ts'

/** Devices of one job and one service that are notified at the same time. */
const AT_ONCE = 32

/** The part of a worker's places for jobs that notify devices of one push service of browsers. */
const SERVICE_PART = 1 / 2
/** The part for one person's devices at other services than those of common browsers. */
const PERSON_PART = 1 / 4
/** The push services of common browsers. A browser that somebody has made can name any other server. */
const COMMON_SERVICES =
  /(?:^|\.)(?:(?:fcm|android)\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/
/** The devices of a service that has just not answered wait this long. */
const AFTER_SILENCE_MS = 10_000

/** The result of a delivery, and why devices were not notified. */
export interface Delivery extends Settlement {
  /** The number of devices that were notified. */
  readonly notified: number
  /** Why devices are to be notified again, and why services refused notifications. */
  readonly retryReason: string | undefined
  readonly refusalReasons: readonly string[]
}

interface Pair {
  readonly target: PushTarget
  readonly device: Device
}
type Notified = Pair & { readonly outcome: Outcome }
type Waiting = Pair & { readonly afterMs: number }

/**
 * Notifies devices, each by its service; skips devices of a service without credentials. Devices whose
 * service does not answer wait, and do not delay the others. Calls `note` for each answer. Never rejects.
 */
export async function deliver(
  services: PushServices,
  job: PushJob,
  deliverable: Deliverable,
  requests: JobRequests = unlimitedRequests,
  note: (service: string, outcome: Outcome) => void = () => undefined,
): Promise<Delivery> {
  const payloads = payloadsOf(job.kind, deliverable)
  const pairs = deliverable.to.flatMap((target) => target.on.map((device) => ({ target, device })))
  const notified: Notified[] = []
  const waiting: Waiting[] = []
  const sendTo = async (pair: Pair, silent?: () => void) => {
    const outcome = await send(services, payloads, pair, silent)
    if (outcome === undefined) return
    notified.push({ ...pair, outcome })
    note(NAMES[pair.device.kind] ?? serviceOf(pair.device)!, outcome)
  }
  const notifyAll = async (pairs: readonly Pair[]) => {
    const limited = limitAtOnce(AT_ONCE)
    await Promise.all(pairs.map((pair) => limited(() => sendTo(pair))))
  }
  const notifyUnlessSilent = async (target: Target, pairs: readonly Pair[]) => {
    let isSilent = false
    const limited = limitAtOnce(AT_ONCE)
    const notify = (pair: Pair, silent: () => void) =>
      limited(async () => {
        if (isSilent && !isOverdue(job)) waiting.push({ ...pair, afterMs: AFTER_SILENCE_MS })
        else await sendTo(pair, silent)
      })
    const notifyWith = (silent: () => void) => {
      const fall = () => {
        isSilent = true
        silent()
      }
      return Promise.all(pairs.map((pair) => notify(pair, fall)))
    }
    await requests.run(target, notifyWith).catch((error) => {
      if (!(error instanceof Postponed)) throw error
      waiting.push(...pairs.map((pair) => ({ ...pair, afterMs: error.afterMs })))
    })
  }
  const groups = groupBy(pairs, (pair) => `${serviceOf(pair.device)} ${ownerOfService(pair) ?? ''}`)
  await Promise.all(
    [...groups.values()].map((group) => {
      const target = targetOf(group[0]!, job)
      return target === undefined ? notifyAll(group) : notifyUnlessSilent(target, group)
    }),
  )
  return summarize(notified, waiting)
}

async function send(
  { fcm, apns, web }: PushServices,
  payloads: Payloads,
  { target, device }: Pair,
  silent: (() => void) | undefined,
): Promise<Outcome | undefined> {
  if (device.kind === 'fcm') return fcm?.send(device, payloads.fcm(target))
  if (device.kind === 'apns') return apns?.send(device, payloads.apns(target))
  return web.send(device, payloads.web(target), silent)
}

/** The services that this server names. */
const NAMES: Partial<Record<Device['kind'], string>> = { fcm: 'FCM of Google', apns: 'APNs of Apple' }

/** The push service of a browser, which its user names; undefined for a service that this server names. */
const serviceOf = ({ kind, token }: Device): string | undefined =>
  kind === 'web' ? new URL(token).origin : undefined

/** The person to whom a device at an uncommon service belongs; undefined for other devices. */
function ownerOfService({ target, device }: Pair): UserId | undefined {
  const isUncommon = device.kind === 'web' && !COMMON_SERVICES.test(new URL(device.token).hostname)
  return isUncommon ? target.person.id : undefined
}

/** Undefined for a service that this server names. */
function targetOf(pair: Pair, { since }: PushJob): Target | undefined {
  const service = serviceOf(pair.device)
  if (service === undefined) return undefined
  const owner = ownerOfService(pair)
  const shares = [{ key: `push ${service}`, part: SERVICE_PART }]
  return {
    host: `push ${service}`,
    shares: owner === undefined ? shares : [...shares, { key: `push member ${owner}`, part: PERSON_PART }],
    holdMs: 2 * TIME_LIMIT_MS,
    since: since === undefined ? undefined : since * 1000,
  }
}

const isOverdue = ({ since }: PushJob): boolean =>
  since !== undefined && Date.now() / 1000 - since > MAX_BREAKER_WAIT_SECONDS

function summarize(outcomes: readonly Notified[], waiting: readonly Waiting[]): Delivery {
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
  const postponed = new Map<PushTarget, number[]>()
  let postponedMs = 0
  for (const { target, device, afterMs } of waiting) {
    postponed.set(target, [...(postponed.get(target) ?? []), device.id])
    postponedMs = Math.max(postponedMs, afterMs)
  }
  return {
    unregistered,
    again: recipientsOf(again),
    afterSeconds,
    postponed: recipientsOf(postponed),
    postponedSeconds: Math.ceil(postponedMs / 1000),
    notified,
    retryReason,
    refusalReasons,
  }
}

const recipientsOf = (devicesOf: ReadonlyMap<PushTarget, readonly number[]>): PushRecipient[] =>
  [...devicesOf].map(([{ user, trigger, messages }, devices]) => ({ user, trigger, messages, devices }))
