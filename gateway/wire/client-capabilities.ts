import { z } from 'zod'
import { CLIENT_CAPABILITIES, type ClientCapability } from '../../core/state/events/capabilities.ts'

const flag = z.boolean().optional()

const DESCRIPTIONS: Readonly<Record<ClientCapability, string>> = {
  archived_channels: 'The client knows archived channels. Otherwise they are left out.',
  bulk_message_deletion: 'The client understands `delete_message` events with `message_ids`.',
  empty_topic_name: 'The client knows topics without a name. Otherwise their name is `general chat`.',
  include_deactivated_groups: 'The client knows deactivated user groups. Otherwise they are left out.',
  linkifier_url_template: 'The client understands linkifiers with URL templates. Otherwise it gets none.',
  notification_settings_null: 'The client understands null in the notification settings of a channel.',
  own_settings:
    'The client knows the settings of `GET /realm/own_settings`. Otherwise it gets no events of them.',
  simplified_presence_events: 'The client understands `presence` events with `presences` by user id.',
  stream_typing_notifications: 'The client understands typing events in channels.',
  user_avatar_url_field_optional: 'The server may leave out `avatar_url` of users.',
  user_list_incomplete: 'The client accepts that users whom the reader may not see are left out.',
  user_settings_object: 'The client understands `user_settings`, instead of the older forms of settings.',
}

/** The capabilities that a client declares in POST /register. */
export const clientCapabilities = z.strictObject(
  Object.fromEntries(CLIENT_CAPABILITIES.map((name) => [name, flag.describe(DESCRIPTIONS[name])])) as Record<
    ClientCapability,
    typeof flag
  >,
)
