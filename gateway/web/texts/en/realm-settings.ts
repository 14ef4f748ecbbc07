import type { RealmSettingTexts } from '../../model/setting-text.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings = {
  name: { name: 'Name' },
  description: {
    name: 'Description',
    text: 'In Markdown. People see it where they log in and join. Ctrl+Enter saves.',
  },
  org_type: {
    name: 'Kind of organization',
    options: {
      0: 'Not specified',
      10: 'Business',
      20: 'Open-source project',
      30: 'Education (non-profit)',
      35: 'Education (for-profit)',
      40: 'Research',
      50: 'Event or conference',
      60: 'Non-profit (registered)',
      70: 'Government',
      80: 'Political group',
      90: 'Community',
      100: 'Personal',
      1000: 'Other',
    },
  },

  default_language: {
    name: 'Language of new people',
    text: 'Also of mails to people who have no account yet, and of what the notification and welcome bots write.',
  },
  enable_spectator_access: {
    name: 'Let people without an account read web-public channels',
  },
  invite_required: { name: 'People need an invitation to join' },
  emails_restricted_to_domains: {
    name: 'Only e-mail addresses of allowed domains may join',
  },
  disallow_disposable_email_addresses: {
    name: 'Refuse addresses of disposable mail services',
    text: 'It counts while addresses of all domains may join.',
  },
  waiting_period_threshold: {
    name: 'Days until a new member is a full member',
  },
  authentication_methods: { name: 'Ways to log in', options: { Email: 'E-mail and password' } },
  two_factor_required_role: {
    name: 'Who needs a second factor',
    text: 'They log in with a code of an app or with a passkey too.',
    options: {
      0: 'Nobody',
      100: 'Owners',
      200: 'Owners and administrators',
      300: 'Owners, administrators and moderators',
      400: 'Everyone except guests',
      600: 'Everyone',
    },
  },
  two_factor_grace_days: {
    name: 'Days to set up the second factor',
    text: 'Afterwards people set it up before they can do anything else.',
  },
  session_length_hours: {
    name: 'Hours until people log in again',
    text: '0: no limit. It counts for browsers and the desktop app; mobile apps stay logged in.',
  },
  session_idle_minutes: {
    name: 'Minutes without use until people log in again',
    text: '0: as long as the operator of the server has set. An open page that nobody uses does not count.',
  },

  enable_guest_user_indicator: { name: 'Mark the names of guests' },
  enable_guest_user_dm_warning: { name: 'Warn before a direct message to a guest' },
  presence_disabled: { name: 'Show nobody who is online' },
  require_unique_names: { name: 'Names must be unique' },
  name_changes_disabled: { name: 'Only administrators change names' },
  email_changes_disabled: { name: 'Nobody changes their own e-mail address' },
  avatar_changes_disabled: { name: 'Only administrators change pictures of people' },

  welcome_message_custom_text: {
    name: 'Welcome text',
    text: 'The welcome bot sends it to new people, in Markdown. Ctrl+Enter saves.',
  },
  new_stream_announcements_stream_id: { name: 'New public channels are announced in' },
  signup_announcements_stream_id: { name: 'New people are announced in' },
  moderation_request_channel_id: {
    name: 'Reported messages are announced in',
    text: 'A private channel. Without it, nobody can report messages.',
  },

  digest_emails_enabled: { name: 'Mail a weekly digest to people who were away' },
  digest_weekday: {
    name: 'Day of the digest',
    options: {
      0: 'Monday',
      1: 'Tuesday',
      2: 'Wednesday',
      3: 'Thursday',
      4: 'Friday',
      5: 'Saturday',
      6: 'Sunday',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Mails about messages may contain their text',
  },
  require_e2ee_push_notifications: {
    name: 'Push notifications leave out the text of messages',
    text: 'The services of Google, Apple and browsers then carry only who wrote and where.',
  },

  topics_policy: {
    name: 'Topics of messages',
    text: 'A channel may have another rule.',
    options: { allow_empty_topic: 'Optional', disable_empty_topic: 'Required' },
  },
  message_retention_days: {
    name: 'Delete messages after',
    text: 'A channel may have another number of days.',
  },
  allow_message_editing: { name: 'People can edit their messages' },
  message_content_edit_limit_seconds: { name: 'Time to edit a message' },
  message_content_delete_limit_seconds: { name: 'Time to delete one’s own message' },
  move_messages_within_stream_limit_seconds: {
    name: 'Time to move a message to another topic',
    text: 'Moderators and administrators have no limit.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Time to move a message to another channel',
    text: 'Moderators and administrators have no limit.',
  },
  message_edit_history_visibility_policy: {
    name: 'What people see of a message’s history',
    options: { all: 'Former texts and places', moves: 'Former places', none: 'Nothing' },
  },
  enable_read_receipts: { name: 'People can see who has read a message' },
  inline_image_preview: { name: 'Show previews of linked pictures' },
  inline_url_embed_preview: { name: 'Show previews of linked websites' },
  default_code_block_language: {
    name: 'Language of code blocks that name none',
    text: 'For example python. Empty for plain text.',
  },

  video_chat_provider: {
    name: 'Video calls',
    options: { 0: 'None', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Address of the Jitsi server', text: 'Empty for the server’s own.' },
  giphy_rating: {
    name: 'GIFs',
    options: {
      0: 'None',
      1: 'Rated Y (very young audience)',
      2: 'Rated G (general audience)',
      3: 'Rated PG (parental guidance)',
      4: 'Rated PG-13 (parental guidance under 13)',
      5: 'Rated R (restricted)',
    },
  },

  create_multiuse_invite_group: { name: 'Create reusable invitation links' },
  can_invite_users_group: { name: 'Invite people by mail' },
  can_access_all_users_group: {
    name: 'See all people',
    text: 'Guests outside see only people with whom they share a channel or a conversation.',
  },
  can_create_groups: { name: 'Create groups' },
  can_manage_all_groups: { name: 'Manage all groups' },
  can_create_bots_group: { name: 'Create bots of every kind' },
  can_create_write_only_bots_group: { name: 'Create bots that only send' },
  can_add_custom_emoji_group: { name: 'Add emoji' },
  can_create_public_channel_group: { name: 'Create public channels' },
  can_create_private_channel_group: { name: 'Create private channels' },
  can_create_web_public_channel_group: {
    name: 'Create channels for everyone on the Internet',
    text: 'It counts while people without an account can read.',
  },
  can_add_subscribers_group: { name: 'Subscribe others to channels' },
  can_set_topics_policy_group: { name: 'Choose the topics rule of a channel' },
  can_set_delete_message_policy_group: { name: 'Choose who deletes messages of a channel' },
  can_mention_many_users_group: { name: 'Mention everyone where many take part' },
  can_resolve_topics_group: { name: 'Mark topics as resolved' },
  can_move_messages_between_topics_group: { name: 'Move messages to another topic' },
  can_move_messages_between_channels_group: { name: 'Move messages to another channel' },
  can_delete_own_message_group: { name: 'Delete one’s own messages' },
  can_delete_any_message_group: { name: 'Delete messages of everyone' },
  direct_message_initiator_group: { name: 'Begin a direct conversation' },
  direct_message_permission_group: {
    name: 'Take part in direct conversations',
    text: 'One person in each conversation must have this. Bots are always allowed.',
  },
} satisfies RealmSettingTexts
