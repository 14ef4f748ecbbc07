import type { SecondFactorChange } from '../../core/people/second-factors/mails.ts'
import { type Language, LOCALES, languageFor } from '../../core/platform/text/languages.ts'

/** Parts of sentences that the values of templates bring along, in one language. */
export interface MailWords {
  /** Follows "You get this email"; in Japanese it precedes it. */
  readonly reasons: Readonly<Record<'direct' | 'everyone' | 'mentioned' | 'followed' | 'channel', string>>
  readonly others: (count: number) => string
  readonly and: (names: readonly string[]) => string
  /** Between names of a list that goes on. */
  readonly comma: string
  /** In place of the hidden part of a spoiler. */
  readonly spoiler: (organization: string) => string
  readonly operator: string
  /** The name of a sender: the author of what the mail shows, and who sends it. */
  readonly via: (author: string, server: string) => string
  readonly secondFactor: Readonly<Record<SecondFactorChange, string>>
}

/** Joins names as a language does. English has a comma before the last one. */
const listsOf = (language: Language) => {
  const format = new Intl.ListFormat(language === 'en' ? 'en' : LOCALES[language], { type: 'conjunction' })
  return (names: readonly string[]) => format.format(names)
}

const ARABIC_FORMS = new Intl.PluralRules(LOCALES.ar)

