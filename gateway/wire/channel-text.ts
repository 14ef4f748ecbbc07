import { groupBy } from '../../core/platform/group-by.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import { wireChannel } from '../../core/state/channels/wire.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { JsonText, type TextPieces } from '../http/json-text.ts'
import { SharedText } from '../http/shared-text.ts'

const channelTexts = new WeakMap<ChannelRecord, string>()
const subscriberTexts = new WeakMap<readonly UserId[], string>()

/** A channel as a view has it now. */
export interface ChannelText {
  readonly channel: ChannelRecord
  readonly fields: string
  readonly subscribers: readonly UserId[]
}

/** Channels of neighbouring ids, whose text is shared and compressed together. */
const CHANNELS_PER_BLOCK = 100
/** Most sets of channels, as different readers see them, whose text is kept for a block. */
const MAX_VARIANTS = 4
/** The texts by the first channel of each. */
const blocks = new WeakMap<ChannelRecord, Block[]>()

interface Block {
  readonly channels: readonly ChannelText[]
  readonly withSubscribers: boolean
  readonly text: SharedText
}

/** Channels as a list of JSON objects. Readers who see the same channels of a block share its text. */
export function channelList(channels: readonly ChannelText[], withSubscribers: boolean): JsonText {
  const pieces: TextPieces[number][] = []
  for (const block of groupBy(channels, ({ channel }) =>
    Math.floor(channel.id / CHANNELS_PER_BLOCK),
  ).values())
    pieces.push(pieces.length === 0 ? '[' : ',', blockText(block, withSubscribers))
  return new JsonText(pieces.length === 0 ? ['[]'] : [...pieces, ']'])
}

function blockText(channels: readonly ChannelText[], withSubscribers: boolean): SharedText {
  const { channel: first } = channels[0]!
  const known = blocks.get(first) ?? []
  const same = known.find(
    (block) => block.withSubscribers === withSubscribers && areSame(block.channels, channels),
  )
  const block = same ?? {
    channels,
    withSubscribers,
    text: new SharedText(textOfAll(channels, withSubscribers)),
  }
  const others = known.filter((other) => other !== block)
  blocks.set(first, [block, ...others.slice(0, MAX_VARIANTS - 1)]) // the one that was used last comes first
  return block.text
}

const textOfAll = (channels: readonly ChannelText[], withSubscribers: boolean) =>
  channels.map((channel) => `{${textOf(channel, withSubscribers)}}`).join(',')

const areSame = (some: readonly ChannelText[], others: readonly ChannelText[]) =>
  some.length === others.length &&
  some.every(({ channel, subscribers }, n) => {
    const other = others[n]!
    return channel === other.channel && subscribers === other.subscribers
  })

/** The parts of a channel's text as the view has them now; `textOf` joins them later. */
export const channelNow = (view: RealmView, channel: ChannelRecord): ChannelText => ({
  ...{ channel, fields: fieldsText(view, channel) },
  subscribers: view.membership.activeSubscribers(channel.id),
})

/** The fields of a channel as JSON text without the outer braces. */
export function textOf({ fields, subscribers }: ChannelText, withSubscribers: boolean): string {
  const text = `${fields},"subscriber_count":${subscribers.length}`
  return withSubscribers ? `${text},"subscribers":${subscribersText(subscribers)}` : text
}

/**
 * The fields of a channel as JSON text without the outer braces, as the view has it now. Optionally includes the
 * subscribers. Most of the text is cached until the channel or its subscribers change.
 */
export function channelText(view: RealmView, channel: ChannelRecord, withSubscribers: boolean): string {
  return textOf(channelNow(view, channel), withSubscribers)
}

function fieldsText(view: RealmView, channel: ChannelRecord): string {
  let text = channelTexts.get(channel)
  if (text === undefined) {
    const { subscriber_count: _, ...fields } = wireChannel(view, channel, 0)
    text = JSON.stringify(fields).slice(1, -1)
    channelTexts.set(channel, text)
  }
  return text
}

function subscribersText(subscribers: readonly UserId[]): string {
  let text = subscriberTexts.get(subscribers)
  if (text === undefined) {
    text = JSON.stringify(subscribers)
    subscriberTexts.set(subscribers, text)
  }
  return text
}
