import { announceLogin } from '../../core/people/credentials/announce-login.ts'
import { checkActive, logIn } from '../../core/people/credentials/log-in.ts'
import { forgetBrowserOfSession } from '../../core/people/push-devices/register-browser.ts'
import { wrongCredentials } from '../../core/people/users/errors.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { hasSpectatedChannels } from '../../core/state/access/channel-permissions.ts'
import type { Core } from '../../core/state/core.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { pastedAddress } from '../../core/state/realm/email.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { isDevelopmentCaller, requireDevelopment } from '../http/authentication/development-access.ts'
import type { Services } from '../services.ts'
import { appAddress, readOtp } from './app-log-in.ts'
import { field, formError } from './fields.ts'
import { type Html, html } from './html.ts'
import { forgetOrganization } from './known-organizations.ts'
import { localPath } from './local-path.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'

const PATH = '/login'
/** The number of people whom the log-in page of a development server offers. */
const MAX_OFFERED_ACCOUNTS = 20

/** Logs in and out, and logs in for an app that opened the browser (`app-log-in.ts`). */
export function logInPages({ core, config }: Services): Page[] {
  const siteOf = ({ realm }: Visit<'organization'>) => realmUrl(realm.record, config.rootUrl)

  /** Ends the former user's session and notifications in this browser. */
  async function forgetBrowser({ user, session }: Visit<'organization'>): Promise<void> {
    if (user !== undefined && session !== undefined) await forgetBrowserOfSession(core.db, user.id, session)
  }

  /** Redirects a logged-in user to the app that opened the browser, or else to the requested page. */
  async function continueAfterLogIn(visit: Visit<'organization'>, user: UserRecord): Promise<Redirect> {
    const otp = otpOf(visit)
    if (otp === undefined) {
      await forgetBrowser(visit)
      return seeOther(localPath(visit.form.get('next'), siteOf(visit)), await visit.startSession(user))
    }
    const address = appAddress(siteOf(visit), user, visit.realm.apiKeyOf(user), otp)
    return seeOther(address, visit.rememberDevice(user))
  }

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

  return [
    page({
      method: 'GET',
      path: PATH,
      scope: 'organization',
      handler: (visit) => {
        const otp = otpOf(visit)
        if (visit.user === undefined) return logInPage(visit, offered(visit), {})
        if (otp === undefined) return seeOther(localPath(visit.query.get('next'), siteOf(visit)))
        return appPage(visit, visit.user, otp)
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const as = visit.form.get('as')
        if (as !== undefined) {
          const isSameUser = visit.user !== undefined && String(visit.user.id) === as
          return isSameUser ? continueAfterLogIn(visit, visit.user!) : logInPage(visit, offered(visit), {})
        }
        const chosen = visit.form.get('demonstration')
        if (chosen !== undefined) return continueAfterLogIn(visit, await chosenAccount(visit, chosen))
        const email = pastedAddress(visit.form.get('email') ?? '')
        const user = await authenticate(core, visit, email)
        return user instanceof ApiError
          ? logInPage(visit, offered(visit), { email, error: user })
          : continueAfterLogIn(visit, user)
      },
    }),
    page({
      method: 'POST',
      path: '/logout',
      scope: 'organization',
      handler: async (visit) => {
        await forgetBrowser(visit)
        const forgotten = forgetOrganization(visit.browser, core.options.rootUrl)
        return seeOther(PATH, [...(await visit.endSession()), ...forgotten])
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

/** The user with the address and password of the form, or the reason for a refusal. Throws RATE_LIMIT_HIT. */
async function authenticate(
  core: Core,
  visit: Visit<'organization'>,
  email: string,
): Promise<UserRecord | ApiError> {
  await visit.countAuthenticationAttempt(email)
  try {
    const user = await logIn(core, visit.realm, email, visit.form.get('password') ?? '')
    await visit.forgiveAuthenticationAttempts(email)
    await announceLogin(
      { core, realm: visit.realm, user },
      { userAgent: visit.userAgent, address: visit.remoteAddress },
    )
    return user
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
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
  people: readonly UserRecord[],
  { email, error }: { email?: string; error?: ApiError },
): ShownPage {
  const otp = otpOf(visit)
  const isOpen = otp === undefined && hasSpectatedChannels(visit.realm)
  const body = html`${formError(error?.message)}
<form method="post">
${visit.csrf}${hiddenFields(visit, otp)}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username', hasFocus: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button>Log in</button>
</form>
<p><a href="/accounts/password/reset">Forgot your password?</a></p>
${isOpen && html`<p><a href="/">Read public channels without an account</a></p>`}
${people.length > 0 && withoutPassword(visit, otp, people)}`
  const headers = error === undefined ? [] : [['WWW-Authenticate', 'Session realm="loquat"'] as const]
  const formTarget = otp === undefined ? undefined : 'zulip:'
  return show(
    { title: 'Log in', body },
    { status: error === undefined ? 200 : error.status, headers, formTarget },
  )
}

/** A button for each person, on development servers. */
const withoutPassword = (visit: Visit, otp: string | undefined, people: readonly UserRecord[]): Html =>
  html`<h2>Without a password</h2>
<p>This is a development server: one click logs you in.</p>
<form method="post">
${visit.csrf}${hiddenFields(visit, otp)}
<div class="accounts">${people.map(
    ({ id, fullName, role }) =>
      html`<button class="quiet" name="demonstration" value="${id}">Log in as ${fullName}${
        role === Role.member ? '' : html` <span>${ROLE_NAMES[role]}</span>`
      }</button>`,
  )}</div>
</form>`

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  [Role.owner]: 'owner',
  [Role.administrator]: 'administrator',
  [Role.moderator]: 'moderator',
  [Role.member]: 'member',
  [Role.guest]: 'guest',
}

/** Asks a user who is logged in whether to log the app in. */
function appPage(visit: Visit, user: UserRecord, otp: string): ShownPage {
  const body = html`<p>An app on this device wants to log in as ${user.fullName} (${user.deliveryEmail}). Continue only
if you started this in the app.</p>
<form method="post">
${visit.csrf}${hiddenFields(visit, otp)}<input type="hidden" name="as" value="${user.id}">
<button>Log in to the app</button>
</form>`
  return show({ title: 'Log in to the app', body }, { formTarget: 'zulip:' })
}

/** Hidden fields that keep the parameters of the address. */
const hiddenFields = ({ query, form }: Visit, otp: string | undefined): Html =>
  html`<input type="hidden" name="next" value="${
    form.get('next') ?? query.get('next') ?? ''
  }">${otp !== undefined && html`<input type="hidden" name="mobile_flow_otp" value="${otp}">`}`

const otpOf = ({ query, form }: Visit): string | undefined =>
  readOtp(form.get('mobile_flow_otp') ?? query.get('mobile_flow_otp'))
