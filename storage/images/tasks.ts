import { makeThumbnails } from './thumbnails.ts'
import { avatarVersions, emojiVersions, iconVersion, logoVersion } from './versions.ts'

/** The work on an uploaded image that a process of its own may do. */
export const TASKS = {
  thumbnails: makeThumbnails,
  avatar: avatarVersions,
  emoji: emojiVersions,
  icon: iconVersion,
  logo: logoVersion,
} as const

export type Task = keyof typeof TASKS
export type ResultOf<T extends Task> = Awaited<ReturnType<(typeof TASKS)[T]>>
/** A picture that is never shown as it was uploaded. */
export type SmallPicture = Exclude<Task, 'thumbnails'>
