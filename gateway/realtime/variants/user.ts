import type { UserAddedEvent } from '../../../core/people/users/event.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { wireInaccessible } from '../../../core/state/access/inaccessible-users.ts'
import { isShownTo } from '../../../core/state/users/permissions.ts'
import type { Variants } from './variants.ts'

const HIDES_AVATAR = 1
const SEES_EMAIL = 2
const IS_MASKED = 4

/**
 * The variants differ in the avatar, which some clients compute, in the real address, which the new user's
 * settings may hide, and in the whole user, who is masked for guests without access.
 */
export const userAddedVariants: Variants<UserAddedEvent> = {
  numberFor: (event, { clientGravatar, user }, realm, rootUrl) => {
    if (rootUrl !== undefined) return IS_MASKED
    const reader = realm.users.get(user)
    const isMine = reader?.id === event.person.user_id
    const seesEmail = isMine || (reader !== undefined && isShownTo(reader, event._email_visibility))
    return (clientGravatar && event._gravatar ? HIDES_AVATAR : 0) | (seesEmail ? SEES_EMAIL : 0)
  },
  make(event, filter, realm, rootUrl) {
    if (rootUrl !== undefined) {
      return { ...event, person: wireInaccessible(realm, event.person.user_id as UserId, rootUrl) }
    }
    const variant = this.numberFor(event, filter, realm)!
    return {
      ...event,
      person: {
        ...event.person,
        ...((variant & HIDES_AVATAR) !== 0 && { avatar_url: null }),
        ...((variant & SEES_EMAIL) === 0 && { delivery_email: null }),
      },
    }
  },
}
