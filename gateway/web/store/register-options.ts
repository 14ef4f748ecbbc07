/** The register options of this client: the variants of state and events that the store supports. */
export const registerOptions = {
  apply_markdown: true,
  // Gravatar would learn who sees whom; the client draws initials instead.
  client_gravatar: true,
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
