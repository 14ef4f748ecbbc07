import type { UserId } from '../../core/platform/ids.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import { wireChannel } from '../../core/state/channels/wire.ts'
import type { RealmView } from '../../core/state/realm/view.ts'

const channels = new WeakMap<ChannelRecord, string>()
const subscribers = new WeakMap<readonly UserId[], string>()

/**
 * The members of a channel's JSON text, without its braces, as the view has it now: with its subscribers when these
 * are wanted. Most of the text is kept until the channel or its subscribers change.
 */
export function channelText(view: RealmView, channel: ChannelRecord, withSubscribers: boolean): string {
  const inOrder = view.membership.activeSubscribers(channel.id)
  const text = `${descriptionOf(view, channel)},"subscriber_count":${inOrder.length}`
  return withSubscribers ? `${text},"subscribers":${listOf(inOrder)}` : text
}

function descriptionOf(view: RealmView, channel: ChannelRecord): string {
  let text = channels.get(channel)
  if (text === undefined) {
    const { subscriber_count: _, ...fields } = wireChannel(view, channel, 0)
    text = JSON.stringify(fields).slice(1, -1)
    channels.set(channel, text)
  }
  return text
}

function listOf(inOrder: readonly UserId[]): string {
  let text = subscribers.get(inOrder)
  if (text === undefined) {
    text = JSON.stringify(inOrder)
    subscribers.set(inOrder, text)
  }
  return text
}
