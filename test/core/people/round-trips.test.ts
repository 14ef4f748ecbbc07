import { expect, test } from 'vitest'
import { changeStorage } from '../../../core/people/bots/storage.ts'
import { DEFAULT_OFFER } from '../../../core/people/invites/invitation.ts'
import { inviteByMail } from '../../../core/people/invites/invite.ts'
import { createProfileField } from '../../../core/people/profile-fields/change.ts'
import { FIELD_TYPES } from '../../../core/people/profile-fields/types.ts'
import { changeOwnValues } from '../../../core/people/profile-fields/values.ts'
import { withRoundTrips } from '../../../core/platform/log/round-trips.ts'
import type { Caller } from '../../../core/state/caller.ts'
import { core, realm, setUpStage } from '../../gateway/routes/stage.ts'

setUpStage()

const callerNamed = (name: string): Caller => ({
  core,
  realm,
  user: [...realm.users].find((user) => user.fullName.toLowerCase().includes(name))!,
})

/** The number of queries during `work`. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const trips = { postgres: 0, redis: 0 }
  await withRoundTrips(trips, work)
  return trips.postgres
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('inviting many addresses takes as many queries as inviting one', async () => {
  const invite = (addresses: readonly string[]) =>
    queriesOf(() =>
      inviteByMail(
        callerNamed('desdemona'),
        { ...DEFAULT_OFFER, validMinutes: 60, notifyInviter: false, addresses: addresses.join(',') },
        { invitationsPerDay: 1_000, invitationsPerDayOfNewRealm: 1_000 },
      ),
    )
  const one = await invite(['single@elsewhere.test'])
  expect(await invite(numbers(50).map((n) => `guest${n}@elsewhere.test`))).toBe(one)
})

test('changing many values of a profile takes as many queries as changing one', async () => {
  const owner = callerNamed('desdemona')
  const ids = []
  for (const n of numbers(5))
    ids.push(await createProfileField(owner, FIELD_TYPES.SHORT_TEXT.id, { name: `Answer ${n}` }))
  const change = (fields: readonly number[], value: string | null) =>
    queriesOf(() =>
      changeOwnValues(
        owner,
        fields.map((id) => ({ id, value })),
      ),
    )
  expect(await change(ids, 'yes')).toBe(await change(ids.slice(0, 1), 'no'))
  expect(await change(ids.slice(1), null)).toBe(await change(ids.slice(0, 1), null))
})

test('storing many values of a bot takes as many queries as storing one', async () => {
  const bot = callerNamed('hamlet')
  const store = (count: number) =>
    queriesOf(() => changeStorage(bot, Object.fromEntries(numbers(count).map((n) => [`key${n}`, 'value']))))
  expect(await store(50)).toBe(await store(1))
})
