import type { Config } from '../../config/environment.ts'
import { openSmtp } from '../../workers/mail/smtp.ts'
import { type Finding, ok, type Row, reasonOf, runCheck, skipped, warning, wrong } from './check.ts'

const CONNECT_SECONDS = 8

/** Checks the mail server: connects, begins TLS and logs in. Sends one mail if `sendTo` is an address. */
export async function checkMail(config: Config, sendTo?: string): Promise<Row> {
  return runCheck({
    name: 'Mail server',
    timeLimitMs: (CONNECT_SECONDS + 2) * 1000,
    advice: 'correct SMTP_URL, and let this machine reach the mail server (some networks block port 25)',
    run: () =>
      config.smtpUrl === undefined ? skipped('SMTP_URL is not set') : connect(config, config.smtpUrl, sendTo),
  })
}

async function connect(config: Config, address: string, sendTo: string | undefined): Promise<Finding> {
  const url = new URL(address)
  const limits = { ...config, smtpConnections: 1, smtpTimeoutSeconds: CONNECT_SECONDS }
  const transport = await openSmtp(limits, url)
  try {
    await transport.verify()
    if (sendTo !== undefined) await transport.sendMail(testMail(config, sendTo))
  } catch (error) {
    return wrong(reasonOf(error), adviceFor(error, config))
  } finally {
    transport.close()
  }
  const login = url.username === '' ? 'without a log-in' : 'logged in'
  const sent = sendTo === undefined ? '' : `, and it accepted a mail to ${sendTo}`
  const isEncrypted = url.protocol === 'smtps:' || config.smtpTls === 'required'
  const isNear = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  if (isEncrypted || isNear) return ok(`${url.host} ${login}${isEncrypted ? ' over TLS' : ''}${sent}`)
  return warning(`${url.host} ${login}, TLS only if offered${sent}`, 'set SMTP_TLS=required')
}

const testMail = ({ mailFrom: from }: Config, to: string) => ({
  from,
  to,
  subject: 'Loquat can send mail',
  text: 'This mail was sent by the command "loquat doctor".\n',
  disableFileAccess: true,
  disableUrlAccess: true,
})

function adviceFor(error: unknown, { smtpTls }: Config): string {
  const { code, command } = error as { code?: string; command?: string }
  if (code === 'EAUTH') return 'correct the user and password in SMTP_URL (percent-encode @ : / in them)'
  if (command === 'RCPT TO') return 'use an address that the mail server accepts'
  if (command === 'MAIL FROM') return 'set MAIL_FROM to an address that the mail server accepts'
  if (code === 'ETLS' || code === 'ESOCKET') {
    return smtpTls === 'required'
      ? 'the server must offer TLS with a valid certificate; SMTP_TLS=offered allows plaintext'
      : 'use smtp:// for STARTTLS and smtps:// for TLS from the start, and a valid certificate'
  }
  return 'correct SMTP_URL, and let this machine reach the mail server (some networks block port 25)'
}
