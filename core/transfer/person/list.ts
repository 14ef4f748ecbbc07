import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { EXPORT_LIFETIME_DAYS, MAX_LISTED_PERSON_TASKS } from '../../../config/limits.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { WirePersonTask } from '../../state/wire/person-task.ts'
import { type ExportFile, exportPath } from '../exports/export.ts'
import { PersonTask } from './entity.ts'

/** Returns the newest exports and erasures of a person's data, the newest first. One query. */
export async function listPersonTasks(
  em: EntityManager,
  realm: RealmState,
  person: UserId,
  rootUrl: string,
): Promise<WirePersonTask[]> {
  const rows = await em.find(
    PersonTask,
    { realmId: realm.id, personId: person }, // person_task_person
    { orderBy: { id: 'desc' }, limit: MAX_LISTED_PERSON_TASKS, disableIdentityMap: true },
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    acting_user_id: row.actingUserId ?? null,
    deletes_messages: row.deletesMessages,
    status: row.status === 'requested' ? 'started' : row.status,
    requested_at: unixSeconds(row.requestedAt),
    finished_at: row.finishedAt == null ? null : unixSeconds(row.finishedAt),
    done: row.done,
    total: row.total,
    size: row.size ?? null,
    url:
      row.kind === 'export' && row.status === 'succeeded'
        ? realmUrl(realm.record, rootUrl) + exportPath(realm.id, row.name!)
        : null,
  }))
}

/** As `findArchive` of exports of the organization, for a person's data. One query (person_task_name_key). */
export async function findPersonArchive(
  em: EntityManager,
  realm: RealmId,
  name: string,
): Promise<ExportFile | undefined> {
  const found = await em.findOne(PersonTask, {
    name,
    realmId: realm,
    status: 'succeeded',
    finishedAt: { $gt: raw<object, Date>(`now() - interval '${EXPORT_LIFETIME_DAYS} days'`) },
  })
  return found === null ? undefined : { storageKey: found.storageKey!, size: found.size! }
}
