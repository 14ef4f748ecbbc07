import { MAX_FULL_NAME_LENGTH } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Language } from '../../platform/text/languages.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { ADDRESS_FAULTS, addressFault } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { cannotJoin, invitationRequired } from '../invites/errors.ts'
import { DEFAULT_OFFER } from '../invites/invitation.ts'
import { endInvitation, pendingInvitationOf } from '../invites/store.ts'
import { checkFullName } from '../users/name.ts'
import { joinPerson } from './create-person.ts'

/** The number of people of one name whom a number tells apart. */
const MAX_NAMESAKES = 20

/** What somebody else says about a person, and the language that the person has chosen, as in `NewUser`. */
interface ConfirmedPerson {
  readonly email: string
  readonly fullName: string
  readonly language?: Language | undefined
}

/**
 * Creates an account without a password for an address that somebody else has confirmed, such as a provider
 * of log-ins, in the caller's transaction, which has locked the organization. The account is the one that an
 * invitation of the address offers. Throws INVITATION_REQUIRED without an invitation where the organization
 * needs one, or `needsInvitation` says so, and for an address that the organization does not allow.
 */
export async function joinByAddress(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { email, fullName, language }: ConfirmedPerson,
  needsInvitation: 'by-rules' | 'yes' | 'no' = 'by-rules',
): Promise<UserRecord> {
  const fault = addressFault(realm, core.options.rootUrl, email)
  if (fault !== undefined) throw cannotJoin([email, ADDRESS_FAULTS[fault], false])
  const invitation = await pendingInvitationOf(tx, realm, email)
  const isNeeded =
    needsInvitation === 'by-rules' ? realm.record.settings.invite_required : needsInvitation === 'yes'
  if (invitation === undefined && isNeeded) throw invitationRequired()
  if (invitation !== undefined) await endInvitation(tx, realm, invitation, 'used')
  const { role, welcomeText, ...startingMemberships } = invitation ?? DEFAULT_OFFER
  return joinPerson(
    tx,
    core,
    realm,
    { email, fullName: usableName(realm, fullName, email), language, role, startingMemberships },
    null,
    { inviter: invitation?.notifyInviter ? invitation.inviter : undefined, welcomeText },
  )
}

/**
 * The first name that the organization allows: the given one or the part before the @, or with a number.
 * `of`: the user whose own name it may be.
 */
export function usableName(realm: RealmState, given: string, email: string, of?: UserId): string {
  const names = [given, email.slice(0, email.lastIndexOf('@')), 'New member']
    .map(cleaned)
    .filter((name) => name !== '')
  const numbers = Array.from({ length: MAX_NAMESAKES }, (_, index) => ` ${index + 2}`)
  const candidates = names.flatMap((name) => ['', ...numbers].map((number) => shortened(name, number)))
  let refusal: unknown
  for (const name of candidates) {
    try {
      return checkFullName(realm, name, of)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal = error
    }
  }
  throw refusal
}

const cleaned = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[*`\\>"@\p{Cc}\p{Cf}]/gu, '')
    .replace(/\|\d+$/, '')
    .trim()

const shortened = (name: string, number: string): string =>
  [...name]
    .slice(0, MAX_FULL_NAME_LENGTH - number.length)
    .join('')
    .trim() + number
