import { z } from 'zod'

/** What a client can declare to understand (spec.md POST /register, `client_capabilities`); absent means false. */
const CAPABILITIES = [
  'archived_channels',
  'bulk_message_deletion',
  'empty_topic_name',
  'include_deactivated_groups',
  'linkifier_url_template',
  'notification_settings_null',
  'simplified_presence_events',
  'stream_typing_notifications',
  'user_avatar_url_field_optional',
  'user_list_incomplete',
  'user_settings_object',
] as const

const flag = z.boolean().optional()

export const clientCapabilities = z.strictObject(
  Object.fromEntries(CAPABILITIES.map((name) => [name, flag])) as Record<
    (typeof CAPABILITIES)[number],
    typeof flag
  >,
)
