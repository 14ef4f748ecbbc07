import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'
import { number } from './numbers.ts'

/** The texts for people without an account, and for the tour of the first visit. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: '誰でも読めるチャンネル',
    line: 'アカウントなしで閲覧しています。',
    logIn: 'ログインして参加',
    signUp: '登録',
    accountNeeded: 'アカウントが必要です',
    notForVisitors: '表示するにはアカウントが必要です',
    notForVisitorsHint: 'ログインすると、この場所に戻ります。',
    reactions: (n, emoji) => `${number(n)} × ${emoji}`,
  },
  otherOrganizations: 'ほかの組織',
  forgetOrganization: (name) => `${name} をこの一覧から外す`,
  tour: {
    title: '最初のステップ',
    number: (n, all) => `${number(n)} / ${number(all)}`,
    next: '次へ',
    done: '完了',
    skip: 'すべてスキップ',
    inbox: {
      title: '受信箱から始める',
      text: '未読のある会話はすべてここに入り、読み終えると消えます。',
    },
    channels: {
      title: 'チャンネルにはトピックがあります',
      text: 'チャンネルはチームやテーマごとの場所です。その中の会話はそれぞれトピックを持つので、関係のあるものだけを読めます。',
    },
    recent: {
      title: '続きから再開',
      text: '既読・未読を問わず、新しい順に会話が並びます。',
    },
    search: {
      title: 'どこへでも移動',
      text: 'メッセージ、メンバー、チャンネルを探せます。どこからでも Ctrl K で開き、? でキーの一覧を表示します。',
    },
    topic: {
      title: 'フォローとミュート',
      text: 'トピックやチャンネルのメニューで、通知の量を決められます。',
    },
  },
}
