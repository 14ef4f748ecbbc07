import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { discardPictures, recordPendingPictures } from '../../core/content/pictures/pending.ts'
import { MIB } from '../../core/content/uploads/space.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { type PicturePath, pictureKey } from '../../core/state/pictures/path.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { ImageError, type ImageFailure } from '../../storage/images/picture.ts'
import type { Call } from '../http/call.ts'
import type { SmallFile } from '../http/text-fields.ts'
import type { Services } from '../services.ts'

const REFUSALS: Record<ImageFailure, () => ApiError> = {
  unreadable: () => new ApiError('Could not decode image; did you upload an image file?'),
  tooLarge: () => new ApiError('Image size exceeds limit.'),
}

/** A picture that is asked for. */
export interface Wanted {
  /** "avatar", "icon", … */
  readonly what: string
  readonly maxMib: number
}

const notOne = ({ what }: Wanted) => new ApiError(`You must upload exactly one ${what}.`)
const tooLarge = ({ maxMib }: Wanted) =>
  new ApiError(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`)

/** What an endpoint that receives one may answer. */
export const pictureErrors = (wanted: Wanted): ApiError[] => [
  notOne(wanted),
  tooLarge(wanted),
  REFUSALS.unreadable(),
  REFUSALS.tooLarge(),
]

/** Takes the picture of a form, and makes of it, and the form's other fields, what `read` makes. Throws `pictureErrors`. */
export async function receivePicture<T>(
  call: Pick<Call, 'receiveFile'>,
  wanted: Wanted,
  read: (bytes: Buffer, fields: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const limit = {
    bytes: wanted.maxMib * MIB,
    tooLarge: () => tooLarge(wanted),
    notOne: () => notOne(wanted),
  }
  const { bytes, fields } = await call.receiveFile(limit, async (file) => ({
    bytes: await buffer(file.bytes),
    fields: file.fields,
  }))
  return refusing(() => read(bytes, fields))
}

/** What `read` makes of a picture that came with parameters. Throws `pictureErrors`. */
export async function readSmallPicture<T>(
  { bytes }: SmallFile,
  wanted: Wanted,
  read: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  if (bytes.length > wanted.maxMib * MIB) throw tooLarge(wanted)
  return refusing(() => read(bytes))
}

async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ImageError ? REFUSALS[error.failure]() : error
  }
}

/** Stores the files of a picture; then `use` makes them somebody's. When that fails, nothing is kept. */
export async function keepPicture<T>(
  { core, storage }: Services,
  realm: RealmState,
  user: UserRecord,
  files: ReadonlyMap<PicturePath, Buffer>,
  use: () => Promise<T>,
): Promise<T> {
  const paths = [...files.keys()]
  await recordPendingPictures({ core, realm, user }, paths)
  try {
    for (const [path, bytes] of files) await storage.put(pictureKey(path), Readable.from([bytes]))
    return await use()
  } catch (error) {
    // Else they go when they expire.
    const given = discardPictures(core, realm, paths)
    await given.catch((failure) => core.log.warn({ err: failure }, 'files of a picture are left'))
    throw error
  }
}
