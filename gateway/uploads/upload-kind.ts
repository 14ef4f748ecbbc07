import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { UploadRecords } from '../../storage/resumable/uploads.ts'

/** The person who uploads, with the organization. */
export interface Uploader {
  readonly realm: RealmState
  readonly user: UserRecord
}

/** A file as the client declares it before the bytes arrive. */
export interface DeclaredFile {
  readonly name: string
  /** The media type; empty when the client names none. */
  readonly type: string
  readonly length: number
  /** The header Upload-Metadata; null without it. */
  readonly metadata: string | null
  /** Whether the metadata contain an id of this upload. */
  readonly hasOwnId: boolean
}

/** An upload that has begun. */
export interface BegunUpload {
  readonly realmId: RealmState['id']
  readonly ownerId: UserRecord['id']
  readonly metadata: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** What resumable uploads are for: files of messages, or archives with a history. */
export interface UploadKind {
  /** The address that creates uploads. */
  readonly path: string
  readonly maxBytes: number
  readonly isForWebhookBots: boolean
  readonly records: UploadRecords
  /** Records an upload. Resolves to its storage key. Throws `ApiError` when the uploader may not. */
  begin(uploader: Uploader, file: DeclaredFile): Promise<string>
  /** Finds an upload that its owner may continue. */
  find(key: string): Promise<BegunUpload | undefined>
  /**
   * Uses an upload whose bytes have all arrived. Idempotent. Resolves to the answer, or to undefined when the
   * upload was discarded or its file deleted meanwhile. Throws `ApiError`.
   */
  finish(uploader: Uploader, key: string): Promise<Readonly<Record<string, unknown>> | undefined>
}
