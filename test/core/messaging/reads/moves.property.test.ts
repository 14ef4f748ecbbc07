import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChannels } from '../../../../core/channels/joining/create.ts'
import { addMembers, removeMembers } from '../../../../core/channels/subscriptions/subscribe.ts'
import { editMessage } from '../../../../core/messaging/editing/edit.ts'
import { fetchMessages } from '../../../../core/messaging/fetching/fetch.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { markArchived } from '../../../../core/messaging/marking/mark-archived.ts'
import { unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { sendMessage } from '../../../../core/messaging/sending/send.ts'
import { hooksOf } from '../../../../core/open-core.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { ApiError } from '../../../../core/platform/errors.ts'
import type { MessageId } from '../../../../core/platform/ids.ts'
import { canReadChannel, canSendToChannel } from '../../../../core/state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../../../core/state/channels/record.ts'
import type { Core } from '../../../../core/state/core.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const ROLES = [Role.moderator, Role.member, Role.member, Role.guest]
const TOPICS = ['one', 'two', 'three']

let world: World
let core: Core
let realm: RealmState
let moves = 0
let stages = 0

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  const id = await createRealm(core.db, { subdomain: 'moves', name: 'Moves' })
  const options = {
    hooks: hooksOf(core),
    db: core.db,
    secretKey: world.config.secretKey,
    retentionMs: 900_000,
  }
  realm = (await RealmState.open(id, options))!
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const user = fc.nat(ROLES.length - 1)
const channel = fc.nat(2)
const topic = fc.constantFrom(...TOPICS)
const choice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), user, channel, topic }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      user,
      channel,
      flag: fc.constantFrom('read' as const, 'read' as const, 'starred' as const),
      op: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      from: choice,
      size: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('turn' as const), user, channel }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('archive' as const), channel }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      at: choice,
      to: fc.record({ channel: fc.option(channel, { nil: undefined }), topic }),
      mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Flags of messages by their ids. */
type Flags = Map<number, string[]>

class Stage {
  readonly people: UserRecord[] = []
  channels: ChannelRecord[] = []

  static async set(): Promise<Stage> {
    const stage = new Stage()
    const name = `stage-${++stages}`
    for (const [i, role] of ROLES.entries()) {
      stage.people.push(
        await createUser(core, realm, { email: `${i}@${name}.test`, fullName: `Person ${i}`, role }),
      )
    }
    await realm.sync()
    const kinds = [{}, {}, { isPrivate: true, historyPublicToSubscribers: false }]
    stage.channels = await core.changeAsSystem(realm, async (tx) => {
      const wanted = kinds.map((kind, i) => ({
        name: `${name} ${i}`,
        description: '',
        renderedDescription: '',
        ...kind,
      }))
      return addChannels(tx, realm, stage.people[0]!.id, wanted)
    })
    await realm.sync()
    for (const i of stage.people.keys()) for (const at of stage.channels.keys()) await stage.turn(i, at)
    return stage
  }

  async applyStep(step: Step): Promise<void> {
    switch (step.kind) {
      case 'turn':
        return this.turn(step.user, step.channel)
      case 'archive': {
        // What archiving writes. The channel goes on, as after its return.
        const { id } = this.channels[step.channel]!
        await core.changeAsSystem(realm, (tx) => markArchived(tx, realm, id))
        return
      }
      case 'send': {
        const { id } = this.channels[step.channel]!
        const [sender, to] = [this.people[step.user]!, realm.channels.get(id)!]
        if (!canSendToChannel(realm, sender, to)) return
        const request = { to: { kind: 'channel' as const, channel: id, topic: step.topic }, content: 'x' }
        await sendMessage({ core, realm, user: sender }, { ...request, client: 'script' })
        return
      }
      case 'mark': {
        const reader = this.people[step.user]!
        const ids = [...(await this.flags(reader, step.channel)).keys()] as MessageId[]
        const from = Math.floor(step.from * ids.length)
        const chosen = ids.slice(from, from + step.size)
        await changeFlags({ core, realm, user: reader }, step, chosen)
        return
      }
      case 'move':
        return this.move(step)
    }
  }

  /** Subscribes a user, or unsubscribes. */
  async turn(who: number, at: number): Promise<void> {
    const [{ id: user }, { id }] = [this.people[who]!, this.channels[at]!]
    await core.changeAsSystem(realm, async (tx) => {
      const change = realm.membership.has(id, user) ? removeMembers : addMembers
      await change(tx, realm, [{ channel: realm.channels.get(id)!, users: [user] }])
    })
    await realm.sync()
  }