const WORDS: Readonly<Record<Language, MailWords>> = {
  en: {
    reasons: {
      direct: 'because you have direct messages',
      everyone: 'because everyone was mentioned',
      mentioned: 'because you were mentioned',
      followed: 'because you follow this topic',
      channel: 'because you get email for this channel',
    },
    others: (count) => `${count} others`,
    and: listsOf('en'),
    comma: ', ',
    spoiler: (organization) => `Open ${organization} to see what this hides.`,
    operator: 'The operator of the server',
    via: (author, server) => `${author} via ${server}`,
    secondFactor: {
      authenticator_added: 'An authenticator app now makes codes for your account',
      authenticator_removed: 'The authenticator app was removed from your account',
      passkey_added: 'A passkey was added to your account',
      passkey_removed: 'A passkey was removed from your account',
      recovery_codes_renewed: 'Your account has new recovery codes, and the former ones no longer work',
      reset: 'The operator of the server has removed the second factors of your account',
    },
  },
  de: {
    reasons: {
      direct: 'weil du Direktnachrichten hast',
      everyone: 'weil alle erwähnt wurden',
      mentioned: 'weil du erwähnt wurdest',
      followed: 'weil du diesem Thema folgst',
      channel: 'weil du Mails zu diesem Kanal bekommst',
    },
    others: (count) => `${count} anderen`,
    and: listsOf('de'),
    comma: ', ',
    spoiler: (organization) => `Öffne ${organization}, um den verborgenen Teil zu sehen.`,
    operator: 'Der Betreiber des Servers',
    via: (author, server) => `${author} über ${server}`,
    secondFactor: {
      authenticator_added: 'Eine Authenticator-App erzeugt jetzt Codes für dein Konto',
      authenticator_removed: 'Die Authenticator-App wurde von deinem Konto entfernt',
      passkey_added: 'Ein Passkey wurde zu deinem Konto hinzugefügt',
      passkey_removed: 'Ein Passkey wurde von deinem Konto entfernt',
      recovery_codes_renewed: 'Dein Konto hat neue Wiederherstellungscodes, die bisherigen gelten nicht mehr',
      reset: 'Der Betreiber des Servers hat die zweiten Faktoren deines Kontos entfernt',
    },
  },
  es: {
    reasons: {
      direct: 'porque tienes mensajes directos',
      everyone: 'porque se mencionó a todos',
      mentioned: 'porque te mencionaron',
      followed: 'porque sigues este tema',
      channel: 'porque recibes correos de este canal',
    },
    others: (count) => `${count} más`,
    and: listsOf('es'),
    comma: ', ',
    spoiler: (organization) => `Abre ${organization} para ver la parte oculta.`,
    operator: 'Quien opera el servidor',
    via: (author, server) => `${author} vía ${server}`,
    secondFactor: {
      authenticator_added: 'Una aplicación de autenticación genera ahora códigos para tu cuenta',
      authenticator_removed: 'Se ha quitado de tu cuenta la aplicación de autenticación',
      passkey_added: 'Se ha añadido una clave de acceso a tu cuenta',
      passkey_removed: 'Se ha quitado una clave de acceso de tu cuenta',
      recovery_codes_renewed: 'Tu cuenta tiene nuevos códigos de recuperación y los anteriores ya no sirven',
      reset: 'Quien opera el servidor ha quitado los segundos factores de tu cuenta',
    },
  },
  fr: {
    reasons: {
      direct: 'parce que vous avez des messages directs',
      everyone: 'parce que tout le monde a été mentionné',
      mentioned: 'parce que vous avez été mentionné',
      followed: 'parce que vous suivez ce sujet',
      channel: 'parce que vous recevez des e-mails pour ce canal',
    },
    others: (count) => `${count} autres`,
    and: listsOf('fr'),
    comma: ', ',
    spoiler: (organization) => `Ouvrez ${organization} pour voir la partie masquée.`,
    operator: 'L’exploitant du serveur',
    via: (author, server) => `${author} via ${server}`,
    secondFactor: {
      authenticator_added: 'Une application d’authentification génère maintenant des codes pour votre compte',
      authenticator_removed: 'L’application d’authentification a été retirée de votre compte',
      passkey_added: 'Une clé d’accès a été ajoutée à votre compte',
      passkey_removed: 'Une clé d’accès a été retirée de votre compte',
      recovery_codes_renewed:
        'Votre compte a de nouveaux codes de récupération, et les anciens ne fonctionnent plus',
      reset: 'L’exploitant du serveur a retiré les seconds facteurs de votre compte',
    },
  },
  ar: {
    reasons: {
      direct: 'لأن لديك رسائل مباشرة',
      everyone: 'لأنه أُشير إلى الجميع',
      mentioned: 'لأنه أُشير إليك',
      followed: 'لأنك تتابع هذا الموضوع',
      channel: 'لأنك تتلقى رسائل بريد عن هذه القناة',
    },
    others: (count) => {
      const form = ARABIC_FORMS.select(count)
      if (form === 'two') return 'شخصان آخران'
      if (form === 'few') return `${count} أشخاص آخرين`
      return form === 'many' ? `${count} شخصًا آخر` : `${count} شخص آخر`
    },
    and: listsOf('ar'),
    // With a mark that keeps Latin names in the order of the sentence.
    comma: '\u200f، ',
    spoiler: (organization) => `افتح ${organization} لرؤية الجزء المخفي.`,
    operator: 'مشغّل الخادم',
    via: (author, server) => `${author} عبر ${server}`,
    secondFactor: {
      authenticator_added: 'يُنشئ تطبيق مصادقة الآن رموزًا لحسابك',
      authenticator_removed: 'أُزيل تطبيق المصادقة من حسابك',
      passkey_added: 'أُضيف مفتاح مرور إلى حسابك',
      passkey_removed: 'أُزيل مفتاح مرور من حسابك',
      recovery_codes_renewed: 'لحسابك رموز استرداد جديدة، ولم تعد الرموز السابقة صالحة',
      reset: 'أزال مشغّل الخادم العوامل الثانية من حسابك',
    },
  },
  ja: {
    reasons: {
      direct: 'ダイレクトメッセージがあるため',
      everyone: '全員へのメンションがあったため',
      mentioned: 'メンションされたため',
      followed: 'このトピックをフォローしているため',
      channel: 'このチャンネルのメールを受け取る設定のため',
    },
    others: (count) => `ほか ${count} 人`,
    and: listsOf('ja'),
    comma: '、',
    spoiler: (organization) => `隠れている部分は ${organization} を開いてご覧ください。`,
    operator: 'サーバーの運営者',
    via: (author, server) => `${author}（${server} 経由）`,
    secondFactor: {
      authenticator_added: '認証アプリがアカウントのコードを生成するようになりました',
      authenticator_removed: 'アカウントから認証アプリが削除されました',
      passkey_added: 'アカウントにパスキーが追加されました',
      passkey_removed: 'アカウントからパスキーが削除されました',
      recovery_codes_renewed: 'アカウントのリカバリーコードが新しくなり、以前のコードは使えなくなりました',
      reset: 'サーバーの運営者がアカウントの 2 段階認証を解除しました',
    },
  },
  'zh-hans': {
    reasons: {
      direct: '因为你有私信',
      everyone: '因为有人提及了所有人',
      mentioned: '因为有人提及了你',
      followed: '因为你关注了此话题',
      channel: '因为你接收此频道的邮件',
    },
    others: (count) => `另外 ${count} 人`,
    and: listsOf('zh-hans'),
    comma: '、',
    spoiler: (organization) => `打开 ${organization} 查看隐藏的部分。`,
    operator: '服务器的运营者',
    via: (author, server) => `${author}（通过 ${server}）`,
    secondFactor: {
      authenticator_added: '身份验证器应用现在为你的账号生成验证码',
      authenticator_removed: '已从你的账号移除身份验证器应用',
      passkey_added: '你的账号添加了通行密钥',
      passkey_removed: '已从你的账号移除通行密钥',
      recovery_codes_renewed: '你的账号有了新的恢复码，之前的恢复码不再有效',
      reset: '服务器的运营者移除了你账号的第二重验证',
    },
  },
}

/** The words of a language such as `de` or `de-AT`; English for an unknown one, as the templates. */
export const wordsOf = (language: string): MailWords => WORDS[languageFor(language) ?? 'en']
