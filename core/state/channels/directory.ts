import type { ChannelId } from '../../platform/ids.ts'
import { lookOf } from '../../platform/text/invisible-characters.ts'
import type { ChannelRecord } from './record.ts'

/** The channels of a directory by the rule that decides who sees them. */
export interface ChannelKinds {
  /** Public and web-public channels: every user but guests sees them, with all their messages. */
  readonly open: readonly ChannelRecord[]
  readonly openIds: readonly ChannelId[]
  /** Every user sees them, guests too. */
  readonly webPublic: readonly ChannelRecord[]
  /** The other channels. Subscriptions, roles and groups decide. */
  readonly closed: readonly ChannelRecord[]
  /** The channels of new users. */
  readonly defaults: readonly ChannelRecord[]
}

/**
 * The channels of an organization in memory. Names compare without case; the names of archived channels are
 * free.
 */
export class ChannelDirectory implements Iterable<ChannelRecord> {
  readonly #byId: Map<ChannelId, ChannelRecord>
  readonly #byName: Map<string, ChannelRecord>
  #kinds: ChannelKinds | undefined

  constructor(
    byId: ReadonlyMap<ChannelId, ChannelRecord> = new Map(),
    byName: ReadonlyMap<string, ChannelRecord> = new Map(),
  ) {
    this.#byId = new Map(byId)
    this.#byName = new Map(byName)
  }

  get(id: number): ChannelRecord | undefined {
    return this.#byId.get(id as ChannelId)
  }

  byName(name: string): ChannelRecord | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /** The number of channels, archived ones included. */
  get size(): number {
    return this.#byId.size
  }

  /** How the names in use look (`lookOf`), without the name of one channel. */
  looks(except?: ChannelId): Set<string> {
    const looks = new Set<string>()
    for (const { id, name, isArchived } of this) if (!isArchived && id !== except) looks.add(lookOf(name))
    return looks
  }

  /** The channels by kind, in the order of the directory. The same object until a channel changes. */
  get kinds(): ChannelKinds {
    this.#kinds ??= kindsOf([...this])
    return this.#kinds
  }

  put(channel: ChannelRecord): void {
    this.#kinds = undefined
    const former = this.#byId.get(channel.id)
    if (former !== undefined && this.#byName.get(former.name.toLowerCase())?.id === former.id) {
      this.#byName.delete(former.name.toLowerCase())
    }
    this.#byId.set(channel.id, channel)
    if (!channel.isArchived) this.#byName.set(channel.name.toLowerCase(), channel)
  }

  /**
   * A copy with these channels replaced. Copies the maps as they are and looks only at the changed channels.
   */
  with(changed: Iterable<ChannelRecord>): ChannelDirectory {
    const copy = new ChannelDirectory(this.#byId, this.#byName)
    for (const channel of changed) copy.put(channel)
    return copy
  }

  [Symbol.iterator](): Iterator<ChannelRecord> {
    return this.#byId.values()
  }
}

function kindsOf(channels: readonly ChannelRecord[]): ChannelKinds {
  const isOpen = (channel: ChannelRecord) => channel.isWebPublic || !channel.isPrivate
  const open = channels.filter(isOpen)
  return {
    open,
    openIds: open.map(({ id }) => id),
    webPublic: channels.filter((channel) => channel.isWebPublic),
    closed: channels.filter((channel) => !isOpen(channel)),
    defaults: channels.filter((channel) => channel.isDefault),
  }
}
