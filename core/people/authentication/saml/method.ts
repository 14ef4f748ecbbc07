import { randomBytes } from 'node:crypto'
import type { SamlProvider } from '../../../../config/saml-settings.ts'
import type { ApiError } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/log/log.ts'
import { logInExpired, notLoggedInThere, providerUnavailable } from '../external/errors.ts'
import { issuerHere } from '../external/issuer-here.ts'
import { keyHours } from '../external/key-hours.ts'
import { isPending, keepPending, takePending } from '../external/pending.ts'
import { because } from '../external/reason.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Identified, Site, StepInput, StepResult } from '../method.ts'
import type { ExternalPerson } from '../person.ts'
import { keepAnswer, takeAnswer } from './answer.ts'
import { checkAddressed, personOf } from './assertion.ts'
import { addressOfLogOut, type SamlSession, takeLogOut } from './log-out.ts'
import { entityIdOf, REDIRECT } from './metadata.ts'
import { checkingSignatures, SignedWithSha1 } from './safe-algorithms.ts'
import { addressesOf, CLOCK_TOLERANCE_MS, serviceFor, UnusableMetadata } from './service.ts'

const MAX_REASON_LENGTH = 300

/**
 * Log-in at a provider of SAML 2 by the web browser profile (SAML Profiles 2.0, section 4.1): a request by
 * redirect, an answer by POST. The answer names the request, which works once, in one browser, organization
 * and method.
 */
export function samlMethod(provider: SamlProvider): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `saml-${provider.name}`
  const issuer = issuerHere('saml', provider, entityIdOf(provider.metadata))

  /** Sends the browser to the provider. */
  async function begin({ destination, ...site }: StepInput): Promise<StepResult> {
    const request = `_${randomBytes(20).toString('hex')}`
    try {
      const { saml } = await serviceFor(provider, addressesOf(site.url, name), request)
      const state = await keepPending(site, name, { values: { request }, destination })
      return { kind: 'redirect', to: await saml.getAuthorizeUrlAsync(state, undefined, {}) }
    } catch (error) {
      throw refusal(provider, error, site.core.log)
    }
  }

  /** The provider posts its answer in the browser, which comes without cookies. */
  async function receive({ values, ...site }: StepInput): Promise<StepResult> {
    const [state, answer] = [values.get('RelayState') ?? '', values.get('SAMLResponse') ?? '']
    // Whoever has begun nothing stores nothing.
    if (answer === '' || !(await isPending(site, state))) throw logInExpired()
    const query = new URLSearchParams({ state, answer: await keepAnswer(site, answer) })
    return { kind: 'redirect', to: `${site.url}/login/with/${name}/callback?${query}` }
  }

  /** The browser comes back with its cookies. */
  async function callback({ values, ...site }: StepInput): Promise<Identified> {
    const answer = await takeAnswer(site, values.get('answer') ?? '')
    const pending = await takePending<'request'>(site, name, values.get('state'))
    if (answer === undefined || pending === undefined) throw logInExpired()
    const { person, session } = await readAnswer(site, answer, pending.values.request)
    return {
      ...{ kind: 'identified', person, rules: provider, destination: pending.destination },
      ...(provider.shares_log_outs && {
        session: { name: session.nameID, session: session.sessionIndex, kept: JSON.stringify(session) },
      }),
    }
  }

  async function readAnswer(
    { core, url }: Site,
    SAMLResponse: string,
    request: string,
  ): Promise<{ person: ExternalPerson; session: SamlSession }> {
    try {
      const addresses = addressesOf(url, name)
      const { saml, metadata } = await serviceFor(provider, addresses, request)
      const { profile } = await checkingSignatures(provider.accepts_sha1, () =>
        saml.validatePostResponseAsync({ SAMLResponse }),
      )
      if (profile === null) throw new Error('the answer has no assertion')
      if (profile.issuer !== metadata.entityId) throw new Error(`the assertion is of ${profile.issuer}`)
      const person = personOf(provider, issuer, profile, checkAddressed(profile, addresses))
      const { nameID, nameIDFormat, sessionIndex } = profile
      return {
        person,
        session: { nameID, nameIDFormat, ...(sessionIndex !== undefined && { sessionIndex }) },
      }
    } catch (error) {
      throw refusal(provider, error, core.log, SAMLResponse)
    }
  }

  return {
    name,
    displayName,
    icon,
    wireNames: ['saml'],
    isExternal: true,
    issuer,
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    offers: () => [{ kind: 'button', step: 'begin', text: `Log in with ${displayName}`, icon }],
    steps: { begin, receive, callback },
    ...(provider.shares_log_outs && {
      logOutThere: (site, kept) => addressOfLogOut(provider, name, site, kept),
      logOutHere: (site, message, query) => takeLogOut(provider, name, site, message, query),
    }),
    metadata: async (url) => {
      const { saml } = await serviceFor(provider, addressesOf(url, name), '_')
      const { certificate = null } = provider
      // The library names HTTP-POST, but log-outs are taken by HTTP-Redirect alone (`log-out.ts`).
      return saml
        .generateServiceProviderMetadata(certificate, certificate)
        .replace(/(?<=<SingleLogoutService Binding=")[^"]+/, REDIRECT)
    },
  }
}

/**
 * Logs why a log-in failed. Returns the error for the person, which does not repeat the provider's words.
 * `answer`: the answer that was refused.
 */
function refusal(
  { name, display_name }: SamlProvider,
  error: unknown,
  log: Logger,
  answer?: string,
): ApiError {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH)
  const about = { provider: name, reason }
  if (error instanceof UnusableMetadata) {
    log.error(about, 'a log-in failed: the metadata of the provider is of no use; enter it again')
    return because(providerUnavailable(display_name), reason)
  }
  if (error instanceof SignedWithSha1)
    log.error(
      about,
      'a log-in failed: the provider signs with SHA-1; let it sign with RSA-SHA256, or set accepts_sha1 until it can',
    )
  else if (answer !== undefined && hasOtherClock(answer))
    log.error(
      about,
      'a log-in failed: the answer was not made now; synchronize the clocks of this server (timedatectl set-ntp true) and of the provider',
    )
  else log.warn(about, 'a log-in failed: the provider refused it, or its answer does not fit the log-in')
  return because(notLoggedInThere(display_name), reason)
}

/**
 * Whether an answer, which may be forged, says that it was made at another time than now. For the log alone.
 */
function hasOtherClock(answer: string): boolean {
  const xml = Buffer.from(answer, 'base64').toString()
  return [...xml.matchAll(/\sIssueInstant\s*=\s*["']([^"']{1,40})["']/g)].some(
    ([, made]) => Math.abs(Date.now() - Date.parse(made!)) > CLOCK_TOLERANCE_MS,
  )
}
