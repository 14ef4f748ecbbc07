import type { RemoteUserProvider } from '../../../config/remote-user-settings.ts'
import { trialOf } from '../../../core/people/authentication/external/pending.ts'
import type { AuthenticationMethod } from '../../../core/people/authentication/method.ts'
import { enabledMethods, methodNamed } from '../../../core/people/authentication/methods.ts'
import { headersOf, REMOTE_USER } from '../../../core/people/authentication/remote-user/kind.ts'
import { auditName, runStep } from '../../../core/people/authentication/run-step.ts'
import { auditLogIn } from '../../../core/people/credentials/audit-login.ts'
import { invitationRequired } from '../../../core/people/invites/errors.ts'
import { forgetBrowserOfSession } from '../../../core/people/push-devices/register-browser.ts'
import { ApiError } from '../../../core/platform/errors.ts'
import type { TextFields } from '../../http/body/text-fields.ts'
import type { Services } from '../../services.ts'
import { appOf, appQuery, isFromApp } from '../app.ts'
import { isDesktopApp, openBrowserPage } from '../app-pages.ts'
import { pageMissing } from '../errors.ts'
import { html } from '../html.ts'
import { localPath } from '../local-path.ts'
import { hiddenFields } from '../log-in.ts'
import { LogInFlow } from '../log-in-flow.ts'
import { offeredMethods } from '../offered-methods.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from '../page.ts'
import { triedPage } from './tried-page.ts'

/** Logs in by a method that apps open in a browser, such as a provider of OpenID Connect. */
export function externalLogInPages({ core, config }: Services): Page[] {
  const headers = config.logInProviders.flatMap(({ kind, provider }) =>
    kind === REMOTE_USER.name ? headersOf(provider as RemoteUserProvider) : [],
  )
  const flow = new LogInFlow(core)

  /** `isTrial`: also one that is switched off. */
  function methodOf({ realm, path }: Visit<'organization'>, isTrial = false): AuthenticationMethod {
    const method = methodNamed(core, realm, path.method)
    const isOn = isTrial || enabledMethods(core, realm).some(({ name }) => name === method?.name)
    if (method?.isExternal !== true || !isOn) throw pageMissing()
    return method
  }

  return [
    page({
      method: 'GET',
      path: '/login/with/{method}',
      scope: 'organization',
      handler: (visit) => {
        const method = methodOf(visit)
        const app = appOf(visit)
        const site = flow.siteOf(visit)
        if (visit.user !== undefined) {
          if (!isFromApp(app)) return seeOther(localPath(visit.query.get('next'), site.url))
          return seeOther(`/login${appQuery(app)}`)
        }
        if (!isFromApp(app) && isDesktopApp(visit))
          return openBrowserPage(visit, `/login/with/${method.name}`)
        const body = html`${offeredMethods(visit, site, hiddenFields(visit), [method])}
<p><a href="/login${appQuery(app)}">${visit.t('Log in another way')}</a></p>`
        return show({ title: visit.t('Log in'), body }, { scripts: ['fragment'] })
      },
    }),
    page({
      method: 'GET',
      path: '/login/with/{method}/callback',
      scope: 'organization',
      takesOnce: true,
      headers: [...new Set(headers)],
      handler: async (visit) => {
        const { connection, query: values } = visit
        const site = flow.siteOf(visit)
        const trial = await trialOf(site, visit.path.method!, values.get('state'))
        const method = methodOf(visit, trial !== undefined)
        try {
          const input = { ...site, connection, values, destination: { next: '', trial } }
          if (trial !== undefined) return await triedPage(visit, method, method.steps.callback!, input)
          const result = await runStep(method, method.steps.callback!, input)
          return await flow.afterProof(visit, result, input.destination)
        } catch (error) {
          if (error instanceof ApiError) return refusedPage(visit, method.displayName, error)
          throw error
        }
      },
    }),
    page({
      method: 'POST',
      path: '/login/with/{method}/callback',
      scope: 'organization',
      // The provider's own page posts it. `receive` only keeps it for the browser, which then proves itself.
      csrf: false,
      handler: async (visit) => {
        // It takes the answer to a trial too.
        const method = methodOf(visit, true)
        const { receive } = method.steps
        if (receive === undefined) throw pageMissing()
        const input = { ...flow.siteOf(visit), values: visit.form, destination: { next: '' } }
        try {
          const result = await receive(input)
          if (result.kind === 'redirect') return seeOther(result.to)
          throw pageMissing()
        } catch (error) {
          if (error instanceof ApiError) return refusedPage(visit, method.displayName, error)
          throw error
        }
      },
    }),
    page({
      method: 'GET',
      path: '/login/with/{method}/log-out',
      scope: 'organization',
      takesOnce: true,
      handler: async (visit) => logOutHere(visit, visit.query),
    }),
    page({
      method: 'POST',
      path: '/login/with/{method}/log-out',
      scope: 'organization',
      // The provider itself posts it, with a signed token.
      csrf: false,
      handler: async (visit) => logOutHere(visit, visit.form),
    }),
  ]

  /** Takes a message of a provider that ends sessions of a person. */
  async function logOutHere(
    visit: Visit<'organization'>,
    message: TextFields,
  ): Promise<ShownPage | Redirect> {
    const method = methodOf(visit)
    if (method.logOutHere === undefined) throw pageMissing()
    const site = flow.siteOf(visit)
    const { to, ended } = await method.logOutHere(site, message, visit.rawQuery).catch((error: unknown) => {
      if (error instanceof ApiError)
        auditLogIn(core, visit.realm, site.from, {
          ...{ method: auditName(method), user: undefined, refusal: error.code },
        })
      throw error
    })
    if (ended !== undefined)
      for (const session of await visit.endSessionsThere(ended))
        await forgetBrowserOfSession(core.db, ended.user, session)
    if (to !== undefined) return seeOther(to)
    return show({ title: visit.t('You are not logged in'), body: html`` })
  }
}

/** Says why the log-in failed, and names the next step. */
function refusedPage({ t }: Visit, method: string, { code, status, message }: ApiError): ShownPage {
  const isUninvited = code === invitationRequired().code
  const body = html`<p>${t.of(message)}</p>
${isUninvited && html`<p>${t('Ask one of its members for an invitation, then log in with {name} again.', { name: method })}</p>`}
<p><a href="/login">${t('Back to the log-in page')}</a></p>`
  return show(
    { title: t(isUninvited ? 'You need an invitation' : 'You are not logged in'), body },
    { status: isUninvited ? 403 : status },
  )
}
