import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChannels } from '../../../../core/channels/joining/create.ts'
import { addMembers, removeMembers } from '../../../../core/channels/subscriptions/subscribe.ts'
import { FlagBit } from '../../../../core/content/messages/bits.ts'
import { fetchMessages } from '../../../../core/messaging/fetching/fetch.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { markArchived } from '../../../../core/messaging/marking/mark-archived.ts'
import { NEWEST } from '../../../../core/messaging/narrow/range.ts'
import type { NarrowTerm } from '../../../../core/messaging/narrow/terms.ts'
import { type UnreadSummary, unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { sendMessage } from '../../../../core/messaging/sending/send.ts'
import { hooksOf } from '../../../../core/open-core.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { ChannelId, MessageId, UserId } from '../../../../core/platform/ids.ts'
import {
  canReadChannel,
  canReadWholeHistory,
  canSendToChannel,
} from '../../../../core/state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../../../core/state/channels/record.ts'
import type { Core } from '../../../../core/state/core.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'
import { disableAutomaticPolicies } from './disable-automatic-policies.ts'
import { RecipientsModel } from './recipients-model.ts'

/**
 * Histories that run at the same time, each in its own realm, because most of the time is spent waiting for
 * Postgres.
 */
const LANES = 4
const ROLES = [Role.member, Role.member, Role.administrator, Role.guest]

const MESSAGE_FLAG = statement(
  'test.message-flag',
  `INSERT INTO message_flag (user_id, message_id, bits) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, message_id)
   DO UPDATE SET bits = message_flag.bits & ~${FlagBit.hasExplicitReadState | FlagBit.read} | $3`,
)
const POINTER = statement(
  'test.pointer',
  `INSERT INTO read_pointer (user_id, conversation_id, message_id)
   SELECT $1, conversation_id, id FROM message WHERE id = $2
   ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = greatest(read_pointer.message_id, $2)`,
)
const PASSED = statement(
  'test.passed',
  `UPDATE message_flag SET bits = bits & ~${FlagBit.hasExplicitReadState | FlagBit.read}
   WHERE user_id = $1 AND message_id = ANY($2::int8[])`,
)
const EMPTY = statement('test.empty', 'DELETE FROM message_flag WHERE user_id = $1 AND bits = 0')
const MUTE = statement(
  'test.mute',
  'UPDATE subscription SET is_muted = $3 WHERE user_id = $1 AND channel_id = $2 RETURNING 1',
)

let world: World
let core: Core
const realms: RealmState[] = []
let steps = 0

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  for (let lane = 0; lane < LANES; lane++) {
    const id = await createRealm(core.db, { subdomain: `lane-${lane}`, name: 'Lane' })
    const options = {
      hooks: hooksOf(core),
      db: core.db,
      secretKey: world.config.secretKey,
      retentionMs: 900_000,
    }
    const realm = (await RealmState.open(id, options))!
    await disableAutomaticPolicies(core, realm)
    realms.push(realm)
  }
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const user = fc.nat(ROLES.length - 1)
const users = fc.uniqueArray(user, { minLength: 1, maxLength: 3 })
const channel = fc.nat(2)
/** Chooses among the existing entries: a fraction of the list's length, more often near the end. */
const choice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }).map((x) => 1 - (1 - x) ** 2)

const message = fc.record({
  from: user,
  to: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ channel, topic: fc.constantFrom('one', 'One', 'two', '', 'general chat') }),
    },
    { weight: 1, arbitrary: fc.record({ people: users }) },
  ),
  client: fc.constantFrom('website', 'script'),
  readBySender: fc.constantFrom(undefined, undefined, undefined, true, false),
  mentions: fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: users }),
  wildcard: fc.constantFrom('', '', '', '@**all**', '@**topic**', '@_**all**'),
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), users, channel }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), users, channel }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('row' as const),
      user,
      at: choice,
      says: fc.constantFrom('read', 'unread'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pointer' as const), user, at: choice, far: choice }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      user,
      at: fc.array(choice, { minLength: 1, maxLength: 5 }),
      op: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      flag: fc.constantFrom<('read' | 'starred' | 'collapsed')[]>('read', 'read', 'starred', 'collapsed'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('mute' as const), user, channel, muted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), channel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const), user }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Sent = typeof message extends fc.Arbitrary<infer S> ? S : never

