import type { UserId } from '../../../core/platform/ids.ts'
import { maskedSender } from '../../../core/state/access/inaccessible-users.ts'
import type { Stored } from '../../../core/state/events/catalogue.ts'
import type { Variants } from './variants.ts'

/** Guests without access to the reacting user get a variant with a placeholder for that user. */
export const reactionVariants: Variants<Stored<'reaction/add' | 'reaction/remove'>> = {
  numberFor: (_event, _filter, _realm, rootUrl) => (rootUrl === undefined ? 0 : 1),
  make(event, _filter, realm, rootUrl) {
    if (rootUrl === undefined) return event
    const { sender_full_name, sender_email } = maskedSender(realm, event.user_id as UserId, rootUrl)
    return { ...event, user: { ...event.user, email: sender_email, full_name: sender_full_name } }
  },
}
