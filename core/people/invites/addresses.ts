import type { RealmState } from '../../state/realm/state.ts'
import { ADDRESS_FAULTS, addressFault } from '../../state/users/email.ts'
import type { Skipped } from './failure.ts'

/**
 * The addresses of a list, separated by commas or newlines, each once whatever its case; of `Name <address>` what is
 * in the angle brackets (spec.md `invitee_emails`).
 */
export function readAddresses(list: string): string[] {
  const found = new Map<string, string>()
  for (const part of list.split(/[,\n]/)) {
    const email = (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim()
    if (email !== '') found.set(email.toLowerCase(), email)
  }
  return [...found.values()]
}

/** Why an address is not to be invited; undefined when it is. The realm is held still. */
export function skippedFor(realm: RealmState, email: string): Skipped | undefined {
  const fault = addressFault(realm, email)
  if (fault !== undefined) return [email, ADDRESS_FAULTS[fault], false]
  const user = realm.users.byEmail(email)
  if (user === undefined) return undefined
  if (user.isSystemBot) return [email, 'Reserved for system bots.', false]
  return user.isActive ? [email, ALREADY_HAS_ACCOUNT, false] : [email, 'Account has been deactivated.', true]
}

export const ALREADY_HAS_ACCOUNT = 'Already has an account.'
