import type { Conversation } from '../../model/conversation.ts'
import { t } from '../../texts/texts.ts'
import type { Store } from '../state/store.ts'
import { channelOf } from './channel-access.ts'

/** The name of a person as the reader sees it. */
export const nameOf = (store: Store, id: number): string =>
  store.people.value.get(id)?.full_name ?? t.unknownPerson

export const topicName = (store: Store, topic: string): string => topic || store.realm.value.emptyTopic

/** The name of a channel that the reader sees, subscribed or not. */
export const channelName = (store: Store, id: number): string | undefined => channelOf(store, id)?.name

/** The name of a conversation: its topic, or its people. */
export const namesOf = (store: Store, conversation: Conversation): string =>
  conversation.kind === 'topic'
    ? topicName(store, conversation.topic)
    : t.and(conversation.people.map((id) => nameOf(store, id)))

/** The name of a conversation with its channel. */
export function placeName(store: Store, conversation: Conversation): string {
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  const names = namesOf(store, conversation)
  return channel === undefined ? names : `${channel} › ${names}`
}
