import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { QueueName } from '../../core/platform/jobs/names.ts'
import type { Target } from './outbound.ts'

/** The part of a worker's places that the requests to one host, or of one member, have. */
const HOST_PART = 1 / 4
/** The part of one member at one host, which leaves places of the host to others. */
const MEMBER_AT_HOST_PART = HOST_PART / 2
/** The part that the requests of one organization to such hosts have. */
const REALM_PART = 1 / 2

/**
 * The host of a URL that a member of an organization has named. Each member has breakers and places of their
 * own: otherwise addresses that never answer would stop the requests of others to the same host.
 */
export function hostOf(
  queue: QueueName,
  url: string,
  { realm, member }: { readonly realm: RealmId; readonly member: UserId | undefined },
): Pick<Target, 'host' | 'shares'> {
  const host = `${queue} ${realm} ${new URL(url).host}`
  const shares = [
    { key: host, part: HOST_PART },
    { key: `${queue} ${realm}`, part: REALM_PART },
  ]
  if (member === undefined) return { host, shares }
  const own = { key: `${host} ${member}`, part: MEMBER_AT_HOST_PART }
  // A job waits for the first share that is full, so those of a member wait behind each other alone.
  return {
    host: own.key,
    shares: [own, ...shares, { key: `${queue} member ${member}`, part: HOST_PART }],
  }
}

/** Whether a connection or an answer took too long. */
export function isTimeout(error: unknown): boolean {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown }
  return (
    name === 'TimeoutError' ||
    code === 'ETIMEDOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    (cause != null && cause !== error && isTimeout(cause))
  )
}
