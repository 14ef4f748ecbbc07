import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, join, ok, setUpStage, world } from '../stage.ts'

setUpStage()

const [INHERIT, MUTED, UNMUTED, FOLLOWED] = [0, 1, 2, 3]

/** The number of a reader's unread messages, and the ids that mention the reader. */
async function unread(): Promise<{ count: number; mentions: number[] }> {
  const { unread_msgs } = await ok(as('zoe').post('/register'))
  const topics: Body[] = unread_msgs.streams
  expect(topics.map((topic) => topic.topic)).toEqual(['loud', 'quiet'])
  return { count: unread_msgs.count, mentions: unread_msgs.mentions }
}
const setTopic = (topic: string, visibility_policy: number | undefined) =>
  ok(as('zoe').post('/user_topics', { stream_id: world.channelId('Verona'), topic, visibility_policy }))
const muteChannel = (muted: boolean) =>
  world.sql('UPDATE subscription SET is_muted = $3 WHERE user_id = $1 AND channel_id = $2', [
    world.userId('zoe'),
    world.channelId('Verona'),
    muted,
  ])
const send = async (topic: string, content: string): Promise<number> =>
  (await ok(as('iago').post('/messages', { type: 'channel', to: 'Verona', topic, content }))).id

let everyone: number
let direct: number
let quiet: number

beforeAll(async () => {
  await ok(as('zoe').post('/mark_all_as_read'))
  await ok(join('zoe', ['Verona']))
  await send('loud', 'words')
  quiet = await send('quiet', 'words')
  everyone = await send('quiet', '@**all**')
  direct = await send('quiet', '@**Zoe**')
})

describe('the summary of unread messages', () => {
  test('excludes muted topics from the count, and their wildcard mentions from mentions', async () => {
    const all = { count: 4, mentions: [everyone, direct] }
    const muted = { count: 1, mentions: [direct] }
    expect(await unread()).toEqual(all)
    await setTopic('QUIET', MUTED)
    expect(await unread()).toEqual(muted)
    for (const policy of [UNMUTED, FOLLOWED, INHERIT]) {
      await setTopic('quiet', policy)
      expect(await unread()).toEqual(all)
    }
  })

  test('excludes muted channels, except topics that are unmuted or followed', async () => {
    await muteChannel(true)
    expect(await unread()).toEqual({ count: 0, mentions: [direct] })
    for (const policy of [UNMUTED, FOLLOWED]) {
      await setTopic('Quiet', policy)
      expect(await unread()).toEqual({ count: 3, mentions: [everyone, direct] })
    }
    await setTopic('quiet', MUTED)
    expect(await unread()).toEqual({ count: 0, mentions: [direct] })
    await setTopic('quiet', INHERIT)
    await muteChannel(false)
  })
})

test('the event of a message that becomes unread says whether the message is muted', async () => {
  const mark = (op: string) => ok(as('zoe').post('/messages/flags', { op, flag: 'read', messages: [quiet] }))
  const isUnmuted = async () => {
    await mark('add')
    const { zoe } = await eventsDuring(['update_message_flags'], ['zoe'], () => mark('remove'))
    return zoe![0].message_details[quiet].unmuted_stream_msg
  }
  expect(await isUnmuted()).toBe(true)
  await setTopic('QUIET', MUTED)
  expect(await isUnmuted()).toBe(false)
  await muteChannel(true)
  expect(await isUnmuted()).toBe(false)
  await setTopic('quiet', FOLLOWED)
  expect(await isUnmuted()).toBe(true)
  await setTopic('quiet', INHERIT)
  expect(await isUnmuted()).toBe(false)
  await muteChannel(false)
})
