import { UnrecoverableError } from 'bullmq'
import { databaseFailureOf } from '../../core/platform/db/servers/failures.ts'
import { redisFailureOf } from '../../core/platform/redis/redis.ts'
import { StorageError } from '../../storage/storage.ts'
import { isTimeout } from './hosts.ts'

/** Why an attempt of a job failed, in few words, for metrics. */
export type ReasonClass =
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'postgres'
  | 'redis'
  | 'storage'
  | 'permanent'
  | 'other'

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|ECONNECTION|EPIPE)$/

/**
 * The class of a failure. `refused`: a server answered with an error. `permanent`: another attempt is
 * useless.
 */
export function reasonClassOf(error: unknown): ReasonClass {
  if (error instanceof StorageError) return 'storage'
  if (databaseFailureOf(error) !== undefined) return 'postgres'
  if (redisFailureOf(error) !== undefined) return 'redis'
  if (error instanceof UnrecoverableError) return 'permanent'
  if (isTimeout(error) || /^It took longer than /.test(messageOf(error))) return 'timeout'
  const { code, responseCode, status } = (error ?? {}) as Record<string, unknown>
  if (typeof code === 'string' && UNREACHABLE.test(code)) return 'unreachable'
  return typeof responseCode === 'number' || typeof status === 'number' ? 'refused' : 'other'
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')
