import type { history as english } from '../en/history.ts'
import type { Text } from '../en/index.ts'

/** The texts of the page about the history of an organization, fetched with it. */
export const history: Text<typeof english> = {
  hint: 'ほかの製品やサーバーのメッセージ、メンバー、ファイルを取り込みます。Zulip、Slack、Mattermost、Rocket.Chat、Loquat のエクスポートが使えます。',
  stays: 'サーバーはまず全体を読み、見つけたものを表示します。確認するまで何も書き込みません。',
  token: 'Slackのトークン（任意）',
  tokenHint:
    'Slackのアーカイブ用：ワークスペースのアプリのトークン（files:read、emoji:read）があれば、サーバーがファイル、アバター、絵文字を取得します。エクスポートのトークン（xoxe-…、ファイルのアドレスに含まれる）なら、ファイルとアバターを取得します。暗号化して保存し、確認後に削除します。',
  choose: 'アーカイブを選択',
  largest: (gib: number) => `アーカイブは ${gib} GiB までです。`,
  uploading: 'アップロード',
  sent: (sent: string, all: string) => `${sent} / ${all}`,
  stopped: (name: string) =>
    `${name} のアップロードが止まりました。同じファイルをもう一度選ぶと、続きから再開します。`,
  otherFile: (name: string, size: string) =>
    `別のファイルです。${name}（${size}）を選ぶか、取り込みを中止してください。`,
  waiting: 'サーバーを待っています',
  reading: 'アーカイブを読んでいます',
  checking: 'アーカイブを確認しています',
  importing: '取り込んでいます',
  left: (duration: string) => `残り約${duration}`,
  mayClose: 'このページを閉じても、作業は続きます。',
  cancel: '取り込みを中止',
  cancelQuestion: '取り込みを中止しますか？',
  cancelWarning: 'アーカイブと、取り込んだものはすべて削除されます。',
  found: 'アーカイブの内容',
  columns: ['種類', '見つけた数', '残す数', '除く数'],
  changed: '変更されるもの',
  leftOut: '除かれるもの',
  example: (text: string) => `例：${text}`,
  begin: '取り込む',
  beginQuestion: (name: string) => `${name} に取り込みますか？`,
  beginWarning:
    'この組織の今の内容（チャンネルと最初のメッセージ）は置き換えられます。名前、アドレス、ログイン方法はそのままです。あなたは、アーカイブで同じメールアドレスを持つ人になるか、新しいオーナーとして加わります。リカバリーコードは使えなくなります。その後、全員がログインし直します。',
  failed: '取り込みに失敗しました',
  cancelled: '取り込みは中止されました。',
  arrived: 'もう一度ログインしてください',
  arrivedHint: '取り込みが終わり、全員がログインし直します。アドレスとパスワードは前と同じです。',
  done: '履歴を取り込みました',
  doneBy: (name: string, file: string, time: string) =>
    `${name} さんが ${file} を取り込みました（${time}）。`,
  theOperator: 'サーバーの管理者',
  allHaveCome: '全員がログインしました。',
  people: 'ほかの人がこの組織に参加したため、もう履歴を取り込めません。',
  messages: 'この組織でメッセージが書かれたため、もう履歴を取り込めません。',
  operator: 'サーバーの管理者は、アーカイブを別の組織として取り込めます。',
}
