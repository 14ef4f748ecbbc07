import { readUnsubscribe, unsubscribe } from '../../core/notifying/mail/unsubscribe.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { type Page, page, show } from './page.ts'

const PATH = '/accounts/unsubscribe/{token}'

/**
 * Where mails lead whoever wants no more of them: with one click, on this page or in a mail program (RFC 8058), and
 * without a log-in. Looking at it changes nothing: mail systems follow the links of mails.
 */
export const unsubscribePages = ({ core }: Services): Page[] => [
  page({
    method: 'GET',
    path: PATH,
    of: 'organization',
    handler: async ({ realm, path }) => {
      const { user } = await readUnsubscribe(core, realm, path.token!)
      const name = realm.record.settings.name
      const body = html`<p>${name} sends mails like the one that led you here to ${user.deliveryEmail}.</p>
<form method="post"><button>Send me no more of them</button></form>`
      return show({ title: 'Unsubscribe', body })
    },
  }),
  page({
    method: 'POST',
    path: PATH,
    of: 'organization',
    csrf: false,
    handler: async ({ realm, path }) => {
      await unsubscribe(core, realm, path.token!)
      const body = html`<p class="done">You will get no more mails like this from ${realm.record.settings.name}.</p>
<p>Your settings, in any app, can bring them back.</p>`
      return show({ title: 'Unsubscribed', body })
    },
  }),
]
