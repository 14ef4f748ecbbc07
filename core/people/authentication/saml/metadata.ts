import { X509Certificate } from 'node:crypto'
import { isProviderAddress } from '../../../../config/log-in-provider.ts'

/** The binding HTTP-Redirect. */
export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
/** Certificates of one provider: the present one and those that it is about to use. */
const MAX_CERTIFICATES = 10

/** What a provider's metadata says (SAML Metadata 2.0). */
export interface ProviderMetadata {
  readonly entityId: string
  /** Where browsers log in, by the binding HTTP-Redirect. */
  readonly logInAddress: string
  /** Where browsers log out, and where answers to its own messages go, by the same binding. */
  readonly logOutAddress?: { readonly requests: string; readonly answers: string }
  /** Certificates in PEM, with which the provider signs. */
  readonly certificates: readonly string[]
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The entity id in metadata, by which the provider calls itself; empty when there is none. */
export function entityIdOf(metadata: string): string {
  // A comment without an end goes to the end. Otherwise each `<!--` of many would search for an end.
  const xml = metadata.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const found = /<(?:[\w.-]+:)?EntityDescriptor\s(?:[^<>]*?\s)?entityID\s*=\s*(["'])(.{1,1024}?)\1/s.exec(xml)
  return (found?.[2] ?? '').replace(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole)
}

/** Reads metadata. Throws an Error that says what is missing. Loads the parser at the first call. */
export async function readMetadata(xml: string): Promise<ProviderMetadata> {
  const { Parser } = await import('htmlparser2')
  const path: string[] = []
  let entityId: string | undefined
  let logInAddress: string | undefined
  let logOutAddress: ProviderMetadata['logOutAddress']
  let isSigning = false
  let text = ''
  const certificates: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name)
        path.push(local)
        if (path.length > 30) throw new Error('it is nested too deep')
        if (local === 'EntityDescriptor') {
          if (entityId !== undefined) throw new Error('it describes several providers')
          entityId = attributes.entityID
        }
        if (!path.includes('IDPSSODescriptor')) return
        if (local === 'SingleSignOnService' && attributes.Binding === REDIRECT)
          logInAddress ??= attributes.Location
        if (local === 'SingleLogoutService' && attributes.Binding === REDIRECT) {
          const { Location: requests = '', ResponseLocation: answers = requests } = attributes
          logOutAddress ??= { requests, answers }
        }
        if (local === 'KeyDescriptor') isSigning = attributes.use !== 'encryption'
        if (local === 'X509Certificate') text = ''
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: (name) => {
        const local = localName(name)
        path.pop()
        if (local !== 'X509Certificate' || !isSigning || !path.includes('IDPSSODescriptor')) return
        if (certificates.length < MAX_CERTIFICATES) certificates.push(pemOf(text))
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  if (!entityId) throw new Error('it has no EntityDescriptor with an entityID')
  if (logInAddress === undefined) throw new Error('it has no SingleSignOnService with HTTP-Redirect')
  if (!isProviderAddress(logInAddress)) throw new Error('the address of the SingleSignOnService is not https')
  const logOut = Object.values(logOutAddress ?? {})
  if (!logOut.every(isProviderAddress)) throw new Error('the address of the SingleLogoutService is not https')
  if (certificates.length === 0) throw new Error('it has no X509Certificate for signing')
  return { entityId, logInAddress, certificates, ...(logOutAddress && { logOutAddress }) }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function pemOf(text: string): string {
  try {
    return new X509Certificate(Buffer.from(text.replace(/\s+/g, ''), 'base64')).toString()
  } catch {
    throw new Error('a certificate is not X.509')
  }
}
