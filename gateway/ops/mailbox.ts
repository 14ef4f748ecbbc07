import { type FullMail, type KeptMail, listMails, readMail } from '../../core/notifying/mail/mailbox.ts'
import type { Reply } from '../http/reply/reply.ts'
import { html } from '../pages/html.ts'
import type { Services } from '../services.ts'
import { noSuchMail } from './errors.ts'
import { renderOperatorPage } from './operator-document.ts'
import type { OperatorPage } from './operator-pages.ts'
import type { OperatorSay } from './texts/say.ts'

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
      handle: async ({ t }) =>
        shown(t('Mail'), listOf(await core.db.readEntities(listMails), config.smtpUrl !== undefined, t), t),
    },
    {
      method: 'GET',
      pattern: '/ops/mail/:id',
      handle: async ({ path, t }) => {
        const mail = await find(path[0])
        return shown(mail.subject, mailOf(mail, t), t)
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

const shown = (title: string, body: ReturnType<typeof html>, t: OperatorSay): Reply => ({
  status: '200 OK',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: renderOperatorPage('/ops/mail', title, body, t),
})

function listOf(mails: readonly KeptMail[], isSent: boolean, t: OperatorSay) {
  if (mails.length === 0) {
    return isSent
      ? html`<p>${t('Mails are sent by the mail server of SMTP_URL. None are kept here.')}</p>`
      : html`<p>${t('No mails yet. Without SMTP_URL, and outside production, mails are kept here instead of being sent.')}</p>`
  }
  return html`<p>${t('These mails were not sent. The newest 500 are kept.')}</p>
<div class="figures"><table>
<thead><tr><th scope="col">${t('Time')}</th><th scope="col">${t('To')}</th><th scope="col">${t('Subject')}</th></tr></thead>
<tbody>
${mails.map(
  (mail) => html`<tr><td>${timeElement(mail.keptAt)}</td><td>${mail.recipient}</td>
<td class="text"><a href="/ops/mail/${mail.id}">${mail.subject}</a></td></tr>
`,
)}</tbody>
</table></div>`
}

const mailOf = (mail: FullMail, t: OperatorSay) => html`<p><a href="/ops/mail">${t('All mails')}</a></p>
<dl>
<dt>${t('From')}</dt><dd>${mail.sender}</dd>
<dt>${t('To')}</dt><dd>${mail.recipient}</dd>
<dt>${t('Time')}</dt><dd>${timeElement(mail.keptAt)}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
<h2>${t('HTML')}</h2>
<iframe src="/ops/mail/${mail.id}/html" title="${t('The mail as HTML')}" width="100%" height="640"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>${t('Text')}</h2>
<pre>${mail.text}</pre>`

const timeElement = (at: string) =>
  html`<time datetime="${at}">${at.replace('T', ' ').replace('Z', ' UTC')}</time>`
