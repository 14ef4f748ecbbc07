import { type Language, languageFor } from '../../core/platform/text/languages.ts'
import type { UserRecord } from '../../core/state/users/record.ts'

/** The words of notifications, in one language. A text follows those of mentions. */
export interface PushWords {
  /** Replaces text that may not be shown. */
  readonly withoutContent: string
  readonly mentionedYou: (sender: string) => string
  readonly mentionedGroup: (sender: string, group: string) => string
  readonly mentionedEveryone: (sender: string) => string
  readonly test: string
  readonly testOf: (organization: string, url: string) => string
}

const WORDS: Readonly<Record<Language, PushWords>> = {
  en: {
    withoutContent: 'New message',
    mentionedYou: (sender) => `${sender} mentioned you:`,
    mentionedGroup: (sender, group) => `${sender} mentioned @${group}:`,
    mentionedEveryone: (sender) => `${sender} mentioned everyone:`,
    test: 'Test notification',
    testOf: (organization, url) => `This is a test notification from ${organization} (${url}).`,
  },
  de: {
    withoutContent: 'Neue Nachricht',
    mentionedYou: (sender) => `${sender} hat dich erwähnt:`,
    mentionedGroup: (sender, group) => `${sender} hat @${group} erwähnt:`,
    mentionedEveryone: (sender) => `${sender} hat alle erwähnt:`,
    test: 'Probe einer Benachrichtigung',
    testOf: (organization, url) => `Das ist die Probe einer Benachrichtigung von ${organization} (${url}).`,
  },
  es: {
    withoutContent: 'Mensaje nuevo',
    mentionedYou: (sender) => `${sender} te ha mencionado:`,
    mentionedGroup: (sender, group) => `${sender} ha mencionado a @${group}:`,
    mentionedEveryone: (sender) => `${sender} ha mencionado a todos:`,
    test: 'Notificación de prueba',
    testOf: (organization, url) => `Esta es una notificación de prueba de ${organization} (${url}).`,
  },
  fr: {
    withoutContent: 'Nouveau message',
    mentionedYou: (sender) => `${sender} vous a mentionné :`,
    mentionedGroup: (sender, group) => `${sender} a mentionné @${group} :`,
    mentionedEveryone: (sender) => `${sender} a mentionné tout le monde :`,
    test: 'Notification d’essai',
    testOf: (organization, url) => `Ceci est une notification d’essai de ${organization} (${url}).`,
  },
  ar: {
    withoutContent: 'رسالة جديدة',
    mentionedYou: (sender) => `أشار إليك ${sender}:`,
    mentionedGroup: (sender, group) => `أشار ${sender} إلى @${group}:`,
    mentionedEveryone: (sender) => `أشار ${sender} إلى الجميع:`,
    test: 'إشعار تجريبي',
    testOf: (organization, url) => `هذا إشعار تجريبي من ${organization} (${url}).`,
  },
  ja: {
    withoutContent: '新しいメッセージ',
    mentionedYou: (sender) => `${sender} があなたにメンションしました：`,
    mentionedGroup: (sender, group) => `${sender} が @${group} にメンションしました：`,
    mentionedEveryone: (sender) => `${sender} が全員にメンションしました：`,
    test: 'テスト通知',
    testOf: (organization, url) => `${organization} (${url}) からのテスト通知です。`,
  },
  'zh-hans': {
    withoutContent: '新消息',
    mentionedYou: (sender) => `${sender} 提及了你：`,
    mentionedGroup: (sender, group) => `${sender} 提及了 @${group}：`,
    mentionedEveryone: (sender) => `${sender} 提及了所有人：`,
    test: '测试通知',
    testOf: (organization, url) => `这是来自 ${organization} (${url}) 的测试通知。`,
  },
}

/** The words of a person's language. */
export const wordsFor = ({ settings }: Pick<UserRecord, 'settings'>): PushWords =>
  WORDS[languageFor(settings.default_language) ?? 'en']
