import type { AttachmentId, MessageId, RealmId } from '../../platform/ids.ts'

/** The job that makes the smaller versions of an uploaded picture; its data is a `PictureJob`. */
export const MAKE_THUMBNAILS = { queue: 'thumbnails', name: 'make-thumbnails' } as const

export interface PictureJob {
  readonly realm: RealmId
  readonly attachment: AttachmentId
  /** What the file's bytes are stored under. */
  readonly key: string
}

/** The job that has messages show their pictures as they are now; its data is a `ShowJob`. */
export const SHOW_PICTURES = { queue: 'thumbnails', name: 'show-pictures' } as const

export interface ShowJob {
  readonly realm: RealmId
  readonly messages: readonly MessageId[]
}
