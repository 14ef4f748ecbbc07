import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { AttachmentId } from '../../platform/ids.ts'

export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachment',
  comment: 'An uploaded file.',
  properties: {
    id: id<AttachmentId>().primary(),
    realmId: reference('Realm'),
    ownerId: reference('User'),
    name: p.text().comment('The name of the file from the uploader.'),
    pathId: p
      .text()
      .unique()
      .comment('Address below /user_uploads/: realm, random text, and a name that is safe in a URL.'),
    storageKey: p.text().unique().comment('The key of the bytes in the store.'),
    contentType: p.text(),
    size: bigint().comment('Bytes.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    releasedAt: p
      .datetime()
      .nullable()
      .comment('When the last message that linked the file ceased to; null if no message did.'),
  },
  indexes: [{ name: 'attachment_owner', properties: ['ownerId', 'id'] }],
})

export const AttachmentMessage = defineEntity({
  name: 'AttachmentMessage',
  tableName: 'attachment_message',
  comment: 'A message links a file.',
  properties: {
    attachmentId: reference('Attachment', 'cascade').primary(),
    messageId: reference('Message', 'cascade').primary(),
  },
  indexes: [{ name: 'attachment_message_message', properties: ['messageId'] }],
})

export const UploadSpace = defineEntity({
  name: 'UploadSpace',
  tableName: 'upload_space',
  comment: 'How much space the files of an organization take.',
  properties: {
    realmId: reference('Realm').primary(),
    usedBytes: bigint(),
  },
})

export const PendingUpload = defineEntity({
  name: 'PendingUpload',
  tableName: 'pending_upload',
  comment:
    'An upload that has begun. The row is written before the first byte is stored, so that no bytes are stored that the database does not know of.',
  properties: {
    storageKey: p.text().primary().comment('The key of the bytes in the store.'),
    realmId: reference('Realm'),
    ownerId: reference('User'),
    name: p.text(),
    contentType: p.text(),
    length: bigint().nullable().comment('Bytes, as declared; null for an upload in one request.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    expiresAt: p.datetime(),
    pathId: p
      .text()
      .nullable()
      .comment(
        'The address of the uploaded file; kept until it expires, for a client that lost the response.',
      ),
    metadata: p
      .text()
      .nullable()
      .comment('Upload-Metadata as the client of a resumable upload sent it; null if it sent none.'),
  },
  indexes: [
    { name: 'pending_upload_expires', properties: ['expiresAt'] },
    { name: 'pending_upload_realm', properties: ['realmId', 'ownerId'] },
  ],
})

export const AttachmentPicture = defineEntity({
  name: 'AttachmentPicture',
  tableName: 'attachment_picture',
  comment: 'An uploaded file that is a picture.',
  properties: {
    attachmentId: reference('Attachment', 'cascade').primary(),
    contentType: p
      .text()
      .comment('The media type of the content. The type that the uploader declared does not matter.'),
    width: p.integer().comment('Pixels, with the picture upright.'),
    height: p.integer().comment('Pixels, with the picture upright.'),
    frames: p.integer().comment('1 for a still picture.'),
    isReady: p.boolean().default(false).comment('Whether the smaller versions are stored.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    sqlIndex('CREATE INDEX attachment_picture_waiting ON attachment_picture (created_at) WHERE NOT is_ready'),
  ],
})
