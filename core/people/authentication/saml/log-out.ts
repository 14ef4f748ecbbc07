import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Profile } from '@node-saml/node-saml'
import { LOG_OUT_MESSAGE_SECONDS } from '../../../../config/limits.ts'
import type { SamlProvider } from '../../../../config/saml-settings.ts'
import { logOutRefused } from '../external/errors.ts'
import { endSessions, isNewMessage, takeUserNamed } from '../external/sessions.ts'
import type { LogOutHere, Site, StepValues } from '../method.ts'
import { addressesOf, CLOCK_TOLERANCE_MS, serviceFor } from './service.ts'

/** Bytes of a message after decompression. */
const MAX_MESSAGE_BYTES = 20_000
/** Algorithms of signatures that count. SHA-1 does not. */
const ALGORITHMS = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)$/
const SIGNED = ['RelayState', 'SigAlg'] as const

/** How a provider names the person of a session, and the session. */
export type SamlSession = Pick<Profile, 'nameID' | 'nameIDFormat' | 'sessionIndex'>

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const newId = (): string => `_${randomBytes(20).toString('hex')}`

/**
 * The address that ends the session at the provider (SAML Profiles 2.0, section 4.4), and comes back to
 * `log-out`. Undefined when its metadata names no address for it.
 */
export async function addressOfLogOut(
  provider: SamlProvider,
  method: string,
  { core, url }: Pick<Site, 'core' | 'url'>,
  kept: string,
): Promise<string | undefined> {
  try {
    const { saml, metadata } = await serviceFor(provider, addressesOf(url, method), newId())
    if (metadata.logOutAddress === undefined) return undefined
    return await saml.getLogoutUrlAsync(JSON.parse(kept) as Profile, '', {})
  } catch (error) {
    core.log.warn({ provider: provider.name, err: error }, 'a log-out at the provider failed')
    return undefined
  }
}

/**
 * Takes a message that a browser brings from the provider. A request ends one session, or all of the person
 * when it names no single one (SAML Core 2.0, section 3.7.1), and leads back to the provider with an answer;
 * an answer to a request of ours leads to the log-in page. Throws LOG_OUT_REFUSED for a request that is not
 * signed, old, of another provider or to another address, or has come before.
 */
export async function takeLogOut(
  provider: SamlProvider,
  method: string,
  { core, realm, url }: Pick<Site, 'core' | 'realm' | 'url'>,
  message: StepValues,
  query: string,
): Promise<LogOutHere> {
  // It changes nothing here: the session has ended before.
  if (message.get('SAMLResponse') !== undefined) return { to: `${url}/login` }
  try {
    const addresses = addressesOf(url, method)
    const { saml, metadata } = await serviceFor(provider, addresses, newId())
    if (metadata.logOutAddress === undefined) throw new Error('its metadata has no SingleLogoutService')
    const { fields, signed } = readQuery(query)
    const { SAMLRequest: request = '', SigAlg: algorithm = '' } = fields
    if (fields.Signature === undefined) throw new Error('the request is not signed')
    if (!ALGORITHMS.test(algorithm)) throw new Error('the request is signed by another algorithm')
    const options = { maxOutputLength: MAX_MESSAGE_BYTES }
    const xml = (await inflated(Buffer.from(request, 'base64'), options)).toString()
    if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the request has a document type')
    // Rejects for a wrong signature, another issuer, and after NotOnOrAfter.
    const { profile } = await saml.validateRedirectAsync(fields, signed)
    if (profile === null) throw new Error('it is no request')
    const { Destination: to, IssueInstant: made = '' } = rootOf(xml)
    if (to !== addresses.logOut) throw new Error(`the request is not addressed to ${addresses.logOut}`)
    const age = Math.abs(Date.now() - Date.parse(made))
    if (!(age <= LOG_OUT_MESSAGE_SECONDS * 1000 + CLOCK_TOLERANCE_MS)) throw new Error('the request is old')
    if (!(await isNewMessage({ core, realm }, method, profile.ID!))) throw new Error('it has come before')
    const user = await takeUserNamed({ core, realm }, method, profile.nameID)
    const isOne = [...xml.matchAll(/<(?:[\w-]+:)?SessionIndex[\s>]/g)].length === 1
    const session = isOne ? profile.sessionIndex : undefined
    const ended = await endSessions({ core, realm }, method, { user, session }, provider)
    saml.options.logoutUrl = metadata.logOutAddress.answers
    return { to: await saml.getLogoutResponseUrlAsync(profile, fields.RelayState ?? '', {}, true), ended }
  } catch (error) {
    const about = { provider: provider.name, err: error }
    core.log.warn(about, 'a message of a provider to end sessions was refused')
    throw logOutRefused(provider.display_name)
  }
}

/**
 * The fields of a query, and its signed part as the provider wrote it (SAML Bindings 2.0, section 3.4.4.1). A
 * field that comes twice is refused, because the signature could be of the other one.
 */
function readQuery(query: string): { fields: Record<string, string>; signed: string } {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = ''] = part.split('=', 1)
    if (!['SAMLRequest', 'Signature', ...SIGNED].includes(name)) continue
    if (raw.has(name)) throw new Error(`${name} comes twice`)
    raw.set(name, part)
  }
  const fields = Object.fromEntries(new URLSearchParams([...raw.values()].join('&')))
  const signed = ['SAMLRequest', ...SIGNED].flatMap((name) => raw.get(name) ?? []).join('&')
  return { fields, signed }
}

/** The attributes of the outermost element of a message whose signature is right. */
function rootOf(xml: string): Readonly<Record<string, string>> {
  const [, attributes = ''] = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w-]+:)?LogoutRequest\s([^>]*)>/.exec(xml) ?? []
  const found = attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries([...found].map(([, name, one, other]) => [name!, one ?? other ?? '']))
}
