import type { EndReason } from './listener.ts'

/** The code and the reason with which the server closes a WebSocket (docs/realtime.md "Close codes"). */
export interface Closing {
  readonly code: number
  readonly reason: string
}

/** The close code for each ending of a listener. Codes from 4000 are our own (RFC 6455, section 7.4.2). */
export const CLOSINGS: Readonly<Record<EndReason, Closing>> = {
  goingAway: { code: 1001, reason: 'going away: reconnect' },
  queueGone: { code: 4000, reason: 'BAD_EVENT_QUEUE_ID' },
  replaced: { code: 4001, reason: 'replaced by another connection' },
  deactivated: { code: 4003, reason: 'account is deactivated' },
  keyChanged: { code: 4004, reason: 'API key was changed' },
  sessionEnded: { code: 4005, reason: 'session has ended' },
}

/** The close codes for frames that a client must not send. */
export const BINARY_FRAME: Closing = { code: 1003, reason: 'text frames only' }
export const NOT_AN_ACKNOWLEDGEMENT: Closing = { code: 1007, reason: 'expected {"last_event_id":<integer>}' }
export const FRAME_TOO_LARGE: Closing = { code: 1009, reason: 'at most 1024 bytes' }
export const UNKNOWN_POSITION: Closing = { code: 4002, reason: 'acknowledged what was not sent' }
