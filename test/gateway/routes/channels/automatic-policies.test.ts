import { beforeAll, describe, expect, test } from 'vitest'
import { VisibilityPolicy } from '../../../../core/channels/user-topics/policy.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, join, ok, setUpStage, world } from '../stage.ts'

setUpStage()

const PEOPLE = ['zoe', 'hamlet', 'cordelia']
const verona = () => world.channelId('Verona')
const { muted, unmuted, followed } = VisibilityPolicy

const set = (name: string, settings: Parameters) => ok(as(name).patch('/settings', settings))
const say = (name: string, topic: string, content = 'hear, hear'): Promise<Body> =>
  ok(as(name).post('/messages', { type: 'channel', to: verona(), topic, content }))
const choose = (name: string, topic: string, visibility_policy: number) =>
  ok(as(name).post('/user_topics', { stream_id: verona(), topic, visibility_policy }))
const muteChannel = (name: string, value: boolean) =>
  world.sql('UPDATE subscription SET is_muted = $3 WHERE user_id = $1 AND channel_id = $2', [
    world.userId(name),
    verona(),
    value,
  ])

async function policyOf(name: string, topic: string): Promise<number> {
  const { user_topics } = await ok(as(name).post('/register', { fetch_event_types: ['user_topic'] }))
  return user_topics.find((candidate: Body) => candidate.topic_name === topic)?.visibility_policy ?? 0
}

beforeAll(async () => {
  for (const name of PEOPLE) await ok(join(name, ['Verona']))
})

