import type { Services } from '../../services.ts'
import { IN_BROWSER_PATH, openBrowserPage } from '../app-pages.ts'
import { html } from '../html.ts'
import { LogInFlow } from '../log-in-flow.ts'
import { type Page, page, show } from '../page.ts'

/** The log-in of desktop apps: the page that opens the browser, and the address that takes its answer. */
export function desktopPages({ core }: Services): Page[] {
  const flow = new LogInFlow(core)
  return [
    page({
      method: 'GET',
      path: IN_BROWSER_PATH,
      scope: 'organization',
      handler: (visit) => openBrowserPage(visit, '/login'),
    }),
    page({
      method: 'GET',
      path: '/accounts/login/subdomain/{token}',
      takesOnce: true,
      scope: 'organization',
      handler: async (visit) => {
        const { realm, path, t } = visit
        const token = path.token!
        const entry = visit.isWaiting ? await flow.desktopEntries.find(realm, token) : undefined
        if (entry !== undefined && (await flow.desktopEntries.end(realm.id, token))) {
          const entered = await flow.complete(visit, entry.user, { next: entry.next }, entry)
          return { ...entered, headers: [...entered.headers, visit.setWaiting(false)] }
        }
        const body = html`<p>${t('It works once, and for a minute. Begin again in the app.')}</p>
<p><a href="/login">${t('Back to the log-in page')}</a></p>`
        return show({ title: t('This log-in has ended'), body }, { status: 410 })
      },
    }),
  ]
}
