import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: '書き込んだりリアクションしたりしたとき',
  2: '書き込んだとき',
  3: '自分が始めたとき',
  4: 'しない',
}
const SEVERAL_ALWAYS_NEVER = { 1: '複数の組織に参加しているとき', 2: '常に', 3: 'しない' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: 'テーマ', options: { 1: '端末に合わせる', 2: 'ダーク', 3: 'ライト' } },
  twenty_four_hour_time: { name: '24 時間表示', text: '午後 2:30 の代わりに 14:30。' },
  emojiset: {
    name: '絵文字',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: ':tada: のような名前',
    },
  },
  web_font_size_px: { name: '文字の大きさ（ピクセル）' },
  web_line_height_percent: { name: '行間（文字の大きさに対する %）' },
  web_left_sidebar_show_channel_folders: { name: 'サイドバーのチャンネルをフォルダーでまとめる' },
  web_left_sidebar_unreads_count_summary: { name: '折りたたんだ部分の横に未読の合計を表示' },
  web_home_view: {
    name: '最初のビュー',
    options: { inbox: '受信箱', recent_topics: '最近の会話', all_messages: 'すべてのメッセージ' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc で最初のビューを開く' },
  starred_message_counts: { name: 'スター付きの数を表示' },
  display_emoji_reaction_users: { name: '少数のときはリアクションした人の名前を表示' },
  desktop_icon_count_display: {
    name: 'タイトルとアイコンの数',
    options: {
      1: 'すべての未読メッセージ',
      2: 'ダイレクトメッセージ、メンション、フォロー中のトピック',
      3: 'ダイレクトメッセージとメンション',
      4: '数を表示しない',
    },
  },

  enter_sends: { name: 'Enter で送信' },
  translate_emoticons: { name: ':) を絵文字に変換' },
  enable_drafts_synchronization: { name: '下書きをサーバーに保存' },
  receives_typing_notifications: { name: '入力中の人を表示' },

  automatically_follow_topics_policy: { name: 'トピックを自動でフォロー', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: '自分がメンションされたトピックをフォロー' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'ミュート中のチャンネルのトピックを自動でミュート解除',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: '「解決済み」の通知を既読にする',
    options: { always: '常に', except_followed: 'フォロー中のトピックを除く', never: 'しない' },
  },

  enable_desktop_notifications: { name: 'ダイレクトメッセージとメンション：デスクトップ' },
  enable_sounds: { name: 'ダイレクトメッセージとメンション：音' },
  enable_offline_push_notifications: { name: 'ダイレクトメッセージとメンション：スマートフォン' },
  enable_offline_email_notifications: { name: 'ダイレクトメッセージとメンション：メール' },
  enable_followed_topic_desktop_notifications: { name: 'フォロー中のトピック：デスクトップ' },
  enable_followed_topic_audible_notifications: { name: 'フォロー中のトピック：音' },
  enable_followed_topic_push_notifications: { name: 'フォロー中のトピック：スマートフォン' },
  enable_followed_topic_email_notifications: { name: 'フォロー中のトピック：メール' },
  enable_stream_desktop_notifications: { name: 'チャンネルのメッセージ：デスクトップ' },
  enable_stream_audible_notifications: { name: 'チャンネルのメッセージ：音' },
  enable_stream_push_notifications: { name: 'チャンネルのメッセージ：スマートフォン' },
  enable_stream_email_notifications: { name: 'チャンネルのメッセージ：メール' },
  wildcard_mentions_notify: { name: '全員へのメンションを通知' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'フォロー中のトピックでの全員へのメンションを通知',
  },
  enable_online_push_notifications: { name: 'オンライン中もスマートフォンに通知' },
  pm_content_in_desktop_notifications: { name: 'ダイレクトメッセージの本文を表示' },
  notification_sound: { name: '音', options: { ding: 'ディン', zulip: 'ベル', none: '音なし' } },

  email_notifications_batching_period_seconds: {
    name: 'メールまでの秒数',
    text: 'その間に届いたメッセージは同じメールにまとめられます。',
  },
  message_content_in_email_notifications: { name: 'メールにメッセージの本文を含める' },
  realm_name_in_email_notifications_policy: {
    name: 'メールの件名に組織名を入れる',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: '不在後のダイジェスト' },

  presence_enabled: { name: 'オンライン状況をほかの人に表示' },
  send_read_receipts: { name: '既読をほかの人に表示' },
  send_private_typing_notifications: { name: 'ダイレクトメッセージの入力中を表示' },
  send_stream_typing_notifications: { name: 'チャンネルでの入力中を表示' },
  email_address_visibility: {
    name: 'メールアドレスを見られる人',
    options: { 1: '全員', 2: 'メンバー', 3: '管理者', 4: 'なし', 5: 'モデレーター' },
  },
}
