import { MAX_QUEUE_RECORD_BYTES } from '../../config/limits.ts'
import { ApiError } from '../../core/platform/errors.ts'

/**
 * The queue does not exist, has expired or belongs to another user (spec.md "Events" 2). Clients then
 * register again.
 */
export function badQueue(queueId: string): ApiError {
  return new ApiError(`Bad event queue ID: ${queueId}`, {
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id: queueId },
  })
}

export const webSocketOnly = (): ApiError =>
  new ApiError('This address is for WebSockets', { code: 'UPGRADE_REQUIRED', status: 426 })

export const unsupportedOperand = (operand: string): ApiError =>
  new ApiError(`Operand ${operand} not supported.`)

export const unsupportedOperator = (operator: string): ApiError =>
  new ApiError(`Operator ${operator} not supported.`)

export const filtersBesideQueue = (): ApiError =>
  new ApiError('A stream of an existing queue takes no event_types, narrow or all_public_streams')

export const invalidLastEventId = (): ApiError => new ApiError('Invalid Last-Event-ID header')

export const queueRecordTooLarge = (): ApiError =>
  new ApiError(
    `event_types and narrow are too long together (limit: ${MAX_QUEUE_RECORD_BYTES} bytes with all that is kept of a queue)`,
  )

export const eventQueuesUnavailable = (): ApiError =>
  new ApiError('Event queues are not available right now', {
    code: 'EVENT_QUEUES_UNAVAILABLE',
    status: 503,
    extra: { 'retry-after': 1 },
  })
