import type { PictureMaker } from '../../core/transfer/imports/from/reading/pictures.ts'
import { PictureDecoder } from './decoder.ts'
import { ImageError } from './picture.ts'
import { makeVersions } from './small-pictures.ts'
import { readFacts } from './thumbnails.ts'

/** Makes the pictures of imported people, emoji and organizations. */
export function pictureMaker(): PictureMaker {
  const decoder = new PictureDecoder({ staysOpen: false })
  const orUndefined = async <T>(make: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await make()
    } catch (error) {
      if (error instanceof ImageError) return undefined
      throw error
    }
  }
  return {
    avatar: (bytes) => orUndefined(() => makeVersions(decoder, 'avatar', bytes)),
    icon: (bytes) => orUndefined(() => makeVersions(decoder, 'icon', bytes)),
    logo: (bytes) => orUndefined(() => makeVersions(decoder, 'logo', bytes)),
    emoji: (bytes) => orUndefined(() => makeVersions(decoder, 'emoji', bytes)),
    facts: (bytes) => orUndefined(() => readFacts(bytes)),
  }
}
