import type { Ending } from './listener.ts'

/** Why the server closes a WebSocket, with the reason it gives; docs/realtime.md "Close codes". */
export interface Closing {
  readonly code: number
  readonly reason: string
}

/** For each way a listener is ended. Those from 4000 on are ours (RFC 6455, 7.4.2). */
export const CLOSINGS: Readonly<Record<Ending, Closing>> = {
  goingAway: { code: 1001, reason: 'going away: reconnect' },
  queueGone: { code: 4000, reason: 'BAD_EVENT_QUEUE_ID' },
  replaced: { code: 4001, reason: 'replaced by another connection' },
  deactivated: { code: 4003, reason: 'account is deactivated' },
  keyChanged: { code: 4004, reason: 'API key was changed' },
  sessionEnded: { code: 4005, reason: 'session has ended' },
}

/** For what a client must not send. */
export const BINARY_FRAME: Closing = { code: 1003, reason: 'text frames only' }
export const NOT_AN_ACKNOWLEDGEMENT: Closing = { code: 1007, reason: 'expected {"last_event_id":<integer>}' }
export const FRAME_TOO_LARGE: Closing = { code: 1009, reason: 'at most 1024 bytes' }
export const UNKNOWN_POSITION: Closing = { code: 4002, reason: 'acknowledged what was not sent' }
