import type { GERMAN } from './german.ts'

/** The sentences of the server's pages in Japanese, by the English ones. */
export const JAPANESE: Readonly<Record<keyof typeof GERMAN, string>> = {
  'Skip to content': '内容へ移動',
  Help: 'ヘルプ',
  Language: '言語',
  'Open {name}': '{name} を開く',
  'Continue to {name}': '{name} へ進む',
  'Go on': '続ける',
  'Begin again': '最初からやり直す',
  'Log in': 'ログイン',
  'Log out': 'ログアウト',
  'Log in as {name}': '{name} としてログイン',
  'Log in another way': '別の方法でログイン',
  'Log in with your browser': 'ブラウザーでログイン',
  'Back to the log-in page': 'ログインページに戻る',
  'Forgot your password?': 'パスワードをお忘れですか？',
  'Read public channels without an account': 'アカウントなしで公開チャンネルを読む',
  'Without a password': 'パスワードなし',
  'This is a development server: one click logs you in.':
    'これは開発用サーバーです。クリックするだけでログインできます。',
  owner: 'オーナー',
  administrator: '管理者',
  moderator: 'モデレーター',
  member: 'メンバー',
  guest: 'ゲスト',
  'Going to the log-in page': 'ログインページへ移動',
  'You are not logged in': 'ログインしていません',
  'You need an invitation': '招待が必要です',
  'Ask one of its members for an invitation, then log in with {name} again.':
    'メンバーに招待を依頼し、もう一度 {name} でログインしてください。',
  'The browser did not get a passkey. Try again, or log in another way.':
    'ブラウザーがパスキーを取得できませんでした。もう一度試すか、別の方法でログインしてください。',
  'Try to log in with {name}': '{name} でのログインを試す',
  'Log in at {name} as the person whom you want to try.': '試したい人として {name} にログインしてください。',
  'Nothing changes: no account is made, and nobody is logged in.':
    '何も変わりません。アカウントは作られず、だれもログインしません。',
  'You then see who it is for this server, which account the person would get, and what would have changed.':
    'その後、このサーバーにとってだれなのか、どのアカウントになるのか、何が変わるはずだったのかが表示されます。',
  'This person would have been logged in.': 'この人はログインできたはずです。',
  'This person would not have been logged in:': 'この人はログインできなかったはずです：',
  'The server has found:': 'サーバーが見つけたこと：',
  'What {name} says': '{name} の返答',
  'What would have happened here': 'ここで起きたはずのこと',
  'Nothing has been changed.': '何も変更されていません。',
  'Try again': 'もう一度試す',
  'Trial of {name}': '{name} の試行',
  Identifier: '識別子',
  Provider: 'プロバイダー',
  Account: 'アカウント',
  Role: '役割',
  'New name': '新しい名前',
  'Joins the groups': '参加するグループ',
  'Leaves the groups': '抜けるグループ',
  'Profile fields': 'プロフィール項目',
  'Next step': '次の手順',
  none: 'なし',
  'none that is confirmed': '確認済みのものはなし',
  empty: '空',
  'the second factor of this account': 'このアカウントの第二要素',
  'the account of {name} ({email}), which belongs to this person since an earlier log-in':
    '{name} ({email}) のアカウント（以前のログイン以来、この人のもの）',
  'the account of {name} ({email}), which has the confirmed address':
    '{name} ({email}) のアカウント（確認済みのアドレスを持つもの）',
  'a new account for {name} ({email})': '{name} ({email}) の新しいアカウント',
  'The provider gives the only owner another role. The owner stays owner.':
    'プロバイダーは唯一のオーナーに別の役割を与えています。オーナーはそのままです。',
  'The provider does not say which groups the person has. Roles and groups stay as they are.':
    'プロバイダーはこの人のグループを伝えていません。役割とグループはそのままです。',
  'There is no group {name} here.': 'グループ {name} はここにありません。',
  'There is no profile field {name} here, or it does not take this value.':
    'プロフィール項目 {name} はここにないか、この値を受け付けません。',
  'Log in to the app': 'アプリにログイン',
  'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.':
    'この端末のアプリが {name}（{email}）としてログインしようとしています。アプリで始めた場合のみ続けてください。',
  'Your browser opens. Log in there, and copy the token that it shows.':
    'ブラウザーが開きます。そこでログインし、表示されたトークンをコピーしてください。',
  'Open the browser again': 'ブラウザーをもう一度開く',
  Token: 'トークン',
  'The browser shows it once you are logged in.': 'ログインするとブラウザーに表示されます。',
  'This is not the token for this app. Copy it again.':
    'このアプリのトークンではありません。もう一度コピーしてください。',
  'Finish in the app': 'アプリで完了',
  'Copy this token, go back to the app, and paste it there. It works once, and for a minute.':
    'このトークンをコピーし、アプリに戻って貼り付けてください。1 回限り、1 分間有効です。',
  Copy: 'コピー',
  'Copied. Go back to the app.': 'コピーしました。アプリに戻ってください。',
  'Go on in the browser instead': '代わりにブラウザーで続ける',
  'This log-in has ended': 'このログインは終了しました',
  'It works once, and for a minute. Begin again in the app.':
    '1 回限り、1 分間有効です。アプリで最初からやり直してください。',
  'Second step': '2 段階目',
  'Logging in as {email}.': '{email} としてログインしています。',
  Code: 'コード',
  'The six digits that your authenticator app shows, or one of your recovery codes.':
    '認証アプリに表示される 6 桁の数字、またはリカバリーコード。',
  'One of your recovery codes, if you do not have your passkey.':
    'パスキーがない場合は、リカバリーコードの 1 つ。',
  'Use a passkey': 'パスキーを使う',
  'Set up a second factor': '2 段階認証を設定',
  'Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.':
    '組織が 2 段階認証を必須にしています。認証アプリでこのコードを読み取り、表示された 6 桁の数字を入力してください。',
  'Without a camera, enter this secret in the app: {secret}':
    'カメラがない場合は、このシークレットをアプリに入力してください：{secret}',
  'Keep your recovery codes': 'リカバリーコードを保管してください',
  'Your authenticator app is set up.': '認証アプリを設定しました。',
  'Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.':
    '各コードは 1 回だけアプリの代わりになります。この端末がなくても見られる場所に保管してください。表示されるのは今だけです。',
  Name: '名前',
  Password: 'パスワード',
  'E-mail address': 'メールアドレス',
  'Other people will see this name.': 'ほかの人にこの名前が表示されます。',
  'At least {count} characters; several words are easy to remember and hard to guess.':
    '{count} 文字以上。複数の語を組み合わせると、覚えやすく推測されにくくなります。',
  'Time zone': 'タイムゾーン',
  'Not specified': '未指定',
  'Channels to join': '参加するチャンネル',
  Join: '参加',
  '{name} invited you.': '{name} さんから招待されました。',
  'Log in with your account at the company. No password is needed here.':
    '会社のアカウントでログインしてください。ここではパスワードは不要です。',
  'You are joining {name} as {email}.': '{email} として {name} に参加します。',
  'Already have an account? {log_in}.': 'すでにアカウントをお持ちですか？{log_in}。',
  'We will send you a link to join.': '参加用のリンクをお送りします。',
  'Send link': 'リンクを送信',
  'Check your email': 'メールを確認してください',
  'We have sent a link to {email}. Open it to join.':
    '{email} にリンクを送信しました。開いて参加してください。',
  'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.':
    'このアドレスのアカウントがすでにある場合、リンクは送信されません：{log_in}、または{choose_a_new_password}。',
  'log in': 'ログイン',
  'choose a new password': '新しいパスワードを設定',
  'This link has been used': 'このリンクは使用済みです',
  'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.':
    'このリンクで作成できるアカウントは 1 つです。ご自分のアカウントであればログインしてください。そうでなければ新しい招待を依頼してください。',
  'This invitation has been revoked': 'この招待は取り消されました',
  'Somebody has taken it back. Ask the person who sent it to you for a new one.':
    '取り消されています。送信した人に新しい招待を依頼してください。',
  'This link has expired': 'このリンクは期限切れです',
  'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.':
    '参加用リンクには期限があります。送信した人に新しいものを依頼してください。',
  'This link does not exist': 'このリンクは存在しません',
  'Check that you copied all of it, or ask for a new one.':
    'すべてコピーしたか確認するか、新しいものを依頼してください。',
  'This link belongs to another organization': 'このリンクは別の組織のものです',
  'Open it at the address that the invitation names.': '招待に書かれたアドレスで開いてください。',
  'This organization now requires an invitation. Ask one of its members for one.':
    'この組織への参加には招待が必要になりました。メンバーに依頼してください。',
  'Choose a new password': '新しいパスワードを設定',
  'New password': '新しいパスワード',
  'Change password': 'パスワードを変更',
  'For the account {email}.': 'アカウント {email} 用。',
  'We will send a link to the email address of your account.':
    'アカウントのメールアドレスにリンクを送信します。',
  'If {email} has an account here, we have sent a link to it.':
    '{email} のアカウントがある場合、リンクを送信しました。',
  'Your password has been changed': 'パスワードを変更しました',
  'All your browsers have been logged out.': 'すべてのブラウザーからログアウトしました。',
  'Request a new link': '新しいリンクを請求',
  'This link is no longer valid': 'このリンクは無効です',
  'This link has been used, or your password has changed since we sent it.':
    'このリンクは使用済みか、送信後にパスワードが変更されています。',
  'This link has expired.': 'このリンクは期限切れです。',
  'This link does not exist. Check that you copied all of it.':
    'このリンクは存在しません。すべてコピーしたか確認してください。',
  'Use {email} for your account in {name}?': '{name} のアカウントに {email} を使いますか？',
  'Confirm email address': 'メールアドレスを確認',
  'Confirm your new email address': '新しいメールアドレスを確認してください',
  'Your email address is confirmed': 'メールアドレスを確認しました',
  'Your email address is now {email}.': 'メールアドレスは {email} になりました。',
  'This link has been used. Your email address is confirmed.':
    'このリンクは使用済みです。メールアドレスは確認されています。',
  'This link has expired. Request the change of your email address again.':
    'このリンクは期限切れです。メールアドレスの変更をもう一度申請してください。',
  'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.':
    'このリンクは存在しません。すべてコピーしたか、より新しいリンクが届いていないか確認してください。',
  Unsubscribe: '配信停止',
  Unsubscribed: '配信を停止しました',
  '{name} sends these emails to {email}.': '{name} はこのメールを {email} に送信しています。',
  'You will no longer get these emails from {name}.': '{name} からこのメールは届かなくなります。',
  'You can turn them on again in your settings, in any app.':
    'どのアプリの設定からでも、再びオンにできます。',
  'Video call': 'ビデオ通話',
  'Your Zoom account is connected': 'Zoom アカウントを接続しました',
  'You can close this window and start the call again.':
    'このウィンドウを閉じて、もう一度通話を開始できます。',
  'Create an organization': '組織を作成',
  'Create organization': '組織を作成',
  'Name of the organization': '組織の名前',
  Address: 'アドレス',
  'The part before .{host}: letters, digits and hyphens.': '.{host} の前の部分：英字、数字、ハイフン。',
  'Leave it empty to use {host} itself.': '空にすると {host} を使います。',
  Owner: 'オーナー',
  '{name} is ready': '{name} の準備ができました',
  'You are its owner.': 'あなたがオーナーです。',
  'Bring your history from another product': 'ほかの製品から履歴を取り込む',
  'Later, log in at {address}.': '次回からは {address} でログインしてください。',
  'This link has been used to create an organization.': 'このリンクは組織の作成に使用済みです。',
  'This link has expired. Ask the operator of the server for a new one.':
    'このリンクは期限切れです。サーバーの運営者に新しいものを依頼してください。',
  'No organization here yet': 'ここにはまだ組織がありません',
  'If you look for your organization, open the address in your invitation.':
    '自分の組織を探している場合は、招待に書かれたアドレスを開いてください。',
  'Anybody may create one on this server.': 'このサーバーでは誰でも組織を作成できます。',
  'If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.':
    'このサーバーの運営者は、サーバーでこのコマンドを実行してください。自分をオーナーとする組織を作成するリンクが表示されます。',
  'From the source code: {command}. The link is valid for {days} days.':
    'ソースコードから：{command}。リンクの有効期間は {days} 日です。',
  'No organization here': 'ここには組織がありません',
  'This organization is closed': 'この組織は閉鎖されています',
  'Please log in': 'ログインしてください',
  'Not allowed': '許可されていません',
  'Page not found': 'ページが見つかりません',
  'No longer available': '利用できなくなりました',
  'Too many attempts': '試行回数が多すぎます',
  'Something went wrong': '問題が発生しました',
  'Not available right now': '現在利用できません',
  'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.':
    'フォームの期限が切れたか、ブラウザーが Cookie をブロックしています。前のページに戻って再読み込みし、もう一度送信してください。',
  'There is no organization at this address. Check the spelling.':
    'このアドレスには組織がありません。つづりを確認してください。',
  'This organization has been deactivated. The operator of this server can open it again.':
    'この組織は停止されています。サーバーの運営者が再開できます。',
  'Ask an administrator of the organization, or whoever sent you the address.':
    '組織の管理者、またはアドレスを知らせた人に問い合わせてください。',
  'Too many attempts. Wait a while before you try again.':
    '試行回数が多すぎます。しばらく待ってからお試しください。',
  'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.':
    'サーバーでエラーが発生しました。詳細は運営者がログで確認できます。操作に問題はありません。',
  'Reload the page. If the mistake stays, tell the operator of this server.':
    'ページを再読み込みしてください。解消しない場合は、サーバーの運営者に知らせてください。',
  'Log in to a program': 'プログラムにログイン',
  'Log in to the program': 'プログラムにログインする',
  'The eight letters that the program shows.': 'プログラムに表示されている 8 文字です。',
  'There is no such code. It is valid for ten minutes, and once.':
    'そのコードはありません。コードは 10 分間、1 回だけ有効です。',
  'A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.':
    'プログラム（{device}、アドレス {address}）が {name}（{email}）としてログインしようとしています。許可すると、あなたができることをすべて行えます。',
  'Continue only if you have just started it yourself.': 'ご自身で今起動した場合にだけ続けてください。',
  Continue: '続ける',
  Deny: '拒否',
  'The program is logged in': 'プログラムにログインしました',
  'The program is not logged in': 'プログラムにログインしていません',
  'You can close this page.': 'このページを閉じてかまいません。',
}
