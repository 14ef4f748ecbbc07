import { claimPictures, deletePictures } from '../../content/pictures/pending.ts'
import { toRealm } from '../../platform/events/audience.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { PicturePath } from '../../state/pictures/path.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import { type RealmImage, type RealmImageName, realmImage } from '../../state/realm/images.ts'

/**
 * Gives the organization a picture that is stored, and emits it; null removes the picture. Resolves to the
 * picture that is shown then. Throws unless the caller is an administrator.
 */
export async function changeRealmImage(
  caller: Caller,
  name: RealmImageName,
  path: PicturePath | null,
): Promise<RealmImage> {
  const { core, realm } = caller
  const changed = await core.change(caller, async ({ tx, actor }) => {
    const { record } = realm
    requireAdministrator(actor)
    const before = record.images[name]
    if (path !== null) await claimPictures(tx, [path])
    else if (before?.path == null) return record
    const version = (before?.version ?? 1) + 1
    const after = { ...record, images: { ...record.images, [name]: { path, version } } }
    await tx.em.nativeUpdate(Realm, { id: realm.id }, { images: after.images })
    emitChange(tx, { type: '_realm', realm: after })
    const { url, source } = realmImage(after, name)
    const data = { [`${name}_url`]: url, [`${name}_source`]: source }
    tx.emit({ type: 'realm', op: 'update_dict', property: name, data }, toRealm)
    if (before?.path != null) deletePictures(tx, [before.path])
    return after
  })
  return realmImage(changed, name)
}
