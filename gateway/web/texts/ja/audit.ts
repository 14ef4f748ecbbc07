import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `「${name}」`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: '誰が組織の何を変更したか、誰がどこからログインしたかの記録です。メッセージと個人の設定は含みません。',
  list: '変更（新しい順）',
  none: '変更はありません',
  noneHint: '条件に合う変更はありません。',
  everybody: '全員',
  everything: 'すべて',
  by: '変更者',
  kind: '種類',
  filters: (n) => (n === 0 ? 'フィルター' : `フィルター（${n}）`),
  older: '以前の変更を表示',
  csv: 'CSV でダウンロード',
  csvIsMade: '変更を取得しています…',
  csvName: 'audit-log.csv',
  csvColumns: ['日時', '変更者', '変更', '種類', 'ID', '項目', '変更前の値', '変更後の値'],
  server: 'サーバー',
  kinds: {
    organization: '組織',
    user_default: '新規メンバーの既定値',
    user: 'メンバー',
    bot: 'ボット',
    channel: 'チャンネル',
    channel_folder: 'チャンネルフォルダー',
    user_group: 'グループ',
    default_channel_group: 'チャンネルグループ',
    profile_field: 'プロフィール項目',
    emoji: '絵文字',
    linkifier: '自動リンク',
    playground: 'プレイグラウンド',
    domain: '許可したドメイン',
    log_in_provider: 'ログインプロバイダー',
    provisioning_token: 'ディレクトリのトークン',
    invitation: '招待',
    export: 'エクスポート',
    person_data: '個人のデータ',
    history_import: '履歴の取り込み',
    log_in: 'ログイン',
  },
  created: (who, { kind, name }) => `${who} が${object(kind, name)}を作成しました。`,
  since: '開始日',
  until: '終了日',
  loggedIn: (who, from) => `${who} がログインしました：${from}。`,
  refusedLogIn: (who, from) => `${who} の誤ったパスワードが入力されました：${from}。`,
  refusedOtherwise: (who, how, from, reason) =>
    `${who === undefined ? '' : `${who} としての`}ログインが拒否されました（${how}、${from}）${reason === undefined ? '' : `：${reason}`}。`,
  refusedLogOut: (how, from) => `${how} からのセッションを終了するメッセージが拒否されました：${from}。`,
  loggedInFrom: (device, address, method) =>
    `${device}、${address}${method === undefined ? '' : `、${method}`}`,
  methods: {
    password: 'パスワード',
    passkey: 'パスキー',
    second_factor: '2 段階認証',
    session: 'ログイン中のブラウザー',
    invitation: '招待',
    device_code: 'デバイスコード',
  },
  refusals: {
    AUTHENTICATION_FAILED: '情報が誤っているか、アカウントがありません',
    USER_DEACTIVATED: 'アカウントは停止中です',
    OTHER_METHOD_REQUIRED: '組織が別の方法を求めています',
    PASSWORD_AUTH_DISABLED: 'ブラウザーが必要です',
    LOG_IN_EXPIRED: '期限切れか、別のブラウザーで開始されました',
    PROVIDER_UNAVAILABLE: 'プロバイダーが正しく応答しませんでした',
    ADDRESS_NOT_CONFIRMED: 'メールアドレスが未確認です',
    ADDRESS_MISSING: 'プロバイダーからメールアドレスが送られてきません',
    NO_ACCOUNT: 'アカウントがありません',
    OTHER_IDENTITY: 'プロバイダーでは別の人のアカウントです',
    INVITATION_REQUIRED: '招待がありません',
  },
  endedSessions: (who, name) => `${who} が ${name} をすべてログアウトさせました。`,
  endedAllSessions: (who) => `${who} が全員をログアウトさせました。`,
  tried: (who, name, person) =>
    `${who} が${quoted(name)}でのログインを${person === undefined ? '' : ` ${person} として`}試しました。`,
  subscribed: (who, people, channel) => `${who} が ${people} を${quoted(channel)}に参加させました。`,
  unsubscribed: (who, people, channel) => `${who} が ${people} を${quoted(channel)}から外しました。`,
  exported: (who, name) => `${who} が ${name} のデータをエクスポートしました。`,
  merged: (who, name, into) => `${who}がアカウント${name}を${into}に統合しました`,
  erased: (who, name) => `${who} が ${name} のデータを消去しました。`,
  removed: (who, { kind, name }) => `${who} が${object(kind, name)}を削除しました。`,
  ended: (who, { kind, name }) => `${who} が${object(kind, name)}を停止しました。`,
  returned: (who, { kind, name }) => `${who} が${object(kind, name)}を再開しました。`,
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : `${object(kind, name)}の`
    const how = values === undefined ? '' : `：${values.before} → ${values.after}`
    return `${who} が${where}${quoted(property)}を変更しました${how}。`
  },
  moved: (who, list) => `${who} が${quoted(list)}の順序を変更しました。`,
  added: (who, what, { kind, name }) => `${who} が ${what} を${object(kind, name)}に追加しました。`,
  taken: (who, what, { kind, name }) => `${who} が ${what} を${object(kind, name)}から外しました。`,
  on: 'オン',
  off: 'オフ',
  empty: 'なし',
  text: quoted,
  roles: { 100: 'オーナー', 200: '管理者', 300: 'モデレーター', 400: 'メンバー', 600: 'ゲスト' },
  properties: {
    token: '以前のサーバーのトークン',
    status: '状態',
    external_log_in: 'プロバイダーでのログイン',
    gone_from_directory: 'ディレクトリに存在しない',
    subdomain: 'サブドメイン',
    custom_host: 'ホスト',
    is_deactivated: '組織の停止',
    deletion_date: 'データを削除する日',
    icon: 'アイコン',
    logo: '明るい背景のロゴ',
    night_logo: '暗い背景のロゴ',
    email: 'メールアドレス',
    full_name: '名前',
    role: '役割',
    bot_owner_id: 'オーナー',
    avatar: '画像',
    api_key: 'API キー',
    provisioned_by: 'ディレクトリによる変更',
    can_create_users: 'アカウントの作成',
    can_change_user_emails: 'メールアドレスの変更',
    services: 'サービス',
    channels: 'チャンネル',
    name: '名前',
    description: '説明',
    invite_only: '非公開',
    is_web_public: 'ウェブ公開',
    is_archived: 'アーカイブ済み',
    history_public_to_subscribers: '参加者が過去のメッセージを閲覧',
    message_retention_days: 'メッセージの保存日数',
    topics_policy: 'トピック',
    is_default: '既定のチャンネル',
    folder_id: 'フォルダー',
    can_add_subscribers_group: 'ほかの人を参加させられる人',
    can_remove_subscribers_group: 'ほかの人を外せる人',
    can_administer_channel_group: 'チャンネルを管理できる人',
    can_delete_any_message_group: 'すべてのメッセージを削除できる人',
    can_delete_own_message_group: '自分のメッセージを削除できる人',
    can_move_messages_out_of_channel_group: 'メッセージを別のチャンネルに移動できる人',
    can_move_messages_within_channel_group: 'メッセージをチャンネル内で移動できる人',
    can_send_message_group: 'メッセージを送信できる人',
    can_subscribe_group: '参加できる人',
    can_resolve_topics_group: 'トピックを解決にできる人',
    can_add_members_group: 'メンバーを追加できる人',
    can_join_group: '加入できる人',
    can_leave_group: '退出できる人',
    can_manage_group: 'グループを管理できる人',
    can_mention_group: 'グループをメンションできる人',
    can_remove_members_group: 'メンバーを外せる人',
    allow_subdomains: 'サブドメインも含む',
    pattern: 'パターン',
    url_template: 'アドレス',
    pygments_language: 'コードブロックの言語',
    type: '種類',
    hint: 'ヒント',
    field_data: '値',
    display_in_profile_summary: 'カードに表示',
    required: '必須',
    editable_by_user: '本人が変更可能',
  },
}

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return '組織'
    case 'user_default':
      return '新規メンバーの既定値'
    case 'user':
      return ` ${name} のアカウント`
    case 'bot':
      return `ボット ${name} `
    case 'channel':
      return `チャンネル${quoted(name)}`
    case 'channel_folder':
      return `チャンネルフォルダー${quoted(name)}`
    case 'user_group':
      return `グループ${quoted(name)}`
    case 'default_channel_group':
      return `チャンネルグループ${quoted(name)}`
    case 'profile_field':
      return `プロフィール項目${quoted(name)}`
    case 'emoji':
      return `絵文字 :${name}: `
    case 'linkifier':
      return `自動リンク${quoted(name)}`
    case 'playground':
      return `プレイグラウンド${quoted(name)}`
    case 'log_in_provider':
      return `ログインプロバイダー${quoted(name)}`
    case 'provisioning_token':
      return `ディレクトリ${quoted(name)}のトークン`
    case 'domain':
      return `許可したドメイン ${name} `
    case 'invitation':
      return name === '' ? '再利用できる招待' : ` ${name} への招待`
    case 'export':
      return 'エクスポート'
    case 'log_in':
      return ` ${name} のログイン`
    case 'history_import':
      return `${quoted(name)}の取り込み`
    case 'person_data':
      return ` ${name} のデータ`
  }
}
