import { ApiError } from '../../platform/errors.ts'
import type { UserRecord } from '../users/record.ts'
import type { RealmView } from './view.ts'

/**
 * The caller's account changed after authentication: it was deactivated, or has another key or address, or
 * the organization was deactivated. Nothing was done. The gateway authenticates the request again.
 */
export class ActorChanged extends ApiError {
  constructor() {
    super('Invalid API key', { code: 'INVALID_API_KEY', status: 401 })
    this.name = 'ActorChanged'
  }
}

/**
 * Returns the caller's account as memory has it now; the record from the beginning of a request may be old.
 * Throws `ActorChanged`.
 */
export function currentActor(realm: RealmView, actor: UserRecord): UserRecord {
  const now = realm.users.get(actor.id)
  const isSame = now?.keyVersion === actor.keyVersion && now.deliveryEmail === actor.deliveryEmail
  if (!isSame || !now.isActive || realm.record.isDeactivated) throw new ActorChanged()
  return now
}
