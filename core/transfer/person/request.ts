import { randomBytes } from 'node:crypto'
import { MAX_PERSON_EXPORTS_PER_DAY } from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { storeNotices } from '../../messaging/sending/notice.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { findUserToAdminister } from '../../state/access/find-user.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { noSuchUser } from '../../state/users/errors.ts'
import { isOwner, type UserRecord } from '../../state/users/record.ts'
import { PersonTask } from './entity.ts'
import { noSuchPersonExport, personExportNotFinished, tooManyPersonExports } from './errors.ts'
import { EXPORT_PERSON } from './jobs.ts'

const RECENT = statement(
  'person.recent',
  // person_task_realm
  `SELECT count(*)::int4 AS day FROM person_task
   WHERE realm_id = $1 AND kind = 'export' AND requested_at > clock_timestamp() - interval '24 hours'`,
)

/**
 * Finds a person whose data an administrator exports or erases. Throws for bots, unless the caller is an
 * administrator, and unless the caller is an owner when the person is one.
 */
export function findPersonOfData(realm: RealmState, actor: UserRecord, id: UserId): UserRecord {
  const person = findUserToAdminister(realm, actor, id)
  if (person.isBot) throw noSuchUser()
  if (isOwner(person) && !isOwner(actor)) throw mustBeOwner()
  return person
}

/**
 * Enqueues the export of a person's data, and tells the person about it. Throws as `findPersonOfData`, and
 * when there were too many in a day.
 */
export async function requestPersonExport(caller: Caller, id: UserId): Promise<number> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    const person = findPersonOfData(realm, actor, id)
    const [recent] = await tx.run<{ readonly day: number }>(RECENT, [realm.id])
    if (recent!.day >= MAX_PERSON_EXPORTS_PER_DAY) throw tooManyPersonExports()
    const task = await tx.em.insert(PersonTask, {
      realmId: realm.id,
      personId: person.id,
      actingUserId: actor.id,
      kind: 'export',
      name: `${randomBytes(24).toString('hex')}.zip`,
    })
    writeAudit(tx, actor.id, [{ kind: 'person_data', action: 'created', id, name: person.fullName }])
    tx.enqueue(EXPORT_PERSON, { realm: realm.id, id: task })
    if (person.isActive && person.id !== actor.id) {
      const content = noticeTexts(realm).yourDataExported(`@_**${actor.fullName}|${actor.id}**`)
      await storeNotices(tx, core, realm, [{ to: { user: person.id }, content }])
    }
    return task
  })
}

/** Deletes the archive of a finished export of a person's data. Throws when there is none. */
export async function deletePersonExport(caller: Caller, person: UserId, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const { fullName } = findPersonOfData(realm, actor, person)
    const found = await tx.em.findOne(PersonTask, { id, personId: person, kind: 'export' })
    if (found === null) throw noSuchPersonExport()
    if (found.status !== 'succeeded') throw personExportNotFinished()
    await tx.em.nativeUpdate(PersonTask, { id }, { status: 'deleted' })
    deleteFiles(tx, [found.storageKey!])
    writeAudit(tx, actor.id, [
      { kind: 'person_data', action: 'changed', id: person, name: fullName, property: 'export_deleted' },
    ])
  })
}
