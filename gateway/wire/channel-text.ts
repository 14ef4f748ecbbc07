import { wireChannel } from '../../core/channels/presenting/wire.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import { withoutMembers } from '../../core/state/groups/setting.ts'
import type { RealmView } from '../../core/state/realm/view.ts'

// Without these, POST /register costs all processes twice as much after a change of any subscription, when
// the lists of channels are made anew: 40 in place of 20 ms with 1,000 channels.
const channelTexts = new WeakMap<ChannelRecord, string>()
const spectatedTexts = new WeakMap<ChannelRecord, string>()
const subscriberTexts = new WeakMap<readonly UserId[], string>()

/** A channel as a view had it at one moment. */
export interface ChannelText {
  readonly channel: ChannelRecord
  readonly fields: string
  readonly subscribers: readonly UserId[]
}

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
 * The fields of a channel as JSON text without the outer braces, as the view has it now. Optionally includes
 * the subscribers. Most of the text is cached until the channel or its subscribers change.
 */
export function channelText(view: RealmView, channel: ChannelRecord, withSubscribers: boolean): string {
  return textOf(channelNow(view, channel), withSubscribers)
}

/**
 * The fields of a channel for spectators: without the users and groups that settings name, the creator, the
 * folder and the number of subscribers.
 */
export function spectatedChannelText(view: RealmView, channel: ChannelRecord): string {
  let text = spectatedTexts.get(channel)
  if (text === undefined) {
    const fields = { ...wireChannel(view, channel, 0), creator_id: null, folder_id: null }
    text = JSON.stringify(withoutMembers(fields)).slice(1, -1)
    spectatedTexts.set(channel, text)
  }
  return text
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