  async move({ at, to, mode }: Step & { kind: 'move' }): Promise<void> {
    const mover = this.people[0]!
    const seen = (await Promise.all([...this.channels.keys()].map((key) => this.flags(mover, key)))).flatMap(
      (messages) => [...messages.keys()],
    )
    if (seen.length === 0) return
    const id = seen.sort((a, b) => a - b)[Math.floor(at * seen.length)] as MessageId
    const before = await this.everything()
    const where = await this.places()
    const channel = to.channel === undefined ? undefined : this.channels[to.channel]!.id
    try {
      const notices = { old: false, new: false }
      await editMessage({ core, realm, user: mover }, id, { topic: to.topic, channel, mode, notices })
    } catch (error) {
      if (error instanceof ApiError) return
      throw error
    }
    moves++
    await realm.sync()
    const after = await this.everything()
    const now = await this.places()
    for (const [i, flags] of after.entries()) {
      const reader = this.people[i]!
      for (const [message, found] of flags) {
        const former = before[i]!.get(message)
        if (former === undefined) continue // Hamlet could not read it before.
        const [from, goal] = [where.get(message)!, now.get(message)!]
        const expected = from === goal ? former : await this.carried(reader, message, from, goal, former)
        expect([i, message, found]).toEqual([i, message, expected])
      }
    }
    await this.summaries(after)
  }

  /**
   * Flags after a move between channels: users who do not receive the new channel have the message as read,
   * others keep their flags.
   */
  async carried(reader: UserRecord, message: number, from: number, goal: number, former: string[]) {
    const isInSpan = async (channel: number, which = 'true') =>
      (
        await world.sql(
          `SELECT 1 FROM subscription_span WHERE user_id = $1 AND channel_id = $2 AND from_id <= $3
             AND (to_id IS NULL OR $3 < to_id) AND ${which}`,
          [reader.id, channel, message],
        )
      ).length > 0
    const rest = former.filter((flag) => flag !== 'read' && flag !== 'historical')
    if (await isInSpan(goal, 'to_id IS NULL')) {
      const isRead = former.includes('read')
      expect(isRead || (await isInSpan(from)) || (await this.hasExplicitState(reader, message))).toBe(true)
      return isRead ? ['read', ...rest] : rest
    }
    const isMember = realm.membership.has(goal as never, reader.id)
    const flags = isMember && (await this.hasExplicitState(reader, message)) ? rest : ['read', ...rest]
    // The message arrives in the new channel now: subscribers of that channel have received it if they also
    // subscribed when it was sent.
    return isMember && (await isInSpan(goal)) ? flags : [...flags, 'historical']
  }

  /** Whether a row says that the message is unread. */
  async hasExplicitState(reader: UserRecord, message: number): Promise<boolean> {
    const query = 'SELECT 1 FROM message_flag WHERE user_id = $1 AND message_id = $2 AND bits & 3 = 1'
    return (await world.sql(query, [reader.id, message])).length > 0
  }

  /** Expects that the summary agrees with the flags. */
  async summaries(all: Flags[]): Promise<void> {
    for (const [i, flags] of all.entries()) {
      const { streams } = await unreadSummary(core.db, realm, this.people[i]!, { emptyTopicName: true })
      const listed = streams.flatMap((stream) => stream.unread_message_ids).filter((id) => flags.has(id))
      const unread = [...flags].filter(([, names]) => !names.includes('read')).map(([id]) => id)
      expect([i, listed.sort((a, b) => a - b)]).toEqual([i, unread.sort((a, b) => a - b)])
    }
  }

  /** Channels of messages. */
  async places(): Promise<Map<number, number>> {
    const rows = await world.sql('SELECT id, channel_id FROM message')
    return new Map(rows.map(({ id, channel_id }) => [Number(id), channel_id]))
  }

  async everything(): Promise<Flags[]> {
    return Promise.all(
      this.people.map(async (reader) => {
        const channels = await Promise.all([...this.channels.keys()].map((at) => this.flags(reader, at)))
        return new Map(channels.flatMap((channel) => [...channel]))
      }),
    )
  }

  /** A reader's flags in a channel. */
  async flags(reader: UserRecord, at: number): Promise<Flags> {
    const { id } = this.channels[at]!
    if (!canReadChannel(realm, reader, realm.channels.get(id)!)) return new Map()
    const { messages } = await fetchMessages(core, realm, reader, {
      anchor: 'oldest',
      includeAnchor: true,
      numBefore: 0,
      numAfter: 5000,
      narrow: [{ operator: 'channel', operand: id }],
      applyMarkdown: false,
      clientGravatar: true,
      allowEmptyTopicName: true,
    })
    return new Map(messages.map((text) => JSON.parse(text)).map(({ id, flags }) => [id, flags]))
  }
}

test('moved messages keep their flags', { timeout: 600_000 }, async () => {
  await checkProperty(fc.array(step, { minLength: 30, maxLength: 60 }), 6, async (history) => {
    const stage = await Stage.set()
    for (const step of history) await stage.applyStep(step)
  })
  if (process.env.LOQUAT_SEED === undefined) expect(moves).toBeGreaterThan(12)
})
