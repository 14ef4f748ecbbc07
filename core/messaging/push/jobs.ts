import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Trigger } from './trigger.ts'

/** What devices are to show or to hide: a message, messages no more, or that notifications arrive. */
export type PushKind = 'message' | 'remove' | 'test'

/** Somebody whose devices are told. */
export interface PushRecipient {
  readonly user: UserId
  /** Of `message`: why. */
  readonly trigger?: Trigger
  /** Of `remove`: which. */
  readonly messages?: readonly MessageId[]
  /** These devices alone; absent for all that the user has. */
  readonly devices?: readonly number[]
}

/** Something to tell devices; a job of the queue `push`. */
export interface PushJob {
  readonly realm: RealmId
  readonly kind: PushKind
  /** Of `message`. */
  readonly message?: MessageId
  readonly to: readonly PushRecipient[]
  /** How often it was tried before. */
  readonly tries: number
}

export const DELIVER_PUSH = { queue: 'push', name: 'deliver-push' } as const

/** People of one job: a large audience is many, so that none takes long. */
const AT_ONCE = 100

/** Asks, in the caller's transaction, for devices to be told. `at`, Unix seconds, is when; absent for now. */
export function enqueuePush(
  tx: Tx,
  what: Pick<PushJob, 'kind' | 'message'>,
  to: readonly PushRecipient[],
  { tries = 0, at }: { tries?: number; at?: number } = {},
): void {
  for (let from = 0; from < to.length; from += AT_ONCE) {
    const job: PushJob = { realm: tx.realm, ...what, to: to.slice(from, from + AT_ONCE), tries }
    tx.enqueue(DELIVER_PUSH.queue, DELIVER_PUSH.name, job, at)
  }
}
