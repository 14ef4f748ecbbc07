import {
  type AwaitedEmailChange,
  confirmEmailChange,
  lookUpEmailChange,
} from '../../core/people/credentials/request-email-change.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { logInLink } from './log-in-link.ts'
import { type Page, page, type ShownPage, show } from './page.ts'

const PATH = '/accounts/confirm_new_email/{token}'

const ENDED = {
  used: [410, 'This link has been used. Your email address is confirmed.'],
  expired: [410, 'This link has expired. Request the change of your email address again.'],
  unknown: [
    404,
    'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.',
  ],
} as const

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
      handler: async ({ realm, path, csrf }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(link.state)
        const body = html`<p>Use <strong>${link.email}</strong> for your account in ${realm.record.settings.name}?</p>
<form method="post" action="/accounts/confirm_new_email/${encodeURIComponent(path.token!)}">
${csrf}
<button>Confirm email address</button>
</form>`
        return show({ title: 'Confirm your new email address', body })
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async ({ realm, path }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(link.state)
        await confirm(core, realm, path.token!, config.rootUrl)
        const body = html`<p class="done">Your email address is now <strong>${link.email}</strong>.</p>${logInLink}`
        return show({ title: 'Your email address is confirmed', body })
      },
    }),
  ]
}

async function confirm(core: Core, realm: RealmState, token: string, rootUrl: string): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await confirmEmailChange(tx, realm, token, rootUrl)
  })
}

function endedPage(state: Exclude<AwaitedEmailChange['state'], 'valid'>): ShownPage {
  const [status, reason] = ENDED[state]
  return show({ title: 'This link is no longer valid', body: html`<p>${reason}</p>${logInLink}` }, { status })
}
