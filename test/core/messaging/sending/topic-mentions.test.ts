import { afterAll, beforeAll, expect, test } from 'vitest'
import { FlagBit } from '../../../../core/content/messages/bits.ts'
import { sendMessage } from '../../../../core/messaging/sending/send.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { ChannelId, RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { World } from '../../../harness/world.ts'

const MENTIONED = statement(
  'test.topic-mentioned',
  `SELECT user_id AS "userId" FROM message_flag
   WHERE message_id = $1 AND bits & ${FlagBit.topicMentioned} <> 0 ORDER BY user_id`,
)

let world: World
let core: Core
let realm: RealmState
beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

test('a mention of the topic reaches those who wrote before it, also when all are stored together', async () => {
  const channel = world.channelId('Verona') as ChannelId
  const send = (name: string, content: string) =>
    sendMessage(
      { core, realm, user: realm.users.get(world.userId(name))! },
      { to: { kind: 'channel', channel, topic: 'together' }, content, client: 'script' },
    )
  // The first is stored alone; the others arrive meanwhile and are stored in one transaction.
  const [, , mention] = await Promise.all([
    send('hamlet', 'first'),
    send('zoe', 'before'),
    send('iago', '@**topic** who is here?'),
    send('cordelia', 'after'),
  ])
  const rows = await core.db.run<{ userId: number }>(MENTIONED, [mention.id])
  const expected = ['hamlet', 'zoe', 'iago'].map((name) => world.userId(name))
  expect(rows.map((row) => row.userId)).toEqual(expected.sort((a, b) => a - b))
})
