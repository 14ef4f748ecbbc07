import { afterAll, beforeAll, expect, test } from 'vitest'
import { FlagBit } from '../../../../core/content/messages/bits.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { markAllAsRead } from '../../../../core/messaging/marking/mark-all.ts'
import { isRead, readStateJoins } from '../../../../core/messaging/reads/read-state.ts'
import { unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { World } from '../../../harness/world.ts'

/** Two processes on one database, as two gateways are. */
let world: World
let cores: Core[]
let realms: RealmState[]

const SEND = statement(
  'test.send',
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), $1, $2, $3, $4, 'test', 'x', 'x' FROM generate_series(1, $5) RETURNING id`,
)
const CONVERSATION = statement(
  'test.conversation',
  'INSERT INTO conversation (realm_id, channel_id, topic) VALUES ($1, $2, $3) RETURNING id',
)
const STATE = statement(
  'test.state',
  `SELECT m.id FROM message m ${readStateJoins('$1')} WHERE NOT ${isRead('$1')} ORDER BY m.id`,
)
const EVENTS = statement(
  'test.events',
  `SELECT seq, payload FROM event_log WHERE payload LIKE '{"type":"update_message_flags"%' ORDER BY seq`,
)

const FLAGS = statement(
  'test.flags',
  'SELECT message_id AS id, bits FROM message_flag WHERE user_id = $1 AND message_id = ANY ($2::int8[]) ORDER BY 1',
)
const TRANSACTIONS = statement(
  'test.transactions',
  `SELECT count(DISTINCT xmin::text)::int AS count FROM event_log WHERE payload LIKE '{"type":"update_message_flags"%'`,
)

beforeAll(async () => {
  world = await World.create()
  const open = () => world.core()
  cores = [await open(), await open()]
  const id = world.organization.realmId as RealmId
  realms = await Promise.all(cores.map(async (core) => (await core.realms.get(id))!))
})
afterAll(async () => {
  await Promise.all((cores ?? []).map((core) => core.close()))
  await world?.close()
})

/** Pseudo-random numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

test('concurrent marks of one reader from two processes have the result of their order in the log', async () => {
  const reader = realms[0]!.users.get(world.userId('cordelia'))!
  const channel = world.channelId('Verona')
  const [conversation] = await cores[0]!.db.run<{ id: number }>(CONVERSATION, [
    realms[0]!.id,
    channel,
    'at once',
  ])
  const ids: MessageId[] = []
  /** The position of the log when each message was sent. */
  const sentAt = new Map<number, number>()
  const send = (n: number) =>
    cores[0]!.changeAsSystem(realms[0]!, async (tx) => {
      const { seq } = await tx.lockLog()
      const values = [realms[0]!.id, conversation!.id, channel, world.userId('hamlet'), n]
      for (const { id } of await tx.run<{ id: MessageId }>(SEND, values)) {
        ids.push(id)
        sentAt.set(id, seq)
      }
    })
  await send(40)
  const act = async (process: number, seed: number) => {
    const random = numbers(seed)
    const next = () => random.next().value
    for (let turn = 0; turn < 60; turn++) {
      const some = Array.from(
        { length: 1 + Math.floor(next() * 6) },
        () => ids[Math.floor(next() * ids.length)]!,
      )
      const op = next() < 0.65 ? 'add' : 'remove'
      if (next() < 0.04)
        await markAllAsRead({ core: cores[process]!, realm: realms[process]!, user: reader }, { kind: 'all' })
      else
        await changeFlags(
          { core: cores[process]!, realm: realms[process]!, user: reader },
          { op, flag: 'read' },
          some,
        )
    }
  }
  const sending = async () => {
    for (let turn = 0; turn < 30; turn++) await send(2)
  }
  await Promise.all([act(0, 1), act(1, 2), act(0, 3), act(1, 4), sending()])

  // The log contains every change once, in an order in which each of them changed something.
  const unread = new Set<number>(ids)
  for (const { seq, payload } of await cores[0]!.db.run<{ seq: number; payload: string }>(EVENTS)) {
    const { op, messages, all } = JSON.parse(payload) as { op: string; messages: number[]; all: boolean }
    if (all) for (const id of unread) if (sentAt.get(id)! < seq) unread.delete(id)
    for (const id of messages) {
      expect(unread.has(id)).toBe(op === 'add')
      if (op === 'add') unread.delete(id)
      else unread.add(id)
    }
  }
  const left = [...unread].sort((a, b) => a - b)
  expect((await cores[0]!.db.run<{ id: number }>(STATE, [reader.id])).map((row) => row.id)).toEqual(left)
  const { streams } = await unreadSummary(cores[1]!.db, realms[1]!, reader, { emptyTopicName: true })
  expect(streams.flatMap((stream) => stream.unread_message_ids)).toEqual(left)
})

test('concurrent marks of many readers share transactions', async () => {
  const [core, realm] = [cores[0]!, realms[0]!]
  const readers = [...realm.users].filter((user) =>
    realm.membership.has(world.channelId('Verona') as never, user.id),
  )
  expect(readers.length).toBeGreaterThan(2)
  const [conversation] = await core.db.run<{ id: number }>(CONVERSATION, [
    realm.id,
    world.channelId('Verona'),
    'by many',
  ])
  const values = [realm.id, conversation!.id, world.channelId('Verona'), world.userId('hamlet'), 3]
  const ids = (await core.db.run<{ id: MessageId }>(SEND, values)).map((row) => row.id)
  const answers = await Promise.all(
    readers.flatMap((reader) => [
      changeFlags({ core, realm, user: reader }, { op: 'add', flag: 'read' }, ids.slice(0, 2)),
      changeFlags({ core, realm, user: reader }, { op: 'add', flag: 'read' }, ids),
    ]),
  )
  // Whichever of a reader's two marks ran first, each message was changed once.
  for (let at = 0; at < answers.length; at += 2) {
    const changed = [...answers[at]!.changed, ...answers[at + 1]!.changed]
    expect(changed.sort((a, b) => a - b)).toEqual(ids)
  }
})

test('stars of one reader that arrive together share a transaction, and a refused one changes nothing', async () => {
  const [core, realm] = [cores[0]!, realms[0]!]
  const reader = realm.users.get(world.userId('cordelia'))!
  const caller = { core, realm, user: reader }
  const [conversation] = await core.db.run<{ id: number }>(CONVERSATION, [
    realm.id,
    world.channelId('Verona'),
    'stars',
  ])
  const values = [realm.id, conversation!.id, world.channelId('Verona'), world.userId('hamlet'), 3]
  const ids = (await core.db.run<{ id: MessageId }>(SEND, values)).map((row) => row.id)
  const [first, second, third] = ids as [MessageId, MessageId, MessageId]
  const missing = 2_000_000_000 as MessageId
  const before = await transactions(core)
  const answers = await Promise.allSettled([
    changeFlags(caller, { op: 'add', flag: 'starred' }, [first]),
    changeFlags(caller, { op: 'add', flag: 'starred' }, [second, third]),
    changeFlags(caller, { op: 'remove', flag: 'starred' }, [second, second]),
    changeFlags(caller, { op: 'add', flag: 'collapsed' }, [first, missing]),
    changeFlags(caller, { op: 'add', flag: 'read' }, [third]),
    changeFlags(caller, { op: 'add', flag: 'starred' }, [missing]),
  ])
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.changed : answer.reason.message)),
  ).toEqual([[first], [second, third], [second], 'Invalid message(s)', [third], 'Invalid message(s)'])
  // The first mark is alone; the others wait for it, and are stored again without the refused ones.
  expect((await transactions(core)) - before).toBe(2)
  const flags = await core.db.run<{ id: number; bits: number }>(FLAGS, [reader.id, ids])
  expect(flags.filter(({ bits }) => bits & FlagBit.starred).map(({ id }) => id)).toEqual([first, third])
  expect(flags.filter(({ bits }) => bits & FlagBit.collapsed)).toEqual([])
})

/** The number of transactions that have written flags. */
async function transactions(core: Core): Promise<number> {
  const [row] = await core.db.run<{ count: number }>(TRANSACTIONS)
  return row!.count
}
