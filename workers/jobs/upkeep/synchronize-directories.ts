import { MAX_AVATAR_FILE_SIZE_MIB } from '../../../config/limits.ts'
import { MIB } from '../../../core/content/uploads/space.ts'
import { enabledDirectories } from '../../../core/people/authentication/ldap/enabled.ts'
import { type SetPhoto, synchronize } from '../../../core/people/authentication/ldap/synchronize.ts'
import { setAvatar } from '../../../core/people/users/change-avatar.ts'
import { RealmFailures } from '../../../core/platform/jobs/realm-failures.ts'
import type { Core } from '../../../core/state/core.ts'
import type { PictureDecoder } from '../../../storage/images/decoder.ts'
import { ImageError } from '../../../storage/images/picture.ts'
import { makeVersions } from '../../../storage/images/small-pictures.ts'
import { storeAvatar } from '../../../storage/images/store-picture.ts'
import type { Storage } from '../../../storage/storage.ts'
import { defineJob } from '../../running/define-job.ts'

const MAX_REASON_LENGTH = 300

/** Asks each directory who its people are: names, photos, roles, groups, and who is gone. */
export const synchronizeDirectoriesJob = (storage: Storage, decoder: PictureDecoder) =>
  defineJob({
    queue: 'upkeep',
    name: 'synchronize-directories',
    schedule: { everyMs: 3_600_000 },
    // A directory takes ten minutes at most, and the next run goes on where this one was ended.
    timeoutMs: 3_000_000,
    run: async ({ core, log, signal }) => {
      const failures = new RealmFailures(core.log)
      for await (const { realm, provider, network } of enabledDirectories(core)) {
        if (signal?.aborted) return
        await failures.contain(realm.id, async () => {
          try {
            await synchronize(core, realm, provider, network, photoSetter(core, storage, decoder))
          } catch (error) {
            // A directory that does not answer is no fault of this server, and nobody is gone from it.
            const reason = (error as Error).message.slice(0, MAX_REASON_LENGTH)
            const about = { realm: realm.id, provider: provider.name, reason }
            log.warn(about, 'a directory was not compared with the accounts; run "loquat doctor"')
          }
        })
      }
      failures.throwIfAny()
    },
  })

/** Stores a photo as the avatar of a person. */
export const photoSetter =
  (core: Core, storage: Storage, decoder: PictureDecoder): SetPhoto =>
  async (realm, user, photo, mayReplace) => {
    if (photo.length > MAX_AVATAR_FILE_SIZE_MIB * MIB) return undefined
    try {
      const versions = await makeVersions(decoder, 'avatar', photo)
      return await storeAvatar({ core, storage }, realm, user, versions, (path) =>
        core.changeAsSystem(realm, async (tx) => {
          const current = realm.users.get(user.id)!
          // Who has chosen a picture meanwhile keeps it. The files expire.
          if (!mayReplace(current)) return undefined
          await setAvatar(tx, realm, current, path)
          return path
        }),
      )
    } catch (error) {
      if (error instanceof ImageError) return undefined
      throw error
    }
  }
