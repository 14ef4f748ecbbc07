import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { realmHost } from '../realm/address.ts'
import { isUnder } from '../realm/domain.ts'
import type { RealmRecord } from '../realm/record.ts'
import type { RealmView } from '../realm/view.ts'
import { invalidEmail } from './errors.ts'

/** Printable, one @, a host behind it: what every mail system agrees on. */
const ADDRESS = /^[^\s\p{Cc}@<>"]{1,64}@[^\s\p{Cc}@<>".]+(?:\.[^\s\p{Cc}@<>".]+)*$/u

export const isAddress = (email: string): boolean => ADDRESS.test(email) && email.length <= 254

/** The address as it will be stored. Throws when it is none. */
export function checkAddress(given: string): string {
  const email = given.trim()
  if (!isAddress(email)) throw invalidEmail(email)
  return email
}

/** Why an organization does not take people with an address. */
export type AddressFault = 'malformed' | 'contains-plus' | 'other-domain' | 'disposable'

/**
 * Why nobody may have the address in the organization, as it decides (spec.md `disallow_disposable_email_addresses`;
 * `emails_restricted_to_domains`); undefined when somebody may. Asked wherever people enter an address: on
 * invitations, on new accounts and for another address; the realm is fresh.
 */
export function addressFault(
  { record: { settings }, lists }: Pick<RealmView, 'record' | 'lists'>,
  email: string,
): AddressFault | undefined {
  if (!isAddress(email)) return 'malformed'
  if (settings.emails_restricted_to_domains) {
    // Whoever has one address has any number of these.
    if (email.includes('+')) return 'contains-plus'
    return isUnder(lists.domains, email) ? undefined : 'other-domain'
  }
  return settings.disallow_disposable_email_addresses && isDisposable(email) ? 'disposable' : undefined
}

/** The same for whoever entered the address. */
export const ADDRESS_FAULTS: Readonly<Record<AddressFault, string>> = {
  malformed: 'Invalid address.',
  'contains-plus': 'Email addresses containing + are not allowed.',
  'other-domain': 'Outside your domain.',
  disposable: 'Please use your real email address.',
}

let disposable: ReadonlySet<string> | undefined

/** Whether its mail goes to a service that gives addresses away for minutes, or to a part of one. */
function isDisposable(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet()
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => disposable!.has(labels.slice(index).join('.')))
}

/** What stands for the address of a user whose real one is not for everyone: `user<user_id>@<realm_host>`. */
export function dummyAddress(
  realm: Pick<RealmRecord, 'subdomain' | 'customHost'>,
  rootUrl: string,
  id: number,
): string {
  return `user${id}@${realmHost(realm, rootUrl)}`
}
