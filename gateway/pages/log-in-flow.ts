import { DESKTOP_TOKEN_SECONDS } from '../../config/limits.ts'
import type { Destination, Site, StepResult } from '../../core/people/authentication/method.ts'
import { enabledMethods } from '../../core/people/authentication/methods.ts'
import { type LogInMeans, PendingLogIns } from '../../core/people/authentication/pending-log-ins.ts'
import { needsSecondStep } from '../../core/people/authentication/proceed.ts'
import { announceLogin } from '../../core/people/credentials/announce-login.ts'
import { forgetBrowserOfSession } from '../../core/people/push-devices/register-browser.ts'
import type { Core } from '../../core/state/core.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Headers } from '../http/reply/headers.ts'
import { appAddress, encryptedForApp } from './app.ts'
import { tokenPage } from './app-pages.ts'
import { html } from './html.ts'
import { localPath } from './local-path.ts'
import { type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'
import { chosenLanguage } from './texts/language.ts'

/** The page that asks for a second factor. */
export const SECOND_STEP_PATH = '/login/second-step'

type OrganizationVisit = Visit<'organization'>

/**
 * The steps after a proof of identity, the same for all methods: the second step where the
 * account has a second factor, then a session, or the key for the app that opened the browser.
 */
export class LogInFlow {
  /** Log-ins between their first and second step. */
  readonly pending: PendingLogIns
  /** Log-ins in a browser that a desktop app has begun and not yet taken. */
  readonly desktopEntries: PendingLogIns
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
    this.pending = new PendingLogIns(core.redis)
    this.desktopEntries = new PendingLogIns(core.redis, 'desktop-log-in', DESKTOP_TOKEN_SECONDS)
  }

  siteOf(visit: OrganizationVisit): Site {
    const { realm, passkeyPage: page, userAgent, remoteAddress: address } = visit
    const url = realmUrl(realm.record, this.#core.options.rootUrl)
    const language = chosenLanguage(visit.browser.cookie)
    return { core: this.#core, realm, page, url, from: { userAgent, address }, language }
  }

  /** Goes on after a step of a method. */
  async afterProof(
    visit: OrganizationVisit,
    result: StepResult,
    destination: Destination,
  ): Promise<ShownPage | Redirect> {
    if (result.kind === 'redirect') return forwardPage(visit, result.to)
    const to = result.destination ?? destination
    const { user, method = '', atProvider, sessionHours } = result
    const means = { method, atProvider, sessionHours }
    if (!needsSecondStep(result)) return this.complete(visit, user, to, means)
    const token = await this.pending.begin(visit.realm.id, user, to, means)
    return seeOther(SECOND_STEP_PATH, [visit.keepPendingLogIn(token)])
  }

  /**
   * Logs the user in, once every step has been passed, and mails the user about it. A desktop app that opened
   * the browser is told of when it takes its log-in.
   */
  async complete(
    visit: OrganizationVisit,
    user: UserRecord,
    to: Destination,
    means: LogInMeans,
  ): Promise<ShownPage | Redirect> {
    const { realm, userAgent, remoteAddress: address } = visit
    if (to.desktopKey === undefined)
      await announceLogin({ core: this.#core, realm, user }, { userAgent, address }, means.method)
    return this.enter(visit, user, to, means)
  }

  /** Sends a user who is let in to the app that opened the browser, or else to the requested page. */
  async enter(
    visit: OrganizationVisit,
    user: UserRecord,
    { next, otp, desktopKey }: Destination,
    means: LogInMeans,
  ): Promise<ShownPage | Redirect> {
    const { url } = this.siteOf(visit)
    if (desktopKey !== undefined) {
      const token = await this.desktopEntries.begin(visit.realm.id, user, { next }, means)
      const page = tokenPage(visit, encryptedForApp(token, desktopKey))
      return { ...page, headers: visit.rememberDevice(user) }
    }
    if (otp === undefined) {
      await this.forgetBrowser(visit)
      return seeOther(localPath(next, url), await visit.startSession(user, means))
    }
    return seeOther(appAddress(url, user, visit.realm.apiKeyOf(user), otp), visit.rememberDevice(user))
  }

  /**
   * The address that ends the session of this browser at the provider of its log-in; undefined without one.
   */
  async logOutThere(visit: OrganizationVisit): Promise<string | undefined> {
    const kept = await visit.takeProviderSession()
    const method = kept && enabledMethods(this.#core, visit.realm).find(({ name }) => name === kept.method)
    return kept?.kept === undefined ? undefined : method?.logOutThere?.(this.siteOf(visit), kept.kept)
  }

  /** Ends the former user's session and notifications in this browser. */
  async forgetBrowser({ user, session }: OrganizationVisit): Promise<void> {
    if (user !== undefined && session !== undefined)
      await forgetBrowserOfSession(this.#core.db, user.id, session)
  }
}

/**
 * Leads to another site after a form. It is a page and no redirect, because the Content-Security-Policy of
 * the form would bind every further redirect of that site too.
 */
export const forwardPage = ({ t }: Visit, to: string, headers: Headers = []): ShownPage =>
  show(
    {
      title: t('Going to the log-in page'),
      body: html`<p><a href="${to}">${t('Continue to {name}', { name: new URL(to).host })}</a></p>`,
      forwardTo: to,
    },
    { headers },
  )