const names = ['Ada', 'Ben', 'Cleo', 'Dan']
let stages = 0

/**
 * Four people and three channels (public, private, private with shared history) of one history, and its
 * model.
 */
class Stage {
  readonly realm: RealmState
  readonly people: readonly UserRecord[]
  readonly channels: readonly ChannelRecord[]
  readonly model: RecipientsModel
  /** The spelling of the first message of the topic. */
  readonly #topics = new Map<string, string>()

  private constructor(realm: RealmState, people: readonly UserRecord[], channels: readonly ChannelRecord[]) {
    this.realm = realm
    this.people = people
    this.channels = channels
    this.model = new RecipientsModel(
      people.map((person) => person.id),
      (user, channel) => {
        const [reader, place] = [realm.users.get(user as UserId)!, realm.channels.get(channel as ChannelId)!]
        return canReadChannel(realm, reader, place)
      },
    )
  }

  static async set(realm: RealmState): Promise<Stage> {
    const number = ++stages
    const people: UserRecord[] = []
    for (const [index, role] of ROLES.entries()) {
      const email = `${names[index]}${number}@example.com`
      people.push(await createUser(core, realm, { email, fullName: `${names[index]} ${number}`, role }))
    }
    const channels = await core.changeAsSystem(realm, async (tx) => {
      return addChannels(tx, realm, people[0]!.id, [
        { name: `public ${number}` },
        { name: `private ${number}`, isPrivate: true },
        { name: `open ${number}`, isPrivate: true, historyPublicToSubscribers: true },
      ])
    })
    await realm.sync()
    return new Stage(realm, people, channels)
  }

  async applyStep(one: Step): Promise<void> {
    switch (one.kind) {
      case 'send':
        return this.#send(one.messages)
      case 'subscribe':
      case 'unsubscribe':
        return this.#change(one.kind, one.users, this.channels[one.channel]!)
      case 'row':
        return this.#row(one)
      case 'pointer':
        return this.#pointer(one)
      case 'flag':
        return this.#flag(one)
      case 'mute': {
        const { id } = this.channels[one.channel]!
        const of = this.people[one.user]!.id
        if ((await core.db.run(MUTE, [of, id, one.muted])).length > 0) this.model.mute(of, id, one.muted)
        return
      }
      case 'archive': {
        // What archiving writes. The channel goes on, as after its return.
        const { id } = this.channels[one.channel]!
        await core.changeAsSystem(this.realm, (tx) => markArchived(tx, this.realm, id))
        this.model.archive(id)
        return
      }
      case 'look':
        return this.look(one.user)
    }
  }

  async #send(messages: readonly Sent[]): Promise<void> {
    const sent = messages.filter(({ from, to }) => {
      if (!('channel' in to)) return true
      return canSendToChannel(this.realm, this.people[from]!, this.channels[to.channel]!)
    })
    const ids = await Promise.all(sent.map((message) => this.#sendOne(message)))
    const inOrder = sent
      .map((message, index) => ({ ...message, id: ids[index]! }))
      .sort((a, b) => a.id - b.id)
    for (const message of inOrder) this.#note(message)
  }

  async #sendOne({ from, to, client, readBySender, mentions, wildcard }: Sent): Promise<MessageId> {
    const named = mentions.map((index) => `@**|${this.people[index]!.id}**`)
    const { id } = await sendMessage(
      { core, realm: this.realm, user: this.people[from]! },
      {
        to:
          'channel' in to
            ? { kind: 'channel', channel: this.channels[to.channel]!.id, topic: to.topic }
            : { kind: 'direct', users: to.people.map((index) => this.people[index]!.id) },
        content: ['hello', ...named, wildcard].join(' '),
        client,
        readBySender,
      },
    )
    return id
  }

