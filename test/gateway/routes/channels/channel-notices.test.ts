import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, join, ok, realm, setUpStage, world } from '../stage.ts'
import { ids } from './channel-events.ts'

setUpStage()

/** A gateway that loses all work after a COMMIT, including its responses. */
async function dying(name: string) {
  let commits = 0
  const { url } = await world.gateway(
    { LOG_LEVEL: 'silent' },
    {
      afterCommit: () => {
        commits++
        throw new Error('dead')
      },
    },
  )
  return { client: world.client(url, name), commits: () => commits }
}

const messages = async (name: string, narrow: unknown[]): Promise<Body[]> =>
  (await ok(as(name).get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow }))).messages

/** The newest notice of the notification bot to a user, or in the events topic of a channel. */
const newestNotice = async (name: string, channel?: string) => {
  const narrow =
    channel === undefined
      ? [{ operator: 'is', operand: 'dm' }]
      : [
          { operator: 'channel', operand: channel },
          { operator: 'topic', operand: 'channel events' },
        ]
  return (await messages(name, narrow)).at(-1)?.content as string | undefined
}

describe('a process that dies after COMMIT loses no notice', () => {
  test('of a changed channel', async () => {
    const { client, commits } = await dying('iago')
    const answer = await client.patch(`/streams/${world.channelId('Denmark')}`, { description: 'Rotten.' })
    expect([answer.status, commits()]).toEqual([500, 1])
    expect(await newestNotice('hamlet', 'Denmark')).toContain('Rotten.')
  })

  test('of subscriptions and of new channels', async () => {
    await ok(as('desdemona').patch('/realm', { new_stream_announcements_stream_id: world.channelId('Rome') }))
    await ok(join('hamlet', ['heath']))
    const { client, commits } = await dying('hamlet')
    const request = { subscriptions: [{ name: 'heath' }], principals: ids('polonius') }
    expect((await client.post('/users/me/subscriptions', request)).status).toBe(500)
    expect(await newestNotice('polonius')).toContain('heath')
    const created = { subscriptions: [{ name: 'tidings' }], announce: true }
    expect((await client.post('/users/me/subscriptions', created)).status).toBe(500)
    const narrow = [{ operator: 'topic', operand: 'new channels' }]
    const news = (await messages('iago', narrow)).at(-1)!
    await realm.sync()
    const { id } = realm.channels.byName('tidings')!
    expect(news.content).toContain(`data-stream-id="${id}"`)
    expect(commits()).toBe(2)
  })

  test('of new members of a group', async () => {
    const { group_id } = await ok(
      as('hamlet').post('/user_groups/create', { name: 'players', description: '', members: [] }),
    )
    const { client, commits } = await dying('hamlet')
    const answer = await client.post(`/user_groups/${group_id}/members`, { add: ids('zoe') })
    expect([answer.status, commits()]).toEqual([500, 1])
    expect(await newestNotice('zoe')).toMatch(/added you to the group .*players/)
  })
})

describe('a notice uses the names after the change', () => {
  test('of the channel, in the event too', async () => {
    await ok(join('hamlet', ['orchard'], { principals: ids('hamlet', 'zoe') }))
    await realm.sync()
    const { id } = realm.channels.byName('orchard')!
    const reader = await EventReader.start(as('zoe'), {
      event_types: ['message', 'stream'],
      apply_markdown: true,
    })
    await ok(as('hamlet').patch(`/streams/${id}`, { new_name: 'garden', description: 'See #**garden**' }))
    await reader.waitFor((event) => event.message?.content.includes('another description'))
    await reader.stop()
    const said = reader.events.filter((event) => event.type === 'message')
    expect(said.map((event) => event.message.display_recipient)).toEqual(['garden', 'garden'])
    expect(said.at(-1)!.message.content).toContain(`data-stream-id="${id}"`)
    // The first message of a channel also changes the channel, and must not restore its former state.
    const first = reader.events.find((event) => event.property === 'first_message_id')
    expect(first).toMatchObject({ name: 'garden', value: said[0]!.message.id })
    await realm.sync()
    expect(realm.channels.get(id)).toMatchObject({ name: 'garden', firstMessageId: said[0]!.message.id })
  })

  test('of a private channel for users who were just subscribed to it', async () => {
    await ok(join('hamlet', ['vault'], { invite_only: true }))
    await ok(join('hamlet', ['vault'], { principals: ids('polonius') }))
    await realm.sync()
    expect(await newestNotice('polonius')).toContain(`data-stream-id="${realm.channels.byName('vault')!.id}"`)
  })

  test('the notice of an archived channel does not reopen the channel', async () => {
    await ok(join('hamlet', ['ruin']))
    await realm.sync()
    const { id } = realm.channels.byName('ruin')!
    await ok(as('iago').delete(`/streams/${id}`))
    await realm.sync()
    expect(realm.channels.get(id)).toMatchObject({ isArchived: true, firstMessageId: expect.any(Number) })
    expect(await world.sql('SELECT is_archived FROM channel WHERE id = $1', [id])).toEqual([
      { is_archived: true },
    ])
  })
})
