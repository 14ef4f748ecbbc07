import { groupBy } from '../../core/platform/collections/group-by.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { visibleChannels, visibleClosed } from '../../core/state/access/channel-permissions.ts'
import type { ChannelKinds } from '../../core/state/channels/directory.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { isAdministrator, isGuest, type UserRecord } from '../../core/state/users/record.ts'
import { JsonText, jsonList, type TextPieces } from '../http/reply/json-text.ts'
import { SharedText } from '../http/reply/shared-text.ts'
import { type ChannelText, channelNow, textOf } from './channel-text.ts'

/** Channels of neighbouring ids, whose text is shared and compressed together. */
const CHANNELS_PER_BLOCK = 50

/** Channels as JSON text. Responses share the text of a block, with and without subscribers. */
class Block {
  readonly channels: readonly ChannelText[]
  readonly #shared: { with?: SharedText; without?: SharedText } = {}

  constructor(channels: readonly ChannelText[]) {
    this.channels = channels
  }

  text(withSubscribers: boolean): SharedText {
    const name = withSubscribers ? 'with' : 'without'
    this.#shared[name] ??= new SharedText(joinedTexts(this.channels, withSubscribers))
    return this.#shared[name]
  }

  has(channels: readonly ChannelText[]): boolean {
    return (
      this.channels.length === channels.length &&
      this.channels.every(({ channel, subscribers }, n) => {
        const other = channels[n]!
        return channel === other.channel && subscribers === other.subscribers
      })
    )
  }
}

/** The channels that all readers of a kind see, at one moment. */
class SharedChannels {
  readonly byId: ReadonlyMap<ChannelId, ChannelText>
  readonly #blocks: ReadonlyMap<number, Block>

  /** Keeps the blocks of `former` whose channels and subscribers are the same. */
  constructor(channels: readonly ChannelText[], former: SharedChannels | undefined) {
    this.byId = new Map(channels.map((text) => [text.channel.id, text]))
    const blocks = new Map<number, Block>()
    for (const [number, texts] of groupBy(channels, ({ channel }) => blockOf(channel.id))) {
      const known = former === undefined ? undefined : former.#blocks.get(number)
      blocks.set(number, known?.has(texts) ? known : new Block(texts))
    }
    this.#blocks = blocks
  }

  /** The texts of all channels but `except`. A block without exceptions is shared. */
  *pieces(withSubscribers: boolean, except: ReadonlySet<ChannelId>): Iterable<TextPieces[number]> {
    const own = new Set([...except].filter((id) => this.byId.has(id)).map(blockOf))
    for (const [number, block] of this.#blocks) {
      if (!own.has(number)) yield block.text(withSubscribers)
      else {
        const others = block.channels.filter(({ channel }) => !except.has(channel.id))
        if (others.length > 0) yield joinedTexts(others, withSubscribers)
      }
    }
  }
}

const NO_CHANNELS = new SharedChannels([], undefined)

/**
 * The channels of a reader at one moment, as JSON text. Fields that all readers share cost nothing for each
 * channel. Without shared blocks, POST /register with 1,000 channels costs all processes 1.4 times as much,
 * and 1.7 times with subscribers.
 */
export class ChannelLists {
  readonly #shared: SharedChannels
  readonly #own: ReadonlyMap<ChannelId, ChannelText>

  private constructor(shared: SharedChannels, own: readonly ChannelText[]) {
    this.#shared = shared
    this.#own = new Map(own.map((text) => [text.channel.id, text]))
  }

  /** The channels that the user can see now. */
  static of(view: RealmView, user: UserRecord, withArchived: boolean): ChannelLists {
    const now = (channels: readonly ChannelRecord[]) =>
      channels
        .filter((channel) => withArchived || !channel.isArchived)
        .map((channel) => channelNow(view, channel))
    if (isGuest(user)) return new ChannelLists(NO_CHANNELS, now(visibleChannels(view, user)))
    const shared = (who: Sharers, seen: () => readonly ChannelRecord[]) =>
      sharedBy(`${who} ${withArchived}`, view, () => now(seen()))
    if (isAdministrator(user))
      return new ChannelLists(
        shared('administrators', () => [...view.channels]),
        [],
      )
    return new ChannelLists(
      shared('members', () => view.channels.kinds.open),
      now(visibleClosed(view, user)),
    )
  }

  get(id: ChannelId): ChannelText | undefined {
    return this.#own.get(id) ?? this.#shared.byId.get(id)
  }

  /** All channels but `except`, as a list of JSON objects. */
  listWithout(except: ReadonlySet<ChannelId>, withSubscribers: boolean): JsonText {
    const pieces: TextPieces[number][] = []
    const add = (piece: TextPieces[number]) => pieces.push(pieces.length === 0 ? '[' : ',', piece)
    for (const piece of this.#shared.pieces(withSubscribers, except)) add(piece)
    const own = [...this.#own.values()].filter(({ channel }) => !except.has(channel.id))
    if (own.length > 0) add(joinedTexts(own, withSubscribers))
    return new JsonText(pieces.length === 0 ? ['[]'] : [...pieces, ']'])
  }
}

/** Channels as a list of JSON objects. */
export const channelList = (channels: readonly ChannelText[], withSubscribers: boolean): JsonText =>
  jsonList(channels.map((text) => `{${textOf(text, withSubscribers)}}`))

const blockOf = (id: ChannelId): number => Math.floor(id / CHANNELS_PER_BLOCK)

const joinedTexts = (channels: readonly ChannelText[], withSubscribers: boolean): string =>
  channels.map((text) => `{${textOf(text, withSubscribers)}}`).join(',')

/**
 * Readers who share a list. Lists with and without archived channels differ, so an organization has at most
 * four.
 */
type Sharers = 'members' | 'administrators'

interface Known {
  readonly kinds: ChannelKinds
  readonly membershipVersion: number
  readonly shared: SharedChannels
}

const known = new WeakMap<RealmView['membership'], Map<string, Known>>()

/** The list with this name, made anew when a channel or a subscription has changed. */
function sharedBy(
  name: string,
  { channels: { kinds }, membership }: RealmView,
  read: () => readonly ChannelText[],
): SharedChannels {
  const lists = known.get(membership) ?? new Map<string, Known>()
  known.set(membership, lists)
  const former = lists.get(name)
  if (former?.kinds === kinds && former.membershipVersion === membership.version) return former.shared
  const shared = new SharedChannels(read(), former?.shared)
  lists.set(name, { kinds, membershipVersion: membership.version, shared })
  return shared
}
