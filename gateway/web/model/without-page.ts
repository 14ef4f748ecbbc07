/*
 * Operations and values that no page of this client uses or shows, each with the reason. A test compares
 * these lists with all operations and settings of the server: a new one is used by a page, or stands here.
 */

const UNFOLLOWED = 'This client does not follow it. Clients that do have it in their own settings.'

/** Settings of an organization that no page shows. */
export const REALM_SETTINGS_WITHOUT_PAGE = {
  two_factor_required_since: 'The server determines it, and nobody can change it.',
  sessions_ended_at: 'A button ends the sessions of everybody, which sets it.',
  plan_type: 'The server determines it, and nobody can change it.',
  want_advertise_in_communities_directory: 'It has no effect: this server has no directory.',
  send_welcome_emails: 'It has no effect: this server sends no welcome mails.',
  zulip_update_announcements_stream_id: 'It has no effect: this server announces no news about itself.',
  can_manage_billing_group: 'It has no effect: this server has no billing.',
  can_summarize_topics_group: 'It has no effect: this server makes no summaries.',
} as const

/** Settings of users that no page shows, neither to the user nor as a default for new users. */
export const USER_SETTINGS_WITHOUT_PAGE = {
  web_channel_default_view: UNFOLLOWED,
  web_suggest_update_timezone: 'The profile always offers the time zone of the device.',
  fluid_layout_width: UNFOLLOWED,
  high_contrast_mode: UNFOLLOWED,
  left_side_userlist: UNFOLLOWED,
  demote_inactive_streams: UNFOLLOWED,
  user_list_style: UNFOLLOWED,
  web_animate_image_previews: UNFOLLOWED,
  web_stream_unreads_count_display_policy: UNFOLLOWED,
  hide_ai_features: 'This client has no such features.',
  enable_marketing_emails: 'It has no effect: this server sends no such mails.',
  web_navigate_to_sent_message: UNFOLLOWED,
} as const

const LIBRARY = 'The client library of all pages calls it.'
const APPS = 'For apps on phones: they register their own push service.'
const FORMER = 'For older clients: another operation does the same.'

/** Operations that no page calls, because other programs need them or the library does. At most 40. */
export const OPERATIONS_WITHOUT_PAGE = {
  'GET /server_settings': 'For apps, before the log-in: this client is a page of the server itself.',
  'POST /device_authorization': 'For programs without a browser.',
  'POST /device_token': 'For programs without a browser.',
  'POST /dev_fetch_api_key': 'For programs of developers, on development servers.',
  'GET /dev_list_users': 'For programs of developers, on development servers.',
  'GET /events': LIBRARY,
  'DELETE /events': LIBRARY,
  'POST /events/ticket': LIBRARY,
  'GET /events/ws': LIBRARY,
  'GET /events/stream': LIBRARY,
  'GET /messages/matches_narrow': 'For programs: this client asks for a search again to know what it finds.',
  'POST /mark_all_as_read': FORMER,
  'PATCH /users/{email}': FORMER,
  'PATCH /users/me/subscriptions': FORMER,
  'PATCH /users/me/subscriptions/muted_topics': FORMER,
  'PATCH /settings/display': FORMER,
  'PATCH /settings/notifications': FORMER,
  'POST /user_groups/{user_group_id}/subgroups': FORMER,
  'DELETE /users/me/profile_data': 'For programs: a page empties a field by saving nothing in it.',
  'POST /user_uploads': 'For programs: pages send files in parts, which survive a lost connection.',
  'GET /user_uploads/{realm_id_str}/{filename}': 'For apps: pages open files by their address.',
  'GET /bots/{bot_id}/api_key': 'For programs: pages know the keys of the reader’s bots.',
  'GET /bot_storage': 'For programs: the storage of bots.',
  'PUT /bot_storage': 'For programs: the storage of bots.',
  'DELETE /bot_storage': 'For programs: the storage of bots.',
  'POST /users/me/android_gcm_reg_id': APPS,
  'DELETE /users/me/android_gcm_reg_id': APPS,
  'POST /users/me/apns_device_token': APPS,
  'DELETE /users/me/apns_device_token': APPS,
  'POST /mobile_push/test_notification': APPS,
  'POST /mobile_push/register': APPS,
  'POST /mobile_push/e2ee/test_notification': APPS,
} as const

/** Operations whose answer is a field of the registration, with this field. No page calls them. */
export const OPERATIONS_IN_REGISTRATION = {
  'GET /users': 'realm_users',
  'GET /users/me': 'realm_users',
  'GET /users/{user_id}': 'realm_users',
  'GET /users/{email}': 'realm_users',
  'GET /streams/{stream_id}': 'never_subscribed',
  'GET /get_stream_id': 'never_subscribed',
  'GET /users/me/subscriptions': 'subscriptions',
  'GET /users/{user_id}/subscriptions/{stream_id}': 'subscriptions',
  'GET /channel_folders': 'channel_folders',
  'GET /drafts': 'drafts',
  'GET /saved_snippets': 'saved_snippets',
  'GET /users/{user_id}/status': 'user_status',
  'GET /scheduled_messages': 'scheduled_messages',
  'GET /users/me/alert_words': 'alert_words',
  'GET /user_groups/{user_group_id}/members': 'realm_user_groups',
  'GET /user_groups/{user_group_id}/members/{user_id}': 'realm_user_groups',
  'GET /user_groups/{user_group_id}/subgroups': 'realm_user_groups',
  'GET /navigation_views': 'navigation_views',
  'GET /realm/profile_fields': 'custom_profile_fields',
  'GET /realm/emoji': 'realm_emoji',
  'GET /realm/linkifiers': 'realm_linkifiers',
  'GET /realm/domains': 'realm_domains',
  'GET /bots': 'realm_bots',
  'GET /realm/presence': 'presences',
  'GET /users/{user_id_or_email}/presence': 'presences',
} as const
