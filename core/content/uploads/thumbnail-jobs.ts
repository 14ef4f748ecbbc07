import type { AttachmentId, MessageId, RealmId } from '../../platform/ids.ts'

/** The job that makes the thumbnails of an uploaded image; its data is a `PictureJob`. */
export const MAKE_THUMBNAILS = { queue: 'thumbnails', name: 'make-thumbnails' } as const

export interface PictureJob {
  readonly realm: RealmId
  readonly attachment: AttachmentId
  /** Storage key of the file. */
  readonly key: string
}

/** The job that updates the image previews in messages; its data is a `ShowJob`. */
export const SHOW_PICTURES = { queue: 'thumbnails', name: 'show-pictures' } as const

export interface ShowJob {
  readonly realm: RealmId
  readonly messages: readonly MessageId[]
}
