import {
  type AwaitedEmailChange,
  confirmEmailChange,
  lookUpEmailChange,
} from '../../core/people/users/request-email-change.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { toLogIn } from './log-in-link.ts'
import { type Page, page, type Shown, show } from './page.ts'

const PATH = '/accounts/confirm_new_email/{token}'

const ENDED = {
  used: [410, 'This link has been used: the address is confirmed.'],
  expired: [410, 'This link has expired. Ask for the change of your address once more.'],
  unknown: [
    404,
    'There is no such link. Check that all of it was copied, and that no newer one was sent to you.',
  ],
} as const

/** Confirming a changed address, by the link that is mailed to it. Programs that look into mails follow it too: only the button confirms. */
export function confirmEmailPages({ core, config }: Services): Page[] {
  return [
    page({
      method: 'GET',
      path: PATH,
      of: 'organization',
      handler: async ({ realm, path, csrf }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(link.state)
        const body = html`<p>Use <strong>${link.email}</strong> for your account in ${realm.record.settings.name} from now on?</p>
<form method="post" action="/accounts/confirm_new_email/${encodeURIComponent(path.token!)}">
${csrf}
<button>Confirm the address</button>
</form>`
        return show({ title: 'Confirm your new address', body })
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      of: 'organization',
      handler: async ({ realm, path }) => {
        const link = await lookUpEmailChange(core.db, realm.id, path.token!)
        if (link.state !== 'valid') return endedPage(link.state)
        await confirm(core, realm, path.token!, config.rootUrl)
        const body = html`<p class="done">Your address is <strong>${link.email}</strong> now.</p>${toLogIn}`
        return show({ title: 'Your address is confirmed', body })
      },
    }),
  ]
}

async function confirm(core: Core, realm: RealmState, token: string, rootUrl: string): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    await realm.lockAndSync(tx)
    await confirmEmailChange(tx, realm, token, rootUrl)
  })
}

function endedPage(state: Exclude<AwaitedEmailChange['state'], 'valid'>): Shown {
  const [status, reason] = ENDED[state]
  return show({ title: 'This link cannot be followed', body: html`<p>${reason}</p>${toLogIn}` }, { status })
}
