import type { Destination, Site, StepResult } from '../../core/people/authentication/method.ts'
import { enabledMethods } from '../../core/people/authentication/methods.ts'
import { PASSWORD } from '../../core/people/authentication/password/method.ts'
import { runStep } from '../../core/people/authentication/run-step.ts'
import { auditLogIn } from '../../core/people/credentials/audit-login.ts'
import { checkActive } from '../../core/people/credentials/log-in.ts'
import { wrongCredentials } from '../../core/people/users/errors.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { hasSpectatedChannels } from '../../core/state/access/channel-permissions.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { isDevelopmentCaller, requireDevelopment } from '../http/authentication/development-access.ts'
import type { Services } from '../services.ts'
import { appField, appOf, isFromApp } from './app.ts'
import { IN_BROWSER_PATH, isDesktopApp } from './app-pages.ts'
import { type Html, html } from './html.ts'
import { forgetOrganization } from './known-organizations.ts'
import { localPath } from './local-path.ts'
import { forwardPage, LogInFlow } from './log-in-flow.ts'
import { offeredMethods } from './offered-methods.ts'
import { type Page, page, type ShownPage, seeOther, show, type Visit } from './page.ts'
import type { Sentence } from './texts/say.ts'

const PATH = '/login'
/** The number of people whom the log-in page of a development server offers. */
const MAX_OFFERED_ACCOUNTS = 20

