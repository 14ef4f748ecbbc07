import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_OFFER } from '../../../../core/people/invites/invitation.ts'
import { inviteByMail } from '../../../../core/people/invites/invite.ts'
import { listInvitations } from '../../../../core/people/invites/list.ts'
import { lookUpLink } from '../../../../core/people/invites/look-up.ts'
import { resendInvitation } from '../../../../core/people/invites/resend.ts'
import { joinUrl } from '../../../../core/people/invites/token.ts'
import type { InvitationId } from '../../../../core/platform/ids.ts'
import type { Caller } from '../../../../core/state/caller.ts'
import { core, realm, setUpStage, world } from '../../../gateway/routes/stage.ts'

setUpStage()

const DAY_MINUTES = 24 * 60
const limits = { invitationsPerDay: 1_000, invitationsPerDayOfNewRealm: 1_000 }
const owner = (): Caller => ({ core, realm, user: realm.users.get(world.userId('desdemona'))! })

/** Sets the clock of this process, but not the clock of the database. */
const setClock = (daysAhead: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + daysAhead * DAY_MINUTES * 60_000 })
afterEach(() => vi.useRealTimers())

const invite = (email: string) =>
  inviteByMail(
    owner(),
    { ...DEFAULT_OFFER, validMinutes: DAY_MINUTES, notifyInviter: false, addresses: email },
    limits,
  )
const newest = async () => (await listInvitations(owner())).at(-1)!
const stateOf = async (id: InvitationId) => {
  const token = joinUrl(core, realm, { kind: 'invitation', id }).split('/').at(-2)!
  return (await lookUpLink(core, realm, token)).state
}
/** The minutes until an invitation expires, by the database's clock. */
async function minutesLeft(id: number): Promise<number> {
  const [row] = await world.sql<{ minutes: number }>(
    'SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int AS minutes FROM invitation WHERE id = $1',
    [id],
  )
  return row!.minutes
}

test.each([-3, 3])(
  'an invitation from a process whose clock is %i days ahead is valid for its time by the clock of the database',
  async (daysAhead) => {
    setClock(daysAhead)
    const email = `from${daysAhead}@elsewhere.test`
    await invite(email)
    vi.useRealTimers()
    const { id, ...listed } = await newest()
    expect(listed.email).toBe(email)
    expect(await minutesLeft(id)).toBe(DAY_MINUTES)
    setClock(daysAhead)
    await resendInvitation(owner(), id as InvitationId, limits)
    expect(await minutesLeft(id)).toBe(DAY_MINUTES)
  },
)

test.each([-3, 3])(
  'a process whose clock is %i days ahead lists and accepts what has not expired by the clock of the database',
  async (daysAhead) => {
    const email = `valid${daysAhead}@elsewhere.test`
    await invite(email)
    const { id } = await newest()
    setClock(daysAhead)
    expect(await stateOf(id as InvitationId)).toBe('valid')
    expect((await newest()).email).toBe(email)
    await world.sql('UPDATE invitation SET expires_at = clock_timestamp() WHERE id = $1', [id])
    expect(await stateOf(id as InvitationId)).toBe('expired')
    expect((await listInvitations(owner())).some((invitation) => invitation.id === id)).toBe(false)
  },
)
