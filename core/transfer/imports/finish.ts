import type { Attachment } from '../../content/uploads/entities.ts'
import { MAKE_THUMBNAILS } from '../../content/uploads/thumbnail-jobs.ts'
import { FILL_NEWEST_MESSAGES } from '../../messaging/conversations/fill-newest.ts'
import type { ScheduledMessage } from '../../messaging/scheduled/entity.ts'
import { enqueueDelivery } from '../../messaging/scheduled/jobs.ts'
import { addressTaken } from '../../organization/settings/errors.ts'
import { markUnclaimed } from '../../people/unclaimed/claim.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { ImportRecord } from './import-record.ts'

const OPEN = statement(
  'import.open',
  'UPDATE realm SET subdomain = $2, custom_host = $3, is_deactivated = false WHERE id = $1',
)
const OPEN_LOG = statement('import.open-log', 'INSERT INTO event_head (realm_id) VALUES ($1)')
/** Places the notification cursor after all imported messages, so that they notify nobody. */
const PASS_MESSAGES = statement(
  'import.pass-messages',
  // message_realm
  `INSERT INTO notification_cursor (realm_id, message_id)
   SELECT $1, coalesce((SELECT id FROM message WHERE realm_id = $1 ORDER BY realm_id DESC, id DESC LIMIT 1), 0)`,
)
const SCHEDULED = statement(
  'import.scheduled',
  `SELECT id, extract(epoch FROM deliver_at)::float8 AS at FROM scheduled_message WHERE realm_id = $1 AND failure IS NULL`,
)
/** Most pictures whose thumbnails are made at once. An upkeep job finds the others within an hour. */
const MAX_FIRST_PICTURES = 1_000
const PICTURES = statement(
  'import.pictures',
  // attachment_picture_waiting
  `SELECT a.id, a.storage_key AS "storageKey" FROM attachment_picture p JOIN attachment a ON a.id = p.attachment_id
   WHERE a.realm_id = $1 AND NOT p.is_ready ORDER BY a.id DESC LIMIT ${MAX_FIRST_PICTURES}`,
)
const FORGET = statement('import.forget', 'DELETE FROM realm_import WHERE realm_id = $1 RETURNING realm_id')

type DueMessage = Columns<typeof ScheduledMessage, 'id'> & {
  /** Unix seconds. */
  readonly at: number
}

/**
 * Opens an organization whose rows and files are all imported. Throws when its address is taken; a later call
 * may use another address.
 */
export async function finishImport(core: Core, record: ImportRecord): Promise<void> {
  await core.transact(record.realmId, (tx) => openImported(tx, record))
}

/** As `finishImport`, in the caller's transaction, which may be one on another organization. */
export async function openImported(
  tx: Tx,
  { realmId: realm, subdomain, customHost }: Pick<ImportRecord, 'realmId' | 'subdomain' | 'customHost'>,
): Promise<void> {
  const forgotten = await tx.run(FORGET, [realm])
  if (forgotten.length === 0) throw new Error('another process has completed or deleted this import')
  await tx.run(OPEN, [realm, subdomain, customHost]).catch((error) => {
    throw error.code === '23505' ? addressTaken() : error
  })
  await tx.run(OPEN_LOG, [realm])
  await tx.run(PASS_MESSAGES, [realm])
  await markUnclaimed(tx, realm)
  tx.enqueue(FILL_NEWEST_MESSAGES, {})
  for (const { id, at } of await tx.run<DueMessage>(SCHEDULED, [realm])) {
    enqueueDelivery(tx, id, at)
  }
  for (const { id, storageKey } of await tx.run<Columns<typeof Attachment, 'id' | 'storageKey'>>(PICTURES, [
    realm,
  ])) {
    tx.enqueue(MAKE_THUMBNAILS, { realm, attachment: id, key: storageKey })
  }
}
