import type { EventDeclarations } from './event.ts'

/** The event queue itself. */
export const queueEvents = {
  heartbeat: {
    sentWhen: 'The queue had no other event for about a minute.',
    receivedBy: 'Whoever has been waiting for an event for a minute.',
    origin: 'gateway',
  },
} as const satisfies EventDeclarations
