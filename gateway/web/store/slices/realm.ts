import { slice } from './slice.ts'

/** The organization, and the reader's role in it. */
export interface Realm {
  readonly name: string
  /** The version of the server. */
  readonly version: string
  readonly icon: string
  /** Whether somebody has uploaded the icon. */
  readonly hasIcon: boolean
  readonly description: string
  readonly me: number
  /** Whether the reader has no account and reads web-public channels. Spectators get no events. */
  readonly isSpectator: boolean
  /** Whether people can join without an invitation. */
  readonly isOpen: boolean
  /** Shown for the topic with the empty name. */
  readonly emptyTopic: string
  readonly maxMessageLength: number
  readonly maxTopicLength: number
  /** Seconds after which a person counts as offline, and between the reader's own presence reports. */
  readonly offlineAfter: number
  readonly presenceInterval: number
  /** In MiB. */
  readonly maxUploadSize: number
  /** In MiB. */
  readonly maxAvatarSize: number
  /** In MiB, both. */
  readonly maxIconSize: number
  readonly maxLogoSize: number
  /** Milliseconds between typing notifications, and without a keystroke until typing has ended. */
  readonly typingInterval: number
  readonly typingEndsAfter: number
  /** The server of video calls, unless the organization has chosen another. */
  readonly jitsiServer: string
}

export const realm = slice<Realm>({
  from: (registration) => ({
    name: registration.realm_name,
    version: registration.service_version,
    icon: registration.realm_icon_url,
    hasIcon: registration.realm_icon_source === 'U',
    description: registration.realm_description,
    me: registration.user_id,
    isSpectator: registration.queue_id === null,
    isOpen: !registration.realm_invite_required,
    emptyTopic: registration.realm_empty_topic_display_name,
    maxMessageLength: registration.max_message_length,
    maxTopicLength: registration.max_topic_length,
    offlineAfter: registration.server_presence_offline_threshold_seconds,
    presenceInterval: registration.server_presence_ping_interval_seconds,
    maxUploadSize: registration.max_file_upload_size_mib,
    maxAvatarSize: registration.max_avatar_file_size_mib,
    maxIconSize: registration.max_icon_file_size_mib,
    maxLogoSize: registration.max_logo_file_size_mib,
    typingInterval: registration.server_typing_started_wait_period_milliseconds,
    typingEndsAfter: registration.server_typing_stopped_wait_period_milliseconds,
    jitsiServer: registration.server_jitsi_server_url ?? '',
  }),
  apply: (state, event) => {
    if (event.type !== 'realm') return state
    if (event.op === 'update' && event.property === 'name') return { ...state, name: String(event.value) }
    if (event.op !== 'update_dict' || event.property !== 'icon') return state
    const { icon_url: icon, icon_source: source } = event.data as Record<string, unknown>
    return { ...state, icon: String(icon), hasIcon: source === 'U' }
  },
})
