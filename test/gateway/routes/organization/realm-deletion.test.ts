import { expect, test } from 'vitest'
import { reactivateRealm } from '../../../../core/organization/settings/deactivate.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const deactivate = (name: string, days: unknown) =>
  as(name).post('/realm/deactivate', { deletion_delay_days: JSON.stringify(days) })

/** The state as the database has it, with the mails that are to be sent. */
async function stored() {
  const [row] = await world.sql<{ off: boolean; day: string | null; mails: number }>(
    `SELECT is_deactivated AS off, to_char(deletion_date, 'YYYY-MM-DD') AS day,
       (SELECT count(*)::int FROM job_outbox WHERE name = 'organization-deactivated') AS mails
     FROM realm WHERE id = ${realm.id}`,
  )
  return row
}
const ACTIVE = { off: false, day: null, mails: 0 }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a wrong number of days, and somebody who is no owner, change nothing', async () => {
  const soon = bad('Data deletion time must be at least 14 days in the future.')
  for (const days of [13, 0, -1, -2_147_483_648])
    expect(await refusal(deactivate('desdemona', days))).toEqual(soon)
  const late = bad('Data deletion time must be at most 36500 days in the future.')
  for (const days of [36_501, 2_147_483_647])
    expect(await refusal(deactivate('desdemona', days))).toEqual(late)
  for (const days of ['soon', 1.5, [30], { days: 30 }, true, 1e300])
    expect((await refusal(deactivate('desdemona', days))).status).toBe(400)
  expect(
    (await refusal(as('desdemona').post('/realm/deactivate', { deletion_delay_days: '30\0' }))).status,
  ).toBe(400)
  for (const name of ['iago', 'shiva', 'hamlet', 'polonius', 'greeter-bot'])
    expect((await refusal(deactivate(name, 30))).status).toBe(400)
  expect(await stored()).toEqual(ACTIVE)
  expect((await foreign.client.get('/users/me')).status).toBe(200)
})

test('an owner chooses the date, which the audit log and the mail to the owners name', async () => {
  // Of two requests at once the second is refused, because nobody has access any more.
  const answers = await Promise.all([deactivate('desdemona', 30), deactivate('desdemona', 60)])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  const state = await stored()
  expect([inDays(30), inDays(60)]).toContain(state!.day)
  expect(state!.off).toBe(true)
  const audit = await world.sql<{ property: string; value: string }>(
    `SELECT property, new_value::text AS value FROM audit_entry
     WHERE realm_id = ${realm.id} AND property IN ('is_deactivated', 'deletion_date') ORDER BY id`,
  )
  expect(audit.map(({ property }) => property)).toEqual(
    expect.arrayContaining(['is_deactivated', 'deletion_date']),
  )
  expect(audit.at(-1)!.value + audit.at(0)!.value).toContain(String(state!.day))

  const jobs = await world.sql<{ data: { realm: number; user: number; by: number } }>(
    "SELECT data FROM job_outbox WHERE name = 'organization-deactivated'",
  )
  expect(jobs.map(({ data }) => data.user)).toContain(world.userId('desdemona'))
})

test('the organization can be brought back before, without a date', async () => {
  await reactivateRealm(core, realm)
  expect(await stored()).toMatchObject({ off: false, day: null })
  expect((await as('hamlet').get('/users/me')).status).toBe(200)
  await ok(deactivate('desdemona', null))
  expect(await stored()).toMatchObject({ off: true, day: null })
  await reactivateRealm(core, realm)
})
