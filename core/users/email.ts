import { ApiError } from '../errors.ts'
import { realmHost } from '../realm/address.ts'
import type { RealmRecord } from '../realm/record.ts'

/** Printable, one @, a host behind it: what every mail system agrees on. */
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>".]+(?:\.[^\s@<>".]+)*$/

export const isAddress = (email: string): boolean => ADDRESS.test(email) && email.length <= 254

/** The address as it will be stored. Throws when it is none. */
export function checkAddress(given: string): string {
  const email = given.trim()
  if (!isAddress(email)) throw new ApiError(`Invalid email '${email}'`)
  return email
}

/** What stands for the address of a user whose real one is not for everyone: `user<user_id>@<realm_host>`. */
export function dummyAddress(
  realm: Pick<RealmRecord, 'subdomain' | 'customHost'>,
  rootUrl: string,
  id: number,
): string {
  return `user${id}@${realmHost(realm, rootUrl)}`
}
