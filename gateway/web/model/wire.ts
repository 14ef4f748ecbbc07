import type { Answer, LiveEvent, Snapshot } from '../client/index.ts'

/** The server's types, from its own declarations. */
export type Message = Answer<'GET /messages'>['messages'][number]
export type ServerEvent = LiveEvent

/** The fields of a registration that the client uses. The client requests all data, so none is missing. */
export type Registration = {
  readonly [Field in
    | 'alert_words'
    | 'custom_profile_fields'
    | 'drafts'
    | 'max_avatar_file_size_mib'
    | 'max_icon_file_size_mib'
    | 'max_logo_file_size_mib'
    | 'max_file_upload_size_mib'
    | 'onboarding_steps'
    | 'max_message_id'
    | 'max_message_length'
    | 'max_topic_length'
    | 'muted_users'
    | 'never_subscribed'
    | 'presences'
    | 'realm_allow_message_editing'
    | 'realm_avatar_changes_disabled'
    | 'realm_bots'
    | 'realm_can_add_subscribers_group'
    | 'realm_can_create_bots_group'
    | 'realm_can_create_private_channel_group'
    | 'realm_can_create_public_channel_group'
    | 'realm_can_create_web_public_channel_group'
    | 'realm_can_create_write_only_bots_group'
    | 'realm_can_delete_any_message_group'
    | 'realm_can_delete_own_message_group'
    | 'realm_can_move_messages_between_channels_group'
    | 'realm_can_move_messages_between_topics_group'
    | 'realm_can_resolve_topics_group'
    | 'realm_direct_message_permission_group'
    | 'realm_email_changes_disabled'
    | 'realm_emoji'
    | 'realm_enable_read_receipts'
    | 'realm_enable_spectator_access'
    | 'realm_name_changes_disabled'
    | 'realm_domains'
    | 'realm_linkifiers'
    | 'realm_playgrounds'
    | 'realm_user_groups'
    | 'realm_user_settings_defaults'
    | 'saved_snippets'
    | 'scheduled_messages'
    | 'server_typing_started_wait_period_milliseconds'
    | 'server_typing_stopped_wait_period_milliseconds'
    | 'unsubscribed'
    | 'realm_empty_topic_display_name'
    | 'realm_description'
    | 'realm_icon_source'
    | 'realm_icon_url'
    | 'realm_invite_required'
    | 'realm_name'
    | 'realm_non_active_users'
    | 'realm_users'
    | 'cross_realm_bots'
    | 'recent_private_conversations'
    | 'server_presence_offline_threshold_seconds'
    | 'server_presence_ping_interval_seconds'
    | 'starred_messages'
    | 'subscriptions'
    | 'unread_msgs'
    | 'user_id'
    | 'user_settings'
    | 'user_topics']-?: NonNullable<Snapshot[Field]>
} & {
  readonly [Field in
    | 'queue_id'
    | 'realm_message_content_delete_limit_seconds'
    | 'realm_message_content_edit_limit_seconds'
    | 'realm_message_edit_history_visibility_policy'
    | 'realm_move_messages_between_streams_limit_seconds'
    | 'realm_move_messages_within_stream_limit_seconds']-?: Exclude<Snapshot[Field], undefined>
}

export type User = Registration['realm_users'][number]
export type Subscription = Registration['subscriptions'][number]
