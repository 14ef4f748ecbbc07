import { z } from 'zod'
import { canMail } from '../../config/can-mail.ts'
import * as limits from '../../config/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import { THUMBNAIL_FORMATS } from '../../core/content/uploads/thumbnail-formats.ts'
import { videoChatProviders } from '../../core/organization/settings/video-chat.ts'
import { realmHost, realmUrl } from '../../core/state/realm/address.ts'
import { GIPHY_RATINGS, JITSI_SERVER_URL } from '../../core/state/settings/settings.ts'
import { sharedSlice } from './slice.ts'

const thumbnailFormat = z.object({
  name: z.string().describe('The last part of the address of such a picture.'),
  max_width: z.int().describe('The width at most, in pixels. Pictures keep their proportions.'),
  max_height: z.int().describe('The height at most, in pixels.'),
  format: z.string().describe('The format of the file, such as `webp`.'),
  animated: z.boolean().describe('Whether the picture moves. Only moving pictures have such a preview.'),
})
const options = z.record(
  z.string(),
  z.object({
    name: z.string().describe('The name that people see.'),
    id: z.int().describe('The value of the setting.'),
  }),
)

/** The start time of this server in Unix seconds. Clients detect a restart when it changes. */
const SERVER_GENERATION = Math.floor(Date.now() / 1000)

