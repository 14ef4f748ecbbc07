import type { AuthenticationMethod } from '../../../core/people/authentication/method.ts'
import { methodNamed } from '../../../core/people/authentication/methods.ts'
import { requireOwner } from '../../../core/state/access/realm-permissions.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { Services } from '../../services.ts'
import { pageMissing } from '../errors.ts'
import { html } from '../html.ts'
import { LogInFlow } from '../log-in-flow.ts'
import { offeredMethods } from '../offered-methods.ts'
import { type Page, page, seeOther, show, type Visit } from '../page.ts'
import { triedPage } from './tried-page.ts'

const PATH = '/login/with/{method}/try'

/** Lets owners try the log-in of a provider, which changes nothing. The provider may be switched off. */
export function tryLogInPages({ core }: Services): Page[] {
  const flow = new LogInFlow(core)

  /** Throws for people who are no owners, and for a method without a provider. */
  function triedMethod(visit: Visit<'organization'>, user: UserRecord): AuthenticationMethod {
    requireOwner(user)
    const method = methodNamed(core, visit.realm, visit.path.method)
    if (method?.issuer === undefined) throw pageMissing()
    return method
  }

  return [
    page({
      method: 'GET',
      path: PATH,
      scope: 'organization',
      handler: (visit) => {
        const { t, user, path } = visit
        const here = `/login/with/${encodeURIComponent(path.method!)}/try`
        if (user === undefined) return seeOther(`/login?${new URLSearchParams({ next: here })}`)
        const method = triedMethod(visit, user)
        const name = method.displayName
        const body = html`<p>${t('Log in at {name} as the person whom you want to try.', { name })} ${t('Nothing changes: no account is made, and nobody is logged in.')}</p>
<p>${t('You then see who it is for this server, which account the person would get, and what would have changed.')}</p>
${offeredMethods(visit, flow.siteOf(visit), html``, [method], here)}`
        return show({ title: t('Try to log in with {name}', { name }), body })
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const { user, form: values, connection } = visit
        if (user === undefined) return seeOther('/login')
        const method = triedMethod(visit, user)
        const site = flow.siteOf(visit)
        const [offer] = method.offers(site)
        const step = offer && method.steps[offer.step]
        if (step === undefined) throw pageMissing()
        const account = method.guessesAt?.(values)
        if (account !== undefined) await visit.countAuthenticationAttempt(account)
        const destination = { next: '', trial: user.id }
        return triedPage(visit, method, step, { ...site, connection, values, destination })
      },
    }),
  ]
}
