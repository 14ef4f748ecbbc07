import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { withoutInvisible } from '../../platform/text/invisible-characters.ts'
import { invalidEmail } from '../users/errors.ts'
import { realmHost } from './address.ts'
import { isUnder } from './domain.ts'
import type { RealmRecord } from './record.ts'
import type { RealmView } from './view.ts'

/**
 * Printable characters with one @ and a host: the form that all mail systems accept. Without the Kelvin sign,
 * whose lower case is a k: its address would be found as the one of another mailbox.
 */
const ADDRESS = /^[^\s\p{Cc}@<>"\u{212A}]{1,64}@[^\s\p{Cc}@<>".\u{212A}]+(?:\.[^\s\p{Cc}@<>".\u{212A}]+)*$/u

export const isAddress = (email: string): boolean => ADDRESS.test(email) && email.length <= 254

/**
 * Returns an address without characters that often come with a copied one: white space, invisible characters,
 * `mailto:`.
 */
export const pastedAddress = (given: string): string =>
  withoutInvisible(given)
    .trim()
    .replace(/^mailto:\s*([^?]*).*$/is, '$1')

const inAsciiLowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Whether two addresses are one mailbox: ASCII letters in any case, and all other characters as they are.
 * Mail systems do not agree about the case of other letters.
 */
export const isSameMailbox = (one: string, other: string): boolean =>
  inAsciiLowerCase(one) === inAsciiLowerCase(other)

/** Returns the address as it will be stored. Throws when it is invalid. */
export function checkAddress(given: string): string {
  const email = pastedAddress(given)
  if (!isAddress(email)) throw invalidEmail(email)
  return email
}

/** Why an organization does not allow an address. */
export type AddressFault = 'malformed' | 'reserved' | 'contains-plus' | 'other-domain' | 'disposable'

/**
 * Why the organization does not allow the address (spec.md `disallow_disposable_email_addresses`,
 * `emails_restricted_to_domains`); undefined when it does. Called for invitations, new accounts and changes
 * of address, with current memory.
 */
export function addressFault(
  { record, lists }: Pick<RealmView, 'record' | 'lists'>,
  rootUrl: string,
  email: string,
): AddressFault | undefined {
  if (!isAddress(email)) return 'malformed'
  if (dummyId(record, rootUrl, email) !== undefined || isErasedAddress(record, rootUrl, email))
    return 'reserved'
  const { settings } = record
  if (settings.emails_restricted_to_domains) {
    // An owner of one address has any number of such variants.
    if (email.includes('+')) return 'contains-plus'
    return isUnder(lists.domains, email) ? undefined : 'other-domain'
  }
  return settings.disallow_disposable_email_addresses && isDisposable(email) ? 'disposable' : undefined
}

/** Whether the address is one that replaces a person's when the data is erased. */
const isErasedAddress = (record: RealmRecord, rootUrl: string, email: string): boolean =>
  /^deleteduser\d+@/i.test(email) && email.toLowerCase().endsWith(`@${realmHost(record, rootUrl)}`)

/** Messages for the people who entered the address. */
export const ADDRESS_FAULTS: Readonly<Record<AddressFault, string>> = {
  malformed: 'Invalid address.',
  reserved: 'Reserved for users who hide their address.',
  'contains-plus': 'Email addresses containing + are not allowed.',
  'other-domain': 'Outside your domain.',
  disposable: 'Please use your real email address.',
}

let disposable: ReadonlySet<string> | undefined

/** Whether the address belongs to a disposable mail service or to a subdomain of one. */
function isDisposable(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet()
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => disposable!.has(labels.slice(index).join('.')))
}

/** The generated address that hides a user's real one: `user<user_id>@<realm_host>`. */
export function dummyAddress(
  realm: Pick<RealmRecord, 'subdomain' | 'customHost'>,
  rootUrl: string,
  id: number,
): string {
  return `user${id}@${realmHost(realm, rootUrl)}`
}

/**
 * The user id in a generated address of the organization; undefined for any other text. The user may not
 * exist.
 */
export function dummyId(
  realm: Pick<RealmRecord, 'subdomain' | 'customHost'>,
  rootUrl: string,
  text: string,
): number | undefined {
  const digits = /^user(\d{1,10})@/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const id = Number(digits)
  return text.toLowerCase() === dummyAddress(realm, rootUrl, id) ? id : undefined
}
