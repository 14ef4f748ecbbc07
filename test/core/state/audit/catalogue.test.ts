import { expect, test } from 'vitest'
import { CATALOGUE } from '../../../../core/state/events/catalogue.ts'

/**
 * Events that come with a change in the audit log: by a change of memory, or because the operation writes it.
 */
const AUDITED = [
  ...['stream/create', 'stream/update', 'stream/delete', 'channel_folder/add', 'channel_folder/update'],
  ...[
    'channel_folder/reorder',
    'default_streams',
    'default_stream_groups',
    'realm_user/add',
    'realm_user/update',
  ],
  ...['realm_user/remove', 'realm_bot/add', 'realm_bot/update', 'realm_bot/delete', 'user_group/add'],
  ...['user_group/update', 'user_group/remove', 'user_group/add_members', 'user_group/remove_members'],
  ...['user_group/add_subgroups', 'user_group/remove_subgroups', 'realm/update', 'realm/update_dict'],
  ...[
    'realm/deactivated',
    'realm_user_settings_defaults/update',
    'custom_profile_fields',
    'realm_linkifiers',
  ],
  ...['realm_playgrounds', 'realm_emoji/update', 'realm_domains/add', 'realm_domains/change'],
  ...['realm_domains/remove', 'realm_export', 'invites_changed'],
]

/** Events of messages, of what people set for themselves, and of single clients. */
const NOT_AUDITED = [
  ...['message', 'update_message', 'delete_message', 'reaction/add'],
  ...['reaction/remove', 'submessage', 'update_message_flags/add', 'update_message_flags/remove'],
  ...['typing/start', 'typing/stop', 'typing_edit_message/start', 'typing_edit_message/stop'],
  ...['scheduled_messages/add', 'scheduled_messages/update', 'scheduled_messages/remove', 'reminders/add'],
  ...['reminders/remove', 'drafts/add', 'drafts/update', 'drafts/remove'],
  ...['saved_snippets/add', 'saved_snippets/update', 'saved_snippets/remove', 'attachment/add'],
  ...['attachment/update', 'attachment/remove', 'subscription/add', 'subscription/remove'],
  ...['subscription/update', 'subscription/peer_add', 'subscription/peer_remove', 'user_topic'],
  ...['muted_topics', 'user_status', 'presence', 'user_settings/update'],
  ...['update_display_settings', 'update_global_notifications', 'muted_users', 'alert_words'],
  ...['navigation_view/add', 'navigation_view/update', 'navigation_view/remove', 'onboarding_steps'],
  ...['realm_export_consent', 'has_zoom_token', 'heartbeat'],
]

test('each event of the catalogue is audited or is named as one that is not', () => {
  expect(Object.keys(CATALOGUE).filter((name) => !AUDITED.includes(name))).toEqual(NOT_AUDITED)
  expect(AUDITED.filter((name) => !Object.hasOwn(CATALOGUE, name))).toEqual([])
})
