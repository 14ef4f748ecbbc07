import { expect, test } from 'vitest'
import { LDAP_SETTINGS, type LdapProvider } from '../../../../config/ldap-settings.ts'
import { type FoundGroups, personIn, subjectIn } from '../../../../core/people/authentication/ldap/entry.ts'

const provider = (id_attribute?: string): LdapProvider => ({
  ...LDAP_SETTINGS.parse({ url: 'ldaps://ldap.corp.test', base_dn: 'dc=corp,dc=test', id_attribute }),
  name: 'corp',
  display_name: 'Corp',
})
const subjectOf = (name: string, value: string | Buffer) =>
  subjectIn(provider(name), { dn: 'cn=x,dc=corp,dc=test', [name]: value })

test('an identifier of text is that text', () => {
  const id = '0b1c5a0e-7a0b-4e3b-9d3c-0f3f1f6c2a11'
  expect(subjectIn(provider(), { dn: 'cn=x', entryUUID: Buffer.from(id) })).toBe(id)
  expect(subjectOf('employeeNumber', Buffer.from('Jörg-7'))).toBe('Jörg-7')
})

test('identifiers of other bytes differ whenever the bytes do', () => {
  const sid = (last: number) => Buffer.from([1, 5, 0, 0, 0, 0, 0, 5, 0x80, 0xff, last])
  expect(subjectOf('objectSid', sid(0x81))).toBe('010500000000000580ff81')
  expect(subjectOf('objectSid', sid(0x82))).toBe('010500000000000580ff82')
  expect(subjectOf('mS-DS-ConsistencyGuid', Buffer.from([0xc3, 0x28]))).toBe('c328')
  expect(subjectOf('objectGUID', Buffer.from('plain'))).toBe(Buffer.from('plain').toString('hex'))
})

test('what has been decoded as text and lost bytes identifies nobody', () => {
  expect(subjectOf('objectSid', 'a\uFFFDb')).toBeUndefined()
  expect(subjectOf('objectSid', 'a\0b')).toBeUndefined()
  expect(subjectOf('objectSid', 'x'.repeat(256))).toBeUndefined()
})

test('a list of groups that is not whole says nothing about the groups that it lacks', () => {
  const entry = { dn: 'cn=x', entryUUID: 'one' }
  const named = (of: object, groups?: FoundGroups) =>
    personIn(provider(), { ...entry, ...of }, groups)!.attributes
  const known = named({ memberOf: ['cn=a', 'cn=b'] })
  expect([known.isIn('CN=A'), known.isIn('cn=z')]).toEqual([true, false])
  const many = Array.from({ length: 10_001 }, (_, i) => `cn=g${i}`)
  const cut = named({ memberOf: many })
  expect([cut.isIn('cn=g9999'), cut.isIn('cn=g10000'), cut.isIn('cn=z')]).toEqual([
    true,
    undefined,
    undefined,
  ])
  expect(named({ 'memberOf;range=0-1499': ['cn=a'] }).isIn('cn=z')).toBeUndefined()
  expect(named({}, { names: [], isWhole: false }).isIn('cn=a')).toBeUndefined()
  expect(named({}, { names: ['cn=a'], isWhole: true }).isIn('cn=z')).toBe(false)
})