/** The organization, and the server's limits and intervals for clients. */
export const realm = sharedSlice({
  selectedBy: 'realm',
  response: {
    realm_url: z.string().describe('The address of the organization.'),
    realm_uri: z.string().describe('Deprecated: the same as `realm_url`.'),
    realm_date_created: z.int().describe('When the organization was created, in Unix seconds.'),
    realm_empty_topic_display_name: z.string().describe('What clients show for the topic without a name.'),
    realm_email_auth_enabled: z.boolean().describe('Whether people log in by email address: always.'),
    realm_password_auth_enabled: z.boolean().describe('Whether people log in by password: always.'),
    realm_is_zephyr_mirror_realm: z.boolean().describe('Always false.'),
    realm_push_notifications_enabled: z
      .boolean()
      .describe('Whether the server sends push notifications to phones.'),
    realm_push_notifications_enabled_end_timestamp: z
      .int()
      .nullable()
      .describe('When push notifications end: always null.'),
    realm_upload_quota_mib: z
      .int()
      .nullable()
      .describe('How large all files of the organization may be together, in MiB. Null for no limit.'),
    max_file_upload_size_mib: z.int().describe('The size of an uploaded file at most, in MiB.'),
    max_message_length: z.int().describe('The number of characters of a message at most.'),
    max_topic_length: z.int().describe('The number of characters of a topic at most.'),
    max_stream_name_length: z.int().describe('The number of characters of the name of a channel at most.'),
    max_stream_description_length: z
      .int()
      .describe('The number of characters of the description of a channel at most.'),
    max_bulk_new_subscription_messages: z
      .int()
      .describe('Up to this number of users get a message when somebody subscribes them.'),
    password_min_length: z.int().describe('The number of characters of a password at least.'),
    password_max_length: z.int().describe('The number of characters of a password at most.'),
    password_min_guesses: z.int().describe('How many guesses a password must resist.'),
    event_queue_longpoll_timeout_seconds: z
      .int()
      .describe('How many seconds clients wait for an answer to `GET /events`.'),
    development_environment: z.boolean().describe('Whether this is a development server.'),
    server_generation: z.int().describe('It changes when the server restarts.'),
    server_needs_upgrade: z.boolean().describe('Whether the server is out of date: always false.'),
    server_web_public_streams_enabled: z
      .boolean()
      .describe('Whether the server allows web-public channels: always.'),
    zulip_plan_is_not_limited: z.boolean().describe('Always true: there are no plans.'),
    upgrade_text_for_wide_organization_logo: z.string().describe('Always empty.'),
    settings_send_digest_emails: z.boolean().describe('Whether the server can send emails, and so digests.'),
    server_inline_image_preview: z
      .boolean()
      .describe('Whether the server can show previews of images: always.'),
    server_inline_url_embed_preview: z
      .boolean()
      .describe('Whether the server can show previews of websites: always.'),
    server_avatar_changes_disabled: z.boolean().describe('Always false: the organization decides.'),
    server_name_changes_disabled: z.boolean().describe('Always false: the organization decides.'),
    server_can_summarize_topics: z.boolean().describe('Always false.'),
    server_emoji_data_url: z.string().describe('The address of the data of all Unicode emoji.'),
    server_min_deactivated_realm_deletion_days: z
      .int()
      .nullable()
      .describe('The number of days for which a deactivated organization is kept at least.'),
    server_max_deactivated_realm_deletion_days: z
      .int()
      .nullable()
      .describe(
        'The number of days for which a deactivated organization is kept at most. Null for no limit.',
      ),
    server_jitsi_server_url: z.string().nullable().describe('The Jitsi server that is used by default.'),
    jitsi_server_url: z.string().describe('The Jitsi server of the organization.'),
    realm_available_video_chat_providers: options.describe('The video call providers that can be chosen.'),
    giphy_api_key: z.string().describe('Always empty.'),
    giphy_rating_options: options.describe('The values of `realm_giphy_rating`.'),
    realm_bot_domain: z.string().describe('The domain of the email addresses of bots.'),
    realm_billing: z
      .object({ has_pending_sponsorship_request: z.boolean().describe('Always false.') })
      .describe('Billing, which this server does not have.'),
    max_avatar_file_size_mib: z.int().describe('The size of an avatar at most, in MiB.'),
    max_reminder_note_length: z.int().describe('The number of characters of the note of a reminder at most.'),
    max_channel_folder_name_length: z
      .int()
      .describe('The number of characters of the name of a folder at most.'),
    max_channel_folder_description_length: z
      .int()
      .describe('The number of characters of the description of a folder at most.'),
    server_thumbnail_formats: z
      .array(thumbnailFormat)
      .describe('The sizes in which previews of pictures exist.'),
    navigation_tour_video_url: z.string().nullable().describe('Always null.'),
  },
  readShared: ({ record, config }) => ({
    realm_url: realmUrl(record, config.rootUrl),
    realm_uri: realmUrl(record, config.rootUrl),
    realm_date_created: record.createdAt,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_is_zephyr_mirror_realm: false,
    realm_push_notifications_enabled: record.isPushEnabled,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: config.realmUploadQuotaMib ?? null,
    max_file_upload_size_mib: config.maxFileUploadSizeMib,
    max_message_length: limits.MAX_MESSAGE_LENGTH,
    max_topic_length: limits.MAX_TOPIC_LENGTH,
    max_stream_name_length: limits.MAX_CHANNEL_NAME_LENGTH,
    max_stream_description_length: limits.MAX_CHANNEL_DESCRIPTION_LENGTH,
    max_bulk_new_subscription_messages: limits.MAX_BULK_NEW_SUBSCRIPTION_MESSAGES,
    password_min_length: limits.PASSWORD_MIN_LENGTH,
    password_max_length: limits.PASSWORD_MAX_LENGTH,
    password_min_guesses: limits.PASSWORD_MIN_GUESSES,
    event_queue_longpoll_timeout_seconds: config.longpollTimeoutSeconds,
    development_environment: config.isDevelopment,
    server_generation: SERVER_GENERATION,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: true,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    settings_send_digest_emails: canMail(config),
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_can_summarize_topics: false,
    server_emoji_data_url: `${realmUrl(record, config.rootUrl)}/api/v1/emoji_data`,
    server_min_deactivated_realm_deletion_days: limits.MIN_DEACTIVATED_REALM_DELETION_DAYS,
    server_max_deactivated_realm_deletion_days: limits.MAX_DEACTIVATED_REALM_DELETION_DAYS,
    server_jitsi_server_url: JITSI_SERVER_URL,
    jitsi_server_url: record.settings.jitsi_server_url ?? JITSI_SERVER_URL,
    realm_available_video_chat_providers: videoChatProviders(config),
    giphy_api_key: '',
    giphy_rating_options: GIPHY_RATINGS,
    realm_bot_domain: realmHost(record, config.rootUrl),
    realm_billing: { has_pending_sponsorship_request: false },
    max_avatar_file_size_mib: limits.MAX_AVATAR_FILE_SIZE_MIB,
    max_reminder_note_length: limits.MAX_REMINDER_NOTE_LENGTH,
    max_channel_folder_name_length: limits.MAX_CHANNEL_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: limits.MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
    server_thumbnail_formats: [...THUMBNAIL_FORMATS],
    navigation_tour_video_url: null,
  }),
})
