import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => (isAll ? 'このトピックを' : `メッセージ ${count} 件を`)

/** The messages that the server writes, in Japanese. */
export const JAPANESE: NoticeTexts = {
  topics: {
    channelEvents: 'チャンネルのお知らせ',
    newChannels: '新しいチャンネル',
    signups: '新しいメンバー',
    reportsOf: (name) => `${name} に関する報告`,
  },
  firstChannels: [
    { name: '全体', description: '組織の全員に関わるすべてのことに。' },
    { name: 'お試し', description: 'いろいろ試すための場所です。' },
  ],
  privacy: {
    webPublic: 'ウェブで公開',
    public: '公開',
    sharedHistory: '非公開（以前のメッセージも表示）',
    protectedHistory: '非公開（参加後のメッセージのみ表示）',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? '新しいチャンネルです' : `${by} がこのチャンネルを作成しました`}：**${privacy}**。 **説明：**`,
  noDescription: '*説明はありません。*',
  renamed: (by, before, after) =>
    `${by} がチャンネルの名前を **${before}** から **${after}** に変更しました。`,
  described: (by) => `${by} がチャンネルの説明を変更しました。`,
  before: '変更前',
  now: '変更後',
  none: '*（なし）*',
  privacyChanged: (by, is, was) =>
    `${by} がこのチャンネルの公開範囲を **${is}** に変更しました（変更前： **${was}** ）。`,
  retentionChanged: (by, is, was) =>
    `${by} がこのチャンネルのメッセージの保存期間を ${is} に変更しました（変更前： ${was} ）。`,
  forEver: '**無期限**',
  forDays: (days) => `**${days} 日間**`,
  permissionChanged: (by, may, is, was) => `${by} が${may}人を ${is} に変更しました（変更前： ${was} ）。`,
  may: {
    canAddSubscribersGroup: 'このチャンネルにほかの人を追加できる',
    canRemoveSubscribersGroup: 'このチャンネルからほかの人を外せる',
    canAdministerChannelGroup: 'このチャンネルを管理できる',
    canDeleteAnyMessageGroup: 'このチャンネルのすべてのメッセージを削除できる',
    canDeleteOwnMessageGroup: 'このチャンネルの自分のメッセージを削除できる',
    canMoveMessagesOutOfChannelGroup: 'このチャンネルの外へメッセージを移動できる',
    canMoveMessagesWithinChannelGroup: 'このチャンネル内でメッセージを移動できる',
    canSendMessageGroup: 'このチャンネルに投稿できる',
    canSubscribeGroup: 'このチャンネルに参加できる',
    canResolveTopicsGroup: 'このチャンネルのトピックを解決済みにできる',
  },
  nobody: '**なし**',
  archived: (by) => `${by} がこのチャンネルをアーカイブしました。`,
  unarchived: (by) => `${by} がこのチャンネルのアーカイブを解除しました。`,
  subscribed: (by, channel) => `${by} があなたを ${channel} に追加しました。`,
  subscribedTo: (by) => `${by} があなたを次のチャンネルに追加しました：`,
  channelsCreated: (by) => `${by} がチャンネルを作成しました：`,
  addedToGroup: (by, group) => `${by} があなたをグループ ${group} に追加しました。`,
  removedFromGroup: (by, group) => `${by} があなたをグループ ${group} から外しました。`,
  joined: (who) => `${who} が組織に参加しました。`,
  invitationAccepted: (who) => `${who} があなたの招待を受けて参加しました。`,
  greeting: (organization) => `${organization} へようこそ！ :wave: 私はウェルカムボットです。

* メッセージは **チャンネル** に投稿し、それぞれに **トピック** があります。返信は同じトピックに、新しい話は別のトピックで始めてください。
* 一人または数人と話すには、 **ダイレクトメッセージ** を送ってください。
* \`@\` と名前で **メンション** すると、その人に通知されます。
* 自分の画像をアップロードし、 **設定** で通知の内容を選んでください。

ここへの返信は誰も読みません。自由にお試しください。`,
  fromAdministrators: (organization) => `${organization} の管理者からのメッセージ：`,
  resolved: (by) => `${by} がこのトピックを解決済みにしました。`,
  unresolved: (by) => `${by} がこのトピックを未解決に戻しました。`,
  movedHere: (moved, from, by) => `${by} が ${from} から${amount(moved)}ここに移動しました。`,
  movedAway: (moved, to, by) =>
    `${by} が${moved.isAll ? '' : 'このトピックから'}${amount(moved)} ${to} に移動しました。`,
  privateChannel: '非公開チャンネル',
  reported: (by, message, sender) => `${by} が ${sender} のメッセージを報告しました： ${message} 。`,
  reason: '理由',
  notes: '備考',
  reasons: {
    spam: 'スパム',
    harassment: '嫌がらせ',
    inappropriate: '不適切な内容',
    norms: 'コミュニティのルール違反',
    other: 'その他の理由',
  },
  directMessage: (url) => `[ダイレクトメッセージ](${url})`,
  reminder: (message) => `リマインダーを設定したメッセージです： ${message} 。`,
  note: 'メモ：',
  said: (author, url) => `${author ?? 'あなた'} の[発言](${url})：`,
  sentPoll: (author, url) => `${author ?? 'あなた'} の[投票](${url})です。`,
  sentList: (author, url) => `${author ?? 'あなた'} の[ToDo リスト](${url})です。`,
  reminderUnreadable: 'リマインダーを設定したメッセージは、現在は閲覧できません。',
  notSent: (channel) =>
    `予約されたメッセージ${channel === undefined ? '' : `（宛先： **${channel}** ）`}は、次のエラーのため送信できませんでした：`,
  scheduledMessages: '予約したメッセージを表示',
  exported: (url) => `エクスポートが完了しました。[エクスポートの表示とダウンロード](${url})。`,
  yourDataExported: (by) => `${by} があなたのデータをエクスポートしました。`,
  dataExported: (person, url) => `${person} のデータをエクスポートしました。[ダウンロード](${url})。`,
  botNotAnswered: (bot, message) =>
    `あなたのボット ${bot} 宛てのメッセージ（番号 ${message}）に応答がありませんでした。`,
  answerNotSent: (reason) => `応答を送信できませんでした：${reason}`,
  historyArrived: (url) => `履歴を取り込みました。[レポートを読んで](${url})、その中の人に知らせてください。`,
}
