import { completeUpload } from '../../core/content/uploads/complete.ts'
import { typeOf } from '../../core/content/uploads/content-type.ts'
import { fileTooLarge } from '../../core/content/uploads/errors.ts'
import { beginUpload, forgetUpload } from '../../core/content/uploads/pending.ts'
import { MIB } from '../../core/content/uploads/space.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { inspectPicture } from '../../storage/images/inspect.ts'
import type { Call } from '../http/endpoint/call.ts'
import { DEPENDENCY_ERRORS } from '../http/failures.ts'
import type { Services } from '../services.ts'

interface ReceivedUpload {
  /** The address of the file below `/user_uploads/`. */
  readonly path: string
  readonly name: string
}

/**
 * Stores the file of a form as an upload of the user. Throws, and stores nothing, unless the form has one
 * file within the limits.
 */
export async function receiveUpload(
  { config, core, storage }: Services,
  realm: RealmState,
  user: UserRecord,
  receiveFile: Call['receiveFile'],
): Promise<ReceivedUpload> {
  const [max, room] = [config.maxFileUploadSizeMib * MIB, await storage.room()]
  const tooLarge = room < max ? DEPENDENCY_ERRORS.storage.full : () => fileTooLarge(config)
  const limit = { bytes: Math.min(max, room), tooLarge }
  let undo = async () => {}
  try {
    const { pending, size } = await receiveFile(limit, async ({ name, contentType, bytes }) => {
      const type = typeOf(contentType, name)
      const pending = await beginUpload({ core, realm, user }, config, {
        name,
        contentType: type,
        length: null,
        metadata: null,
      })
      undo = async () => {
        await storage.delete([pending.storageKey])
        await forgetUpload(core, pending)
      }
      return { pending, size: await storage.put(pending.storageKey, bytes) }
    })
    const picture = await inspectPicture(storage, pending, size)
    const path = await completeUpload(core, pending, config, size, picture)
    if (path === undefined) throw new Error(`the upload ${pending.storageKey} took longer than an upload may`)
    return { path, name: pending.name }
  } catch (error) {
    await undo().catch((failure) =>
      core.log.warn(
        { err: failure },
        'cannot delete the bytes of a failed upload; they are deleted when it expires',
      ),
    )
    throw error
  }
}
