import { expect, test } from 'vitest'
import { greet } from '../../../../core/people/welcome/greet.ts'
import type { UserId } from '../../../../core/platform/ids.ts'
import { notificationBot, welcomeBot } from '../../../../core/state/users/system-bots.ts'
import { as, core, join, ok, realm, setUpStage, system, world } from '../stage.ts'
import { privateChannel, send } from './message-events.ts'

setUpStage()

/** Lets Iago cause notices of all kinds, and returns their texts without numbers. */
async function notices(): Promise<string[]> {
  const [last] = await world.sql<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM message')
  const [cordelia, hamlet] = [world.userId('cordelia'), world.userId('hamlet')]
  const name = `plays ${last!.id}`
  await ok(join('iago', [name], { principals: [cordelia, world.userId('iago')], announce: true }))
  const { streams } = await ok(as('iago').get('/streams', { include_all: true }))
  const id: number = streams.find((channel: { name: string }) => channel.name === name).stream_id
  const change = (values: Record<string, unknown>) => ok(as('iago').patch(`/streams/${id}`, values))
  await ok(join('iago', [name], { principals: [hamlet] }))
  await change({ new_name: `${name} renamed` })
  await change({ description: 'Tragedies.' })
  await change({ can_send_message_group: { new: system('role:administrators') } })
  await ok(as('desdemona').patch(`/streams/${id}`, { message_retention_days: 30 }))
  const first = await send('iago', `${name} renamed`, 'talk', 'one')
  await send('iago', `${name} renamed`, 'talk', 'two')
  await ok(
    as('iago').patch(`/messages/${first}`, {
      topic: 'other',
      propagate_mode: 'change_one',
      send_notification_to_old_thread: true,
    }),
  )
  await ok(as('iago').patch(`/messages/${first}`, { topic: '✔ other', propagate_mode: 'change_all' }))
  await ok(as('iago').patch(`/messages/${first}`, { topic: 'other', propagate_mode: 'change_all' }))
  await ok(as('iago').post(`/messages/${first}/report`, { report_type: 'spam', description: 'x' }))
  await change({ is_private: true, history_public_to_subscribers: true })
  await ok(as('iago').delete(`/streams/${id}`))
  await ok(
    as('iago').post('/user_groups/create', { name: `group ${last!.id}`, description: 'x', members: [] }),
  )
  const { user_groups } = await ok(as('iago').get('/user_groups'))
  const group = user_groups.find((each: { name: string }) => each.name === `group ${last!.id}`).id
  await ok(as('iago').post(`/user_groups/${group}/members`, { add: [hamlet] }))
  await core.changeAsSystem(realm, (tx) =>
    greet(tx, realm, realm.users.get(hamlet)!, { inviter: cordelia as UserId }),
  )
  const rows = await world.sql<{ content: string }>(
    'SELECT content FROM message WHERE id > $1 AND sender_id = ANY ($2) ORDER BY id',
    [last!.id, [notificationBot(realm).id, welcomeBot(realm).id]],
  )
  return rows.map(({ content }) => content.replaceAll(/\d+/g, '#'))
}

test('notices have the language of the organization, whatever the languages of its people are', async () => {
  const moderation = await privateChannel('moderation', ['desdemona', 'iago'])
  const verona = world.channelId('Verona')
  const places = { new_stream_announcements_stream_id: verona, signup_announcements_stream_id: verona }
  await ok(as('desdemona').patch('/realm', { ...places, moderation_request_channel_id: moderation }))
  const english = await notices()
  expect(english.length).toBeGreaterThan(14)
  const said = english.join('\n')
  for (const words of [
    'channel created by',
    'created a channel',
    'subscribed you to',
    'renamed this channel from',
    'gave this channel another description',
    'changed who may post in this channel',
    'are kept **for # days**',
    'moved here from',
    'has marked this topic as resolved',
    'has marked this topic as unresolved',
    'Reason: **Spam**',
    'made this channel **private, shared history**; it was **public**',
    'archived this channel',
    'added you to the group',
    'joined this organization',
    'accepted your invitation',
    'I am the Welcome Bot',
  ]) {
    expect(said).toContain(words)
  }
  const speak = async (default_language: string) => {
    for (const name of ['iago', 'cordelia', 'hamlet', 'desdemona'])
      await ok(as(name).patch('/settings', { default_language }))
  }
  await speak('ja')
  expect(await notices()).toEqual(english)
  await ok(as('desdemona').patch('/realm', { default_language: 'de' }))
  const german = await notices()
  expect(german).toHaveLength(english.length)
  expect(german.filter((text) => english.includes(text))).toEqual([])
  for (const words of [
    'hat diesen Kanal erstellt',
    'hat dich in',
    'hat geändert, wer in diesem Kanal schreiben darf',
    '**# Tage**',
    'hat dieses Thema als erledigt markiert',
    'Grund: **Spam**',
    '**privat, mit früheren Nachrichten**',
    'Ich bin der Begrüßungsbot',
  ]) {
    expect(german.join('\n')).toContain(words)
  }
  await speak('en')
  expect(await notices()).toEqual(german)
})
