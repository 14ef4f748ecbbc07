import { expect, test } from 'vitest'
import { mailConfirmToJoinJob } from '../../workers/jobs/mails/mail-confirm-to-join.ts'
import { mailInvitationJob } from '../../workers/jobs/mails/mail-invitation.ts'
import { Browsing } from '../harness/browsing.ts'
import type { Body } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { server, setUpStage, work, world } from '../workers/mail/stage.ts'

setUpStage()

/** Returns the path of the link in the newest email to an address. */
async function joinPath(address: string): Promise<string> {
  const [received] = await server.to(address)
  return new URL(/http:\S+\/join\/\S+/.exec(received!.mail.text!)![0]).pathname
}

test('a user who is invited joins by the link in the email and gets a welcome message, and the inviter is notified', {
  timeout: 600_000,
}, async () => {
  await work([mailInvitationJob, mailConfirmToJoinJob])
  const [here, there] = await Promise.all([world.gateway(), world.gateway()])
  const hamlet = await EventReader.start(world.client(there.url, 'hamlet'), {
    event_types: ['message', 'realm_user', 'invites_changed', 'subscription'],
  })
  const inviting = world.client(here.url, 'hamlet')
  const general = world.channelId('general')
  await inviting.ok(
    inviting.post('/invites', { invitee_emails: 'horatio@elsewhere.test', stream_ids: [general] }),
  )
  await hamlet.waitFor((event) => event.type === 'invites_changed')

  const browsing = new Browsing(there.url)
  const page = await browsing.get(await joinPath('horatio@elsewhere.test'))
  expect(page.text).toContain('King Hamlet invited you.')
  await browsing.submitForm(page.text, { full_name: 'Horatio', password: 'four words of a play' })
  const { user_id } = await browsing.json.ok(browsing.json.get('/users/me'))
  const { messages } = await browsing.json.ok(
    browsing.json.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [['is', 'dm']],
    }),
  )
  expect(messages.map((message: Body) => message.sender_full_name)).toEqual(['Welcome Bot'])

  const notification = await hamlet.waitFor((event) => event.message?.sender_full_name === 'Notification Bot')
  expect(notification.message.content).toContain('accepted your invitation to join the organization!')
  const eventTypes = hamlet.events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`))
  expect(eventTypes).toEqual([
    'invites_changed',
    'invites_changed',
    'realm_user add',
    'subscription peer_add',
    'message',
  ])
  expect(hamlet.of('subscription')[0]).toMatchObject({ stream_ids: [general], user_ids: [user_id] })
  await hamlet.stop()

  const owner = world.client(here.url, 'desdemona')
  const { invite_link } = await owner.ok(owner.post('/invites/multiuse', { invite_as: 600 }))
  const other = new Browsing(here.url)
  const emailForm = await other.get(new URL(invite_link).pathname)
  await other.submitForm(emailForm.text, { email: 'marcellus@elsewhere.test' })
  const joinForm = await other.get(await joinPath('marcellus@elsewhere.test'))
  await other.submitForm(joinForm.text, { full_name: 'Marcellus', password: 'four words of a play' })
  const me = await other.json.ok(other.json.get('/users/me'))
  expect(me).toMatchObject({
    full_name: 'Marcellus',
    is_guest: true,
    delivery_email: 'marcellus@elsewhere.test',
  })
})
