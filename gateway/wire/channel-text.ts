import type { UserId } from '../../core/platform/ids.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import { wireChannel } from '../../core/state/channels/wire.ts'
import type { RealmView } from '../../core/state/realm/view.ts'

const channelTexts = new WeakMap<ChannelRecord, string>()
const subscriberTexts = new WeakMap<readonly UserId[], string>()

/**
 * The fields of a channel as JSON text without the outer braces, as the view has it now. Optionally includes the
 * subscribers. Most of the text is cached until the channel or its subscribers change.
 */
export function channelText(view: RealmView, channel: ChannelRecord, withSubscribers: boolean): string {
  const subscribers = view.membership.activeSubscribers(channel.id)
  const text = `${fieldsText(view, channel)},"subscriber_count":${subscribers.length}`
  return withSubscribers ? `${text},"subscribers":${subscribersText(subscribers)}` : text
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
