import { type Attachment, emitUpdated } from '../../content/uploads/attachment.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { AttachmentId, MessageId, UserId } from '../../platform/ids.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type Readable, readableUploads } from './access.ts'

/** What links uploaded files, or none. */
export interface Linking {
  /** Who links them: only what this user may read is opened to the message's readers, and shown to them. */
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
  'SELECT DISTINCT attachment_id AS id FROM attachment_message WHERE message_id = ANY ($1::int8[])',
)
const RELEASE = statement(
  'attachment.release',
  `WITH gone AS (
     DELETE FROM attachment_message WHERE attachment_id = ANY ($1::int[]) AND message_id = ANY ($2::int8[])
     RETURNING attachment_id
   )
   UPDATE attachment SET released_at = clock_timestamp() WHERE id IN (SELECT attachment_id FROM gone)`, // attachment_message_pkey
)

/**
 * The files that each of these may link, with the realm held still until COMMIT when there are any. No statement
 * when none is linked; else one for each linker.
 */
export async function linkedFiles(
  tx: Tx,
  realm: PendingRealm,
  messages: readonly Linking[],
): Promise<(readonly Readable[])[]> {
  const linkers = new Set(messages.filter(({ uploads }) => uploads.length > 0).map(({ linker }) => linker))
  if (linkers.size > 0) await realm.lockAndSync(tx)
  const known = new Map<UserId, Map<string, Readable>>()
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

/** A message and the files of `linkedFiles` that it links. */
export interface Linked {
  readonly id: MessageId
  readonly files: readonly Readable[]
}

/** Opens files to the readers of the new messages that link them, and tells the files' uploaders. */
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
 * Lets a message that was edited link what it links now. Resolves to the files of the editor's own that no
 * message links any more (spec: `detached_uploads` of PATCH /messages/{message_id}).
 */
export async function reclaimUploads(
  tx: Tx,
  editor: UserId,
  message: Linked,
): Promise<readonly Attachment[]> {
  const before = (await tx.run<{ id: AttachmentId }>(CLAIMED, [[message.id]])).map((row) => row.id)
  const now = await claim(tx, [message])
  const gone = before.filter((id) => !now.includes(id))
  if (gone.length > 0) await tx.run(RELEASE, [gone, [message.id]])
  const changed = await emitUpdated(tx, [...gone, ...now.filter((id) => !before.includes(id))])
  return changed
    .filter(({ owner, attachment }) => owner === editor && attachment.messages.length === 0)
    .map(({ attachment }) => attachment)
}

/** Takes back what messages link that are about to be deleted. One query when they link nothing. */
export async function releaseUploads(tx: Tx, messages: readonly MessageId[]): Promise<void> {
  const files = (await tx.run<{ id: AttachmentId }>(CLAIMED, [messages])).map((row) => row.id)
  if (files.length === 0) return
  await tx.run(RELEASE, [files, messages])
  await emitUpdated(tx, files)
}
