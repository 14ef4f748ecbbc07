import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Invitation } from './invitation.ts'
import { findLink } from './look-up.ts'
import { joinUrl, type LinkTarget, tokenOf } from './token.ts'

/** The content of a mail about a link, as of now. */
export interface LinkToMail {
  readonly realm: RealmState
  readonly email: string
  readonly url: string
  /** Undefined without an invitation. */
  readonly invitation: Invitation | undefined
  readonly inviter: UserRecord | undefined
}

/**
 * Loads the content of a mail; undefined when the link is no longer usable or its organization was deleted.
 */
export async function linkToMail(
  core: Core,
  id: RealmId,
  target: LinkTarget,
): Promise<LinkToMail | undefined> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return undefined
  await realm.sync()
  if (realm.record.isDeactivated) return undefined
  const token = tokenOf(core.options.secretKey, id, target)
  const { state, email, invitation } =
    (await core.db.readEntities((em) => findLink(em, core, realm, token))) ?? {}
  if (state !== 'valid' || !email) return undefined
  const inviter = invitation && realm.users.get(invitation.inviter)
  return { realm, email, url: joinUrl(core, realm, target), invitation, inviter }
}
