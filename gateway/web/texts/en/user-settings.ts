import type { UserSettingTexts } from '../../model/setting-text.ts'

const BY_PARTICIPATION = {
  1: 'When they write or react there',
  2: 'When they write there',
  3: 'When they start them',
  4: 'Never',
}
const SEVERAL_ALWAYS_NEVER = { 1: 'When in several organizations', 2: 'Always', 3: 'Never' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings = {
  color_scheme: { name: 'Theme', options: { 1: 'As the device', 2: 'Dark', 3: 'Light' } },
  twenty_four_hour_time: { name: '24-hour clock', text: '14:30 instead of 2:30 pm.' },
  emojiset: {
    name: 'Emoji',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: 'Names such as :tada:',
    },
  },
  web_font_size_px: { name: 'Size of text in pixels' },
  web_line_height_percent: { name: 'Distance between lines in percent of the size of text' },
  web_left_sidebar_show_channel_folders: { name: 'Group channels by folders at the left' },
  web_left_sidebar_unreads_count_summary: { name: 'Show sums of unread messages beside folded parts' },
  web_home_view: {
    name: 'First view',
    options: { inbox: 'Inbox', recent_topics: 'Recent conversations', all_messages: 'Combined feed' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc opens the first view' },
  starred_message_counts: { name: 'Count starred messages' },
  display_emoji_reaction_users: { name: 'Show who reacted, when they are few' },
  desktop_icon_count_display: {
    name: 'Number in the title and on the icon',
    options: {
      1: 'All unread messages',
      2: 'Direct messages, mentions, followed topics',
      3: 'Direct messages and mentions',
      4: 'No number',
    },
  },

  enter_sends: { name: 'Enter sends' },
  translate_emoticons: { name: 'Turn :) into emoji' },
  enable_drafts_synchronization: { name: 'Keep drafts on the server' },
  receives_typing_notifications: { name: 'Show who is typing' },

  automatically_follow_topics_policy: { name: 'Follow topics by themselves', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: 'Follow topics that mention them' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Unmute topics of muted channels by themselves',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Count notices of “resolved” as read',
    options: { always: 'Always', except_followed: 'Except in followed topics', never: 'Never' },
  },

  enable_desktop_notifications: { name: 'Direct messages and mentions: desktop' },
  enable_sounds: { name: 'Direct messages and mentions: sound' },
  enable_offline_push_notifications: { name: 'Direct messages and mentions: phone' },
  enable_offline_email_notifications: { name: 'Direct messages and mentions: mail' },
  enable_followed_topic_desktop_notifications: { name: 'Followed topics: desktop' },
  enable_followed_topic_audible_notifications: { name: 'Followed topics: sound' },
  enable_followed_topic_push_notifications: { name: 'Followed topics: phone' },
  enable_followed_topic_email_notifications: { name: 'Followed topics: mail' },
  enable_stream_desktop_notifications: { name: 'Messages in channels: desktop' },
  enable_stream_audible_notifications: { name: 'Messages in channels: sound' },
  enable_stream_push_notifications: { name: 'Messages in channels: phone' },
  enable_stream_email_notifications: { name: 'Messages in channels: mail' },
  wildcard_mentions_notify: { name: 'Mentions of everyone notify' },
  enable_followed_topic_wildcard_mentions_notify: { name: 'Mentions of everyone notify in followed topics' },
  enable_online_push_notifications: { name: 'Notify the phone also while online' },
  pm_content_in_desktop_notifications: { name: 'Show the text of direct messages' },
  notification_sound: { name: 'Sound', options: { ding: 'Ding', zulip: 'Bell', none: 'No sound' } },

  email_notifications_batching_period_seconds: {
    name: 'Seconds before a mail',
    text: 'Messages that arrive meanwhile are in the same mail.',
  },
  message_content_in_email_notifications: { name: 'Mails contain the text of messages' },
  realm_name_in_email_notifications_policy: {
    name: 'Name the organization in the subject',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: 'A digest after being away' },

  presence_enabled: { name: 'Others see when they are online' },
  send_read_receipts: { name: 'Others see what they have read' },
  send_private_typing_notifications: { name: 'Others see that they type a direct message' },
  send_stream_typing_notifications: { name: 'Others see that they type in a channel' },
  email_address_visibility: {
    name: 'Who sees their e-mail address',
    options: { 1: 'Everyone', 2: 'Members', 3: 'Administrators', 4: 'Nobody', 5: 'Moderators' },
  },
} satisfies UserSettingTexts
