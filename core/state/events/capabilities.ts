/**
 * The capabilities that a client can declare (spec.md POST /register, `client_capabilities`), and
 * `own_settings`; absent means false.
 */
export const CLIENT_CAPABILITIES = [
  'archived_channels',
  'bulk_message_deletion',
  'empty_topic_name',
  'include_deactivated_groups',
  'linkifier_url_template',
  'notification_settings_null',
  'own_settings',
  'simplified_presence_events',
  'stream_typing_notifications',
  'user_avatar_url_field_optional',
  'user_list_incomplete',
  'user_settings_object',
] as const

export type ClientCapability = (typeof CLIENT_CAPABILITIES)[number]
