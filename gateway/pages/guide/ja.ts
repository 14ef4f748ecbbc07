import type { Guide } from './task.ts'

export const japanese: Guide = {
  title: '管理者向けの案内',
  hint: '作業ごとに、何をどこで行うかを説明します。変更できないページには、足りない権限とそれを持つ人が表示されます。',
  contents: '作業',
  tasks: [
    {
      id: 'invite',
      title: 'メンバーを招待する',
      steps: [
        {
          text: 'メンバーの一覧の横の「メンバーを招待」を押します。アドレスをどんな形式でも貼り付けるか、リンクを作ります。',
        },
        { text: '役割、チャンネル、招待の有効期間を選びます。' },
        {
          text: 'まだ参加していない人を確認し、再送するか取り消します。',
          place: ['#organization/invitations', '招待'],
        },
        { text: '参加に招待が必要かどうかを決めます。', place: ['#organization/joining', '参加とログイン'] },
      ],
    },
    {
      id: 'roles',
      title: '管理者を増やす',
      steps: [
        { text: 'その人を選びます。', place: ['#organization/users', 'メンバー'] },
        {
          text: 'その人のページで「役割」を変えます。オーナーを任命できるのはオーナーだけで、唯一のオーナーは役割を保ちます。',
        },
      ],
    },
    {
      id: 'leaves',
      title: '誰かが会社を去るとき',
      steps: [
        { text: 'その人を選びます。', place: ['#organization/users', 'メンバー'] },
        {
          text: '「停止」を押します。すべての場所でログアウトされ、ボットと招待は終わり、メッセージは残ります。',
        },
        { text: '同じページでアカウントを再開できます。' },
      ],
    },
    {
      id: 'person-data',
      title: '個人のデータを渡す、または消去する',
      steps: [
        { text: 'その人を選びます。', place: ['#organization/users', 'メンバー'] },
        { text: 'データのエクスポートはアーカイブを作り、そこでダウンロードできます。本人にも知らせます。' },
        {
          text: '消去は名前とアドレスを置き換え、ファイル、下書き、設定を完全に削除します。メッセージの扱いは選べます。',
        },
      ],
    },
    {
      id: 'permissions',
      title: '権限を与える',
      steps: [
        { text: '役割、グループ、または個人に与えます。', place: ['#organization/permissions', '権限'] },
        { text: '同じ仕事をする人のためにグループを作ります。', place: ['#groups', 'グループ'] },
        {
          text: '個々のチャンネルの権限は、そのチャンネルの設定の「権限」にあります。',
          place: ['#channels/all', 'チャンネル'],
        },
      ],
    },
    {
      id: 'channels',
      title: '新しい人のチャンネルを選ぶ',
      steps: [
        {
          text: '全員が参加するチャンネルを並べます。',
          place: ['#organization/default-channels', '既定のチャンネル'],
        },
        {
          text: '参加時に選べるチャンネルグループを作ります。',
          place: ['#organization/channel-groups', 'チャンネルグループ'],
        },
      ],
    },
    {
      id: 'close-channel',
      title: 'チャンネルを閉じる',
      steps: [
        {
          text: 'チャンネルの設定を開き、「チャンネルをアーカイブ」を押します。メッセージは残り、誰も書けなくなります。',
          place: ['#channels/all', 'チャンネル'],
        },
        {
          text: 'アーカイブ済みチャンネルの一覧から元に戻せます。',
          place: ['#channels/archived', 'アーカイブ済みチャンネル'],
        },
      ],
    },
    {
      id: 'reports',
      title: '報告されたメッセージに対応する',
      steps: [
        {
          text: '報告を受け取るチャンネルを指定します。誰でもメッセージのメニューから報告できます。',
          place: ['#organization/moderation', 'モデレーション'],
        },
      ],
    },
    {
      id: 'looks',
      title: '絵文字と、#123 のような文字のリンクを追加する',
      steps: [
        { text: '画像をアップロードし、名前を付けます。', place: ['#organization/emoji', '絵文字'] },
        {
          text: 'パターンとアドレスを書き、保存する前に試します。',
          place: ['#organization/linkifiers', '自動リンク'],
        },
      ],
    },
    {
      id: 'usage',
      title: '組織の利用状況を見る',
      steps: [
        {
          text: '日ごとのアクティブな人数、メッセージ、ストレージを、グラフ、表、ファイルで見られます。',
          place: ['#organization/usage', '利用状況'],
        },
      ],
    },
    {
      id: 'audit',
      title: '誰が何を変えたかを調べる',
      steps: [
        {
          text: '人、種類、日付で絞り込みます。ログインも含まれます。表計算用のファイルとして保存できます。',
          place: ['#organization/audit-log', '監査ログ'],
        },
      ],
    },
    {
      id: 'export',
      title: 'すべてのデータを持ち出す',
      steps: [
        {
          text: 'エクスポートを始め、1 週間以内にダウンロードします。',
          place: ['#organization/exports', 'エクスポート'],
        },
      ],
    },
    {
      id: 'close',
      title: '組織を閉じる',
      steps: [
        {
          text: 'データを削除するかどうかと時期を選び、組織の名前を入力します。全員がログアウトされます。その日までは、サーバーの運営者が元に戻せます。',
          place: ['#organization/deactivate', '停止'],
        },
      ],
    },
  ],
}
