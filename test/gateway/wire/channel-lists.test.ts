import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChannelId, Seq, UserId } from '../../../core/platform/ids.ts'
import {
  canReadChannel,
  canReadWholeHistory,
  canSeeChannel,
  readableChannels,
  visibleChannels,
} from '../../../core/state/access/channel-permissions.ts'
import { ChannelDirectory } from '../../../core/state/channels/directory.ts'
import { Membership } from '../../../core/state/channels/membership.ts'
import type { ChannelRecord } from '../../../core/state/channels/record.ts'
import type { RealmView } from '../../../core/state/realm/view.ts'
import { SPECTATOR } from '../../../core/state/users/spectator.ts'
import { SharedText } from '../../../gateway/http/reply/shared-text.ts'
import { ChannelLists } from '../../../gateway/wire/channel-lists.ts'
import { channelText } from '../../../gateway/wire/channel-text.ts'
import { DEPTH } from '../../harness/property.ts'
import { realm, setUpStage, world } from '../routes/stage.ts'

setUpStage()

/** Ids that lie in three blocks of text. */
const IDS = [1, 2, 3, 98, 99, 149, 150, 151].map((id) => id as ChannelId)
const READERS = ['desdemona', 'iago', 'shiva', 'hamlet', 'zoe', 'polonius'] as const

type Step =
  | { readonly do: 'channel'; readonly id: ChannelId; readonly kind: Partial<ChannelRecord> }
  | { readonly do: 'join' | 'leave'; readonly id: ChannelId; readonly who: (typeof READERS)[number] }
  | { readonly do: 'activate'; readonly isActive: boolean; readonly who: (typeof READERS)[number] }

const id = fc.constantFrom(...IDS)
const who = fc.constantFrom(...READERS)
const kind = fc.record({
  isPrivate: fc.boolean(),
  isArchived: fc.boolean(),
  isDefault: fc.boolean(),
  historyPublicToSubscribers: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('channel' as const), id, kind }),
  fc.record({
    do: fc.constant('channel' as const),
    id,
    kind: fc.constant({ isPrivate: false, isWebPublic: true }),
  }),
  fc.record({ do: fc.constantFrom('join' as const, 'leave' as const), id, who }),
  fc.record({ do: fc.constant('activate' as const), isActive: fc.boolean(), who }),
)

/** A view without channels, in the organization of the stage. */
const emptyView = (): RealmView => ({
  ...{ record: realm.record, users: realm.users, groups: realm.groups, alertWords: realm.alertWords },
  ...{ mutes: realm.mutes, guestDmPartners: realm.guestDmPartners, lists: realm.lists },
  channels: new ChannelDirectory(),
  membership: new Membership(),
})

function change(view: RealmView, step: Step, seq: Seq): void {
  const { channels, membership } = view
  if (step.do === 'channel') {
    const template = [...realm.channels][0]!
    const name = `channel ${step.id}`
    channels.put({
      ...template,
      isWebPublic: false,
      ...channels.get(step.id),
      id: step.id,
      name,
      ...step.kind,
    })
  } else if (step.do === 'activate') membership.setActive(reader(step.who).id, step.isActive)
  else if (channels.get(step.id) !== undefined) {
    const members = [{ channel: step.id, users: [reader(step.who).id] }]
    membership.apply(seq, step.do === 'join' ? members : [], step.do === 'leave' ? members : [])
  }
}

const reader = (name: (typeof READERS)[number]) => realm.users.get(world.userId(name))!
const sorted = (ids: Iterable<ChannelId>) => [...ids].sort((a, b) => a - b)

test('lists and readable channels are those of the rules for each channel, and a list stays as it was taken', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.uniqueArray(id, { maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (steps, left, withArchived, withSubscribers) => {
        const view = emptyView()
        const except = new Set(left)
        const expected = (name: (typeof READERS)[number]) =>
          [...view.channels]
            .filter((channel) => withArchived || !channel.isArchived)
            .filter((channel) => canSeeChannel(view, reader(name), channel) && !except.has(channel.id))
            .map((channel) => JSON.parse(`{${channelText(view, channel, withSubscribers)}}`))
            .sort((a, b) => a.stream_id - b.stream_id)
        const taken: (() => void)[] = []
        for (const [n, step] of steps.entries()) {
          change(view, step, (n + 1) as Seq)
          for (const name of READERS) {
            const user = reader(name)
            const list = ChannelLists.of(view, user, withArchived)
            const wanted = expected(name)
            taken.push(() => {
              const texts = list.listWithout(except, withSubscribers).toJSON() as { stream_id: number }[]
              expect(texts.sort((a, b) => a.stream_id - b.stream_id)).toEqual(wanted)
            })
            const all = [...view.channels]
            const where = (rule: (channel: ChannelRecord) => boolean) =>
              sorted(all.filter(rule).map((channel) => channel.id))
            expect(sorted(visibleChannels(view, user).map((channel) => channel.id))).toEqual(
              where((channel) => canSeeChannel(view, user, channel)),
            )
            for (const one of [user, undefined]) {
              const { open, guarded } = readableChannels(view, one)
              const isOpen = (channel: ChannelRecord) => canReadWholeHistory(view, one, channel)
              expect(sorted(open)).toEqual(where(isOpen))
              expect(sorted(guarded)).toEqual(
                where((channel) => !isOpen(channel) && canReadChannel(view, one, channel)),
              )
            }
          }
        }
        for (const check of taken) check()
      },
    ),
    { numRuns: 60 * DEPTH },
  )
})

test('readers of a kind share the text of a block until one of its channels or their subscribers change', () => {
  const view = emptyView()
  for (const channel of IDS)
    change(view, { do: 'channel', id: channel, kind: { isPrivate: false } }, 1 as Seq)
  const blocks = (name: (typeof READERS)[number], except: readonly ChannelId[] = []) =>
    ChannelLists.of(view, reader(name), false)
      .listWithout(new Set(except), true)
      .pieces.filter((piece) => piece instanceof SharedText)
  const first = blocks('hamlet')
  expect(first).toHaveLength(4)
  const others = blocks('zoe')
  for (const [n, block] of others.entries()) expect(block).toBe(first[n])
  expect(blocks('zoe', [IDS[0]!])).toEqual(first.slice(1))
  change(view, { do: 'join', id: 98 as ChannelId, who: 'zoe' }, 2 as Seq)
  const after = blocks('hamlet')
  expect(after.map((block, n) => block === first[n])).toEqual([true, false, true, true])
})

test('a spectator sees web-public channels alone', () => {
  const view = emptyView()
  change(view, { do: 'channel', id: IDS[0]!, kind: { isPrivate: false } }, 1 as Seq)
  change(view, { do: 'channel', id: IDS[1]!, kind: { isWebPublic: true } }, 1 as Seq)
  const list = ChannelLists.of(view, SPECTATOR, false).listWithout(new Set<ChannelId>(), false)
  expect((list.toJSON() as { stream_id: number }[]).map((channel) => channel.stream_id)).toEqual([IDS[1]])
  expect([...view.channels].filter((channel) => canSeeChannel(view, SPECTATOR, channel))).toHaveLength(1)
})

test('the bots of a directory are those of its users', () => {
  const bots = [...realm.users].filter((user) => user.isBot).map((user): UserId => user.id)
  expect([...realm.users.bots].map((user) => user.id).sort((a, b) => a - b)).toEqual(
    bots.sort((a, b) => a - b),
  )
  expect(bots.length).toBeGreaterThan(0)
})
