import { MAX_LISTED_MESSAGES_OF_FILE } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { AttachmentId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Attachment as AttachmentEntity, UploadSpace } from './entities.ts'

/** An uploaded file as its uploader sees it; times are in milliseconds. */
export interface Attachment {
  readonly id: AttachmentId
  readonly name: string
  /** Its address below `/user_uploads/`. */
  readonly path_id: string
  /** In bytes. */
  readonly size: number
  readonly create_time: number
  /** The newest messages that link it, in order; at most `MAX_LISTED_MESSAGES_OF_FILE`. */
  readonly messages: readonly { readonly id: MessageId; readonly date_sent: number }[]
}

export type AttachmentRow = Columns<typeof AttachmentEntity, 'id' | 'name' | 'pathId' | 'size'> & {
  /** Milliseconds since 1970. */
  readonly createTime: number
  readonly messages: Attachment['messages']
}

const milliseconds = (time: string): string => `floor(extract(epoch FROM ${time}))::int8 * 1000`

/** The columns of an `AttachmentRow` of row `a` (attachment_message_pkey, message_pkey). */
export const ATTACHMENT_COLUMNS = `a.id, a.name, a.path_id AS "pathId", a.size, ${milliseconds('a.created_at')} AS "createTime",
  coalesce((SELECT json_agg(json_build_object('id', m.id, 'date_sent', ${milliseconds('m.sent_at')}) ORDER BY m.id)
    FROM (SELECT message_id FROM attachment_message WHERE attachment_id = a.id
      ORDER BY message_id DESC LIMIT ${MAX_LISTED_MESSAGES_OF_FILE}) am
    JOIN message m ON m.id = am.message_id), '[]') AS messages`

const OF_OWNER = statement(
  'attachment.of-owner',
  `SELECT ${ATTACHMENT_COLUMNS} FROM attachment a WHERE a.owner_id = $1 ORDER BY a.id`, // attachment_owner
)
const SOME = statement(
  'attachment.some',
  // attachment_pkey
  `SELECT a.owner_id AS "ownerId", ${ATTACHMENT_COLUMNS} FROM attachment a WHERE a.id = ANY ($1::int[]) ORDER BY a.id`,
)
const USED = statement(
  'upload-space.used',
  'SELECT used_bytes AS "usedBytes" FROM upload_space WHERE realm_id = $1', // upload_space_pkey
)

/** Returns a file as its uploader sees it. */
export const shownAttachment = ({
  id,
  name,
  pathId,
  size,
  createTime,
  messages,
}: AttachmentRow): Attachment => ({
  id,
  name,
  path_id: pathId,
  size,
  create_time: createTime,
  messages,
})

/** Returns the files a user has uploaded, oldest first. */
export async function loadAttachments(sql: Sql, owner: UserId): Promise<Attachment[]> {
  return (await sql.run<AttachmentRow>(OF_OWNER, [owner])).map(shownAttachment)
}

/** Returns the total size of an organization's uploaded files in bytes (`upload_space_used`). */
export async function usedSpace(sql: Sql, realm: RealmId): Promise<number> {
  const [space] = await sql.run<Columns<typeof UploadSpace, 'usedBytes'>>(USED, [realm])
  return space?.usedBytes ?? 0
}

/** Emits to the uploaders which messages link these files now. Returns the files with their uploaders. */
export async function emitUpdated(
  tx: Tx,
  ids: readonly AttachmentId[],
): Promise<{ owner: UserId; attachment: Attachment }[]> {
  if (ids.length === 0) return []
  const rows = await tx.run<AttachmentRow & Columns<typeof AttachmentEntity, 'ownerId'>>(SOME, [ids])
  const upload_space_used = await usedSpace(tx, tx.realm)
  return rows.map((row) => {
    const attachment = shownAttachment(row)
    tx.emit({ type: 'attachment', op: 'update', attachment, upload_space_used }, toUsers([row.ownerId]))
    return { owner: row.ownerId, attachment }
  })
}
