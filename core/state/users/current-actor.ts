import { ApiError } from '../../platform/errors.ts'
import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from './record.ts'

/**
 * The account that somebody acts by has changed since they were let in: it is deactivated, or has another key or
 * address; or the organization is deactivated. Nothing was done. Whoever let them in finds out whether they are let in
 * now.
 */
export class ActorChanged extends ApiError {
  constructor() {
    super('Invalid API key', { code: 'INVALID_API_KEY', status: 401 })
    this.name = 'ActorChanged'
  }
}

/**
 * Who acts, as the realm has them now: the record that a request began with may be an old one by the time that
 * something is decided. Throws `ActorChanged`.
 */
export function currentActor(realm: RealmView, actor: UserRecord): UserRecord {
  const now = realm.users.get(actor.id)
  const isSame = now?.keyVersion === actor.keyVersion && now.deliveryEmail === actor.deliveryEmail
  if (!isSame || !now.isActive || realm.record.isDeactivated) throw new ActorChanged()
  return now
}
