import { PICTURE, type Showable } from '../../content/uploads/pictures.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { AttachmentId, ChannelId, RealmId, UserId } from '../../platform/ids.ts'
import { readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { canReadMessage, reached } from '../messages/permissions/read.ts'

/** An uploaded file, as far as serving it goes. */
export interface Readable extends Showable {
  readonly id: AttachmentId
  readonly owner: UserId
  readonly name: string
  /** What its bytes are stored under. */
  readonly key: string
  readonly contentType: string
  readonly size: number
}

interface Row extends Readable {
  /** Where messages stand that link it, and whether one of them reached the reader; null for direct messages. */
  readonly links: readonly { readonly channel: ChannelId | null; readonly reached: boolean }[]
}

const COLUMNS = `a.id, a.owner_id AS owner, a.name, a.path_id AS "pathId", a.storage_key AS key,
  a.content_type AS "contentType", a.size, ${PICTURE}`

const LINKED =
  'FROM attachment_message am JOIN message m ON m.id = am.message_id WHERE am.attachment_id = a.id'

// attachment_path_id_key, attachment_message_pkey, message_pkey
const FOR_READER = statement(
  'attachment.for-reader',
  `SELECT ${COLUMNS}, (SELECT coalesce(json_agg(link), '[]') FROM (
       SELECT m.channel_id AS channel, bool_or(${reached('$1')}) AS reached ${LINKED} AND a.owner_id <> $1
       GROUP BY m.channel_id) link) AS links
   FROM attachment a WHERE a.path_id = ANY ($2::text[]) AND a.realm_id = $3`,
)
const ONE = statement(
  'attachment.one',
  `SELECT ${COLUMNS} FROM attachment a WHERE a.id = $1 AND a.realm_id = $2`, // attachment_pkey
)

/**
 * Who may read an uploaded file: its uploader, and whoever may read a message that links it, which for those
 * who are not logged in are the messages of web-public channels.
 */
function mayReadUpload(realm: RealmView, reader: Reader, file: Row): boolean {
  if (reader !== undefined && file.owner === reader.id) return true
  return file.links.some((link) => canReadMessage(realm, reader, link))
}

/** Of the files at these addresses, those the reader may read. One query. */
export async function readableUploads(
  sql: Sql,
  realm: RealmView,
  reader: Reader,
  paths: readonly string[],
): Promise<Readable[]> {
  const rows = await sql.run<Row>(FOR_READER, [readerId(reader), paths, realm.record.id])
  return rows.filter((row) => mayReadUpload(realm, reader, row))
}

export const noSuchUpload = () =>
  new ApiError('This file does not exist or has been deleted.', { code: 'NOT_FOUND', status: 404 })
export const notForReader = () =>
  new ApiError('You are not authorized to view this file.', { code: 'UNAUTHORIZED_PRINCIPAL', status: 403 })

/**
 * The file at an address below `/user_uploads/`, decided by what may be read at this moment. Throws 404 when
 * there is none, and 403 when the reader, undefined for one who is not logged in, may not read it. One query.
 */
export async function accessUpload(
  sql: Sql,
  realm: RealmState,
  reader: Reader,
  path: string,
): Promise<Readable> {
  if (path.includes('\0')) throw noSuchUpload()
  return readCurrent(sql, realm, reader, async (sql, reader) => {
    const [row] = await sql.run<Row>(FOR_READER, [readerId(reader), [path], realm.id])
    if (row === undefined) throw noSuchUpload()
    if (!mayReadUpload(realm, reader, row)) throw notForReader()
    return row
  })
}

/** A file by its id, for whom a temporary URL has been given. Throws 404. One query. */
export async function uploadById(sql: Sql, realm: RealmId, id: AttachmentId): Promise<Readable> {
  const [row] = await sql.run<Readable>(ONE, [id, realm])
  if (row === undefined) throw noSuchUpload()
  return row
}
