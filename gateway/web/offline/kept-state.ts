import { Store } from '../store/store.ts'
import type { Message, Registration, Subscription, User } from '../store/wire.ts'
import type { KeptConversation } from './choose-kept.ts'

/** The part of the state that is needed to show kept conversations. */
export interface KeptState {
  readonly me: number
  readonly organizationName: string
  readonly emptyTopic: string
  readonly settings: Registration['user_settings']
  readonly channels: readonly Subscription[]
  readonly people: readonly Pick<User, 'user_id' | 'full_name' | 'avatar_url' | 'is_bot' | 'is_active'>[]
}

/** The state of the page, as far as these conversations need it. */
export function keptStateOf(store: Store, conversations: readonly KeptConversation[]): KeptState {
  const messages = conversations.flatMap((conversation) => conversation.messages)
  const channels = new Set(messages.map(({ stream_id }) => stream_id))
  const people = new Set(messages.flatMap(peopleOf))
  return {
    me: store.me,
    organizationName: store.realm.value.name,
    emptyTopic: store.realm.value.emptyTopic,
    settings: store.settings.value,
    channels: [...store.channels.value.values()].filter(({ stream_id }) => channels.has(stream_id)),
    people: [...store.people.value.values()]
      .filter(({ user_id }) => people.has(user_id))
      .map(({ user_id, full_name, avatar_url, is_bot, is_active }) => {
        return { user_id, full_name, avatar_url, is_bot, is_active }
      }),
  }
}

function peopleOf({ sender_id, display_recipient }: Message): number[] {
  if (typeof display_recipient === 'string') return [sender_id]
  return [sender_id, ...(display_recipient as readonly { readonly id: number }[]).map(({ id }) => id)]
}

const NOBODY = { direct_members: [], direct_subgroups: [] }

/** A state that shows kept conversations to read only, as people without an account read. */
export function storeOf(kept: KeptState, conversations: readonly KeptConversation[]): Store {
  const messages = conversations.flatMap((conversation) => conversation.messages)
  const registration: Partial<Registration> = {
    queue_id: null,
    user_id: kept.me,
    realm_name: kept.organizationName,
    realm_empty_topic_display_name: kept.emptyTopic,
    realm_invite_required: true,
    user_settings: kept.settings,
    never_subscribed: kept.channels as unknown as Registration['never_subscribed'],
    realm_users: kept.people as Registration['realm_users'],
    max_message_id: Math.max(0, ...messages.map(({ id }) => id)),
    unread_msgs: {
      streams: [],
      pms: [],
      huddles: [],
      mentions: [],
    } as unknown as Registration['unread_msgs'],
    presences: {},
    realm_emoji: {},
    realm_can_resolve_topics_group: NOBODY,
    realm_can_delete_any_message_group: NOBODY,
    realm_can_delete_own_message_group: NOBODY,
    realm_can_move_messages_between_channels_group: NOBODY,
    realm_can_move_messages_between_topics_group: NOBODY,
    ...{ cross_realm_bots: [], realm_non_active_users: [], realm_bots: [], realm_user_groups: [] },
    ...{ subscriptions: [], unsubscribed: [], drafts: [], onboarding_steps: [], scheduled_messages: [] },
    ...{ saved_snippets: [], user_topics: [], recent_private_conversations: [], starred_messages: [] },
    realm_playgrounds: [],
  }
  const store = new Store(registration as Registration, { isCopy: true })
  for (const message of messages) store.messages.keep(message)
  return store
}
