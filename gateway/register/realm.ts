import { z } from 'zod'
import * as limits from '../../config/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/messages/check.ts'
import { realmUrl } from '../../core/realm/address.ts'
import { slice } from './slice.ts'

/** When this server began to run: clients tell a restart by it. */
const SERVER_GENERATION = Math.floor(Date.now() / 1000)

/** The organization, and what the server tells its clients about limits and intervals. */
export const realm = slice({
  wantedBy: 'realm',
  response: {
    realm_url: z.string(),
    realm_uri: z.string(),
    realm_date_created: z.int(),
    realm_empty_topic_display_name: z.string(),
    realm_email_auth_enabled: z.boolean(),
    realm_password_auth_enabled: z.boolean(),
    realm_is_zephyr_mirror_realm: z.boolean(),
    realm_push_notifications_enabled: z.boolean(),
    realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
    realm_upload_quota_mib: z.int().nullable(),
    max_file_upload_size_mib: z.int(),
    max_message_length: z.int(),
    max_topic_length: z.int(),
    max_stream_name_length: z.int(),
    max_stream_description_length: z.int(),
    max_bulk_new_subscription_messages: z.int(),
    password_min_length: z.int(),
    password_max_length: z.int(),
    password_min_guesses: z.int(),
    event_queue_longpoll_timeout_seconds: z.int(),
    development_environment: z.boolean(),
    server_generation: z.int(),
    server_needs_upgrade: z.boolean(),
    server_web_public_streams_enabled: z.boolean(),
    zulip_plan_is_not_limited: z.boolean(),
  },
  read: ({ view, config }) => ({
    realm_url: realmUrl(view.record, config.rootUrl),
    realm_uri: realmUrl(view.record, config.rootUrl),
    realm_date_created: view.record.createdAt,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_is_zephyr_mirror_realm: false,
    realm_push_notifications_enabled: false,
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
    server_web_public_streams_enabled: false,
    zulip_plan_is_not_limited: true,
  }),
})
