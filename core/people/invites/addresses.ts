import { ADDRESS_FAULTS, addressFault, pastedAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Skipped } from './errors.ts'

/**
 * The addresses of a list that is separated by commas or newlines, each once without regard to case. Of `Name
 * <address>` it takes the part in angle brackets (spec.md `invitee_emails`).
 */
export function readAddresses(list: string): string[] {
  const found = new Map<string, string>()
  for (const part of list.split(/[,\n]/)) {
    const email = pastedAddress(/<([^<>]*)>/.exec(part)?.[1] ?? part)
    if (email !== '') found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}

/** Why an address cannot be invited; undefined when it can. The organization is locked. */
export function skippedFor(realm: RealmState, rootUrl: string, email: string): Skipped | undefined {
  const fault = addressFault(realm, rootUrl, email)
  if (fault !== undefined) return [email, ADDRESS_FAULTS[fault], false]
  const user = realm.users.byEmail(email)
  if (user === undefined) return undefined
  if (user.isSystemBot) return [email, 'Reserved for system bots.', false]
  return user.isActive ? [email, ALREADY_HAS_ACCOUNT, false] : [email, 'Account has been deactivated.', true]
}

export const ALREADY_HAS_ACCOUNT = 'Already has an account.'
