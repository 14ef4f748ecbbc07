import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMembers, removeMembers } from '../../../../core/channels/subscriptions/subscribe.ts'
import { deleteMessage, deleteTopic } from '../../../../core/messaging/editing/delete.ts'
import { editMessage } from '../../../../core/messaging/editing/edit.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { heldInTurn, loadMessages } from '../../../../core/messaging/reads/held-messages.ts'
import { unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { sendMessage } from '../../../../core/messaging/sending/send.ts'
import { type Sql, statement } from '../../../../core/platform/db/statements/statement.ts'
import { ApiError } from '../../../../core/platform/errors.ts'
import type { ChannelId, MessageId, RealmId, Seq } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { HeldMessages } from '../../../../core/state/realm/messages-by-conversation.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const OPTIONS = { emptyTopicName: true }
const TOPICS = ['one', 'two', 'three']
const PEOPLE = ['iago', 'hamlet', 'cordelia'] as const
const HEAD = statement('test.head', 'SELECT seq FROM event_head WHERE realm_id = $1')

/** One process writes; the other holds messages and learns of changes by the log. */
let world: World
let writer: { core: Core; realm: RealmState }
let holder: { core: Core; realm: RealmState }
/** How often the holder answered from memory, and messages that it did not read from Postgres. */
let answered = 0
let heldUnread = 0

beforeAll(async () => {
  world = await World.create()
  const open = async () => {
    const core = await world.core()
    return { core, realm: (await core.realms.get(world.organization.realmId as RealmId))! }
  }
  writer = await open()
  holder = await open()
})
afterAll(async () => {
  await writer?.core.close()
  await holder?.core.close()
  await world?.close()
})

const user = fc.nat(PEOPLE.length - 1)
const channel = fc.nat(1)
const topic = fc.constantFrom(...TOPICS)
const choice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const content = fc.constantFrom('x', 'x', '@**all**', '@**topic**', '@**King Hamlet**')

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('send' as const), user, channel, topic, content }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('direct' as const), user, to: fc.uniqueArray(user), content }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: choice, content }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      at: choice,
      to: fc.record({ channel: fc.option(channel, { nil: undefined }), topic }),
      mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: choice }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-topic' as const), channel, topic }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      user,
      at: fc.array(choice, { minLength: 1, maxLength: 4 }),
      op: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), user, channel }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('load' as const),
      loaded: fc.constantFrom(1, 5, 20, 10_000),
      most: fc.constantFrom(20, 10_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('look' as const), user }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const personOf = ({ realm }: { realm: RealmState }, who: number) =>
  realm.users.get(world.userId(PEOPLE[who]!))!
const channelOf = (at: number) => world.channelId(['Denmark', 'core team'][at]!) as ChannelId

async function chosen(places: readonly number[]): Promise<MessageId[]> {
  const rows = await world.sql('SELECT id FROM message WHERE realm_id = $1 ORDER BY id DESC LIMIT 30', [
    writer.realm.id,
  ])
  return [...new Set(places.flatMap((place) => rows[Math.floor(place * rows.length)]?.id ?? []))].map(
    (id) => Number(id) as MessageId,
  )
}

async function applyStep(step: Step): Promise<void> {
  const { core, realm } = writer
  const administrator = { ...writer, user: personOf(writer, 0) }
  switch (step.kind) {
    case 'send':
    case 'direct': {
      const to =
        step.kind === 'send'
          ? ({ kind: 'channel', channel: channelOf(step.channel), topic: step.topic } as const)
          : ({ kind: 'direct', users: step.to.map((who) => personOf(writer, who).id) } as const)
      const client = step.user === 0 ? 'website' : 'script'
      await sendMessage(
        { ...writer, user: personOf(writer, step.user) },
        { to, content: step.content, client },
      )
      return
    }
    case 'edit': {
      const [id] = await chosen([step.at])
      const [row] = await world.sql('SELECT sender_id FROM message WHERE id = $1', [id])
      const user = realm.users.get(row?.sender_id)
      if (user === undefined) return
      const change = {
        content: step.content,
        mode: 'change_one',
        notices: { old: false, new: false },
      } as const
      await editMessage({ ...writer, user }, id!, change)
      return
    }
    case 'move': {
      const [id] = await chosen([step.at])
      const channel = step.to.channel === undefined ? undefined : channelOf(step.to.channel)
      const notices = { old: false, new: true }
      await editMessage(administrator, id!, { topic: step.to.topic, channel, mode: step.mode, notices })
      return
    }
    case 'delete': {
      const [id] = await chosen([step.at])
      return deleteMessage(administrator, id!)
    }
    case 'delete-topic':
      await deleteTopic(administrator, channelOf(step.channel), step.topic)
      return
    case 'mark': {
      const { op } = step
      await changeFlags(
        { ...writer, user: personOf(writer, step.user) },
        { op, flag: 'read' },
        await chosen(step.at),
      )
      return
    }
    case 'subscribe': {
      const [channel, { id }] = [channelOf(step.channel), personOf(writer, step.user)]
      await core.changeAsSystem(realm, async (tx) => {
        const change = realm.membership.has(channel, id) ? removeMembers : addMembers
        await change(tx, realm, [{ channel: realm.channels.get(channel)!, users: [id] }])
      })
      return
    }
    case 'load': {
      const { messagesByConversation } = holder.realm
      return messagesByConversation.load(() =>
        loadMessages(holder.core, holder.realm, { loaded: step.loaded, most: step.most }),
      )
    }
    case 'look':
      return look(step.user)
  }
}

