import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mailMissedMessages } from '../../../core/notifying/notifications/mail-missed-messages.ts'
import { RealmFailures, RealmsFailed } from '../../../core/platform/jobs/realm-failures.ts'
import { mailIdleUsersJob } from '../../../workers/jobs/mails/mail-idle-users.ts'
import { countTrafficJob } from '../../../workers/jobs/upkeep/count-traffic.ts'
import { deleteExportsJob } from '../../../workers/jobs/upkeep/delete-exports.ts'
import { removeUploadsJob } from '../../../workers/jobs/upkeep/remove-uploads.ts'
import type { Job } from '../../../workers/running/define-job.ts'
import { as, core, foreign, ok, realm, setUpStage, world } from '../../gateway/routes/stage.ts'
import type { Client } from '../../harness/client.ts'
import { solidPicture } from '../../harness/pictures.ts'
import { createUpload } from '../../harness/tus.ts'
import { uploadFile } from '../../harness/upload.ts'
import { silent } from '../../harness/world.ts'

setUpStage()

const REFUSED = new Error('this organization fails')
let other: number
let foreignMessage: number

beforeAll(async () => {
  const rows = await world.sql<{ id: number }>('SELECT realm_id AS id FROM user_account WHERE id = $1', [
    foreign.id,
  ])
  other = rows[0]!.id
  foreignMessage = await send(foreign.client, 'Elsinore')
})
afterEach(() => vi.restoreAllMocks())

const send = async (client: Client, to: string): Promise<number> =>
  (await ok(client.post('/messages', { type: 'channel', to, topic: 'night', content: 'Who is there?' }))).id

/**
 * Makes every transaction of the demonstration organization fail, which each job meets first, and runs the
 * job.
 */
async function failsFor(run: () => Promise<unknown>): Promise<void> {
  const { transact, changeAsSystem } = core
  vi.spyOn(core, 'transact').mockImplementation((id, ...rest) =>
    id === realm.id ? Promise.reject(REFUSED) : transact.call(core, id, ...rest),
  )
  vi.spyOn(core, 'changeAsSystem').mockImplementation((state, ...rest) =>
    state.id === realm.id ? Promise.reject(REFUSED) : changeAsSystem.call(core, state, ...rest),
  )
  const logged = vi.spyOn(core.log, 'error').mockImplementation(() => undefined)
  const error = await run().then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(RealmsFailed)
  expect(error.message).toBe(`The work failed for the organizations ${realm.id}.`)
  expect(error.cause).toBe(REFUSED)
  expect(logged).toHaveBeenCalledWith({ err: REFUSED, realm: realm.id }, expect.any(String))
}
const run = (job: Job) => () =>
  job.run({ core, data: undefined, log: silent, outboxId: undefined, isLastAttempt: true })
const realmsOf = async (table: string, where = 'true'): Promise<number[]> =>
  (await world.sql(`SELECT DISTINCT realm_id AS id FROM ${table} WHERE ${where} ORDER BY 1`)).map(
    ({ id }) => id,
  )

test('missed messages of others are gathered, behind any number of those of the organization that fails', async () => {
  for (let sent = 0; sent < 40; sent++) await send(as('hamlet'), 'Verona')
  await world.sql(
    `INSERT INTO missed_message (realm_id, user_id, message_id, trigger, due_at)
     SELECT u.realm_id, u.id, m.id, 'mention', now() - interval '1 hour'
     FROM user_account u JOIN message m USING (realm_id) WHERE u.realm_id = $1 ON CONFLICT DO NOTHING`,
    [realm.id],
  )
  await world.sql(
    `INSERT INTO missed_message (realm_id, user_id, message_id, trigger, due_at) VALUES ($1, $2, $3, 'mention', now())`,
    [other, foreign.id, foreignMessage],
  )
  const [failing] = await world.sql('SELECT count(*)::int AS rows FROM missed_message WHERE realm_id = $1', [
    realm.id,
  ])
  expect(failing!.rows).toBeGreaterThan(200)
  await failsFor(() => mailMissedMessages(core))
  expect(await realmsOf('missed_message')).toEqual([realm.id])
})

test('messages that wait for idle people of others become missed messages', async () => {
  await world.sql(
    `INSERT INTO waiting_message (realm_id, user_id, message_id, trigger)
     SELECT realm_id, $2, id, 'mention' FROM message WHERE realm_id = $1 LIMIT 1`,
    [realm.id, world.userId('zoe')],
  )
  await world.sql(
    `INSERT INTO waiting_message (realm_id, user_id, message_id, trigger) VALUES ($1, $2, $3, 'mention')`,
    [other, foreign.id, foreignMessage],
  )
  await failsFor(run(mailIdleUsersJob))
  expect(await realmsOf('waiting_message')).toEqual([realm.id])
})

test('expired exports of others are deleted', async () => {
  await world.sql(
    `INSERT INTO realm_export (realm_id, acting_user_id, export_type, status, name, alive_at)
     VALUES ($1, $2, 1, 'started', 'a', now() - interval '2 days'), ($3, $4, 1, 'started', 'b', now() - interval '2 days')`,
    [realm.id, world.userId('iago'), other, foreign.id],
  )
  await failsFor(run(deleteExportsJob))
  expect(await realmsOf('realm_export', "status = 'started'")).toEqual([realm.id])
})

test('expired uploads, files that nobody links and forgotten pictures of others are handled', async () => {
  const files: string[] = []
  for (const client of [as('hamlet'), foreign.client]) {
    await createUpload(client, 10)
    files.push(await uploadFile(client, { name: 'a.txt', type: 'text/plain', bytes: 'abc' }))
    await uploadFile(client, {
      name: 'rose.png',
      type: 'image/png',
      bytes: await solidPicture(20, 20).png().toBuffer(),
    })
  }
  await world.sql('UPDATE pending_upload SET expires_at = now()')
  await world.sql("UPDATE attachment SET created_at = now() - interval '50 days' WHERE path_id = ANY ($1)", [
    files.map((file) => file.replace('/user_uploads/', '')),
  ])
  await world.sql("UPDATE attachment_picture SET created_at = now() - interval '2 hours'")
  await world.sql('DELETE FROM job_outbox')
  await failsFor(run(removeUploadsJob))
  expect(await realmsOf('pending_upload')).toEqual([realm.id])
  expect(await realmsOf('attachment', "name = 'a.txt'")).toEqual([realm.id])
  const retried = await world.sql("SELECT data FROM job_outbox WHERE name = 'make-thumbnails'")
  expect(retried.map(({ data }) => data.realm)).toEqual([other])
})

test('the traffic of channels of others is counted', async () => {
  await world.sql("UPDATE channel SET created_at = now() - interval '8 days'")
  await failsFor(run(countTrafficJob))
  const counted = 'weekly_traffic IS NOT NULL'
  expect(await realmsOf('channel', counted)).toEqual([other])
})

test('a run ends at once when Postgres is unreachable', async () => {
  const failures = new RealmFailures(silent)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  await expect(failures.contain(realm.id, () => Promise.reject(away))).rejects.toBe(away)
  failures.throwIfAny()
})