  #note({ id, from, to, client, readBySender, mentions, wildcard }: Sent & { id: MessageId }): void {
    const sender = this.people[from]!.id
    this.model.send({
      id,
      sender,
      to:
        'channel' in to
          ? { channel: this.channels[to.channel]!.id, topic: this.#topic(to) }
          : {
              participants: [
                ...new Set([sender, ...to.people.map((index) => this.people[index]!.id as number)]),
              ].sort((a, b) => a - b),
            },
      readBySender: readBySender ?? client === 'website',
      mentions: mentions.map((index) => this.people[index]!.id),
      channelWildcard: wildcard === '@**all**',
      topicWildcard: wildcard === '@**topic**',
    })
  }

  #topic(to: { channel: number; topic: string }): string {
    const topic = to.topic === 'general chat' ? '' : to.topic
    const key = `${to.channel}/${topic.toLowerCase()}`
    if (!this.#topics.has(key)) this.#topics.set(key, topic)
    return this.#topics.get(key)!
  }

  async #change(
    kind: 'subscribe' | 'unsubscribe',
    who: readonly number[],
    channel: ChannelRecord,
  ): Promise<void> {
    const ids = who.map((index) => this.people[index]!.id)
    await core.changeAsSystem(this.realm, async (tx) => {
      const change = kind === 'subscribe' ? addMembers : removeMembers
      await change(tx, this.realm, [{ channel: this.realm.channels.get(channel.id)!, users: ids }])
    })
    await this.realm.sync()
    for (const id of ids) this.model[kind](id, channel.id)
  }

  /** A message that the user may read, counted from the oldest. */
  #chosen(index: number, at: number) {
    const reader = this.people[index]!
    const readable = [
      ...this.model.copies(reader.id),
      ...this.channels
        .filter((channel) => canReadChannel(this.realm, reader, channel) && this.#readsAll(reader, channel))
        .flatMap((channel) => this.model.copies(reader.id, channel.id).filter((copy) => !copy.received)),
    ].sort((a, b) => a.message.id - b.message.id)
    return readable[Math.floor(at * readable.length)]
  }

  #readsAll(reader: UserRecord, { id }: ChannelRecord): boolean {
    return canReadWholeHistory(this.realm, reader, this.realm.channels.get(id)!)
  }

  /** A row with an explicit read state decides. */
  async #row({ user, at, says }: Step & { kind: 'row' }): Promise<void> {
    const reader = this.people[user]!.id
    const copy = this.#chosen(user, at)
    if (copy === undefined || (says === 'unread' && !this.model.mayBeUnread(reader, copy))) return
    const bits = FlagBit.hasExplicitReadState | (says === 'read' ? FlagBit.read : 0)
    await core.db.run(MESSAGE_FLAG, [reader, copy.message.id, bits])
    copy.read = says === 'read'
  }

  /** Advances the pointer over read messages and deletes rows below it, which changes no flags. */
  async #pointer({ user, at, far }: Step & { kind: 'pointer' }): Promise<void> {
    const reader = this.people[user]!.id
    const conversations = this.model.conversations(reader)
    const copies = conversations[Math.floor(at * conversations.length)] ?? []
    const firstUnread = copies.findIndex((copy) => !copy.read)
    const passable = firstUnread < 0 ? copies : copies.slice(0, firstUnread)
    const passed = passable.slice(0, Math.ceil(far * passable.length)).map((copy) => copy.message.id)
    if (passed.length === 0) return
    await core.db.run(POINTER, [reader, passed.at(-1)])
    await core.db.run(PASSED, [reader, passed])
    await core.db.run(EMPTY, [reader])
  }

  async #flag({ user, at, op, flag }: Step & { kind: 'flag' }): Promise<void> {
    const reader = this.people[user]!
    const chosen = new Set(at.flatMap((place) => this.#chosen(user, place) ?? []))
    const ids = [...chosen].map((copy) => copy.message.id as MessageId)
    if (ids.length === 0) return
    const { changed } = await changeFlags({ core, realm: this.realm, user: reader }, { op, flag }, ids)
    const expected: number[] = []
    for (const copy of chosen) {
      if (flag === 'read' && op === 'remove' && !this.model.mayBeUnread(reader.id, copy)) continue
      if (copy[flag] !== (op === 'add')) expected.push(copy.message.id)
      copy[flag] = op === 'add'
    }
    expect(changed).toEqual(expected.sort((a, b) => a - b))
  }

  /** Expects that everything the user sees equals the model. */
  async look(index: number): Promise<void> {
    const reader = this.people[index]!
    await this.#lookAt(reader, undefined)
    for (const { id } of this.channels) {
      if (!canReadChannel(this.realm, reader, this.realm.channels.get(id)!)) continue
      await this.#lookAt(reader, id)
    }
    for (const emptyTopicName of [true, false]) {
      const summary = await unreadSummary(core.db, this.realm, reader, { emptyTopicName })
      expect(inOrder(summary)).toEqual(inOrder(this.model.summary(reader.id, emptyTopicName)))
    }
  }

  /** One channel, or all received messages. */
  async #lookAt(reader: UserRecord, channel: ChannelId | undefined): Promise<void> {
    const narrow = channel === undefined ? [] : [{ operator: 'channel', operand: channel }]
    const expected = this.#expected(reader, channel)
    const { messages } = await this.#fetch(reader, narrow, 'oldest', 5000)
    expect(messages.map((text) => JSON.parse(text)).map(({ id, flags }) => ({ id, flags }))).toEqual(expected)
    const unread = expected.find(({ flags }) => !flags.includes('read'))
    expect((await this.#fetch(reader, narrow, 'first_unread', 0)).anchor).toBe(unread?.id ?? NEWEST)
  }

  #fetch(reader: UserRecord, narrow: NarrowTerm[], anchor: 'oldest' | 'first_unread', numAfter: number) {
    return fetchMessages(core, this.realm, reader, {
      anchor,
      includeAnchor: true,
      numBefore: 0,
      numAfter,
      narrow,
      applyMarkdown: false,
      clientGravatar: true,
      allowEmptyTopicName: true,
    })
  }

  /** All received messages, and the other readable messages for which the reader has rows. */
  #expected(reader: UserRecord, channel: ChannelId | undefined) {
    const open = this.channels.filter((channel) => this.#readsAll(reader, channel))
    const isOpen = (id: ChannelId) => open.some((channel) => channel.id === id)
    const copies =
      channel === undefined
        ? [
            ...this.model.copies(reader.id),
            ...open
              .flatMap((channel) => this.model.copies(reader.id, channel.id))
              .filter((copy) => !copy.received && (copy.starred || copy.collapsed || !copy.read)),
          ]
        : this.model.copies(reader.id, channel).filter((copy) => copy.received || isOpen(channel))
    return copies
      .sort((one, other) => one.message.id - other.message.id)
      .map((copy) => ({ id: copy.message.id, flags: this.model.flags(copy) }))
  }
}

/** Conversations have no defined order. */
function inOrder({ pms, streams, huddles, ...rest }: UnreadSummary): UnreadSummary {
  const sorted = <T extends { unread_message_ids: number[] }>(list: T[]) =>
    list.toSorted((a, b) => a.unread_message_ids[0]! - b.unread_message_ids[0]!)
  return { ...rest, pms: sorted(pms), streams: sorted(streams), huddles: sorted(huddles) }
}

test('flags and unread summary equal those of a model with one row for each recipient', {
  timeout: 600_000,
}, async () => {
  const histories = fc.array(fc.array(step, { minLength: 20, maxLength: 60 }), {
    minLength: LANES,
    maxLength: LANES,
  })
  await checkProperty(histories, 12, async (given) => {
    await Promise.all(
      given.map(async (history, lane) => {
        const stage = await Stage.set(realms[lane]!)
        for (const step of history) {
          await stage.applyStep(step)
          steps++
        }
        for (const index of ROLES.keys()) await stage.look(index)
      }),
    )
  })
  if (process.env.LOQUAT_SEED === undefined) expect(steps).toBeGreaterThan(1_300)
})
