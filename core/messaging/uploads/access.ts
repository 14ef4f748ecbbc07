import type { Attachment } from '../../content/uploads/entities.ts'
import { noSuchUpload } from '../../content/uploads/errors.ts'
import { PICTURE, type Showable } from '../../content/uploads/pictures.ts'
import type { Columns } from '../../platform/db/row.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { AttachmentId, RealmId } from '../../platform/ids.ts'
import { readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/permissions/read.ts'
import { cannotReadUpload } from './errors.ts'

/** An uploaded file that a reader may open, with what is needed to serve it. */
export type ReadableUpload = Showable &
  Columns<typeof Attachment, 'id' | 'ownerId' | 'name' | 'storageKey' | 'contentType' | 'size'>

/** The messages of one channel, or the direct messages, that link a file, and whether one of them reached the reader. */
type Link = Columns<typeof Message, 'channelId'> & ReceptionColumn
type LinkedUpload = ReadableUpload & { readonly links: readonly Link[] }

const COLUMNS = `a.id, a.owner_id AS "ownerId", a.name, a.path_id AS "pathId", a.storage_key AS "storageKey",
  a.content_type AS "contentType", a.size, ${PICTURE}`

const LINKED =
  'FROM attachment_message am JOIN message m ON m.id = am.message_id WHERE am.attachment_id = a.id'

// attachment_path_id_key, attachment_message_pkey, message_pkey
const FOR_READER = statement(
  'attachment.for-reader',
  `SELECT ${COLUMNS}, (SELECT coalesce(json_agg(link), '[]') FROM (
       SELECT m.channel_id AS "channelId", bool_or(${wasReceivedBy('$1')}) AS "wasReceived" ${LINKED} AND a.owner_id <> $1
       GROUP BY m.channel_id) link) AS links
   FROM attachment a WHERE a.path_id = ANY ($2::text[]) AND a.realm_id = $3`,
)
const BY_ID = statement(
  'attachment.by-id',
  `SELECT ${COLUMNS} FROM attachment a WHERE a.id = $1 AND a.realm_id = $2`, // attachment_pkey
)

/**
 * Whether the reader may open a file: its uploader may, and so may readers of a message that links it. Readers who are
 * not logged in can read messages in web-public channels.
 */
function canReadUpload(realm: RealmView, reader: Reader, file: LinkedUpload): boolean {
  if (reader !== undefined && file.ownerId === reader.id) return true
  return file.links.some((link) => canReadMessage(realm, reader, link))
}

/** Returns those of the files at these paths that the reader may open. One query. */
export async function readableUploads(
  sql: Sql,
  realm: RealmView,
  reader: Reader,
  paths: readonly string[],
): Promise<ReadableUpload[]> {
  const rows = await sql.run<LinkedUpload>(FOR_READER, [readerId(reader), paths, realm.record.id])
  return rows.filter((row) => canReadUpload(realm, reader, row))
}

/**
 * Returns the file at a path below `/user_uploads/`, with permissions checked against current state. `reader` is
 * undefined when nobody is logged in. Throws 404 when there is no file and 403 when the reader may not open it. One
 * query.
 */
export async function accessUpload(
  sql: Sql,
  realm: RealmState,
  reader: Reader,
  path: string,
): Promise<ReadableUpload> {
  if (path.includes('\0')) throw noSuchUpload()
  return readCurrent(sql, realm, reader, async (sql, reader) => {
    const [row] = await sql.run<LinkedUpload>(FOR_READER, [readerId(reader), [path], realm.id])
    if (row === undefined) throw noSuchUpload()
    if (!canReadUpload(realm, reader, row)) throw cannotReadUpload()
    return row
  })
}

/** Returns a file by its id, for the holder of a temporary URL. Throws 404 when it does not exist. One query. */
export async function uploadById(sql: Sql, realm: RealmId, id: AttachmentId): Promise<ReadableUpload> {
  const [row] = await sql.run<ReadableUpload>(BY_ID, [id, realm])
  if (row === undefined) throw noSuchUpload()
  return row
}
