import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  MAX_EXPORTED_MESSAGES,
  MAX_EXPORTED_UPLOADS_GIB,
  MAX_EXPORTS_PER_DAY,
  MAX_EXPORTS_PER_WEEK,
} from '../../../config/limits.ts'
import { usedSpace } from '../../content/uploads/attachment.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { EmailVisibility, emailVisibility } from '../../state/users/permissions.ts'
import { Role, type UserRecord } from '../../state/users/record.ts'
import { RealmExport } from './entity.ts'
import { exportTooLarge, noOwnerConsents, noOwnerIsKnown, tooManyExports } from './errors.ts'
import { ExportType, emitExports } from './export.ts'

/** Writes an export to storage. */
export const EXPORT_REALM = declareJob({
  queue: 'exports',
  name: 'export-realm',
  data: z.object({ realm: idSchema<RealmId>(), id: z.int() }),
})
export type ExportJob = DataOf<typeof EXPORT_REALM>

const MESSAGES = statement(
  'export.messages',
  // message_realm
  `SELECT count(*) AS n FROM (
     SELECT FROM message m LEFT JOIN channel c ON c.id = m.channel_id
     WHERE m.realm_id = $1 AND ($2 = 2 OR NOT c.is_private) LIMIT ${MAX_EXPORTED_MESSAGES + 1}) m`,
)
const RECENT = statement(
  'export.recent',
  // realm_export_realm
  `SELECT count(*)::int4 AS week,
     (count(*) FILTER (WHERE requested_at > clock_timestamp() - interval '24 hours'))::int4 AS day
   FROM realm_export WHERE realm_id = $1 AND requested_at > clock_timestamp() - interval '7 days'`,
)
const GIB = 1024 ** 3

/**
 * Enqueues an export and emits the exports to the administrators. Throws when there were too many in a day or
 * a week, when the organization is too large (`contact` is then named in the error), and when the imported
 * organization would have no owner.
 */
export async function requestExport(caller: Caller, type: ExportType, contact: string): Promise<number> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const [recent] = await tx.run<{ readonly day: number; readonly week: number }>(RECENT, [realm.id])
    if (recent!.day >= MAX_EXPORTS_PER_DAY || recent!.week >= MAX_EXPORTS_PER_WEEK) throw tooManyExports()
    const [messages] = await tx.run<{ readonly n: number }>(MESSAGES, [realm.id, type])
    const isTooLarge =
      messages!.n > MAX_EXPORTED_MESSAGES || (await usedSpace(tx, realm.id)) > MAX_EXPORTED_UPLOADS_GIB * GIB
    if (isTooLarge) throw exportTooLarge(contact)
    checkHasOwner(realm, type, contact)
    const id = await tx.em.insert(RealmExport, {
      realmId: realm.id,
      actingUserId: actor.id,
      exportType: type,
      name: `${randomBytes(24).toString('hex')}.zip`,
    })
    const after = { export_type: type }
    writeAudit(tx, actor.id, [{ kind: 'export', action: 'created', id, name: '', after }])
    tx.enqueue(EXPORT_REALM, { realm: realm.id, id })
    await emitExports(tx, realm, core.options.rootUrl)
    return id
  })
}

/**
 * Throws unless the export contains the address of an owner. Without one, nobody could administer the
 * imported organization.
 */
function checkHasOwner(realm: RealmState, type: ExportType, contact: string): void {
  const owners = [...realm.users].filter((user) => user.role === Role.owner && user.isActive && !user.isBot)
  const consents = (user: UserRecord) => user.settings.allow_private_data_export
  if (type === ExportType.consent && !owners.some(consents)) throw noOwnerConsents(contact)
  const isKnown = (user: UserRecord) => emailVisibility(user) !== EmailVisibility.nobody
  if (type === ExportType.public && !owners.some(isKnown)) throw noOwnerIsKnown(contact)
}
