import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { storeNotices } from '../../messaging/sending/notice.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { storeFromServers } from '../exports/archive/store.ts'
import type { ExportStore } from '../exports/run.ts'
import { type PersonSource, personArchive } from './archive.ts'
import { type Attempt, beginAttempt, failAttempt, reportAttempt, succeedAttempt } from './attempt.ts'
import type { PersonJob } from './jobs.ts'

/** Interval of progress reports to the database, in milliseconds. */
const REPORT_MS = 1_000

/** The organization's and the person's data for an archive. Undefined when there is no such person. */
export function personSource(
  core: Core,
  realm: RealmState,
  id: Attempt['personId'],
): Omit<PersonSource, 'db' | 'open'> | undefined {
  const person = realm.users.get(id)
  if (person === undefined) return undefined
  const { name } = realm.record.settings
  return { person, realm: { id: realm.id, name, url: realmUrl(realm.record, core.options.rootUrl) } }
}

/**
 * Writes a requested export of a person's data from the start. The archive becomes visible when it is
 * complete; then the notification bot messages the requester. Throws the errors of reading and storing; when
 * `isLast`, it marks the export as failed first. Does nothing when the export is finished or deleted, or
 * another attempt has taken over.
 */
export async function runPersonExport(
  core: Core,
  job: PersonJob,
  store: ExportStore,
  isLast: boolean,
): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  const attempt = await beginAttempt(core, job)
  if (attempt === undefined) return
  await realm.sync()
  const source = personSource(core, realm, attempt.personId)
  if (source === undefined) return
  let latest: readonly [number, number] = [0, 0]
  const reporting = setInterval(() => {
    reportAttempt(core, attempt, ...latest).catch(() => undefined)
  }, REPORT_MS)
  try {
    const onProgress = (done: number, total: number) => {
      latest = [done, total]
    }
    const size = await storeFromServers(
      core,
      realm.id,
      (db) => personArchive({ ...source, db, open: store.open, onProgress }),
      (archive) => store.put(attempt.storageKey!, archive),
    )
    await reportAttempt(core, attempt, ...latest)
    await succeed(core, realm, attempt, size)
  } catch (error) {
    if (isLast) await failAttempt(core, realm.id, attempt, (error as Error).message)
    throw error
  } finally {
    clearInterval(reporting)
  }
}

async function succeed(core: Core, realm: RealmState, attempt: Attempt, size: number): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    if (!(await succeedAttempt(tx, attempt, size))) return deleteFiles(tx, [attempt.storageKey!])
    const requester = attempt.actingUserId === null ? undefined : realm.users.get(attempt.actingUserId)
    const person = realm.users.get(attempt.personId)
    if (requester === undefined || !requester.isActive || person === undefined) return
    const name = `@_**${person.fullName}|${person.id}**`
    const content = noticeTexts(realm).dataExported(name, `/#user/${person.id}`)
    await storeNotices(tx, core, realm, [{ to: { user: requester.id }, content }])
  })
}
