import { field } from './fields.ts'
import { html } from './html.ts'
import { localPath } from './local-path.ts'
import { type ShownPage, show, type Visit } from './page.ts'

/** Where a desktop app continues a log-in in the browser by any method. */
export const IN_BROWSER_PATH = '/login/in-browser'

/** Whether the visitor is a desktop app, whose log-ins at other sites happen in the browser. */
export const isDesktopApp = ({ userAgent }: Pick<Visit, 'userAgent'>): boolean =>
  /\bZulipElectron\//.test(userAgent)

/** The page in a desktop app, which opens `path` in the browser. */
export function openBrowserPage(visit: Visit, path: string): ShownPage {
  const { t, query } = visit
  const next = localPath(query.get('next'), 'http://loquat.invalid')
  const address = next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
  const token = field({
    name: 'token',
    label: t('Token'),
    hint: t('The browser shows it once you are logged in.'),
    maxLength: 4096,
  })
  const body = html`<p>${t('Your browser opens. Log in there, and copy the token that it shows.')}</p>
<p><a id="open" href="${address}" target="_blank" hidden>${t('Open the browser again')}</a></p>
<form hidden>
${token}
<p class="wrong" id="wrong" role="alert" hidden>${t('This is not the token for this app. Copy it again.')}</p>
<button>${t('Log in')}</button>
</form>
<p><a href="/login">${t('Back to the log-in page')}</a></p>`
  const headers = [visit.setWaiting(true)]
  return show({ title: t('Log in with your browser'), body }, { headers, scripts: ['open-browser'] })
}

/** The page in the browser, with the token that the person pastes into the app. */
export function tokenPage({ t }: Visit, token: string): ShownPage {
  const body = html`<p>${t('Copy this token, go back to the app, and paste it there. It works once, and for a minute.')}</p>
<div class="field">
<label for="token">${t('Token')}</label>
<input id="token" value="${token}" readonly>
</div>
<p><button id="copy" type="button" hidden>${t('Copy')}</button></p>
<p class="done" id="copied" role="status" hidden>${t('Copied. Go back to the app.')}</p>
<p><a href="/login">${t('Go on in the browser instead')}</a></p>`
  return show({ title: t('Finish in the app'), body }, { scripts: ['copy'] })
}
