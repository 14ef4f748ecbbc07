import {
  type AwaitedEmailChange,
  confirmEmailChange,
  lookUpEmailChange,
} from '../../core/people/credentials/request-email-change.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { type Page, page, type ShownPage, show } from './page.ts'
import { logInLink, type Say, type Sentence } from './texts/say.ts'

const PATH = '/accounts/confirm_new_email/{token}'

const ENDED: Readonly<Record<Ended, readonly [status: number, reason: Sentence]>> = {
  used: [410, 'This link has been used. Your email address is confirmed.'],
  expired: [410, 'This link has expired. Request the change of your email address again.'],
  unknown: [
    404,
    'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.',
  ],
}

/**
 * Confirms a new email address, by the link that is mailed to it. Only the button confirms, because mail
 * systems follow links.
 */
export function confirmEmailPages({ core, config }: Services): Page[] {
  return [
    page({
      method: 'GET',
      path: PATH,
      scope: 'organization',
      handler: async ({ realm, path, csrf, t }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(t, link.state)
        const email = html`<strong>${link.email}</strong>`
        const { name } = realm.record.settings
        const body = html`<p>${t.html('Use {email} for your account in {name}?', { email, name })}</p>
<form method="post" action="/accounts/confirm_new_email/${encodeURIComponent(path.token!)}">
${csrf}
<button>${t('Confirm email address')}</button>
</form>`
        return show({ title: t('Confirm your new email address'), body })
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async ({ realm, path, t }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(t, link.state)
        await confirm(core, realm, path.token!, config.rootUrl)
        const email = html`<strong>${link.email}</strong>`
        const body = html`<p class="done">${t.html('Your email address is now {email}.', { email })}</p>${logInLink(t)}`
        return show({ title: t('Your email address is confirmed'), body })
      },
    }),
  ]
}

async function confirm(core: Core, realm: RealmState, token: string, rootUrl: string): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await confirmEmailChange(tx, realm, token, rootUrl)
  })
}

type Ended = Exclude<AwaitedEmailChange['state'], 'valid'>

function endedPage(t: Say, state: Ended): ShownPage {
  const [status, reason] = ENDED[state]
  const body = html`<p>${t(reason)}</p>${logInLink(t)}`
  return show({ title: t('This link is no longer valid'), body }, { status })
}
