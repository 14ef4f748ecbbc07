import type { Config } from './environment.ts'

/** Whether mails can be sent: to a mail server or, outside production, to the mailbox under /ops/mail. */
export const canMail = ({ smtpUrl, isProduction }: Pick<Config, 'smtpUrl' | 'isProduction'>): boolean =>
  smtpUrl !== undefined || !isProduction
