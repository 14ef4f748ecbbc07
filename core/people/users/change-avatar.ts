import { claimPictures, deletePictures } from '../../content/pictures/pending.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { mediumPath, type PicturePath } from '../../state/pictures/path.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { avatarUrl } from '../../state/users/wire.ts'
import { emitBotChanged } from '../bots/event.ts'
import { emitAvatar } from './avatar-event.ts'
import { checkCanChangeAvatar } from './permissions.ts'

/**
 * Gives the caller an avatar whose files are stored; null removes it. Resolves to the address of the avatar
 * that is shown then. Throws when the caller may not change the avatar.
 */
export async function changeAvatar(caller: Caller, avatarPath: PicturePath | null): Promise<string> {
  const { core, realm } = caller
  const user = await core.change(caller, async ({ tx, actor }) => {
    checkCanChangeAvatar(realm, actor)
    return setAvatar(tx, realm, actor, avatarPath)
  })
  return avatarUrl(user)
}

/** Gives a user an avatar and emits it, in the caller's transaction, which has locked the organization. */
export async function setAvatar(
  tx: Tx,
  realm: RealmState,
  before: UserRecord,
  avatarPath: PicturePath | null,
): Promise<UserRecord> {
  if (avatarPath !== null) await claimPictures(tx, avatarFiles(avatarPath))
  else if (before.avatarPath === null) return before
  const avatarVersion = before.avatarVersion + 1
  const changed = { ...before, avatarPath, avatarVersion }
  await tx.em.nativeUpdate(User, { id: changed.id }, { avatarPath, avatarVersion })
  emitChange(tx, { type: '_user', user: changed })
  emitAvatar(tx, changed)
  emitBotChanged(tx, realm, changed, { avatar_url: avatarUrl(changed) })
  if (before.avatarPath !== null) deletePictures(tx, avatarFiles(before.avatarPath))
  return changed
}

/** The paths of all sizes of an avatar. */
export const avatarFiles = (path: PicturePath): PicturePath[] => [path, mediumPath(path)]
