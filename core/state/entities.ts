import { Channel, Subscription } from './channels/entities.ts'
import { Realm } from './realm/entity.ts'
import { User } from './users/entity.ts'

/** The tables that units of work may store. */
export const ENTITIES = [Realm, User, Channel, Subscription]
