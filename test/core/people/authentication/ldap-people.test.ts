import { describe, expect, test } from 'vitest'
import { LDAP_SETTINGS, type LdapProvider } from '../../../../config/ldap-settings.ts'
import { MAX_LDAP_PAGE_BYTES, MAX_LDAP_PAGES } from '../../../../config/limits.ts'
import { visitPeople } from '../../../../core/people/authentication/ldap/all-people.ts'
import { endlessDirectory, pagedDirectory } from '../../../harness/hostile-directory.ts'

const provider = (url: string): LdapProvider => ({
  ...LDAP_SETTINGS.parse({ url, base_dn: 'dc=corp,dc=test' }),
  ...{ name: 'corp', display_name: 'Corp' },
})

describe('a directory that does not end', () => {
  test('with one page is left after the bytes of a page', async () => {
    const directory = await endlessDirectory('one page')
    let visits = 0
    const visit = async () => {
      visits++
    }
    await expect(visitPeople(provider(directory.url), undefined, true, visit)).rejects.toThrow(
      'the directory sends too much',
    )
    expect(visits).toBe(0)
    // What is on the way in the buffers of the machine has been sent too.
    expect(directory.bytes).toBeGreaterThan(MAX_LDAP_PAGE_BYTES)
    expect(directory.bytes).toBeLessThan(MAX_LDAP_PAGE_BYTES + 16 * 1024 * 1024)
    await directory.close()
  }, 60_000)

  test('with pages without people is left after many of them', async () => {
    const directory = await endlessDirectory('pages without people')
    await expect(visitPeople(provider(directory.url), undefined, false, async () => {})).rejects.toThrow(
      'pages without an end',
    )
    expect(directory.pages).toBe(MAX_LDAP_PAGES + 1)
    await directory.close()
  }, 60_000)
})

describe('a directory that sends pages without people in between, as Active Directory does', () => {
  test.each([
    [[['ann'], [], [], ['ben', 'cho'], []]],
    [[[], ['ann', 'ben', 'cho']]],
    [[['ann', 'ben', 'cho']]],
  ])('has all people of %j', async (pages) => {
    const directory = await pagedDirectory(pages)
    const found: string[] = []
    await visitPeople(provider(directory.url), undefined, false, async (people) => {
      found.push(...people.map(({ subject }) => subject))
    })
    expect(found).toEqual(['id-ann', 'id-ben', 'id-cho'])
    expect(directory.cookies).toEqual(pages.map((_, page) => (page === 0 ? '' : `page-${page}`)))
    await directory.close()
  })
})
