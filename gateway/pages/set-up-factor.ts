import { renderSVG } from 'uqr'
import {
  type AuthenticatorSetup,
  addAuthenticator,
  beginAuthenticator,
  reopenAuthenticator,
} from '../../core/people/second-factors/authenticator.ts'
import { hasSecondFactor } from '../../core/people/second-factors/factors.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Services } from '../services.ts'
import { field } from './fields.ts'
import { html, trusted } from './html.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'
import type { Say } from './texts/say.ts'

/** Where people set up a second factor that their organization requires, before anything else. */
export const SET_UP_PATH = '/login/set-up'

export function setUpPages({ core }: Services): Page[] {
  /** Sends everybody away who cannot add a first factor now. A session that is not fresh ends. */
  async function withUser(
    visit: Visit<'organization'>,
    work: (user: UserRecord) => Promise<ShownPage>,
  ): Promise<ShownPage | Redirect> {
    const { user } = visit
    if (user !== undefined && hasSecondFactor(user)) return seeOther('/')
    if (user !== undefined && (await visit.hasFreshLogIn())) return work(user)
    return seeOther(`/login?next=${encodeURIComponent(SET_UP_PATH)}`, await visit.endSession())
  }

  return [
    page({
      method: 'GET',
      path: SET_UP_PATH,
      scope: 'organization',
      handler: (visit) =>
        withUser(visit, async (user) =>
          setUpPage(visit, beginAuthenticator({ core, realm: visit.realm, user })),
        ),
    }),
    page({
      method: 'POST',
      path: SET_UP_PATH,
      scope: 'organization',
      handler: (visit) =>
        withUser(visit, async (user) => {
          const caller = { core, realm: visit.realm, user }
          const setup = visit.form.get('setup') ?? ''
          try {
            return codesPage(visit.t, await addAuthenticator(caller, setup, visit.form.get('code') ?? ''))
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            return setUpPage(visit, reopenAuthenticator(caller, setup), error)
          }
        }),
    }),
  ]
}

function setUpPage(visit: Visit, { secret, uri, setup }: AuthenticatorSetup, error?: ApiError): ShownPage {
  const { t } = visit
  const shown = html`<code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code>`
  const body = html`<p>${t('Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.')}</p>
<p class="qr">${trusted(renderSVG(uri, { border: 2 }))}</p>
<p>${t.html('Without a camera, enter this secret in the app: {secret}', { secret: shown })}</p>
<form method="post" action="${SET_UP_PATH}">
${visit.csrf}<input type="hidden" name="setup" value="${setup}">
${field({ name: 'code', label: t('Code'), error: error && t.of(error.message), autocomplete: 'one-time-code', maxLength: 10, hasFocus: true })}
<button>${t('Go on')}</button>
</form>
<form method="post" action="/logout">${visit.csrf}<button class="quiet">${t('Log out')}</button></form>`
  return show({ title: t('Set up a second factor'), body }, { status: error === undefined ? 200 : 422 })
}

const codesPage = (t: Say, codes: readonly string[]): ShownPage =>
  show({
    title: t('Keep your recovery codes'),
    body: html`<p class="done">${t('Your authenticator app is set up.')}</p>
<p>${t('Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.')}</p>
<pre>${codes.join('\n')}</pre>
<p><a href="/">${t('Go on')}</a></p>`,
  })
