import type { Text } from '../en/index.ts'
import type { security as english } from '../en/security.ts'
import { plural } from './numbers.ts'

/** The texts of the page about the reader's log-in, fetched with the settings. */
export const security: Text<typeof english> = {
  password: 'パスワード',
  confirmTitle: '本人確認',
  confirmHint: 'ログインから時間がたっており、この変更はログイン方法に関わります。',
  orCode: 'またはアプリのコード、リカバリーコード',
  confirm: '確認',
  usePasskey: 'パスキーを使う',
  notConfirmed: '本人確認が済んでいません。何も変更されていません。',

  secondFactor: '2 段階認証',
  secondFactorHint: '2 段階認証を使うと、パスワードだけではログインできません。',
  requiredFrom: (day) => `組織は ${day} から 2 段階認証を必須にしています。`,
  requiredNow: '組織は 2 段階認証を必須にしています。設定するまで何も利用できません。',
  setFactorUp: '設定する',
  notNow: 'あとで',
  app: '認証アプリ',
  appAdded: (day) => `${day} に追加しました。`,
  appNone: 'スマートフォンのアプリに、30 秒ごとに変わる 6 桁の数字が表示されます。',
  addApp: 'アプリを設定',
  replaceApp: '別のアプリを設定',
  removeApp: 'アプリを削除',
  removeAppQuestion: '認証アプリを削除しますか？',
  removeAppWarning:
    'コードは使えなくなります。パスキーがない場合は、パスワードだけでログインできるようになります。',
  scan: 'アプリでこのコードを読み取り、表示された数字を入力してください。',
  qrCode: '認証アプリ用の QR コード',
  secret: 'カメラがない場合は、このシークレットを入力',
  code: 'コード',
  goOn: '続ける',

  codes: 'リカバリーコード',
  codesLeft: (count) => plural(count, { other: '残りのコードは # 個です。' }),
  codesNone: '最初の 2 段階認証の設定時に発行されます。',
  newCodes: '新しいコードを作成',
  newCodesQuestion: '新しいリカバリーコードを作成しますか？',
  newCodesWarning: '以前のコードは使えなくなります。',
  codesTitle: 'リカバリーコードを保管してください',
  codesHint:
    'それぞれ 1 回だけ 2 段階認証の代わりになります。この端末がなくても見られる場所に保管してください。表示されるのは今だけです。',
  download: 'ダウンロード',
  done: '保管しました',

  passkeys: 'パスキー',
  passkeysHint: 'パスワードの代わりに、指紋、顔、PIN、セキュリティキーでログインできます。',
  addPasskey: 'パスキーを追加',
  passkeyFailed: 'ブラウザーがパスキーを作成しませんでした。',
  passkeyTimes: (added, used) =>
    used === undefined ? `${added} に追加、未使用` : `${added} に追加、最終使用 ${used}`,
  rename: '名前を変更',
  renamePasskey: (name) => `名前を変更：${name}`,
  passkeyName: 'パスキーの名前',
  save: '保存',
  remove: '削除',
  removePasskey: (name) => `削除：${name}`,
  removePasskeyQuestion: (name) => `パスキー ${name} を削除しますか？`,
  removePasskeyWarning: 'このパスキーではログインできなくなります。端末からも削除してください。',

  sessions: 'セッションと端末',
  sessionsHint:
    'ログイン中のブラウザーです。アプリは API キーを使います。新しいキーを作るとアプリはログアウトされます。',
  thisDevice: 'この端末',
  sessionTimes: (started, used) =>
    started === undefined ? `最終使用 ${used}` : `${started} から、最終使用 ${used}`,
  logOut: 'ログアウト',
  logOutDevice: (device) => `ログアウト：${device}`,
  logOutOthers: 'ほかのすべてからログアウト',
  logOutOthersQuestion: 'ほかのすべての端末からログアウトしますか？',
  logOutOthersWarning: 'この端末以外の一覧の端末は、ログインし直す必要があります。',
  notLoaded: '読み込めませんでした。',
}
