/**
 * The register options of this client: the variants of state and events that the store supports. They omit
 * `client_gravatar`, so the client loads no pictures from Gravatar and draws initials instead. The server
 * refuses the option for spectators.
 */
export const registerOptions = {
  apply_markdown: true,
  slim_presence: true,
  client_capabilities: {
    bulk_message_deletion: true,
    empty_topic_name: true,
    linkifier_url_template: true,
    simplified_presence_events: true,
    stream_typing_notifications: true,
    notification_settings_null: true,
    own_settings: true,
    user_settings_object: true,
  },
} as const