/** Compares the summary with messages in memory and the one that Postgres makes alone, in one snapshot. */
async function look(who: number): Promise<void> {
  const { core, realm } = holder
  await realm.sync()
  const reader = personOf(holder, who)
  await core.db.snapshot(async (sql) => {
    const alone = await unreadSummary(sql, realm, reader, OPTIONS)
    expect(await unreadSummary(sql, realm, reader, { ...OPTIONS, memory: holder })).toEqual(alone)
    const held = await heldIn(sql)
    if (held === undefined) return
    expect(held.changed).toEqual([])
    answered++
    const unread = [...alone.streams, ...alone.pms].flatMap(({ unread_message_ids: ids }) => ids)
    heldUnread += unread.filter((id) => id >= held.from).length
  })
}

/** As `look` while others write. Memory is asked before the snapshot begins, or long after it. */
async function lookMeanwhile(who: number, isEarly: boolean): Promise<void> {
  const { core, realm } = holder
  const reader = personOf(holder, who)
  await core.db.snapshot(async (sql) => {
    const ask = () => unreadSummary(sql, realm, reader, { ...OPTIONS, memory: holder })
    const early = isEarly ? await ask() : undefined
    const alone = await unreadSummary(sql, realm, reader, OPTIONS)
    if (early === undefined) await sleep(10)
    expect(early ?? (await ask())).toEqual(alone)
    if ((await heldIn(sql)) !== undefined) answered++
  })
}

async function heldIn(sql: Sql): Promise<HeldMessages | undefined> {
  const [head] = await sql.run<{ seq: Seq }>(HEAD, [holder.realm.id])
  const inTurn = heldInTurn(sql, holder.realm)
  return inTurn?.at(head!.seq, await inTurn.rows)
}

async function attempt(step: Step): Promise<void> {
  try {
    await applyStep(step)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

test('unread messages with those in memory are those that Postgres finds alone', {
  timeout: 600_000,
}, async () => {
  await checkProperty(fc.array(step, { minLength: 30, maxLength: 60 }), 12, async (history) => {
    for (const step of history) await attempt(step)
    for (const who of PEOPLE.keys()) await look(who)
  })
  if (process.env.LOQUAT_SEED === undefined) {
    expect(answered).toBeGreaterThan(40)
    expect(heldUnread).toBeGreaterThan(80)
  }
})

test('and while others write', { timeout: 600_000 }, async () => {
  answered = 0
  const steps = step.filter(({ kind }) => kind !== 'look' && kind !== 'subscribe' && kind !== 'load')
  await checkProperty(fc.array(steps, { minLength: 60, maxLength: 90 }), 5, async (history) => {
    await applyStep({ kind: 'load', loaded: 10_000, most: 10_000 })
    let isWriting = true
    const writing = (async () => {
      for (const step of history) await attempt(step)
      isWriting = false
    })()
    await Promise.all(
      [true, true, false, false].map(async (isEarly, n) => {
        while (isWriting) await lookMeanwhile(n % PEOPLE.length, isEarly)
      }),
    )
    await writing
  })
  if (process.env.LOQUAT_SEED === undefined) expect(answered).toBeGreaterThan(8)
})
