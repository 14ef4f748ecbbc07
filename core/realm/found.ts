import { MAX_REALM_NAME_LENGTH } from '../../config/limits.ts'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { addPerson } from '../users/create-person.ts'
import { checkAddress } from '../users/email.ts'
import { checkNameItself } from '../users/name.ts'
import { hashPassword, isStrongPassword } from '../users/password.ts'
import { Role } from '../users/record.ts'
import { isTimezone } from '../users/timezone.ts'
import { createRealm } from './create.ts'
import type { RealmState } from './state.ts'

/** What somebody says who founds an organization, and becomes its owner. */
export interface Foundation {
  readonly name: string
  /** Empty for the root host. */
  readonly subdomain: string
  readonly email: string
  readonly fullName: string
  readonly password: string
  /** IANA identifier; what is none counts as not given. */
  readonly timezone?: string
}

/**
 * Creates an organization with its first owner. Throws for what of it is not good, before anything is created, and
 * when the address is taken. A process that dies in between leaves an organization without an owner, to which an
 * operator adds one.
 */
export async function foundOrganization(core: Core, founder: Foundation): Promise<RealmState> {
  if ([...founder.name.trim()].length > MAX_REALM_NAME_LENGTH) {
    throw new ApiError(`Organization name is too long (limit: ${MAX_REALM_NAME_LENGTH} characters)`)
  }
  const email = checkAddress(founder.email)
  const fullName = checkNameItself(founder.fullName)
  if (!(await isStrongPassword(founder.password))) throw new ApiError('The password is too weak.')
  const passwordHash = await hashPassword(founder.password)
  const id = await createRealm(core.db, { name: founder.name, subdomain: founder.subdomain })
  const realm = (await core.realms.get(id))!
  const timezone = isTimezone(founder.timezone ?? '') ? founder.timezone : ''
  await core.transact(id, async (tx) => {
    await realm.holdStill(tx)
    await addPerson(tx, core, realm, { email, fullName, timezone, role: Role.owner }, passwordHash)
  })
  return realm
}
