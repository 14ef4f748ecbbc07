import { buffer } from 'node:stream/consumers'
import { MIB } from '../../core/content/uploads/space.ts'
import type { ApiError } from '../../core/platform/errors.ts'
import { ImageError, type ImageFailure } from '../../storage/images/picture.ts'
import type { SmallFile } from '../http/body/text-fields.ts'
import type { Call } from '../http/endpoint/call.ts'
import { type ErrorExample, when } from '../http/endpoint/endpoint.ts'
import { imageTooLarge, notOnePicture, pictureTooLarge, unreadableImage } from './errors.ts'

const REFUSALS: Record<ImageFailure, () => ApiError> = {
  unreadable: unreadableImage,
  tooLarge: imageTooLarge,
}

/** The kind of picture that an endpoint takes. */
export interface PictureKind {
  /** "avatar", "icon", … */
  readonly what: string
  readonly maxMib: number
}

/** The errors of an endpoint that takes such a picture. */
export const pictureErrors = (kind: PictureKind): ErrorExample[] => [
  when('The form has no file, or several.', notOnePicture(kind.what)),
  ...smallPictureErrors(kind),
]

/** The errors of a picture that may be sent with parameters. */
export const smallPictureErrors = (kind: PictureKind): ErrorExample[] => [
  when(`The file has more than ${kind.maxMib} MiB.`, pictureTooLarge(kind.maxMib)),
  when('The file is not a picture in a known format.', REFUSALS.unreadable()),
  when('The picture has too many pixels or frames.', REFUSALS.tooLarge()),
]

/**
 * Receives the picture of a form and passes it, with the form's other fields, to `read`. Throws
 * `pictureErrors`.
 */
export async function receivePicture<T>(
  call: Pick<Call, 'receiveFile'>,
  kind: PictureKind,
  read: (bytes: Buffer, fields: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const limit = {
    bytes: kind.maxMib * MIB,
    tooLarge: () => pictureTooLarge(kind.maxMib),
    notOne: () => notOnePicture(kind.what),
  }
  const { bytes, fields } = await call.receiveFile(limit, async (file) => ({
    bytes: await buffer(file.bytes),
    fields: file.fields,
  }))
  return withImageErrors(() => read(bytes, fields))
}

/** Passes a picture that was sent with parameters to `read`. Throws `pictureErrors`. */
export async function readSmallPicture<T>(
  { bytes }: SmallFile,
  kind: PictureKind,
  read: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  if (bytes.length > kind.maxMib * MIB) throw pictureTooLarge(kind.maxMib)
  return withImageErrors(() => read(bytes))
}

/** Turns image errors into the errors that clients get. */
async function withImageErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ImageError ? REFUSALS[error.failure]() : error
  }
}
