import { randomBytes } from 'node:crypto'
import type { RealmId } from '../../platform/ids.ts'

/**
 * The address of a picture below `/user_avatars/`: its organization, what it is of, and random text that nobody
 * guesses. Whoever knows it may see the picture; what is there never changes.
 */
export type PicturePath = string

const FOLDERS = { avatar: '', emoji: 'emoji/images/', realm: 'realm/' } as const

/** A new file name, and the address of a file of this organization's with it. */
export const newPictureName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`

export const picturePath = (realm: RealmId, folder: keyof typeof FOLDERS, name: string): PicturePath =>
  `${realm}/${FOLDERS[folder]}${name}`

/** The larger version of an avatar. */
export const mediumPath = (path: PicturePath): PicturePath => path.replace(/\.\w+$/, '-medium$&')

/** What stands for an animated emoji where nothing is to move. */
export const stillName = (name: string): string => `still/${name.replace(/\.\w+$/, '')}.png`

const PATH =
  /^[1-9]\d{0,9}\/(?:emoji\/images\/(?:still\/)?|realm\/)?[0-9a-f]{32}(?:-medium)?\.(?:png|gif|webp)$/

export const isPicturePath = (path: string): boolean => PATH.test(path)

/** What the bytes are stored under. */
export const pictureKey = (path: PicturePath): string => `picture-${path.replace(/[/.]/g, '-')}`

export const pictureUrl = (path: PicturePath): string => `/user_avatars/${path}`
