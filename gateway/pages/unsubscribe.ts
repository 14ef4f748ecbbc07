import { readUnsubscribe, unsubscribe } from '../../core/notifying/mail/unsubscribe.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { type Page, page, show } from './page.ts'

const PATH = '/accounts/unsubscribe/{token}'

/**
 * The page behind the unsubscribe links of mails. One click unsubscribes, here or in a mail program (RFC
 * 8058), without a log-in. A GET changes nothing, because mail systems follow the links of mails.
 */
export const unsubscribePages = ({ core }: Services): Page[] => [
  page({
    method: 'GET',
    path: PATH,
    scope: 'organization',
    handler: async ({ realm, path, t }) => {
      const { user } = await readUnsubscribe(core, realm, path.token!)
      const name = realm.record.settings.name
      const body = html`<p>${t('{name} sends these emails to {email}.', { name, email: user.deliveryEmail })}</p>
<form method="post"><button>${t('Unsubscribe')}</button></form>`
      return show({ title: t('Unsubscribe'), body })
    },
  }),
  page({
    method: 'POST',
    path: PATH,
    scope: 'organization',
    csrf: false,
    handler: async ({ realm, path, t }) => {
      const { name } = realm.record.settings
      await unsubscribe(core, realm, path.token!)
      const body = html`<p class="done">${t('You will no longer get these emails from {name}.', { name })}</p>
<p>${t('You can turn them on again in your settings, in any app.')}</p>`
      return show({ title: t('Unsubscribed'), body })
    },
  }),
]
