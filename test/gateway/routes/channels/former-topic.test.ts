import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { newcomer, setRealm } from '../changes.ts'
import { as, bad, core, foreign, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

let cellar: number
beforeAll(async () => {
  await ok(join('iago', ['cellar'], { invite_only: true }))
  await realm.sync()
  cellar = realm.channels.byName('cellar')!.id
})

const verona = () => world.channelId('Verona')
const denmark = () => world.channelId('Denmark')

async function send(topic: string, to = 'Verona'): Promise<number> {
  return (await ok(as('iago').post('/messages', { type: 'channel', to, topic, content: 'x' }))).id as number
}
const move = (id: number, change: Body) =>
  ok(
    as('iago').patch(`/messages/${id}`, {
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
      propagate_mode: 'change_all',
      ...change,
    }),
  )
/** Where the messages of a topic are, as `channel/topic` with the newest one. */
async function whereIs(topic: string, name = 'hamlet', channel = verona()): Promise<[string, number][]> {
  const { topics } = await ok(as(name).get(`/streams/${channel}/former_topic`, { topic }))
  return topics.map((each: Body) => [
    `${realm.channels.get(each.stream_id)!.name}/${each.name}`,
    each.max_id as number,
  ])
}

describe('GET /streams/{stream_id}/former_topic', () => {
  test('finds a topic that was renamed twice, by both names and in any case', async () => {
    const id = await send('first name')
    const last = await send('first name')
    await move(id, { topic: 'second name' })
    await move(id, { topic: 'third name' })
    for (const name of ['first name', 'SECOND Name'])
      expect(await whereIs(name)).toEqual([['Verona/third name', last]])
    expect(await whereIs('third name')).toEqual([])
    expect(await whereIs('no such name')).toEqual([])
  })

  test('finds a topic that was resolved, and one that was merged into another', async () => {
    const question = await send('question')
    await move(question, { topic: '✔ question' })
    expect(await whereIs('question')).toEqual([['Verona/✔ question', question]])
    const other = await send('other')
    await send('whole')
    await move(other, { topic: 'whole' })
    expect(await whereIs('other')).toEqual([['Verona/whole', other]])
  })

  test('names each topic that has a part, the one with the newest message first', async () => {
    const [one, two, three] = [await send('parted'), await send('parted'), await send('parted')] as const
    await move(two, { topic: 'part two', propagate_mode: 'change_one' })
    await move(one, { topic: 'part one', propagate_mode: 'change_one' })
    await move(three, { stream_id: denmark(), propagate_mode: 'change_one' })
    expect(await whereIs('parted')).toEqual([
      ['Denmark/parted', three],
      ['Verona/part two', two],
      ['Verona/part one', one],
    ])
  })

  test('follows messages through channels, also with an unchanged name, and back', async () => {
    const id = await send('traveller')
    await move(id, { stream_id: denmark() })
    expect(await whereIs('traveller')).toEqual([['Denmark/traveller', id]])
    await move(id, { topic: 'wanderer' })
    await move(id, { stream_id: verona(), topic: 'settler' })
    expect(await whereIs('traveller')).toEqual([['Verona/settler', id]])
    for (const name of ['traveller', 'wanderer'])
      expect(await whereIs(name, 'hamlet', denmark())).toEqual([['Verona/settler', id]])
    expect(await whereIs('wanderer')).toEqual([])
  })

  test('a move to another channel with the same topic shows clients no change of the topic', async () => {
    const id = await send('same')
    await move(id, { stream_id: denmark() })
    const { message } = await ok(as('hamlet').get(`/messages/${id}`))
    expect(message.edit_history).toEqual([
      {
        user_id: world.userId('iago'),
        timestamp: expect.any(Number),
        prev_stream: verona(),
        stream: denmark(),
      },
    ])
    const { message_history } = await ok(as('hamlet').get(`/messages/${id}/history`))
    expect(message_history.map((each: Body) => [each.topic, 'prev_topic' in each])).toEqual([
      ['same', false],
      ['same', false],
    ])
  })

  test('says nothing of messages that the reader may not read now', async () => {
    const id = await send('secret')
    await move(id, { stream_id: cellar })
    expect(await whereIs('secret', 'iago')).toEqual([['cellar/secret', id]])
    expect(await whereIs('secret')).toEqual([])
    const one = await send('half secret')
    const two = await send('half secret')
    await move(one, { topic: 'open half', propagate_mode: 'change_one' })
    await move(two, { stream_id: cellar })
    expect(await whereIs('half secret')).toEqual([['Verona/open half', one]])
  })

  test('says nothing of a protected history that the reader did not receive', async () => {
    const early = await send('vintage', 'cellar')
    await move(early, { topic: 'old vintage' })
    const { client } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
    await ok(
      as('iago').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'cellar' }],
        principals: ['yorick@demo.test'],
      }),
    )
    const ask = () => ok(client.get(`/streams/${cellar}/former_topic`, { topic: 'vintage' }))
    expect((await ask()).topics).toEqual([])
    await send('old vintage', 'cellar')
    expect((await ask()).topics).toEqual([])
    const heard = await send('vintage', 'cellar')
    await move(heard, { topic: 'new vintage' })
    expect((await ask()).topics).toEqual([{ stream_id: cellar, name: 'new vintage', max_id: heard }])
    expect(await whereIs('vintage', 'iago', cellar)).toEqual([
      ['cellar/new vintage', heard],
      ['cellar/old vintage', early],
    ])
  })

  test('says nothing of messages that were deleted, and of new messages in the renamed topic', async () => {
    const id = await send('mortal')
    await move(id, { topic: 'still mortal' })
    await send('still mortal')
    await ok(as('iago').delete(`/messages/${id}`))
    expect(await whereIs('mortal')).toEqual([])
    const moved = await send('goner')
    await move(moved, { stream_id: denmark() })
    await ok(as('iago').delete(`/messages/${moved}`))
    expect(await whereIs('goner')).toEqual([])
  })

  test('calls the topic without a name as the client knows it', async () => {
    const id = await send('')
    await move(id, { topic: 'named' })
    expect(await whereIs('')).toEqual([['Verona/named', id]])
    expect(await whereIs('general chat')).toEqual([['Verona/named', id]])
    await move(id, { topic: '' })
    expect(await whereIs('named')).toEqual([['Verona/general chat', id]])
    const answer = await ok(
      as('hamlet').get(`/streams/${verona()}/former_topic`, { topic: 'named', allow_empty_topic_name: true }),
    )
    expect(answer.topics).toEqual([{ stream_id: verona(), name: '', max_id: id }])
  })

  test('names ten topics at most', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await send('scattered'))
    for (const [n, id] of ids.entries())
      await move(id, { topic: `scattered ${n}`, propagate_mode: 'change_one' })
    const found = await whereIs('scattered')
    expect(found).toEqual(
      ids
        .map((id, n) => [`Verona/scattered ${n}`, id])
        .reverse()
        .slice(0, 10),
    )
  })

  test('says nothing where the organization shows no history', async () => {
    const id = await send('hushed')
    await move(id, { topic: 'silent' })
    await setRealm(core, realm, { message_edit_history_visibility_policy: 'none' })
    expect(await whereIs('hushed')).toEqual([])
    await setRealm(core, realm, { message_edit_history_visibility_policy: 'moves' })
    expect(await whereIs('hushed')).toEqual([['Verona/silent', id]])
    await setRealm(core, realm, { message_edit_history_visibility_policy: 'all' })
  })

  test('refuses a channel that the reader may not read', async () => {
    const refused = bad('Invalid channel ID')
    expect(await refusal(as('hamlet').get(`/streams/${cellar}/former_topic`, { topic: 'x' }))).toEqual(
      refused,
    )
    expect(await refusal(foreign.client.get(`/streams/${verona()}/former_topic`, { topic: 'x' }))).toEqual(
      refused,
    )
    expect(await refusal(as('hamlet').get('/streams/99999/former_topic', { topic: 'x' }))).toEqual(refused)
  })
})
