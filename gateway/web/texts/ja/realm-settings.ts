import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings: Text<typeof english> = {
  name: { name: '名前' },
  description: {
    name: '説明',
    text: 'Markdown で書きます。ログインと参加の画面に表示されます。Ctrl+Enter で保存します。',
  },
  org_type: {
    name: '組織の種類',
    options: {
      0: '未指定',
      10: '企業',
      20: 'オープンソースプロジェクト',
      30: '教育（非営利）',
      35: '教育（営利）',
      40: '研究',
      50: 'イベント・会議',
      60: '非営利団体（登録済み）',
      70: '行政機関',
      80: '政治団体',
      90: 'コミュニティ',
      100: '個人',
      1000: 'その他',
    },
  },

  default_language: {
    name: '新しいメンバーの言語',
    text: 'アカウントのない人へのメールや、通知ボットとウェルカムボットのメッセージの言語でもあります。',
  },
  enable_spectator_access: {
    name: 'アカウントのない人がウェブ公開チャンネルを読めるようにする',
  },
  invite_required: { name: '参加には招待が必要' },
  emails_restricted_to_domains: {
    name: '許可したドメインのアドレスのみ参加可能',
  },
  disallow_disposable_email_addresses: {
    name: '使い捨てアドレスを拒否',
    text: 'すべてのドメインのアドレスが参加できる間に有効です。',
  },
  waiting_period_threshold: {
    name: '新しいメンバーが正式メンバーになるまでの日数',
  },
  authentication_methods: { name: 'ログイン方法', options: { Email: 'メールとパスワード' } },
  two_factor_required_role: {
    name: '2 段階認証が必要な人',
    text: 'アプリのコードまたはパスキーも使ってログインします。',
    options: {
      0: 'なし',
      100: 'オーナー',
      200: 'オーナーと管理者',
      300: 'オーナー、管理者、モデレーター',
      400: 'ゲスト以外の全員',
      600: '全員',
    },
  },
  two_factor_grace_days: {
    name: '2 段階認証を設定するまでの日数',
    text: 'その後は、設定するまでほかの操作ができません。',
  },
  session_length_hours: {
    name: '再ログインまでの時間数',
    text: '0：無制限。ブラウザーとデスクトップアプリが対象です。モバイルアプリはログインしたままです。',
  },
  session_idle_minutes: {
    name: '無操作で再ログインが必要になるまでの分数',
    text: '0：サーバーの運営者の設定に従います。開いたまま使われていないページは使用とみなしません。',
  },

  enable_guest_user_indicator: { name: 'ゲストの名前に印を付ける' },
  enable_guest_user_dm_warning: { name: 'ゲストへのダイレクトメッセージの前に警告する' },
  presence_disabled: { name: 'オンライン状況を誰にも表示しない' },
  require_unique_names: { name: '名前の重複を禁止' },
  name_changes_disabled: { name: '名前を変更できるのは管理者のみ' },
  email_changes_disabled: { name: '自分のメールアドレスの変更を禁止' },
  avatar_changes_disabled: { name: '画像を変更できるのは管理者のみ' },

  welcome_message_custom_text: {
    name: '歓迎メッセージ',
    text: '歓迎ボットが新しいメンバーに Markdown で送ります。Ctrl+Enter で保存します。',
  },
  new_stream_announcements_stream_id: { name: '新しい公開チャンネルの告知先' },
  signup_announcements_stream_id: { name: '新しいメンバーの告知先' },
  moderation_request_channel_id: {
    name: '報告されたメッセージの告知先',
    text: '非公開チャンネルです。設定しないと、メッセージを報告できません。',
  },

  digest_emails_enabled: { name: '不在の人に週 1 回ダイジェストをメールする' },
  digest_weekday: {
    name: 'ダイジェストの曜日',
    options: {
      0: '月曜日',
      1: '火曜日',
      2: '水曜日',
      3: '木曜日',
      4: '金曜日',
      5: '土曜日',
      6: '日曜日',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'メッセージに関するメールに本文を含めることを許可',
  },
  require_e2ee_push_notifications: {
    name: 'プッシュ通知にメッセージの本文を含めない',
    text: 'その場合、Google、Apple、ブラウザーのサービスに渡るのは送信者と場所だけです。',
  },

  topics_policy: {
    name: 'メッセージのトピック',
    text: 'チャンネルごとに別のルールも設定できます。',
    options: { allow_empty_topic: '任意', disable_empty_topic: '必須' },
  },
  message_retention_days: {
    name: 'メッセージを削除するまでの期間',
    text: 'チャンネルごとに別の日数も設定できます。',
  },
  allow_message_editing: { name: '自分のメッセージを編集できる' },
  message_content_edit_limit_seconds: { name: 'メッセージを編集できる期間' },
  message_content_delete_limit_seconds: { name: '自分のメッセージを削除できる期間' },
  move_messages_within_stream_limit_seconds: {
    name: 'メッセージを別のトピックに移動できる期間',
    text: 'モデレーターと管理者に制限はありません。',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'メッセージを別のチャンネルに移動できる期間',
    text: 'モデレーターと管理者に制限はありません。',
  },
  message_edit_history_visibility_policy: {
    name: 'メッセージの履歴で見られるもの',
    options: { all: '以前のテキストと場所', moves: '以前の場所', none: 'なし' },
  },
  enable_read_receipts: { name: '既読の人を表示できる' },
  inline_image_preview: { name: 'リンク先の画像のプレビューを表示' },
  inline_url_embed_preview: { name: 'リンク先のサイトのプレビューを表示' },
  default_code_block_language: {
    name: '言語を指定しないコードブロックの言語',
    text: '例：python。空の場合はプレーンテキスト。',
  },

  video_chat_provider: {
    name: 'ビデオ通話',
    options: { 0: 'なし', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Jitsi サーバーのアドレス', text: '空の場合はサーバーの既定値。' },
  giphy_rating: {
    name: 'GIF',
    options: {
      0: 'なし',
      1: 'レーティング Y（幼児向け）',
      2: 'レーティング G（一般向け）',
      3: 'レーティング PG（保護者の指導推奨）',
      4: 'レーティング PG-13（13 歳未満は保護者の指導推奨）',
      5: 'レーティング R（制限あり）',
    },
  },

  create_multiuse_invite_group: { name: '再利用できる招待リンクの作成' },
  can_invite_users_group: { name: 'メールでの招待' },
  can_access_all_users_group: {
    name: 'すべてのメンバーの表示',
    text: '含まれないゲストには、同じチャンネルか会話にいる人だけが表示されます。',
  },
  can_create_groups: { name: 'グループの作成' },
  can_manage_all_groups: { name: 'すべてのグループの管理' },
  can_create_bots_group: { name: 'あらゆる種類のボットの作成' },
  can_create_write_only_bots_group: { name: '送信専用ボットの作成' },
  can_add_custom_emoji_group: { name: '絵文字の追加' },
  can_create_public_channel_group: { name: '公開チャンネルの作成' },
  can_create_private_channel_group: { name: '非公開チャンネルの作成' },
  can_create_web_public_channel_group: {
    name: 'インターネット全体に公開するチャンネルの作成',
    text: 'アカウントのない人が読める間に有効です。',
  },
  can_add_subscribers_group: { name: 'ほかの人をチャンネルに追加' },
  can_set_topics_policy_group: { name: 'チャンネルのトピックのルールを選択' },
  can_set_delete_message_policy_group: { name: 'チャンネルのメッセージを削除できる人を選択' },
  can_mention_many_users_group: { name: '大人数への全員メンション' },
  can_resolve_topics_group: { name: 'トピックを解決済みにする' },
  can_move_messages_between_topics_group: { name: 'メッセージを別のトピックに移動' },
  can_move_messages_between_channels_group: { name: 'メッセージを別のチャンネルに移動' },
  can_delete_own_message_group: { name: '自分のメッセージの削除' },
  can_delete_any_message_group: { name: '全員のメッセージの削除' },
  direct_message_initiator_group: { name: 'ダイレクトメッセージの開始' },
  direct_message_permission_group: {
    name: 'ダイレクトメッセージへの参加',
    text: '各会話の 1 人がこの権限を持つ必要があります。ボットは常に許可されます。',
  },
}
