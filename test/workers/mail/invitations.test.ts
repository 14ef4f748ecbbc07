import { describe, expect, test } from 'vitest'
import { askToJoin } from '../../../core/people/invites/ask-to-join.ts'
import { inviteByMail } from '../../../core/people/invites/invite.ts'
import { listInvitations } from '../../../core/people/invites/list.ts'
import { lookUpLink } from '../../../core/people/invites/look-up.ts'
import { resendInvitation } from '../../../core/people/invites/resend.ts'
import { makeReusableLink } from '../../../core/people/invites/reusable-link.ts'
import { revokeInvitation, revokeReusableLink } from '../../../core/people/invites/revoke.ts'
import type { InvitationId } from '../../../core/platform/ids.ts'
import { mailConfirmToJoinJob } from '../../../workers/jobs/mails/mail-confirm-to-join.ts'
import { mailInvitationJob } from '../../../workers/jobs/mails/mail-invitation.ts'
import { mailInvitationReminderJob } from '../../../workers/jobs/mails/mail-invitation-reminder.ts'
import type { Received } from '../../harness/smtp.ts'
import { core, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

const OFFER = { role: 400, channels: [], groups: [], withDefaultChannels: true, welcomeText: null } as const
const WEEK = 7 * 24 * 60
const LIMITS = { invitationsPerDay: 1_000, invitationsPerDayOfNewRealm: 1_000 }
const user = (name: string) => realm.users.get(userId(name))!
const invite = (name: string, addresses: string, validMinutes: number | null = WEEK) =>
  inviteByMail(
    { core, realm, user: user(name) },
    { ...OFFER, addresses, validMinutes, notifyInviter: true },
    LIMITS,
  )
const newest = async (name: string) =>
  (await listInvitations({ core, realm, user: user(name) })).at(-1)!.id as InvitationId
const start = () => work([mailInvitationJob, mailInvitationReminderJob, mailConfirmToJoinJob])
/** Resolves when no job is due. */
const idle = () =>
  server.until(
    async () => (await world.sql('SELECT FROM job_outbox WHERE due_at < now() + $1', ['1 day'])).length === 0,
  )
/** Makes the reminders due now. */
const remind = (id: number) =>
  world.sql(
    `UPDATE job_outbox SET due_at = now() - interval '2 seconds'
     WHERE name = 'invitation-reminder' AND (data->>'id')::int = $1`,
    [id],
  )
const tokenIn = ({ mail }: Received) => {
  const link = /http:\/\/localhost:9991\/join\/([\w-]+)/
  const token = link.exec(mail.text!)![1]!
  expect(link.exec(mail.html!.replaceAll('&#x2F;', '/'))![1]).toBe(token)
  return token
}

describe('an invited address', () => {
  test('gets an email with the inviter, the link and its expiry', async () => {
    const stop = await start()
    await invite('hamlet', 'horatio@elsewhere.test, Yorick <yorick@elsewhere.test>')
    for (const email of ['horatio@elsewhere.test', 'yorick@elsewhere.test']) {
      const [received] = await server.to(email)
      expect(received!.mail.subject).toBe('King Hamlet invites you to join Loquat demonstration')
      expect(await lookUpLink(core, realm, tokenIn(received!))).toMatchObject({ state: 'valid', email })
      expect(received!.mail.text).toMatch(/valid until \w+ \d+, \d{4} at .* \(UTC\), and can be used once/)
    }
    await invite('hamlet', 'forever@elsewhere.test', null)
    expect((await server.to('forever@elsewhere.test'))[0]!.mail.text).not.toContain('valid until')
    await idle()
    expect(server.received).toHaveLength(3)
    await stop()
  })

  test('gets one email when two users invite it at once, and none when the invitation is revoked', async () => {
    const email = 'twice@elsewhere.test'
    const answers = await Promise.allSettled(['hamlet', 'iago', 'iago'].map((name) => invite(name, email)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    await invite('iago', 'revoked@elsewhere.test')
    await revokeInvitation({ core, realm, user: user('iago') }, await newest('iago'))
    const stop = await start()
    await idle()
    expect(server.received.map((mail) => mail.to)).toEqual([email])
    await stop()
  })

  test('gets another email on request; of waiting emails, only the newest is sent', async () => {
    await invite('hamlet', 'again@elsewhere.test')
    const id = await newest('hamlet')
    await resendInvitation({ core, realm, user: user('hamlet') }, id, LIMITS)
    const stop = await start()
    await idle()
    expect(server.received).toHaveLength(1)
    await resendInvitation({ core, realm, user: user('hamlet') }, id, LIMITS)
    const [first, second] = await server.to('again@elsewhere.test', 2)
    expect(tokenIn(first!)).toBe(tokenIn(second!))
    expect(first!.mail.messageId).not.toBe(second!.mail.messageId)
    server.reset()
    await remind(id)
    await server.to('again@elsewhere.test')
    await idle()
    expect(server.received).toHaveLength(1)
    await stop()
  })

  test('gets one reminder, unless the invitation has ended', async () => {
    const stop = await start()
    await invite('hamlet', 'late@elsewhere.test')
    const late = await newest('hamlet')
    await invite('hamlet', 'gone@elsewhere.test')
    const gone = await newest('hamlet')
    await idle()
    await revokeInvitation({ core, realm, user: user('hamlet') }, gone)
    server.reset()
    for (const id of [late, gone]) await remind(id)
    const [received] = await server.to('late@elsewhere.test')
    expect(received!.mail.subject).toBe('Reminder: King Hamlet invites you to join Loquat demonstration')
    expect(await lookUpLink(core, realm, tokenIn(received!))).toMatchObject({ state: 'valid' })
    await idle()
    expect(server.received).toHaveLength(1)
    await stop()
  })
})

test('an address from a reusable link gets a confirmation email while the link is valid', async () => {
  const url = await makeReusableLink({ core, realm, user: user('iago') }, { ...OFFER, validMinutes: null })
  const token = url.split('/').at(-2)!
  await askToJoin(core, realm, 'new@elsewhere.test', token)
  await askToJoin(core, realm, 'hamlet@demo.test', token) // has an account, so gets no mail
  const stop = await start()
  const [received] = await server.to('new@elsewhere.test')
  expect(received!.mail.subject).toBe('Confirm your e-mail address to join Loquat demonstration')
  expect(received!.mail.text).toContain('within 24 hours')
  expect(await lookUpLink(core, realm, tokenIn(received!))).toMatchObject({ email: 'new@elsewhere.test' })
  await idle()
  expect(server.received).toHaveLength(1)
  await stop()
  await askToJoin(core, realm, 'late@elsewhere.test', token)
  await revokeReusableLink({ core, realm, user: user('iago') }, await newest('iago'))
  await start()
  await idle()
  expect(server.received).toHaveLength(1)
})
