import type { ChannelId } from '../../platform/ids.ts'
import type { ChannelRecord } from './record.ts'

/**
 * The channels of an organization in memory. Names compare without case; the names of archived channels are
 * free.
 */
export class ChannelDirectory implements Iterable<ChannelRecord> {
  readonly #byId = new Map<ChannelId, ChannelRecord>()
  readonly #byName = new Map<string, ChannelRecord>()

  get(id: number): ChannelRecord | undefined {
    return this.#byId.get(id as ChannelId)
  }

  byName(name: string): ChannelRecord | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  put(channel: ChannelRecord): void {
    const former = this.#byId.get(channel.id)
    if (former !== undefined && this.#byName.get(former.name.toLowerCase())?.id === former.id) {
      this.#byName.delete(former.name.toLowerCase())
    }
    this.#byId.set(channel.id, channel)
    if (!channel.isArchived) this.#byName.set(channel.name.toLowerCase(), channel)
  }

  /** A copy with these channels replaced. */
  with(changed: Iterable<ChannelRecord>): ChannelDirectory {
    const copy = new ChannelDirectory()
    for (const channel of [...this, ...changed]) copy.put(channel)
    return copy
  }

  [Symbol.iterator](): Iterator<ChannelRecord> {
    return this.#byId.values()
  }
}