/** Logs in and out, and logs in for an app that opened the browser (`app.ts`). */
export function logInPages({ core, config }: Services): Page[] {
  const flow = new LogInFlow(core)

  /** The people whom a visitor of a development server may log in as without a password. */
  const offered = ({ realm, remoteAddress }: Visit<'organization'>): readonly UserRecord[] =>
    isDevelopmentCaller(config, remoteAddress) ? offeredPeople(realm) : []

  /** The person of a button. Throws in production, for callers from elsewhere, and for nobody's id. */
  function chosenAccount(visit: Visit<'organization'>, id: string): Promise<UserRecord> {
    requireDevelopment(config, visit.remoteAddress)
    return visit.realm.withFreshState(() => {
      const person = [...visit.realm.users].find((user) => String(user.id) === id && !user.isBot)
      if (person === undefined) throw wrongCredentials()
      return checkActive(person)
    })
  }

  /** Runs the step of a form. Returns the reason of a refusal. Throws RATE_LIMIT_HIT. */
  async function proofOf(visit: Visit<'organization'>): Promise<StepResult | ApiError> {
    const { form, realm } = visit
    const method = enabledMethods(core, realm).find(
      ({ name }) => name === (form.get('method') ?? PASSWORD.name),
    )
    const step = Object.entries(method?.steps ?? {}).find(
      ([name]) => name === (form.get('step') ?? 'check'),
    )?.[1]
    if (method === undefined || step === undefined) return wrongCredentials()
    const account = method.guessesAt?.(form)
    if (account !== undefined) await visit.countAuthenticationAttempt(account)
    try {
      const input = { ...flow.siteOf(visit), values: form, destination: destinationOf(visit) }
      const result = await runStep(method, step, input)
      if (account !== undefined) await visit.forgiveAuthenticationAttempts(account)
      return result
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  /** Lets an app in by the session of the browser that it has opened. */
  async function handOver(visit: Visit<'organization'>, user: UserRecord) {
    const destination = destinationOf(visit)
    if (destination.desktopKey === undefined)
      auditLogIn(core, visit.realm, flow.siteOf(visit).from, { method: 'session', user: user.id })
    return flow.enter(visit, user, destination, { method: 'session', ...(await visit.sessionMeans()) })
  }

  /** The page by which a desktop app opens a method of another site in the browser. */
  function elsewhere(visit: Visit<'organization'>): string | undefined {
    if (!isDesktopApp(visit) || isFromApp(appOf(visit))) return undefined
    const method = enabledMethods(core, visit.realm).find(({ name }) => name === visit.form.get('method'))
    if (method?.isExternal !== true) return undefined
    return `/login/with/${method.name}?${new URLSearchParams({ next: visit.form.get('next') ?? '' })}`
  }

  return [
    page({
      method: 'GET',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const app = appOf(visit)
        if (visit.user === undefined) return logInPage(visit, flow.siteOf(visit), offered(visit), {})
        const isAgain = visit.query.get('again') === '1' && !(await visit.hasFreshLogIn())
        if (isAgain) return logInPage(visit, flow.siteOf(visit), offered(visit), {})
        if (!isFromApp(app)) return seeOther(localPath(visit.query.get('next'), flow.siteOf(visit).url))
        // Access to the browser alone must not give the key, which opens more than the session.
        if (!(await visit.hasFreshLogIn())) return logInPage(visit, flow.siteOf(visit), offered(visit), {})
        return appPage(visit, visit.user)
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const as = visit.form.get('as')
        if (as !== undefined) {
          const isSameUser =
            visit.user !== undefined && String(visit.user.id) === as && (await visit.hasFreshLogIn())
          return isSameUser
            ? handOver(visit, visit.user!)
            : logInPage(visit, flow.siteOf(visit), offered(visit), {})
        }
        const chosen = visit.form.get('demonstration')
        if (chosen !== undefined)
          return flow.enter(visit, await chosenAccount(visit, chosen), destinationOf(visit), {
            method: 'password',
          })
        const external = elsewhere(visit)
        if (external !== undefined) return seeOther(external)
        const proof = await proofOf(visit)
        return proof instanceof ApiError
          ? logInPage(visit, flow.siteOf(visit), offered(visit), { error: proof })
          : flow.afterProof(visit, proof, destinationOf(visit))
      },
    }),
    page({
      method: 'POST',
      path: '/logout',
      scope: 'organization',
      handler: async (visit) => {
        await flow.forgetBrowser(visit)
        const there = await flow.logOutThere(visit)
        const forgotten = forgetOrganization(visit.browser, core.options.rootUrl)
        const headers = [...(await visit.endSession()), ...forgotten]
        return there === undefined ? seeOther(PATH, headers) : forwardPage(visit, there, headers)
      },
    }),
    page({
      method: 'POST',
      path: '/organizations/forget',
      scope: 'organization',
      handler: ({ browser, form }) =>
        seeOther('/', forgetOrganization(browser, core.options.rootUrl, form.get('host') ?? '')),
    }),
  ]
}

/** The first people of an organization, those with the most permissions first. */
function offeredPeople(realm: RealmState): UserRecord[] {
  const people: UserRecord[] = []
  for (const user of realm.users) {
    if (people.length === MAX_OFFERED_ACCOUNTS) break
    if (user.isActive && !user.isBot) people.push(user)
  }
  return people.sort((a, b) => a.role - b.role || a.id - b.id)
}

function logInPage(
  visit: Visit<'organization'>,
  site: Site,
  people: readonly UserRecord[],
  { error }: { error?: ApiError },
): ShownPage {
  const { t } = visit
  const app = appOf(visit)
  const isOpen = !isFromApp(app) && hasSpectatedChannels(visit.realm)
  const mayOpenBrowser = !isFromApp(app) && isDesktopApp(visit)
  const body = html`${offeredMethods(visit, site, hiddenFields(visit), undefined, undefined, error && t.of(error.message))}
${mayOpenBrowser && html`<p><a href="${IN_BROWSER_PATH}">${t('Log in with your browser')}</a></p>`}
${isOpen && html`<p><a href="/">${t('Read public channels without an account')}</a></p>`}
${people.length > 0 && withoutPassword(visit, people)}`
  const headers = error === undefined ? [] : [['WWW-Authenticate', 'Session realm="loquat"'] as const]
  const formTarget = app.otp === undefined ? undefined : 'zulip:'
  return show(
    { title: t('Log in'), body },
    { status: error?.status ?? 200, headers, formTarget, scripts: ['passkeys', 'fragment'] },
  )
}

/** A button for each person, on development servers. */
const withoutPassword = (visit: Visit, people: readonly UserRecord[]): Html =>
  html`<h2>${visit.t('Without a password')}</h2>
<p>${visit.t('This is a development server: one click logs you in.')}</p>
<form method="post">
${visit.csrf}${hiddenFields(visit)}
<div class="accounts">${people.map(
    ({ id, fullName, role }) =>
      html`<button class="quiet" name="demonstration" value="${id}">${visit.t('Log in as {name}', { name: fullName })}${
        role === Role.member ? '' : html` <span>${visit.t(ROLE_NAMES[role])}</span>`
      }</button>`,
  )}</div>
</form>`

export const ROLE_NAMES: Readonly<Record<Role, Sentence>> = {
  [Role.owner]: 'owner',
  [Role.administrator]: 'administrator',
  [Role.moderator]: 'moderator',
  [Role.member]: 'member',
  [Role.guest]: 'guest',
}

/** Asks a user who is logged in whether to log the app in. */
function appPage(visit: Visit, user: UserRecord): ShownPage {
  const { t } = visit
  const person = { name: user.fullName, email: user.deliveryEmail }
  const question = t(
    'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.',
    person,
  )
  const body = html`<p>${question}</p>
<form method="post">
${visit.csrf}${hiddenFields(visit)}<input type="hidden" name="as" value="${user.id}">
<button>${t('Log in to the app')}</button>
</form>`
  const formTarget = appOf(visit).otp === undefined ? undefined : 'zulip:'
  return show({ title: t('Log in to the app'), body }, { formTarget, scripts: ['fragment'] })
}

/** Hidden fields that keep the parameters of the address. */
export const hiddenFields = (visit: Visit): Html =>
  html`<input type="hidden" name="next" value="${
    visit.form.get('next') ?? visit.query.get('next') ?? ''
  }">${appField(appOf(visit))}`

/** Where the form leads after the log-in. */
const destinationOf = (visit: Visit): Destination => ({
  next: visit.form.get('next') ?? '',
  ...appOf(visit),
})
