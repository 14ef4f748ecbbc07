/**
 * The register options of this client: the variants of state and events that the store supports. Without
 * `client_gravatar`, the server gives people with an account no address at Gravatar, which would learn who sees whom; the
 * client draws initials instead. It would be an error for spectators.
 */
export const registerOptions = {
  apply_markdown: true,
  slim_presence: true,
  client_capabilities: {
    bulk_message_deletion: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    stream_typing_notifications: true,
    notification_settings_null: true,
    user_settings_object: true,
  },
} as const
