import type { Message, Registration, Subscription, User } from '../../model/wire.ts'
import type { Page } from '../state/page.ts'
import { Store } from '../state/store.ts'
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

/**
 * State that a copy lacks: nobody may change anything, and the lists are empty. Its type demands every field
 * of a registration, because the state reads them all.
 */
const NOTHING = {
  queue_id: null,
  alert_words: [],
  channel_folders: [],
  cross_realm_bots: [],
  custom_profile_fields: [],
  drafts: [],
  has_zoom_token: false,
  max_avatar_file_size_mib: 0,
  max_icon_file_size_mib: 0,
  max_logo_file_size_mib: 0,
  max_file_upload_size_mib: 0,
  max_message_length: 0,
  max_topic_length: 0,
  muted_users: [],
  navigation_views: [],
  onboarding_steps: [],
  presences: {},
  realm_allow_message_editing: false,
  realm_avatar_changes_disabled: true,
  realm_bots: [],
  realm_can_add_subscribers_group: NOBODY,
  realm_can_create_bots_group: NOBODY,
  realm_can_create_private_channel_group: NOBODY,
  realm_can_create_public_channel_group: NOBODY,
  realm_can_create_web_public_channel_group: NOBODY,
  realm_can_create_write_only_bots_group: NOBODY,
  realm_can_delete_any_message_group: NOBODY,
  realm_can_delete_own_message_group: NOBODY,
  realm_can_move_messages_between_channels_group: NOBODY,
  realm_can_move_messages_between_topics_group: NOBODY,
  realm_can_resolve_topics_group: NOBODY,
  realm_direct_message_permission_group: NOBODY,
  realm_default_stream_groups: [],
  realm_default_streams: [],
  realm_description: '',
  realm_email_changes_disabled: true,
  realm_emoji: {},
  realm_enable_read_receipts: false,
  realm_enable_spectator_access: false,
  realm_icon_source: 'G',
  realm_icon_url: '',
  realm_invite_required: true,
  realm_message_content_delete_limit_seconds: null,
  realm_message_content_edit_limit_seconds: null,
  realm_message_edit_history_visibility_policy: 'none',
  realm_move_messages_between_streams_limit_seconds: null,
  realm_move_messages_within_stream_limit_seconds: null,
  realm_name_changes_disabled: true,
  realm_non_active_users: [],
  realm_domains: [],
  realm_linkifiers: [],
  realm_playgrounds: [],
  realm_user_groups: [],
  realm_user_settings_defaults: {} as Registration['realm_user_settings_defaults'],
  recent_private_conversations: [],
  reminders: [],
  saved_snippets: [],
  scheduled_messages: [],
  service_version: '',
  server_supported_permission_settings: { realm: {}, stream: {}, group: {} },
  server_jitsi_server_url: null,
  server_presence_offline_threshold_seconds: 0,
  server_presence_ping_interval_seconds: 0,
  server_typing_started_wait_period_milliseconds: 0,
  server_typing_stopped_wait_period_milliseconds: 0,
  starred_messages: [],
  subscriptions: [],
  unsubscribed: [],
  user_status: {},
  user_topics: [],
} as const satisfies Partial<Registration>

/** A state that shows kept conversations to read only, as people without an account read. */
export function storeOf(kept: KeptState, conversations: readonly KeptConversation[], page: Page): Store {
  const messages = conversations.flatMap((conversation) => conversation.messages)
  const registration: Registration = {
    ...NOTHING,
    user_id: kept.me,
    realm_name: kept.organizationName,
    realm_empty_topic_display_name: kept.emptyTopic,
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
  }
  const store = new Store(registration, { isCopy: true, page })
  for (const message of messages) store.messages.keep(message)
  return store
}
