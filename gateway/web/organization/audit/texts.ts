import { language } from '../../texts/language.ts'

/** The texts of the audit log in the page's language. */
export const auditTexts =
  language === 'de'
    ? (await import('../../texts/de/audit.ts')).audit
    : (await import('../../texts/en/audit.ts')).audit
