import type { EventDeclarations } from './event.ts'

/** The event queue itself. */
export const queueEvents = {
  heartbeat: {
    receivedBy: 'Whoever has been waiting for an event for a minute.',
    origin: 'gateway',
  },
} as const satisfies EventDeclarations
