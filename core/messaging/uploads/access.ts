import type { Attachment } from '../../content/uploads/entities.ts'
import { noSuchUpload } from '../../content/uploads/errors.ts'
import { PICTURE, type Showable } from '../../content/uploads/pictures.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { AttachmentId, RealmId } from '../../platform/ids.ts'
import { readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import { cannotReadUpload } from './errors.ts'

/** An uploaded file that a reader may open, with the fields for serving it. */
export type ReadableUpload = Showable &
  Columns<typeof Attachment, 'id' | 'ownerId' | 'name' | 'storageKey' | 'contentType' | 'size'>

/**
 * The messages of one channel, or the direct messages, that link a file, and whether one of them reached the
 * reader.
 */
type Link = Columns<typeof Message, 'channelId'> & ReceptionColumn
type LinkedUpload = ReadableUpload & {
  readonly links: readonly Link[]
  /** Whether older messages link the file too, which `links` leaves out. */
  readonly hasOlderLinks: boolean
}

const COLUMNS = `a.id, a.owner_id AS "ownerId", a.name, a.path_id AS "pathId", a.storage_key AS "storageKey",
  a.content_type AS "contentType", a.size, ${PICTURE}`

/** Newest links of a file that are looked at first: a bot may link one picture in all its messages. */
const NEWEST_LINKS = 100

const LINKS = 'FROM attachment_message WHERE attachment_id = a.id AND a.owner_id <> $1'

// attachment_path_id_key, attachment_message_pkey, message_pkey. $4 is the number of links to look at; null
// for all.
const FOR_READER = statement(
  'attachment.for-reader',
  `SELECT ${COLUMNS}, (SELECT coalesce(json_agg(link), '[]') FROM (
       SELECT m.channel_id AS "channelId", bool_or(${wasReceivedBy('$1')}) AS "wasReceived"
       FROM (SELECT message_id ${LINKS} ORDER BY message_id DESC LIMIT $4::int) am JOIN message m ON m.id = am.message_id
       GROUP BY m.channel_id) link) AS links,
     $4 IS NOT NULL AND EXISTS (SELECT ${LINKS} OFFSET $4::int) AS "hasOlderLinks"
   FROM attachment a WHERE a.path_id = ANY ($2::text[]) AND a.realm_id = $3`,
)
const BY_ID = statement(
  'attachment.by-id',
  `SELECT ${COLUMNS} FROM attachment a WHERE a.id = $1 AND a.realm_id = $2`, // attachment_pkey
)

/**
 * Whether the reader may open a file: its uploader may, and so may readers of a message that links it.
 * Readers who are not logged in can read messages in web-public channels.
 */
function canReadUpload(realm: RealmView, reader: Reader, file: LinkedUpload): boolean {
  if (reader !== undefined && file.ownerId === reader.id) return true
  return file.links.some((link) => canReadMessage(realm, reader, link))
}

/**
 * Returns the files at these paths, and whether the reader may open them. One query, and one more for files
 * that the newest of many links do not open.
 */
async function judgedUploads(
  sql: Sql,
  realm: RealmView,
  reader: Reader,
  paths: readonly string[],
  links: number | null = NEWEST_LINKS,
): Promise<{ readonly file: ReadableUpload; readonly isReadable: boolean }[]> {
  const parameters = [readerId(reader), paths, realm.record.id, links]
  const judged = (await sql.run<LinkedUpload>(FOR_READER, parameters)).map((file) => ({
    file,
    isReadable: canReadUpload(realm, reader, file),
  }))
  const isOpen = ({ file, isReadable }: (typeof judged)[number]) => !isReadable && file.hasOlderLinks
  const open = judged.filter(isOpen).map(({ file }) => file.pathId)
  if (open.length === 0) return judged
  return [...judged.filter((one) => !isOpen(one)), ...(await judgedUploads(sql, realm, reader, open, null))]
}

/** Returns the files at these paths that the reader may open, with the queries of `judgedUploads`. */
export async function readableUploads(
  sql: Sql,
  realm: RealmView,
  reader: Reader,
  paths: readonly string[],
): Promise<ReadableUpload[]> {
  const judged = await judgedUploads(sql, realm, reader, paths)
  return judged.filter(({ isReadable }) => isReadable).map(({ file }) => file)
}

/**
 * Returns the file at a path below `/user_uploads/`, with permissions checked against current state. `reader`
 * is undefined when nobody is logged in. Throws 404 when there is no file and 403 when the reader may not
 * open it. Makes the queries of `judgedUploads`.
 */
export async function accessUpload(
  sql: Sql,
  realm: RealmState,
  reader: Reader,
  path: string,
): Promise<ReadableUpload> {
  if (path.includes('\0')) throw noSuchUpload()
  return readCurrent(sql, realm, reader, async (sql, reader) => {
    const [judged] = await judgedUploads(sql, realm, reader, [path])
    if (judged === undefined) throw noSuchUpload()
    if (!judged.isReadable) throw cannotReadUpload()
    return judged.file
  })
}

/**
 * Returns a file by its id, for the holder of a temporary URL. Throws 404 when it does not exist. One query.
 */
export async function uploadById(sql: Sql, realm: RealmId, id: AttachmentId): Promise<ReadableUpload> {
  const [row] = await sql.run<ReadableUpload>(BY_ID, [id, realm])
  if (row === undefined) throw noSuchUpload()
  return row
}
