import type { Profile } from '@node-saml/node-saml'
import type { SamlProvider } from '../../../../config/saml-settings.ts'
import { attributesIn } from '../external/claims.ts'
import type { ExternalPerson } from '../person.ts'
import type { Addresses } from './service.ts'

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const EMAIL_NAMES = [
  'email',
  'mail',
  'emailaddress',
  `${CLAIMS}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
]
const NAME_NAMES = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
  'urn:oid:2.5.4.3',
  'name',
]
const GIVEN_NAMES = ['givenName', 'firstName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42']
const FAMILY_NAMES = ['sn', 'surname', 'lastName', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4']
const GROUP_NAMES = [
  'groups',
  'memberOf',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
  'http://schemas.xmlsoap.org/claims/Group',
  'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  'Role',
]
const MAX_SUBJECT_LENGTH = 512

interface Element {
  readonly $?: Readonly<Record<string, string>>
  readonly _?: string
  readonly [name: string]: unknown
}

const children = (element: Element | undefined, name: string): readonly Element[] =>
  Array.isArray(element?.[name]) ? (element[name] as readonly Element[]) : []

/**
 * Checks what the library leaves open: the assertion has a subject that is confirmed for this very address
 * and for a limited time, and an audience (SAML Profiles 2.0, section 4.1.4.2). Throws an Error.
 */
export function checkAddressed(profile: Profile, { consumer }: Addresses): Element {
  const assertion = (profile.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion
  const [subject, ...more] = children(assertion, 'Subject')
  if (subject === undefined || more.length > 0) throw new Error('the assertion has not one subject')
  const confirmed = children(subject, 'SubjectConfirmation')
    .filter(({ $ }) => $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .flatMap((one) => children(one, 'SubjectConfirmationData'))
    .some(
      ({ $ }) => $?.Recipient === consumer && $.NotOnOrAfter !== undefined && $.InResponseTo !== undefined,
    )
  if (!confirmed) throw new Error(`the assertion is not addressed to ${consumer}`)
  const [conditions] = children(assertion, 'Conditions')
  if (children(conditions, 'AudienceRestriction').length === 0)
    throw new Error('the assertion has no audience')
  return subject
}

/** What a checked assertion says about the person. Throws an Error without a lasting identifier. */
export function personOf(
  provider: SamlProvider,
  issuer: string,
  profile: Profile,
  subject: Element,
): ExternalPerson {
  const attributes = (profile.attributes ?? {}) as Readonly<Record<string, unknown>>
  const first = (names: readonly string[]): string => {
    for (const name of names) {
      const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
      const one: unknown = Array.isArray(value) ? value[0] : value
      if (typeof one === 'string' && one.trim() !== '') return one.trim()
    }
    return ''
  }
  const [nameId] = children(subject, 'NameID')
  const name = nameId?._?.trim() ?? ''
  const { subject_attribute: attribute } = provider
  if (attribute === undefined && nameId?.$?.Format === TRANSIENT)
    throw new Error('the NameID is transient; choose another format, or a subject_attribute')
  const id = attribute === undefined ? name : first([attribute])
  if (id === '' || id.length > MAX_SUBJECT_LENGTH) throw new Error('the assertion identifies nobody')
  const email =
    first(provider.email_attribute === undefined ? EMAIL_NAMES : [provider.email_attribute]) ||
    (nameId?.$?.Format === EMAIL ? name : '')
  const fullName =
    first(provider.name_attribute === undefined ? NAME_NAMES : [provider.name_attribute]) ||
    [first(GIVEN_NAMES), first(FAMILY_NAMES)].filter((part) => part !== '').join(' ')
  const groups = provider.groups_attribute === undefined ? GROUP_NAMES : [provider.groups_attribute]
  return {
    issuer,
    subject: id,
    email: email === '' ? undefined : email,
    ...(email === '' && { noEmail: { kind: 'missing', advice: adviceAbout(provider) } as const }),
    fullName,
    attributes: attributesIn(attributes, groups),
  }
}

const adviceAbout = ({ email_attribute: attribute }: Pick<SamlProvider, 'email_attribute'>): string =>
  attribute === undefined
    ? 'let the provider send the address as the attribute email, or enter the attribute that has it as email_attribute'
    : `give the person an address at the provider, and let it send the attribute ${attribute}`
