import type { Config } from './environment.ts'

/** Whether mails go anywhere: to a mail server, or to the mailbox that stands for one outside of production. */
export const canMail = ({ smtpUrl, isProduction }: Pick<Config, 'smtpUrl' | 'isProduction'>): boolean =>
  smtpUrl !== undefined || !isProduction
