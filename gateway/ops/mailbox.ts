import { type FullMail, type KeptMail, listMails, readMail } from '../../core/notifying/mail/mailbox.ts'
import type { Reply } from '../http/reply/reply.ts'
import { html } from '../pages/html.ts'
import type { Services } from '../services.ts'
import { noSuchMail } from './errors.ts'
import { renderOperatorPage } from './operator-document.ts'
import type { OperatorPage } from './operator-pages.ts'

/** A mail runs no script. Its links open in a new tab. */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
].join('; ')

/** `/ops/mail`: the mails of a server without SMTP_URL, which keeps them instead of sending them. */
export function mailboxPages({ core, config }: Services): OperatorPage[] {
  return [
    {
      method: 'GET',
      pattern: '/ops/mail',
      handle: async () =>
        shown('Mail', listOf(await core.db.readEntities(listMails), config.smtpUrl !== undefined)),
    },
    {
      method: 'GET',
      pattern: '/ops/mail/:id',
      handle: async ({ path }) => {
        const mail = await find(path[0])
        return shown(mail.subject, mailOf(mail))
      },
    },
    {
      method: 'GET',
      pattern: '/ops/mail/:id/html',
      handle: async ({ path }) => ({
        status: '200 OK',
        headers: [
          ['Content-Type', 'text/html; charset=utf-8'],
          ['Content-Security-Policy', MAIL_POLICY],
          ['X-Frame-Options', 'SAMEORIGIN'],
        ],
        body: (await find(path[0])).html.replace('<head>', '<head><base target="_blank">'),
      }),
    },
  ]

  async function find(id = ''): Promise<FullMail> {
    const mail = /^\d{1,15}$/.test(id)
      ? await core.db.readEntities((em) => readMail(em, Number(id)))
      : undefined
    if (mail === undefined) throw noSuchMail()
    return mail
  }
}

const shown = (title: string, body: ReturnType<typeof html>): Reply => ({
  status: '200 OK',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: renderOperatorPage('/ops/mail', title, body),
})

function listOf(mails: readonly KeptMail[], isSent: boolean) {
  if (mails.length === 0) {
    return isSent
      ? html`<p>Mails are sent by the mail server of SMTP_URL. None are kept here.</p>`
      : html`<p>No mails yet. Without SMTP_URL, and outside production, mails are kept here instead of being sent.</p>`
  }
  return html`<p>These mails were not sent. The newest 500 are kept.</p>
<div class="figures"><table>
<thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
<tbody>
${mails.map(
  (mail) => html`<tr><td>${timeElement(mail.keptAt)}</td><td>${mail.recipient}</td>
<td class="text"><a href="/ops/mail/${mail.id}">${mail.subject}</a></td></tr>
`,
)}</tbody>
</table></div>`
}

const mailOf = (mail: FullMail) => html`<p><a href="/ops/mail">All mails</a></p>
<dl>
<dt>From</dt><dd>${mail.sender}</dd>
<dt>To</dt><dd>${mail.recipient}</dd>
<dt>Time</dt><dd>${timeElement(mail.keptAt)}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
<h2>HTML</h2>
<iframe src="/ops/mail/${mail.id}/html" title="The mail as HTML" width="100%" height="640"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2>
<pre>${mail.text}</pre>`

const timeElement = (at: string) =>
  html`<time datetime="${at}">${at.replace('T', ' ').replace('Z', ' UTC')}</time>`
