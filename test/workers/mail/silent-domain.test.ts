import { expect, test } from 'vitest'
import { inviteByMail } from '../../../core/people/invites/invite.ts'
import { mailInvitationJob } from '../../../workers/jobs/mails/mail-invitation.ts'
import { core, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

const OFFER = { role: 400, channels: [], groups: [], withDefaultChannels: true, welcomeText: null } as const
const LIMITS = { invitationsPerDay: 1_000, invitationsPerDayOfNewRealm: 1_000 }
const invite = (addresses: string) =>
  inviteByMail(
    { core, realm, user: realm.users.get(userId('hamlet'))! },
    { ...OFFER, addresses, validMinutes: 10_000, notifyInviter: true },
    LIMITS,
  )

test('a mail server that never answers for one domain still gets the mails to others', async () => {
  let asked = 0
  server.at('rcpt', (address) => {
    if (!address.endsWith('@mute.test')) return
    asked++
    return new Promise<void>(() => undefined)
  })
  await invite(Array.from({ length: 12 }, (_, n) => `player${n}@mute.test`).join(', '))
  await invite('horatio@elsewhere.test')
  const stop = await work([mailInvitationJob], { SMTP_TIMEOUT_SECONDS: '600' })
  await server.to('horatio@elsewhere.test')
  expect(asked).toBeLessThanOrEqual(3)
  const rows = await world.sql("SELECT failed_at FROM job_outbox WHERE name = 'invitation'")
  expect(rows).toEqual(Array(12).fill({ failed_at: null }))
  await stop()
})
