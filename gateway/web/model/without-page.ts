/** Settings of an organization that no page shows, each with the reason. */
export const REALM_SETTINGS_WITHOUT_PAGE = {
  plan_type: 'The server determines it, and nobody can change it.',
  want_advertise_in_communities_directory: 'It has no effect: this server has no directory.',
  send_welcome_emails: 'It has no effect: this server sends no welcome mails.',
  require_e2ee_push_notifications: 'It has no effect: this server sends no encrypted push messages.',
  zulip_update_announcements_stream_id: 'It has no effect: this server announces no news about itself.',
  can_manage_billing_group: 'It has no effect: this server has no billing.',
  can_summarize_topics_group: 'It has no effect: this server makes no summaries.',
} as const
