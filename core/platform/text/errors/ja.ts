import type { ServerText } from './de.ts'

/** Texts of the server that people read as they come, in Japanese, by the English ones. */
export const JAPANESE_ERRORS: Readonly<Record<ServerText, string>> = {
  // Pages.
  'Log in with {provider}': '{provider} でログイン',
  'User name or e-mail address': 'ユーザー名またはメールアドレス',
  'Log in with a passkey': 'パスキーでログイン',
  'Your username or password is incorrect': 'メールアドレスまたはパスワードが正しくありません。',
  'Account is deactivated': 'アカウントは停止中です。',
  'The code is wrong or has been used.': 'コードが正しくないか、すでに使用されています。',
  'The set-up has expired. Begin again.': '設定の期限が切れました。最初からやり直してください。',
  'The code does not belong to this secret.': 'コードがこのシークレットと一致しません。',
  'The passkey was not accepted. Try again.': 'パスキーを確認できませんでした。もう一度お試しください。',
  'Your organization requires a second factor. Log in with your browser to set it up.':
    '組織で 2 段階認証が必須になっています。ブラウザーでログインして設定してください。',
  'Your organization requires you to log in with {names}.':
    '組織の設定により、{names} でログインする必要があります。',
  'Your organization does not allow this way to log in.': '組織ではこのログイン方法は許可されていません。',
  'This log-in has expired, or it began in another browser. Begin again.':
    'このログインは期限が切れたか、別のブラウザーで開始されました。最初からやり直してください。',
  '{provider} does not answer as it should. Try again later, or log in another way.':
    '{provider} から正しい応答がありません。後でもう一度試すか、別の方法でログインしてください。',
  'This message of {provider} ends no session.':
    '{provider} からのこのメッセージで終了するセッションはありません。',
  '{provider} did not log you in.': '{provider} でログインできませんでした。',
  '{provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.':
    '{provider} でメールアドレスが確認されていません。そちらで確認してから、もう一度ログインしてください。',
  '{provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.':
    '{provider} からメールアドレスが送られてきません。そちらで登録するか管理者に相談してから、もう一度ログインしてください。',
  'There is no account for {email} here. Ask an administrator for an account.':
    '{email} のアカウントはありません。管理者にアカウントの作成を依頼してください。',
  'The account of {email} is not joined to {provider}. Log in another way, or ask an administrator for help.':
    '{email} のアカウントは {provider} に結び付けられていません。別の方法でログインするか、管理者に相談してください。',
  'The account of {email} belongs to another person at {provider}. Ask an administrator for help.':
    '{email} のアカウントは、{provider} では別の人のものです。管理者にご相談ください。',
  'Invalid OTP': 'アプリのシークレットが正しくありません。',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'アドレスに 2 つのアプリのシークレットが含まれています。',
  'This organization requires an invitation to join.': 'この組織に参加するには招待が必要です。',
  'Already has an account.': 'すでにアカウントがあります。',
  'Email is already in use.': 'このメールアドレスはすでに使われています。',
  'Invalid address.': 'アドレスが正しくありません。',
  'Reserved for users who hide their address.':
    'このアドレスは、アドレスを非表示にしているメンバー用に予約されています。',
  'Email addresses containing + are not allowed in this organization':
    'この組織では + を含むメールアドレスは使用できません。',
  'Disposable email addresses are not allowed in this organization':
    'この組織では使い捨てのメールアドレスは使用できません。',
  'Email addresses containing + are not allowed.': '+ を含むメールアドレスは使用できません。',
  'Outside your domain.': '組織のドメインのアドレスではありません。',
  'Please use your real email address.': '実際に使っているメールアドレスを入力してください。',
  'Name too long!': '名前が長すぎます。',
  'Name too short!': '名前が短すぎます。',
  'Invalid characters in name!': '名前に使用できない文字が含まれています。',
  'Invalid format!': '名前の形式が正しくありません。',
  'Unique names required in this organization.': 'この組織では、ほかの人と同じ名前は使用できません。',
  'At most {count} characters.': '{count} 文字以内で入力してください。',
  'At least {count} characters.': '{count} 文字以上で入力してください。',
  'This password is easy to guess. Choose a longer one.':
    'このパスワードは推測されやすいものです。もっと長いものを選んでください。',
  'The password is too weak.': 'パスワードの強度が足りません。',
  'Enter a name.': '名前を入力してください。',
  'Choose another address.': '別のアドレスを選んでください。',
  'This is not an email address.': 'メールアドレスではありません。',
  'Organization name is too long (limit: {limit} characters)': '組織の名前が長すぎます（{limit} 文字まで）。',
  'Organization name cannot be empty.': '組織の名前を空にすることはできません。',
  'Subdomain can only have letters, digits and inner hyphens.':
    'アドレスに使用できるのは、英字、数字と、その間のハイフンだけです。',
  'Invalid host name.': 'ホスト名が正しくありません。',
  'Subdomain or host name already in use. Please choose a different one.':
    'このアドレスはすでに使われています。別のものを選んでください。',
  'You need a link from the operator of this server to create an organization.':
    '組織を作成するには、このサーバーの運営者からのリンクが必要です。',
  'There is nothing at this address. Check the spelling.':
    'このアドレスには何もありません。入力を確認してください。',
  'This page does not take such requests.': 'このページではこのようなリクエストは受け付けていません。',
  'Text must not contain null bytes.': 'テキストにヌルバイトを含めることはできません。',
  'This link to unsubscribe is not one of ours, or is no longer valid.':
    'この配信停止リンクは当サーバーのものではないか、すでに無効です。',
  'Invalid confirmation link': 'このリンクは無効です。',
  'Invalid signature.': 'この通話リンクは無効です。',
  'BigBlueButton is not configured.': 'BigBlueButton が設定されていません。',
  'Error connecting to the BigBlueButton server.': 'BigBlueButton のサーバーに接続できません。',
  'Error authenticating to the BigBlueButton server.': 'BigBlueButton のサーバーで認証できませんでした。',
  'BigBlueButton server returned an unexpected error.':
    'BigBlueButton のサーバーで予期しないエラーが発生しました。',
  'Zoom is not configured.': 'Zoom が設定されていません。',
  'Zoom cannot be reached, or answers unexpectedly.': 'Zoom に接続できないか、予期しない応答がありました。',
  'Zoom accepts no more requests now. Try again later.':
    'Zoom は現在これ以上のリクエストを受け付けません。後でもう一度お試しください。',
  'This visit to Zoom was begun by somebody else, or is too old.':
    'この Zoom への接続は別の人が始めたものか、古すぎます。',
  'Zoom did not connect your account.': 'Zoom でアカウントを連携できませんでした。',
  'Must be an organization administrator': '組織の管理者である必要があります。',
  'Must be an organization owner': '組織のオーナーである必要があります。',
  'Request body is too large (limit: {limit} bytes)': 'リクエストが大きすぎます（{limit} バイトまで）。',
  'Sessions are unavailable, try again': '現在ログインできません。もう一度お試しください。',
  'The web client is not built. Run `npm run build` and start the gateway again.':
    'ウェブアプリがビルドされていません。`npm run build` を実行し、ゲートウェイを再起動してください。',
  // Answers of the API.
  'API usage exceeded rate limit': 'リクエストが多すぎます。しばらくお待ちください。',
  'Internal server error': 'サーバーでエラーが発生しました。',
  'The server receives too much at the moment. Try again in a moment.':
    'サーバーが混み合っています。しばらくしてからもう一度お試しください。',
  'The server cannot do this right now. Try again in a moment.':
    'サーバーで現在処理できません。しばらくしてからもう一度お試しください。',
  'Files cannot be reached at the moment.': '現在、ファイルにアクセスできません。',
  'Not logged in: API authentication or user session required': 'ログインしていません。',
  'Not allowed for guest users': 'ゲストには許可されていません。',
  'Insufficient permission': '権限がありません。',
  '"code" should be the only variable present in the URL template':
    'アドレスに使用できる変数は「code」だけです。',
  'Missing the required variable "code" in the URL template': 'アドレスに変数「code」がありません。',
  "'{name}' must be a system user group.": 'ここでは既定のグループだけを選択できます。',
  "'{setting}' setting cannot be set to '{group}' group.": 'このグループはここでは選択できません。',
  "'{channel}' is a default channel and cannot be added to '{group}'":
    '「{channel}」は既定のチャンネルのため、「{group}」に追加できません。',
  "'{value}' is not a valid choice for '{name}'.": '「{value}」は「{name}」の選択肢にありません。',
  "'old' value does not match the expected value.":
    'その間に別の人が変更しました。ページを再読み込みして、もう一度お試しください。',
  "'prev_content_sha256' value does not match the expected value.": 'その間にメッセージが変更されました。',
  "'{email}' is no longer using Loquat.": '{email} は現在 Loquat を使用していません。',
  "'value' cannot be blank.": '値を空にすることはできません。',
  'A bot stores at most {entries} keys and, keys and values together, {bytes} bytes.':
    'ボットが保存できるのは、{entries} 個のキーと、値を含めて {bytes} バイトまでです。',
  'A custom emoji with this name already exists.': 'この名前の絵文字はすでにあります。',
  'A default channel cannot be private.': '既定のチャンネルを非公開にすることはできません。',
  'Private channels cannot be made default.': '非公開チャンネルを既定にすることはできません。',
  'A field with that label already exists.': 'この名前の項目はすでにあります。',
  'A moderation request channel cannot be public.': '報告用のチャンネルを公開にすることはできません。',
  'Moderation request channel must be specified to enable message reporting.':
    'メッセージの報告を有効にするには、まず報告用のチャンネルを指定してください。',
  'A status ends in the future, within {days} days.':
    'ステータスの終了は、今から {days} 日以内の将来の時刻にしてください。',
  'An explanation is required when the reason is not one of the others.':
    'ほかの理由に当てはまらない場合は、説明が必要です。',
  'An organization has at most {count} tokens.': '組織のトークンは {count} 個までです。',
  'At least one authentication method must be enabled.':
    '少なくとも 1 つのログイン方法を有効にしてください。',
  'Avatar changes are disabled in this organization.': 'この組織では画像を変更できません。',
  'Bad name or username': '名前が正しくありません。',
  'Bad regular expression: {reason}': '正規表現が正しくありません：{reason}',
  "Bad value for 'message_retention_days': {value}": '保存期間に {value} は指定できません。',
  '{parameter} is not a date': '「{parameter}」は日付である必要があります。',
  '{parameter} is not a URL': '「{parameter}」はウェブアドレスである必要があります。',
  '{name} is not a date': '{name} は日付ではありません。',
  '{name} is not a URL': '{name} は URL ではありません。',
  'Built-in views cannot have a custom name': '組み込みのビューの名前は変更できません。',
  'Custom views must have a valid name.': 'カスタムビューには名前が必要です。',
  'Navigation view already exists.': 'このビューはすでにあります。',
  'Navigation view does not exist.': 'このビューはありません。',
  'Cannot change message content while changing channel':
    '本文とチャンネルを同時に変更することはできません。',
  'Cannot deactivate the only organization owner': '唯一のオーナーを停止することはできません。',
  "You can't deactivate the only organization owner.": '唯一のオーナーを停止することはできません。',
  'Cannot erase the only organization owner': '唯一のオーナーのデータを消去することはできません。',
  'The owner permission cannot be removed from the only organization owner.':
    '唯一のオーナーからオーナー権限を外すことはできません。',
  'Cannot deactivate user group in use.': 'このグループは使用中です。',
  'Cannot mute self': '自分をミュートすることはできません。',
  'Cannot send to multiple channels': '複数のチャンネルに送信することはできません。',
  'Cannot store configuration. Request would require {size} characters. The current configuration size limit is {limit} characters.':
    '設定が大きすぎます：{size} 文字（上限 {limit} 文字）。',
  "Channel '{channel}' is already present in default channel group '{group}'":
    'チャンネル「{channel}」はすでに「{group}」にあります。',
  "Channel '{channel}' is not present in default channel group '{group}'":
    'チャンネル「{channel}」は「{group}」にありません。',
  "Channel '{channel}' already exists": 'チャンネル「{channel}」はすでにあります。',
  "Channel '{channel}' does not exist": 'チャンネル「{channel}」はありません。',
  "Channel with ID '{id}' does not exist": 'チャンネルがありません。',
  'Channel already has that name.': 'チャンネルはすでにその名前です。',
  'Channel content access is required.': 'チャンネルの内容を閲覧できる必要があります。',
  'Channel folder name already in use': 'この名前のフォルダーはすでにあります。',
  "Channel folder name can't be empty.": 'フォルダーの名前を空にすることはできません。',
  'Channel is already archived.': 'チャンネルはすでにアーカイブされています。',
  "Channel name can't be empty.": 'チャンネルの名前を空にすることはできません。',
  'Channel name too long (limit: {limit} characters).': 'チャンネルの名前が長すぎます（{limit} 文字まで）。',
  'Default channel group name too long (limit: {limit} characters)':
    'チャンネルグループの名前が長すぎます（{limit} 文字まで）。',
  "Default channel group '{group}' already exists": 'チャンネルグループ「{group}」はすでにあります。',
  "Default channel group with id '{id}' does not exist.": 'チャンネルグループがありません。',
  "This default channel group is already named '{group}'":
    'チャンネルグループの名前はすでに「{group}」です。',
  "Invalid default channel group name '{group}'": '「{group}」はチャンネルグループの名前に使用できません。',
  'Confirm who you are in your browser first.': 'まずブラウザーで本人確認を行ってください。',
  'Content cannot be empty.': '本文を空にすることはできません。',
  'Title cannot be empty.': 'タイトルを空にすることはできません。',
  'Message must not be empty': 'メッセージが空です。',
  'Message must have recipients!': 'メッセージの宛先がありません。',
  'Could not decode image; did you upload an image file?': '画像を読み込めません。画像ファイルですか？',
  'Image size exceeds limit.': '画像のサイズが大きすぎます。',
  'Custom external account must define URL pattern': 'アカウントには URL のパターンが必要です。',
  "URL pattern must contain '%(username)s'.": 'URL のパターンには「%(username)s」が必要です。',
  'Data deletion time must be at least {days} days in the future.':
    'データを削除できるのは、早くても {days} 日後です。',
  'Data deletion time must be at most {days} days in the future.':
    'データの削除は {days} 日以内にしてください。',
  'Default custom field cannot be updated.': '既定の項目は変更できません。',
  'Direct messages are disabled in this organization.': 'この組織ではダイレクトメッセージは無効です。',
  'Direct messages cannot be moved to channels.':
    'ダイレクトメッセージをチャンネルに移動することはできません。',
  'Direct messages cannot have topics.': 'ダイレクトメッセージにはトピックがありません。',
  'Draft does not exist': '下書きがありません。',
  "Email '{email}' not allowed in this organization": '{email} はこの組織では使用できません。',
  'Email address changes are disabled in this organization.': 'この組織ではメールアドレスを変更できません。',
  "Emoji '{name}' does not exist": '絵文字「{name}」はありません。',
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
    '絵文字の名前に使用できるのは、英小文字、数字、スペース、ハイフン、アンダースコアだけです。',
  'Emoji names must end with either a letter or digit.': '絵文字の名前の最後は英字か数字にしてください。',
  'Emoji names must have at most {limit} characters.': '絵文字の名前は {limit} 文字までです。',
  'Emoji name is missing': '絵文字の名前がありません。',
  'Only administrators can override default emoji.': '既定の絵文字を置き換えられるのは管理者だけです。',
  'Must be an organization administrator or emoji author': '管理者か、絵文字を追加した人だけができます。',
  'This custom emoji has been deactivated.': 'この絵文字は無効になっています。',
  'Invalid custom emoji.': '絵文字が正しくありません。',
  'Invalid custom emoji name.': '絵文字の名前が正しくありません。',
  'Invalid emoji name.': '絵文字の名前が正しくありません。',
  'Invalid emoji code.': '絵文字が正しくありません。',
  'Export already deleted': 'エクスポートはすでに削除されています。',
  'Export failed, nothing to delete': 'エクスポートは失敗したため、削除するものはありません。',
  'Export still in progress': 'エクスポートはまだ進行中です。',
  'There is no finished export to delete': '完了したエクスポートがありません。',
  'Invalid data export ID': 'エクスポートがありません。',
  'Exceeded rate limit.': '短時間に多くのエクスポートが行われました。後でもう一度お試しください。',
  'Please request a manual export from {email}.': '{email} に手動のエクスポートを依頼してください。',
  'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {email} for help.':
    '少なくとも 1 人のオーナーが、管理者にメールアドレスを公開している必要があります。お困りの場合は {email} へ。',
  'Make sure at least one Organization Owner is consenting to the export or contact {email} for help.':
    '少なくとも 1 人のオーナーがエクスポートに同意している必要があります。お困りの場合は {email} へ。',
  "Failed to change owner, bots can't own other bots": 'ボットが別のボットの所有者になることはできません。',
  'Failed to change owner, no such user': '新しい所有者が見つかりません。',
  'Failed to change owner, user is deactivated': '新しい所有者のアカウントは停止中です。',
  'Field id {id} not found.': '項目がありません。',
  'Field must have at least one choice.': '項目には少なくとも 1 つの選択肢が必要です。',
  'Field must not have duplicate choices.': '選択肢が重複しています。',
  'Too many choices.': '選択肢が多すぎます。',
  'Field type not supported for display in profile summary.': 'この種類の項目はカードに表示できません。',
  'Only {count} custom profile fields can be displayed in the profile summary.':
    'カードに表示できる項目は {count} 個までです。',
  'This field cannot be blank.': 'この項目は空にできません。',
  'Label cannot be blank.': '項目の名前を空にすることはできません。',
  'You are not allowed to change this field. Contact an administrator to update it.':
    'この項目は変更できません。管理者に依頼してください。',
  'Invalid field type.': '項目の種類が正しくありません。',
  'Invalid external account type': '外部アカウントの種類が正しくありません。',
  'The formatted values of your profile are too long together (limit: {limit} characters).':
    'プロフィールのテキストが全体で長すぎます（{limit} 文字まで）。',
  "File is larger than this server's configured maximum upload size ({size} MiB).":
    'ファイルがこのサーバーの上限（{size} MiB）を超えています。',
  'Uploaded file is larger than the allowed limit of {size} MiB':
    'ファイルが大きすぎます（{size} MiB まで）。',
  "Upload would exceed your organization's upload quota.": '組織のアップロード容量を超えてしまいます。',
  'You have too many uploads that are not complete (limit: {limit}).':
    '完了していないアップロードが多すぎます（{limit} 件まで）。',
  'You must specify a file to upload': 'ファイルを選択してください。',
  'You may only upload one file at a time': 'ファイルは 1 つずつアップロードしてください。',
  'This file does not exist or has been deleted.': 'このファイルは存在しないか、削除されました。',
  'You are not authorized to view this file.': 'このファイルを表示する権限がありません。',
  'Invalid attachment': 'ファイルがありません。',
  'General chat cannot be marked as resolved': '全般の会話を解決済みにすることはできません。',
  'Sending messages to the general chat is not allowed in this channel.':
    'このチャンネルでは、どのメッセージにもトピックが必要です。',
  'Only the general chat topic is allowed in this channel.': 'このチャンネルではトピックを使用できません。',
  'The channel has other topics than "{topic}".': 'チャンネルには「{topic}」以外のトピックがあります。',
  "We weren't able to invite anyone.": '誰も招待できませんでした。',
  'Some of those addresses could not be invited. We did send invitations to everyone else!':
    '招待できないアドレスがありました。そのほかには送信しました。',
  'Reserved for system bots.': 'サーバーのボットのアドレスです。',
  'Account has been deactivated.': 'アカウントは停止中です。',
  "Domain can't be empty.": 'ドメインを空にすることはできません。',
  'Domain must have at least one dot (.)': 'ドメインには少なくとも 1 つのドットが必要です。',
  'Domain is too long': 'ドメインが長すぎます。',
  'Domain cannot start or end with a dot (.)': 'ドメインの最初と最後にドットは使用できません。',
  "Consecutive '.' are not allowed.": 'ドットを続けて使用することはできません。',
  "Subdomains cannot start or end with a '-'.": 'ドメインの各部分の最初と最後にハイフンは使用できません。',
  "Domain can only have letters, numbers, '.' and '-'s.":
    'ドメインに使用できるのは、英字、数字、ドット、ハイフンだけです。',
  "Group '{name}' in URL template is not present in linkifier pattern.":
    'アドレスのグループ「{name}」がパターンにありません。',
  "Group '{name}' in linkifier pattern is not present in URL template.":
    'パターンのグループ「{name}」がアドレスにありません。',
  'Invalid URL template.': 'アドレスが正しくありません。',
  'Linkifier not found.': '自動リンクがありません。',
  'Realm filter with this Realm and Pattern already exists.': 'このパターンの自動リンクはすでにあります。',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'この言語には、この名前のプレイグラウンドがすでにあります。',
  'Invalid playground': 'プレイグラウンドがありません。',
  'Invalid characters in pygments language': '言語の名前に使用できない文字が含まれています。',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'その間に自動リンクが変更されました。もう一度お試しください。',
  'Invalid order mapping': 'その間に一覧が変更されました。もう一度お試しください。',
  'Invalid order mapping.': 'その間に一覧が変更されました。もう一度お試しください。',
  'Guests cannot be organization administrators': 'ゲストを管理者にすることはできません。',
  'Invalid Zoom access token': 'アカウントを Zoom にもう一度連携してください。',
  'Invalid bot type': 'ボットの種類が正しくありません。',
  'Invalid embedded bot name.': 'この組み込みボットはありません。',
  'Invalid configuration data!': '設定データが正しくありません。',
  'No such bot': 'ボットがありません。',
  'Username already in use': 'このユーザー名はすでに使われています。',
  'Name is already in use.': 'この名前はすでに使われています。',
  'You cannot own more than {count} bots, deactivated ones included.':
    '所有できるボットは、停止中のものを含めて {count} 個までです。',
  'Invalid channel ID {id}. No invites were sent.':
    '存在しないチャンネルがあります。招待は送信されませんでした。',
  'Invalid channel ID': 'チャンネルがありません。',
  "Invalid channel name '{channel}'": 'チャンネル「{channel}」はありません。',
  'Invalid channel folder ID': 'フォルダーがありません。',
  'You need to remove all the channels from this folder to archive it.':
    'フォルダーをアーカイブするには、先にすべてのチャンネルを外してください。',
  'Invalid character in channel folder name, at position {position}.':
    'フォルダーの名前の {position} 文字目に使用できない文字があります。',
  'Invalid character in channel name, at position {position}.':
    'チャンネルの名前の {position} 文字目に使用できない文字があります。',
  'Invalid character in topic, at position {position}!':
    'トピックの {position} 文字目に使用できない文字があります。',
  'Invalid domain: {reason}': 'ドメインが正しくありません：{reason}',
  'The domain {domain} is already a part of your organization.':
    'ドメイン {domain} はすでに組織に登録されています。',
  'No entry found for domain {domain}.': 'ドメイン {domain} は登録されていません。',
  "Invalid email '{email}'": '{email} は有効なメールアドレスではありません。',
  'Invalid new email address.': '新しいメールアドレスが正しくありません。',
  'New email value error: Already has an account.': 'このアドレスのアカウントはすでにあります。',
  'New email value error: Outside your domain.': '組織のドメインのアドレスではありません。',
  'New email value error: {reason}': '新しいアドレスは使用できません：{reason}',
  'Invalid message(s)': 'メッセージが存在しないか、閲覧できません。',
  'Invalid narrow operator combination: {reason}':
    '検索演算子をこのように組み合わせることはできません：{reason}',
  'Invalid narrow operator: {reason}': 'この検索はできません：{reason}',
  'narrow has a search that is too long (limit: {limit} characters)':
    '検索する語句が長すぎます（{limit} 文字まで）。',
  'narrow searches for too many phrases (limit: {limit})': '検索するフレーズが多すぎます（{limit} 個まで）。',
  'This search takes too long. Narrow it down, for example to one channel.':
    '検索に時間がかかりすぎます。チャンネルを指定するなどして絞り込んでください。',
  'Too many searches wait at the moment. Try again in a moment.':
    '検索が混み合っています。しばらくしてからもう一度お試しください。',
  'Too many messages requested (maximum {limit}).':
    '一度に要求するメッセージが多すぎます（{limit} 件まで）。',
  'Invalid user ID: {id}': 'メンバーがいません。',
  'Invalid user ID {id}': 'メンバーがいません。',
  'Invalid user ID': 'メンバーがいません。',
  'No such user': 'メンバーがいません。',
  'User is deactivated': 'アカウントは停止中です。',
  'User with ID {id} is deactivated': 'アカウントは停止中です。',
  'User with ID {id} is a bot': 'これはボットです。',
  'Invalid user group ID: {id}': 'グループがありません。',
  'Invalid user group': 'グループがありません。',
  "User group '{group}' already exists.": 'グループ「{group}」はすでにあります。',
  'User group is deactivated.': 'グループは無効になっています。',
  "User group name can't be empty!": 'グループの名前を空にすることはできません。',
  'User group name cannot exceed {limit} characters.': 'グループの名前が長すぎます（{limit} 文字まで）。',
  "User group name cannot start with '{start}'.": 'グループの名前を「{start}」で始めることはできません。',
  'User group {id} is already a subgroup of one of the passed subgroups.':
    'グループに自分自身を含めることはできません。',
  'User group {id} is already a subgroup of this group.': 'このグループはすでに含まれています。',
  'User group {id} is not a subgroup of this group.': 'このグループは含まれていません。',
  'User {id} is already a member of this group': 'すでにこのグループのメンバーです。',
  "There is no member '{id}' in this user group": 'このグループのメンバーではありません。',
  "You are not allowed to mention user group '{group}'.":
    'グループ「{group}」にメンションすることはできません。',
  'Invitation has already been revoked': '招待はすでに取り消されています。',
  'No such invitation': '招待がありません。',
  "Some of those addresses are already using Loquat, so we didn't send them an invitation. We did send invitations to everyone else!":
    'すでにアカウントがあるアドレスには招待を送信していません。そのほかには送信しました。',
  'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.':
    '1 日に送信できる招待の上限に達したため、招待は送信されませんでした。',
  'You must specify at least one email address.': 'メールアドレスを 1 つ以上指定してください。',
  'You have too many invitation links (limit: {limit}). Revoke one that you no longer need.':
    '招待リンクが多すぎます（{limit} 個まで）。不要なものを取り消してください。',
  'You do not have permission to subscribe other users to channels.':
    'ほかの人をチャンネルに参加させる権限がありません。',
  'Message edit history is disabled in this organization':
    'この組織ではメッセージの編集履歴は表示されません。',
  'Your organization has turned off message editing': '組織でメッセージの編集が無効になっています。',
  'The time limit for editing this message has passed': 'このメッセージの編集期限を過ぎています。',
  "The time limit for editing this message's topic has passed":
    'このメッセージのトピックの変更期限を過ぎています。',
  'The time limit for deleting this message has passed': 'このメッセージの削除期限を過ぎています。',
  "You don't have permission to delete this message": 'このメッセージを削除する権限がありません。',
  "You don't have permission to edit this message": 'このメッセージを編集する権限がありません。',
  "You don't have permission to move this message": 'このメッセージを移動する権限がありません。',
  "You don't have permission to resolve topics.": 'トピックを解決済みにする権限がありません。',
  'You only have permission to move the {some}/{all} most recent messages in this topic.':
    '移動できるのは、このトピックの {all} 件中、最新の {some} 件だけです。',
  'Widgets cannot be edited.': '投票や ToDo リストは編集できません。',
  'You cannot add more to this message.': 'このメッセージにはこれ以上追加できません。',
  'You cannot attach a submessage to this message.': 'このメッセージには追加できません。',
  'New password is too long (limit: {limit} characters)':
    '新しいパスワードが長すぎます（{limit} 文字まで）。',
  'New password is too weak!': '新しいパスワードの強度が足りません。',
  'Wrong password!': 'パスワードが正しくありません。',
  'Password authentication is disabled in this organization. Log in with your browser instead.':
    'この組織ではパスワードでログインできません。ブラウザーでログインしてください。',
  'Your account has a second factor. Log in with your browser instead.':
    'アカウントに 2 段階認証が設定されています。ブラウザーでログインしてください。',
  'Your organization requires a second factor. Set up another one before you remove this one.':
    '組織で 2 段階認証が必須です。解除する前に、別の方法を設定してください。',
  'The passkey could not be added. Try again.': 'パスキーを追加できませんでした。もう一度お試しください。',
  'You have {count} passkeys. Delete one that you no longer need.':
    'パスキーが {count} 個あります。不要なものを削除してください。',
  'No such passkey': 'パスキーがありません。',
  'You have no authenticator app.': '認証アプリが設定されていません。',
  'You have no second factor.': '2 段階認証が設定されていません。',
  'No such session': 'セッションがありません。',
  'No such token': 'トークンがありません。',
  "No such topic '{topic}'": 'トピック「{topic}」はありません。',
  "Not authorized to send to channel '{channel}'": 'チャンネル「{channel}」に送信する権限がありません。',
  'Not subscribed to channel ID {id}': 'このチャンネルに参加していません。',
  'Subscription does not exist': '参加していません。',
  'Unable to access channel ({channels}).': 'アクセスできないチャンネルがあります：{channels}。',
  'You do not have permission to access some of the recipients.':
    '一部の宛先にアクセスする権限がありません。',
  'You do not have permission to administer this channel.': 'このチャンネルを管理する権限がありません。',
  'You do not have permission to initiate direct message conversations.':
    'ダイレクトメッセージの会話を始める権限がありません。',
  'This conversation does not include any users who can authorize it.':
    'この会話には、許可できるメンバーがいません。',
  'You do not have permission to post in this channel.': 'このチャンネルに投稿する権限がありません。',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'このチャンネルで全員にメンションする権限がありません。',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'このトピックで全員にメンションする権限がありません。',
  'Reaction already exists.': 'このリアクションはすでにあります。',
  "Reaction doesn't exist.": 'リアクションがありません。',
  'Read receipts are disabled in this organization.': 'この組織では既読の表示は無効です。',
  'Reminder does not exist': 'リマインダーがありません。',
  'Saved snippet does not exist.': '保存した定型文がありません。',
  'Scheduled delivery time must be in the future.': '送信時刻は将来の時刻にしてください。',
  'Scheduled message does not exist': '予約したメッセージがありません。',
  'Server is not configured to use push notification service.':
    'サーバーでモバイル通知が設定されていません。',
  'The channel folders of this organization are too large together (limit: {limit} bytes).':
    '組織のチャンネルフォルダーが全体で大きすぎます。',
  'The channels of this organization are too large together (limit: {limit} bytes).':
    '組織のチャンネルが全体で大きすぎます。',
  'The {list} of this organization are too large together (limit: {limit} bytes).':
    '組織のこの一覧は大きすぎます。',
  'The directory does not answer as it should: {reason}': 'ディレクトリから正しい応答がありません：{reason}',
  'The field {field} is not valid. Enter it again, because the address has changed.':
    'アドレスが変わったため、項目 「{field}」をもう一度入力してください。',
  'The field {field} is not valid. {reason}': '項目 「{field}」が正しくありません。',
  'There is already a provider of log-ins named {name}.':
    '{name} という名前のログインプロバイダーはすでにあります。',
  'There is no such provider of log-ins.': 'ログインプロバイダーがありません。',
  'This provider is no directory, so nobody can be compared with it.':
    'このプロバイダーはディレクトリではないため、照合できません。',
  'An account cannot be merged into itself': 'アカウントをそれ自身に統合することはできません。',
  'You cannot merge your own account into another one':
    '自分のアカウントを別のアカウントに統合することはできません。',
  'Cannot merge the only organization owner into another account':
    '組織の唯一のオーナーを別のアカウントに統合することはできません。',
  'Another merge of this organization is not finished': 'この組織の別の統合がまだ終わっていません。',
  'The account was merged into another one': 'このアカウントは別のアカウントに統合されました。',
  'A merge of the account is not finished': 'このアカウントの統合がまだ終わっていません。',
  "The person's data is erased already": 'この人のデータはすでに消去されています。',
  "The person's data is erased": 'この人のデータは消去されています。',
  'Topic is not muted': 'トピックはミュートされていません。',
  'User already muted': 'すでにミュートされています。',
  'User is not muted': 'ミュートされていません。',
  'User has disabled synchronizing drafts.': '下書きの同期が無効になっています。',
  'User not authorized to change user emails': 'ほかの人のメールアドレスを変更する権限がありません。',
  'User not authorized to create users': 'アカウントを作成する権限がありません。',
  'User not authorized for this query': 'これを表示する権限がありません。',
  'Web-public channels are not enabled.': 'ウェブで公開するチャンネルは無効です。',
  'You cannot create more than {count} channels at once.':
    '一度に作成できるチャンネルは {count} 個までです。',
  'You cannot have more than {count} drafts.': '下書きは {count} 件までです。',
  'You cannot have more than {count} saved snippets.': '保存できる定型文は {count} 件までです。',
  'You cannot have more than {count} scheduled messages and reminders.':
    '予約したメッセージとリマインダーは合わせて {count} 件までです。',
  'You cannot have more than {count} alert words.': '通知する語句は {count} 個までです。',
  'You cannot have more than {count} {things}.': '{count} 個までです。',
  'You cannot mute more than {count} topics.': 'ミュートできるトピックは {count} 個までです。',
  'You could not log in any more. Log in once in another way that stays, then try again.':
    'このままではログインできなくなります。残る方法で一度ログインしてから、もう一度お試しください。',
  'You must upload exactly one avatar.': '画像を 1 つだけ選んでください。',
  'You must upload exactly one file.': 'ファイルを 1 つだけ選んでください。',
  'You must upload exactly one icon.': 'アイコンを 1 つだけ選んでください。',
  'You must upload exactly one logo.': 'ロゴを 1 つだけ選んでください。',
  'Nothing to change': '変更する内容がありません。',
  'Key does not exist.': '項目がありません。',
  '{name} cannot be blank.': 'この項目は空にできません。',
  '{name} cannot be blank': 'この項目は空にできません。',
  'topic is too long (limit: {limit} characters)': 'トピックが長すぎます（{limit} 文字まで）。',
  'content is too long (limit: {limit} characters)': '本文が長すぎます（{limit} 文字まで）。',
  'description is too long (limit: {limit} characters)': '説明が長すぎます（{limit} 文字まで）。',
  'name is too long (limit: {limit} characters)': '名前が長すぎます（{limit} 文字まで）。',
  'title is too long (limit: {limit} characters)': 'タイトルが長すぎます（{limit} 文字まで）。',
  'status_text is too long (limit: {limit} characters)': 'ステータスが長すぎます（{limit} 文字まで）。',
  '{parameter} is too long (limit: {limit} characters)': '「{parameter}」が長すぎます（{limit} 文字まで）。',
  '{name} is too long (limit: {limit} characters)': 'テキストが長すぎます（{limit} 文字まで）：{name}',
  '{name} is too long (limit: {limit} items)': '一覧が長すぎます（{limit} 件まで）。',
  '{name} is too large': '数値が大きすぎます。',
  '{name} is too small': '数値が小さすぎます。',
  'principals times subscriptions are too many (limit: {limit} at once)':
    '一度に追加する参加者が多すぎます（{limit} 件まで）。',
  '{color} is not a valid hex color code': '色の指定が正しくありません。',
  '{parameter} is not {kind}': '「{parameter}」にこの値は指定できません。',
  'Invalid {parameter}: must be {values}': '「{parameter}」にこの値は指定できません。',
  'Invalid {parameter}': '「{parameter}」にこの値は指定できません。',
  "Missing '{parameter}' argument": '「{parameter}」がありません。',
  '{parameter} field is missing': '「{parameter}」がありません。',
  '{parameter} is too short.': '「{parameter}」が短すぎます。',
  '{parameter} must not contain {what}': '「{parameter}」に使用できない文字があります。',
  '{parameter} has too many values (limit: {limit})': '「{parameter}」の値が多すぎます（{limit} 個まで）。',
  "Bad value for '{parameter}': {value}": '「{parameter}」に {value} は指定できません。',
  // Why a regular expression cannot be read, in the words of its engine.
  'error parsing regexp: missing closing ): {text}': '閉じ括弧がありません：{text}',
  'error parsing regexp: unexpected ): {text}': '余分な閉じ括弧があります：{text}',
  'error parsing regexp: missing closing ]: {text}': '閉じ角括弧がありません：{text}',
  'error parsing regexp: missing argument to repetition operator: {text}': '繰り返す対象がありません：{text}',
  'error parsing regexp: invalid nested repetition operator: {text}': '繰り返しが重なっています：{text}',
  'error parsing regexp: invalid or unsupported Perl syntax: {text}':
    'この書き方には対応していません：{text}',
  'error parsing regexp: invalid named capture: {text}': 'グループ名が正しくありません：{text}',
  'error parsing regexp: trailing backslash at end of expression': '末尾がバックスラッシュです。',
  'too large': '大きすぎます。',
  // Imports of histories.
  'Other people have joined this organization, so it cannot get a history any more.':
    'ほかの人がこの組織に参加したため、もう履歴を取り込めません。',
  'People have written in this organization, so it cannot get a history any more.':
    'この組織でメッセージが書かれたため、もう履歴を取り込めません。',
  'The archive is larger than this server accepts ({limit} GiB).':
    'アーカイブがこのサーバーの上限（{limit} GiB）を超えています。',
  'The archive is empty.': 'アーカイブが空です。',
  'Another import of a history has begun. Cancel it first.':
    '別の履歴の取り込みが始まっています。先にそれを中止してください。',
  'This organization has begun {count} imports in a day. Try again tomorrow.':
    'この組織は 1 日に {count} 回の取り込みを始めました。明日もう一度お試しください。',
  'This server already imports {count} organizations. Try again in some hours.':
    'このサーバーはすでに {count} の組織を取り込んでいます。数時間後にもう一度お試しください。',
  'There is no import of a history.': '履歴の取り込みはありません。',
  'The archive is not checked, or its import has begun.':
    'アーカイブは未確認か、取り込みがすでに始まっています。',
  'The server could not finish the import. Try again later.':
    'サーバーは取り込みを完了できませんでした。後でもう一度お試しください。',
  'The server has no room for the archive. Ask its operator for help.':
    'サーバーにアーカイブを置く空きがありません。サーバーの管理者に相談してください。',
  'This is no archive that can be imported: it is neither a ZIP nor a tar file.':
    '取り込めるアーカイブではありません。ZIP でも tar でもありません。',
  // Tests of providers of log-ins.
  'it publishes no keys': '鍵を公開していません',
  'let the provider sign ID tokens with a public key':
    'プロバイダーが公開鍵で ID トークンに署名するようにしてください',
  "its clock differs from this machine's by {seconds} s": '時計がこのサーバーと {seconds} 秒ずれています',
  'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the provider':
    'このサーバー（timedatectl set-ntp true）またはプロバイダーの時計を合わせてください',
  'it does not offer PKCE with S256': 'S256 の PKCE を提供していません',
  'allow PKCE for the client at the provider': 'プロバイダーでこのクライアントに PKCE を許可してください',
  'it does not offer the scope email': 'スコープ email を提供していません',
  'let it tell addresses to this client': 'このクライアントにメールアドレスを伝えるようにしてください',
  '{issuer} answers, with {count} key': '{issuer} は応答し、鍵は {count} 個です',
  '{issuer} answers, with {count} keys': '{issuer} は応答し、鍵の数は {count} 個です',
  'let this machine reach {address}, and write issuer as "issuer" there':
    'このサーバーから {address} に届くようにし、issuer をそこの「issuer」のとおりに入力してください',
  '{host} does not know the client': '{host} はこのクライアントを知りません',
  'enter the client id and secret that the provider shows now':
    'プロバイダーが現在表示しているクライアント ID とシークレットを入力してください',
  'enter the client id and secret of the OAuth app':
    'OAuth アプリのクライアント ID とシークレットを入力してください',
  '{host} answers and knows the client; its API is {address}':
    '{host} は応答し、クライアントを知っています。API は {address} です',
  'its metadata or address is of no use: {reason}': 'メタデータまたはアドレスが使えません：{reason}',
  'enter the metadata that the provider offers now, and let this machine reach its address':
    'プロバイダーが現在提供しているメタデータを入力し、このサーバーからそのアドレスに届くようにしてください',
  'its certificate has expired on {date}': '証明書は {date} に期限が切れました',
  'enter the metadata that the provider offers now':
    'プロバイダーが現在提供しているメタデータを入力してください',
  'its certificate expires in {days} days': '証明書はあと {days} 日で期限が切れます',
  'enter the new metadata once the provider offers it': '新しいメタデータが提供されたら入力してください',
  '{entity} answers, and its certificate is valid for {days} days':
    '{entity} は応答し、証明書はあと {days} 日有効です',
  'it has neither a secret nor a usable public key': 'シークレットも使える公開鍵もありません',
  'enter the secret that it signs with, or its public key':
    '署名に使うシークレットまたは公開鍵を入力してください',
  '{host} answers; tokens are signed by {algorithms}':
    '{host} は応答します。トークンの署名は {algorithms} です',
  'this server does not reach {host}: {reason}': 'このサーバーから {host} に届きません：{reason}',
  'browsers may reach it all the same; try to log in':
    'ブラウザーからは届くかもしれません。ログインを試してください',
  '{host} answers; a log-in shows whether bind_as fits':
    '{host} は応答します。bind_as が合うかどうかはログインでわかります',
  'it finds nobody below {base}': '{base} の下に誰も見つかりません',
  'correct base_dn and people_filter, or let bind_dn read the people there':
    'base_dn と people_filter を直すか、bind_dn がそこのユーザーを読めるようにしてください',
  'no person has an attribute that identifies the person for ever':
    '個人を永続的に識別する属性を持つ人がいません',
  'let bind_dn read entryUUID or objectGUID, or enter another id_attribute':
    'bind_dn が entryUUID または objectGUID を読めるようにするか、別の id_attribute を入力してください',
  'no person has the attribute {attribute}': '属性 {attribute} を持つ人がいません',
  'enter the attribute with the address as email_attribute, or let bind_dn read it':
    'アドレスの属性を email_attribute に入力するか、bind_dn が読めるようにしてください',
  '{host} answers, and people are found': '{host} は応答し、ユーザーが見つかります',
  'it lets nobody search without an account': 'アカウントなしでは検索できません',
  'enter bind_dn and bind_password': 'bind_dn と bind_password を入力してください',
  'it refuses bind_dn': 'bind_dn が拒否されました',
  'correct bind_dn and bind_password': 'bind_dn と bind_password を直してください',
  'it has no base_dn': 'base_dn がありません',
  'correct base_dn': 'base_dn を直してください',
  'the certificate of {host} is not trusted: {reason}': '{host} の証明書は信頼されていません：{reason}',
  'enter the certificate of its authority, and the name that its certificate has':
    '認証局の証明書と、証明書にある名前を入力してください',
  '{host} is of no use: {reason}': '{host} は使えません：{reason}',
  'let this machine reach it': 'このサーバーから届くようにしてください',
  'let this machine reach it, and look at starttls':
    'このサーバーから届くようにし、starttls を確認してください',
  'let this machine reach {address}': 'このサーバーから {address} に届くようにしてください',
}
