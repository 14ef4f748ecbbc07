import type { PresenceEvent } from '../../../core/people/presence/event.ts'
import type { EphemeralVariants } from './variants.ts'

const MODERN = 0
const LEGACY = 1
const LEGACY_WITHOUT_EMAIL = 2

export const presenceVariants: EphemeralVariants<PresenceEvent> = {
  numberFor: (_event, { capabilities, slimPresence }) => {
    if (capabilities.simplified_presence_events === true) return MODERN
    return slimPresence ? LEGACY_WITHOUT_EMAIL : LEGACY
  },
  make(event, filter) {
    const variant = this.numberFor(event, filter)
    const { presences, email, ...rest } = event
    if (variant === MODERN) return { type: event.type, presences }
    return variant === LEGACY ? withoutPresences(event) : rest
  },
}

const withoutPresences = ({ presences: _, ...event }: PresenceEvent): object => event
