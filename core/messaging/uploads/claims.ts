import { type Attachment, emitUpdated } from '../../content/uploads/attachment.ts'
import type { AttachmentMessage } from '../../content/uploads/entities.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { AttachmentId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type ReadableUpload, readableUploads } from './access.ts'

/** A message with the uploads it links. */
export interface LinkingMessage {
  /** The user who links them. Only files that this user may read become readable through the message. */
  readonly linker: UserRecord
  readonly uploads: readonly string[]
}

const CLAIM = statement(
  'attachment.claim',
  `INSERT INTO attachment_message (attachment_id, message_id)
   SELECT * FROM unnest($1::int[], $2::int8[]) ON CONFLICT DO NOTHING`,
)
// attachment_message_message
const CLAIMED = statement(
  'attachment.claimed',
  'SELECT DISTINCT attachment_id AS "attachmentId" FROM attachment_message WHERE message_id = ANY ($1::int8[])',
)
const RELEASE = statement(
  'attachment.release',
  // attachment_message_pkey
  `WITH deleted_link AS (
     DELETE FROM attachment_message WHERE attachment_id = ANY ($1::int[]) AND message_id = ANY ($2::int8[])
     RETURNING attachment_id
   )
   UPDATE attachment SET released_at = clock_timestamp() WHERE id IN (SELECT attachment_id FROM deleted_link)`,
)

/**
 * Returns the files that each message may link. When there are any, locks the realm until COMMIT and makes
 * one query per linker; otherwise makes no query.
 */
export async function linkedFiles(
  tx: Tx,
  realm: PendingRealm,
  messages: readonly LinkingMessage[],
): Promise<(readonly ReadableUpload[])[]> {
  const linkers = new Set(messages.filter(({ uploads }) => uploads.length > 0).map(({ linker }) => linker))
  const known = new Map<UserId, Map<string, ReadableUpload>>()
  for (const linker of linkers) {
    if (known.has(linker.id)) continue
    const wanted = messages.filter((message) => message.linker.id === linker.id)
    const paths = [...new Set(wanted.flatMap((message) => message.uploads))]
    const files = await readableUploads(tx, realm, realm.users.get(linker.id) ?? linker, paths)
    known.set(linker.id, new Map(files.map((file) => [file.pathId, file])))
  }
  return messages.map(({ linker, uploads }) =>
    uploads.map((path) => known.get(linker.id)!.get(path)).filter((file) => file !== undefined),
  )
}

/** A message and the result of `linkedFiles` for it. */
export interface Linked {
  readonly id: MessageId
  readonly files: readonly ReadableUpload[]
}

/** Makes files readable to the readers of new messages that link them, and emits that to their uploaders. */
export async function claimUploads(tx: Tx, messages: readonly Linked[]): Promise<void> {
  await emitUpdated(tx, await claim(tx, messages))
}

async function claim(tx: Tx, messages: readonly Linked[]): Promise<AttachmentId[]> {
  const pairs = messages.flatMap(({ id, files }) => files.map((file) => ({ file: file.id, message: id })))
  if (pairs.length === 0) return []
  await tx.run(CLAIM, [pairs.map(({ file }) => file), pairs.map(({ message }) => message)])
  return [...new Set(pairs.map(({ file }) => file))]
}

/**
 * Updates the links of an edited message. Resolves to the editor's own files that no message links any longer
 * (spec.md: `detached_uploads` of PATCH /messages/{message_id}).
 */
export async function reclaimUploads(
  tx: Tx,
  editor: UserId,
  message: Linked,
): Promise<readonly Attachment[]> {
  const before = await claimedFiles(tx, [message.id])
  const now = await claim(tx, [message])
  const released = before.filter((id) => !now.includes(id))
  if (released.length > 0) await tx.run(RELEASE, [released, [message.id]])
  const changed = await emitUpdated(tx, [...released, ...now.filter((id) => !before.includes(id))])
  return changed
    .filter(({ owner, attachment }) => owner === editor && attachment.messages.length === 0)
    .map(({ attachment }) => attachment)
}

/** Releases the uploads of messages that are about to be deleted. One query when they link none. */
export async function releaseUploads(tx: Tx, messages: readonly MessageId[]): Promise<void> {
  const files = await claimedFiles(tx, messages)
  if (files.length === 0) return
  await tx.run(RELEASE, [files, messages])
  await emitUpdated(tx, files)
}

/** Returns the files that messages link. */
async function claimedFiles(tx: Tx, messages: readonly MessageId[]): Promise<AttachmentId[]> {
  const links = await tx.run<Columns<typeof AttachmentMessage, 'attachmentId'>>(CLAIMED, [messages])
  return links.map(({ attachmentId }) => attachmentId)
}
