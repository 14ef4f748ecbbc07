import { randomBytes } from 'node:crypto'
import type { RealmId } from '../../platform/ids.ts'

/**
 * The path of a picture below `/user_avatars/`: the organization, the type of picture, and unguessable random
 * text. Everybody who knows the path may see the picture. Its content never changes.
 */
export type PicturePath = string

const FOLDERS = { avatar: '', emoji: 'emoji/images/', realm: 'realm/' } as const

/** A new random file name. */
export const newPictureName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`

export const picturePath = (realm: RealmId, folder: keyof typeof FOLDERS, name: string): PicturePath =>
  `${realm}/${FOLDERS[folder]}${name}`

/** The larger version of an avatar. */
export const mediumPath = (path: PicturePath): PicturePath => path.replace(/\.\w+$/, '-medium$&')

/** The file name of an animated emoji's first frame. */
export const firstFrameName = (name: string): string => `still/${name.replace(/\.\w+$/, '')}.png`

const PATH =
  /^[1-9]\d{0,9}\/(?:emoji\/images\/(?:still\/)?|realm\/)?[0-9a-f]{32}(?:-medium)?\.(?:png|gif|webp)$/

export const isPicturePath = (path: string): boolean => PATH.test(path)

/** The key of the picture in the storage. */
export const pictureKey = (path: PicturePath): string => `picture-${path.replace(/[/.]/g, '-')}`

export const pictureUrl = (path: PicturePath): string => `/user_avatars/${path}`
