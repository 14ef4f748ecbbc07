import type { RemoteUserProvider } from '../../../../config/remote-user-settings.ts'
import { AddressList } from '../../../platform/net/address-list.ts'
import { attributesIn } from '../external/claims.ts'
import { logInExpired, notLoggedInThere } from '../external/errors.ts'
import { keyHours } from '../external/key-hours.ts'
import { keepPending, takePending } from '../external/pending.ts'
import { because } from '../external/reason.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Identified, StepInput, StepResult } from '../method.ts'
import type { ExternalPerson, NoEmail } from '../person.ts'

const MAX_VALUE_LENGTH = 255

const MISSING: NoEmail = {
  kind: 'missing',
  advice: 'let the proxy send the address in email_header, or enter the domain of addresses',
}

/**
 * Log-in by a proxy that has logged the person in, and names the person in a header (REMOTE_USER of CGI, RFC
 * 3875, section 4.1.11). The header counts from the proxies alone: a browser can send it too.
 */
export function remoteUserMethod(provider: RemoteUserProvider): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `remote-${provider.name}`
  const proxies = new AddressList(provider.proxies)
  const issuer = `remote-user:${provider.name}`

  /** Sends the browser to the address that the proxy guards. */
  async function begin({ destination, ...site }: StepInput): Promise<StepResult> {
    const state = await keepPending(site, name, { values: {}, destination })
    return {
      kind: 'redirect',
      to: `${site.url}/login/with/${name}/callback?${new URLSearchParams({ state })}`,
    }
  }

  async function callback({ values, ...site }: StepInput): Promise<Identified> {
    const pending = await takePending(site, name, values.get('state'))
    if (pending === undefined) throw logInExpired()
    return {
      kind: 'identified',
      person: personIn(site),
      rules: provider,
      destination: pending.destination,
    }
  }

  function personIn({ core, connection }: Pick<StepInput, 'core' | 'connection'>): ExternalPerson {
    const refuse = (reason: string) => {
      const about = { provider: provider.name, address: connection?.peer, reason }
      core.log.warn(about, 'a log-in by a header of the proxy was refused')
      return because(notLoggedInThere(displayName), reason)
    }
    if (connection === undefined || !proxies.has(connection.peer))
      throw refuse('the request does not come from one of the proxies')
    const one = (header: string | undefined): string | undefined => {
      const found = header === undefined ? [] : connection.header(header)
      // A proxy that adds its line to the line of the browser would let the browser choose.
      if (found.length > 1) throw refuse(`the proxy sends ${header} more than once`)
      const value = found[0]?.trim()
      if (value !== undefined && (value.length > MAX_VALUE_LENGTH || /[\p{Cc}\uFFFD]/u.test(value)))
        throw refuse(`${header} is not usable`)
      return value === '' ? undefined : value
    }
    const subject = one(provider.header)
    if (subject === undefined) throw refuse(`the proxy sends no ${provider.header}`)
    const byName = subject.includes('@') ? subject : provider.domain && `${subject}@${provider.domain}`
    const groups = one(provider.groups_attribute?.toLowerCase())?.split(/[,;]/) ?? []
    const email = one(provider.email_header) ?? byName
    return {
      issuer,
      subject,
      email,
      ...(email === undefined && { noEmail: MISSING }),
      fullName: one(provider.name_header) ?? subject.split('@')[0]!,
      attributes: attributesIn({ groups: groups.map((group) => group.trim()) }, ['groups']),
    }
  }

  return {
    name,
    displayName,
    icon,
    wireNames: ['remoteuser'],
    isExternal: true,
    issuer,
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    offers: () => [{ kind: 'button', step: 'begin', text: `Log in with ${displayName}`, icon }],
    steps: { begin, callback },
  }
}
