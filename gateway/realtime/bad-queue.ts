import { ApiError } from '../../core/platform/errors.ts'

/** The queue does not exist, has expired or belongs to another user (spec.md "Events" 2). Clients then register again. */
export function badQueue(queueId: string): ApiError {
  return new ApiError(`Bad event queue ID: ${queueId}`, {
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id: queueId },
  })
}
