import type { ChannelId, DefaultChannelGroupId } from '../../platform/ids.ts'

/** A group of channels that new users may join together. */
export interface DefaultChannelGroup {
  readonly id: DefaultChannelGroupId
  readonly name: string
  readonly description: string
  /** Ascending. Public channels that are neither archived nor default channels. */
  readonly channels: readonly ChannelId[]
}

/** A group as clients see it. */
export const wireDefaultGroup = ({ id, name, description, channels }: DefaultChannelGroup) => ({
  ...{ id, name, description },
  streams: [...channels],
})
