import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: '当他们在其中发言或回应时',
  2: '当他们在其中发言时',
  3: '当他们发起话题时',
  4: '从不',
}
const SEVERAL_ALWAYS_NEVER = { 1: '属于多个组织时', 2: '总是', 3: '从不' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: '主题', options: { 1: '跟随设备', 2: '深色', 3: '浅色' } },
  twenty_four_hour_time: { name: '24 小时制', text: '14:30 而不是下午 2:30。' },
  emojiset: {
    name: '表情',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: '名称，例如 :tada:',
    },
  },
  web_font_size_px: { name: '文字大小（像素）' },
  web_line_height_percent: { name: '行距（文字大小的百分比）' },
  web_left_sidebar_show_channel_folders: { name: '在左侧按文件夹分组频道' },
  web_left_sidebar_unreads_count_summary: { name: '在折叠的部分旁显示未读消息总数' },
  web_home_view: {
    name: '首个视图',
    options: { inbox: '收件箱', recent_topics: '最近会话', all_messages: '全部消息' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc 打开首个视图' },
  starred_message_counts: { name: '显示星标消息数' },
  display_emoji_reaction_users: { name: '人数少时显示做出回应的人' },
  desktop_icon_count_display: {
    name: '标题和图标上的数字',
    options: {
      1: '所有未读消息',
      2: '私信、提及、关注的话题',
      3: '私信和提及',
      4: '不显示数字',
    },
  },

  enter_sends: { name: 'Enter 发送' },
  translate_emoticons: { name: '将 :) 转换为表情' },
  enable_drafts_synchronization: { name: '在服务器上保存草稿' },
  receives_typing_notifications: { name: '显示谁正在输入' },

  automatically_follow_topics_policy: { name: '自动关注话题', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: '关注提及他们的话题' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: '自动取消静音频道中话题的静音',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: '将“已解决”通知计为已读',
    options: { always: '总是', except_followed: '关注的话题除外', never: '从不' },
  },

  enable_desktop_notifications: { name: '私信和提及：桌面' },
  enable_sounds: { name: '私信和提及：声音' },
  enable_offline_push_notifications: { name: '私信和提及：手机' },
  enable_offline_email_notifications: { name: '私信和提及：邮件' },
  enable_followed_topic_desktop_notifications: { name: '关注的话题：桌面' },
  enable_followed_topic_audible_notifications: { name: '关注的话题：声音' },
  enable_followed_topic_push_notifications: { name: '关注的话题：手机' },
  enable_followed_topic_email_notifications: { name: '关注的话题：邮件' },
  enable_stream_desktop_notifications: { name: '频道消息：桌面' },
  enable_stream_audible_notifications: { name: '频道消息：声音' },
  enable_stream_push_notifications: { name: '频道消息：手机' },
  enable_stream_email_notifications: { name: '频道消息：邮件' },
  wildcard_mentions_notify: { name: '提及所有人时通知' },
  enable_followed_topic_wildcard_mentions_notify: { name: '在关注的话题中提及所有人时通知' },
  enable_online_push_notifications: { name: '在线时也通知手机' },
  pm_content_in_desktop_notifications: { name: '显示私信的文本' },
  notification_sound: { name: '声音', options: { ding: '叮', zulip: '铃声', none: '无声音' } },

  email_notifications_batching_period_seconds: {
    name: '发邮件前的秒数',
    text: '期间到达的消息合并在同一封邮件中。',
  },
  message_content_in_email_notifications: { name: '邮件包含消息的文本' },
  realm_name_in_email_notifications_policy: {
    name: '在邮件主题中写组织名称',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: '离开后发送摘要' },

  presence_enabled: { name: '其他人看到他们何时在线' },
  send_read_receipts: { name: '其他人看到他们读过什么' },
  send_private_typing_notifications: { name: '其他人看到他们正在写私信' },
  send_stream_typing_notifications: { name: '其他人看到他们正在频道中输入' },
  email_address_visibility: {
    name: '谁可以看到他们的邮箱',
    options: { 1: '所有人', 2: '成员', 3: '管理员', 4: '没有人', 5: '版主' },
  },
}
