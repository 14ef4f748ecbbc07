import { ApiError } from '../../core/platform/errors.ts'

/** There is no such queue (any more), or it is somebody else's (spec.md "Events" 2): the client registers again. */
export function badQueue(queueId: string): ApiError {
  return new ApiError(`Bad event queue ID: ${queueId}`, {
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id: queueId },
  })
}
