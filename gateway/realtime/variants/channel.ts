import type { Stored } from '../../../core/state/events/catalogue.ts'
import type { ForSomeClients } from '../../../core/state/events/event.ts'
import { inheritanceOf, withInherited } from '../../wire/inherited-notifications.ts'
import type { QueueFilter } from '../queue-record.ts'
import { UNVARIED, type Variants } from './variants.ts'

function isForClient({ _with, _without }: ForSomeClients, { capabilities }: QueueFilter): boolean {
  if (_with !== undefined && !capabilities[_with]) return false
  return _without === undefined || !capabilities[_without]
}

/** An event for the clients with a capability, or for the clients without it. */
export const someClients: Variants<ForSomeClients> = { ...UNVARIED, isFor: isForClient }

/**
 * A client without `notification_settings_null` receives the inherited values of a subscription's settings.
 */
export const subscribedVariants: Variants<Stored<'subscription/add'>> = {
  isFor: isForClient,
  numberFor: (_event, { capabilities, user }, realm) => {
    const reader = realm.users.get(user)
    const acceptsNull = capabilities.notification_settings_null === true || reader === undefined
    return acceptsNull ? 0 : 1 + inheritanceOf(reader.settings)
  },
  make(event, filter, realm) {
    if (this.numberFor(event, filter, realm) === 0) return event
    const { settings } = realm.users.get(filter.user)!
    return {
      ...event,
      subscriptions: event.subscriptions.map((subscription) => withInherited(subscription, settings)),
    }
  },
}
