import { describe, expect, test } from 'vitest'
import { storeNotices } from '../../../../core/messaging/sending/notice.ts'
import type { ChannelId, UserId } from '../../../../core/platform/ids.ts'
import { notificationBot } from '../../../../core/state/users/system-bots.ts'
import { Client } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

describe('the system bots', () => {
  test('are marked as system bots and are not members', async () => {
    const { cross_realm_bots, realm_users } = await ok(
      as('hamlet').post('/register', { event_types: ['realm_user'] }),
    )
    const names = cross_realm_bots.map((bot: { full_name: string }) => bot.full_name)
    expect(names.sort()).toEqual(['Notification Bot', 'Welcome Bot'])
    for (const bot of cross_realm_bots) expect(bot).toMatchObject({ is_system_bot: true, is_bot: true })
    const { members } = await ok(as('hamlet').get('/users'))
    const ids = new Set(cross_realm_bots.map((bot: { user_id: number }) => bot.user_id))
    const among = (users: { user_id: number }[]) => users.filter((user) => ids.has(user.user_id))
    expect([...among(members), ...among(realm_users)]).toEqual([])
  })

  test('exist separately in every organization', async () => {
    const of = async (client: Client) =>
      (await ok(client.post('/register', { event_types: ['realm_user'] }))).cross_realm_bots.map(
        (bot: { user_id: number }) => bot.user_id,
      )
    const [here, there] = [await of(as('hamlet')), await of(foreign.client)]
    expect(there).toHaveLength(2)
    expect(here.filter((id: number) => there.includes(id))).toEqual([])
  })

  test('cannot log in', async () => {
    const bot = notificationBot(realm)
    const impostor = new Client(url, { email: bot.email, apiKey: realm.apiKeyOf(bot) })
    expect(await impostor.get('/users/me')).toMatchObject({ status: 401 })
    expect(await as('hamlet').post('/dev_fetch_api_key', { username: bot.email })).toMatchObject({
      status: 401,
    })
  })

  test('are not subscribed to channels', async () => {
    const bot = notificationBot(realm)
    for (const principals of [[bot.id], [bot.email]]) {
      expect(await refusal(join('desdemona', ['Verona'], { principals }))).toEqual(bad('No such user'))
    }
  })

  test('can receive direct messages', async () => {
    const { email } = notificationBot(realm)
    await ok(as('hamlet').post('/messages', { type: 'direct', to: [email], content: 'Who is there?' }))
  })

  test('send notices to people and channels', async () => {
    const { hamlet = [], zoe = [] } = await eventsDuring(['message'], ['hamlet', 'zoe'], async () => {
      await core.changeAsSystem(realm, async (tx) => {
        await storeNotices(tx, core, realm, [
          { to: { user: world.userId('hamlet') as UserId }, content: 'A *word* with you.' },
          {
            to: { channel: world.channelId('Verona') as ChannelId, topic: 'channel events' },
            content: 'Hear ye.',
          },
        ])
      })
    })
    const contentsOf = (events: typeof hamlet) =>
      events.map(({ message }) => [message.sender_full_name, message.type, message.subject, message.content])
    expect(contentsOf(hamlet)).toContainEqual(['Notification Bot', 'private', '', 'A *word* with you.'])
    expect(contentsOf(hamlet)).toContainEqual(['Notification Bot', 'stream', 'channel events', 'Hear ye.'])
    expect(contentsOf(zoe)).not.toContainEqual(expect.arrayContaining(['A *word* with you.']))
  })
})
