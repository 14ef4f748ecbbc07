import { raw } from '@mikro-orm/core'
import { PASSWORD_MAX_LENGTH } from '../../../config/limits.ts'
import { choosableDefaultGroups } from '../../channels/defaults/default-groups.ts'
import { tooLong } from '../../platform/errors.ts'
import type { ChannelId, DefaultChannelGroupId } from '../../platform/ids.ts'
import type { Language } from '../../platform/text/languages.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { realmDeactivated } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Role, UserRecord } from '../../state/users/record.ts'
import { hashPassword, isStrongPassword } from '../credentials/password.ts'
import { skippedFor } from '../invites/addresses.ts'
import { JoinRequest } from '../invites/entities.ts'
import { badJoinLink, cannotJoin } from '../invites/errors.ts'
import { type FoundLink, findLink } from '../invites/look-up.ts'
import { endInvitation } from '../invites/store.ts'
import { passwordTooWeak } from '../users/errors.ts'
import { timezoneNamed } from '../users/timezone.ts'
import { joinPerson } from './create-person.ts'

/** The fields that a new person fills in when joining. */
export interface Newcomer {
  readonly fullName: string
  readonly password: string
  /** IANA identifier; an invalid one counts as not given. */
  readonly timezone?: string
  /** As in `NewUser`. */
  readonly language?: Language | undefined
  /**
   * Default channel groups whose channels the account also joins, as far as they exist and the account may
   * join them.
   */
  readonly defaultGroups?: readonly DefaultChannelGroupId[]
}

/**
 * Creates the account that a link offers to an address: the link of an invitation, or of a confirmation that
 * `askToJoin` mailed. One transaction also ends the invitation, greets the person and announces the account,
 * so that only one of two concurrent calls creates an account.
 *
 * Throws `badJoinLink` for a link that is invalid or needs an address first; for a name, a password or an
 * address that the organization does not allow; when the address has an account already; and
 * REALM_DEACTIVATED.
 */
export async function acceptInvitation(
  core: Core,
  realm: RealmState,
  token: string,
  newcomer: Newcomer,
): Promise<UserRecord> {
  // Checked first, so that invalid links cost no hashing.
  checkLink(await core.db.readEntities((em) => findLink(em, core, realm, token)))
  await checkPassword(newcomer.password)
  const passwordHash = await hashPassword(newcomer.password)
  const created = await core.changeAsSystem(realm, async (tx) => {
    if (realm.record.isDeactivated) throw realmDeactivated()
    const link = checkLink(await findLink(tx.em, core, realm, token))
    const fault = skippedFor(realm, core.options.rootUrl, link.email)
    if (fault !== undefined) throw cannotJoin(fault)
    await use(tx, realm, link)
    const { email, offer, invitation } = link
    const { fullName, language } = newcomer
    const channels = [...offer.channels, ...chosenChannels(realm, offer.role, newcomer)]
    const timezone = timezoneNamed(newcomer.timezone ?? '') ?? ''
    return joinPerson(
      tx,
      core,
      realm,
      { email, fullName, timezone, language, role: offer.role, startingMemberships: { ...offer, channels } },
      passwordHash,
      {
        inviter: invitation?.notifyInviter ? invitation.inviter : undefined,
        welcomeText: offer.welcomeText,
      },
    )
  })
  return created
}

const chosenChannels = (realm: RealmState, role: Role, { defaultGroups = [] }: Newcomer): ChannelId[] =>
  choosableDefaultGroups(realm, role)
    .filter((group) => defaultGroups.includes(group.id))
    .flatMap((group) => group.channels)

async function checkPassword(password: string): Promise<void> {
  if ([...password].length > PASSWORD_MAX_LENGTH) {
    throw tooLong('Password', PASSWORD_MAX_LENGTH)
  }
  if (!(await isStrongPassword(password))) throw passwordTooWeak()
}

function checkLink(link: FoundLink | undefined): FoundLink & { email: string } {
  if (link === undefined) throw badJoinLink('unknown')
  const { state, email } = link
  if (state !== 'valid') throw badJoinLink(state)
  if (email === null) throw badJoinLink('unknown')
  return { ...link, email }
}

async function use(tx: Tx, realm: RealmState, { request, invitation }: FoundLink): Promise<void> {
  if (request === undefined) return endInvitation(tx, realm, invitation!, 'used')
  await tx.em.nativeUpdate(JoinRequest, { id: request }, { usedAt: raw('clock_timestamp()') })
}