describe.each([
  [1, { starts: followed, sends: followed, reacts: followed }],
  [2, { starts: followed, sends: followed, reacts: 0 }],
  [3, { starts: followed, sends: 0, reacts: 0 }],
  [4, { starts: 0, sends: 0, reacts: 0 }],
])('a user with automatic policy %i', (policy, expected) => {
  const NEVER_UNMUTE = { automatically_unmute_topics_in_muted_streams_policy: 4 }
  beforeAll(() => set('zoe', { automatically_follow_topics_policy: policy, ...NEVER_UNMUTE }))

  test('follows a topic that it starts, and receives the event', async () => {
    const reader = await EventReader.start(as('zoe'))
    const sent = await say('zoe', `start ${policy}`)
    expect(sent.automatic_new_visibility_policy ?? 0).toBe(expected.starts)
    await reader.waitFor((event) => event.message?.id === sent.id)
    await reader.stop()
    const events = reader.events.filter((event) => event.type === 'user_topic')
    expect(events.map((event) => [event.topic_name, event.visibility_policy])).toEqual(
      expected.starts === 0 ? [] : [[`start ${policy}`, followed]],
    )
    expect(await policyOf('zoe', `start ${policy}`)).toBe(expected.starts)
    expect(await say('zoe', `start ${policy}`)).not.toHaveProperty('automatic_new_visibility_policy')
  })

  test('follows a topic that it sends to', async () => {
    await say('hamlet', `send ${policy}`)
    const sent = await say('zoe', `SEND ${policy}`)
    expect(sent.automatic_new_visibility_policy ?? 0).toBe(expected.sends)
    expect(await policyOf('zoe', `send ${policy}`)).toBe(expected.sends)
  })

  test('follows a topic when reacting or voting in it', async () => {
    const { id } = await say('hamlet', `react ${policy}`)
    await ok(as('zoe').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expect(await policyOf('zoe', `react ${policy}`)).toBe(expected.reacts)
    const poll = await say('hamlet', `vote ${policy}`, '/poll Lunch?')
    const vote = { message_id: poll.id, msg_type: 'widget', content: '{"type":"vote","key":"1,1","vote":1}' }
    await ok(as('zoe').post('/submessage', vote))
    expect(await policyOf('zoe', `vote ${policy}`)).toBe(expected.reacts)
  })

  test('does not follow muted topics', async () => {
    await choose('zoe', `mute ${policy}`, muted)
    expect(await say('zoe', `mute ${policy}`)).not.toHaveProperty('automatic_new_visibility_policy')
    expect(await policyOf('zoe', `mute ${policy}`)).toBe(muted)
  })
})

describe('in a muted channel', () => {
  beforeAll(async () => {
    await set('zoe', {
      automatically_follow_topics_policy: 3,
      automatically_unmute_topics_in_muted_streams_policy: 2,
    })
    await muteChannel('zoe', true)
    return async () => void (await muteChannel('zoe', false))
  })

  test('sending to a topic unmutes it, and starting a topic follows it', async () => {
    await say('hamlet', 'loud')
    expect((await say('zoe', 'loud')).automatic_new_visibility_policy).toBe(unmuted)
    expect(await policyOf('zoe', 'loud')).toBe(unmuted)
    expect((await say('zoe', 'louder')).automatic_new_visibility_policy).toBe(followed)
    await set('zoe', { automatically_follow_topics_policy: 2 })
    expect((await say('zoe', 'loud')).automatic_new_visibility_policy).toBe(followed)
  })
})

describe('a mentioned user', () => {
  test('follows the topic if subscribed and if the setting is on', async () => {
    await set('cordelia', { automatically_follow_topics_where_mentioned: true })
    await set('zoe', { automatically_follow_topics_where_mentioned: false })
    const named = ['cordelia', 'zoe', 'prospero'].map((name) => `@**|${world.userId(name)}**`).join(' ')
    const reader = await EventReader.start(as('cordelia'))
    await say('hamlet', 'named', named)
    await reader.waitFor((event) => event.type === 'user_topic' && event.topic_name === 'named')
    await reader.stop()
    const policies = await Promise.all(['cordelia', 'zoe', 'prospero'].map((name) => policyOf(name, 'named')))
    expect(policies).toEqual([followed, 0, 0])
  })

  test('keeps an explicit choice; silent mentions and quotes do not count', async () => {
    await choose('cordelia', 'muted by her', muted)
    await say('hamlet', 'muted by her', `@**|${world.userId('cordelia')}**`)
    expect(await policyOf('cordelia', 'muted by her')).toBe(muted)
    await say('hamlet', 'silent', `@_**|${world.userId('cordelia')}**`)
    expect(await policyOf('cordelia', 'silent')).toBe(0)
  })
})

test('bots and direct messages make nobody follow; concurrent messages make a user follow once', async () => {
  await set('zoe', { automatically_follow_topics_policy: 1 })
  const direct = await ok(
    as('zoe').post('/messages', { type: 'direct', to: [world.userId('hamlet')], content: 'x' }),
  )
  expect(direct).not.toHaveProperty('automatic_new_visibility_policy')
  const sent = await Promise.all(Array.from({ length: 10 }, () => say('zoe', 'at once')))
  expect(sent.filter((message) => message.automatic_new_visibility_policy === followed)).toHaveLength(1)
  const reader = await EventReader.start(as('zoe'))
  await say('zoe', 'At Once')
  await say('zoe', 'the last')
  const last = await reader.waitFor((event) => event.type === 'user_topic')
  await reader.stop()
  expect(last.topic_name).toBe('the last')
})

test('of two people who send to a new topic at once, one starts it', async () => {
  const onlyStarts = {
    automatically_follow_topics_policy: 3,
    automatically_unmute_topics_in_muted_streams_policy: 4,
  }
  for (const name of ['zoe', 'hamlet']) await set(name, onlyStarts)
  for (let n = 0; n < 10; n++) {
    // The first message holds the transaction open in which the others then meet.
    const [, ...sent] = await Promise.all([
      say('cordelia', 'busy'),
      ...['zoe', 'hamlet'].map((name) => say(name, `race ${n}`)),
    ])
    expect(sent.filter((answer) => answer.automatic_new_visibility_policy === followed)).toHaveLength(1)
    const policies = await Promise.all(['zoe', 'hamlet'].map((name) => policyOf(name, `race ${n}`)))
    expect(policies.sort()).toEqual([0, followed])
  }
})
