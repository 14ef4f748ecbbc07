import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LDAP_SETTINGS, type LdapProvider } from '../../../../config/ldap-settings.ts'
import { MAX_LDAP_GROUP_DEPTH } from '../../../../config/limits.ts'
import { visitPeople } from '../../../../core/people/authentication/ldap/all-people.ts'
import { findPerson } from '../../../../core/people/authentication/ldap/find-person.ts'
import { hasSamba, PASSWORD, TestDomain } from '../../../harness/active-directory.ts'
import { GROUPS, hasSlapd, TestDirectory } from '../../../harness/directory.ts'

type Known = boolean | undefined

const providerOf = (settings: Record<string, unknown>): LdapProvider => ({
  ...LDAP_SETTINGS.parse(settings),
  ...{ name: 'corp', display_name: 'Corp' },
})
/** What a log-in and the hourly job know of a person in groups. */
async function known(
  settings: Record<string, unknown>,
  [login, password, address]: readonly [string, string, string],
  groups: readonly string[],
): Promise<{ logIn: Known[]; job: Known[] }> {
  const provider = providerOf({ ...settings, roles: groups.map((group) => `${group} = moderator`) })
  const found = await findPerson(provider, undefined, login, password)
  if (found.kind !== 'proven') throw new Error(`${login} is not logged in`)
  const all: Known[][] = []
  await visitPeople(provider, undefined, false, async (people) => {
    for (const { email, attributes } of people)
      if (email === address) all.push(groups.map((group) => attributes!.isIn(group)))
  })
  expect(all).toHaveLength(1)
  return { logIn: groups.map((group) => found.person.attributes!.isIn(group)), job: all[0]! }
}
const both = (...all: Known[]) => ({ logIn: all, job: all })

describe.skipIf(!hasSlapd)('groups inside groups of OpenLDAP', () => {
  let directory: TestDirectory
  let inner: string
  let outer: string
  let other: string
  const person = ['hamlet', 'password of hamlet', 'hamlet@demo.test'] as const

  beforeAll(async () => {
    directory = await TestDirectory.start()
    const dn = await directory.addPerson('hamlet')
    const nobody = await directory.addPerson('nobody')
    inner = await directory.addGroup('inner', [dn])
    const middle = await directory.addGroup('middle', [inner, nobody])
    outer = await directory.addGroup('outer', [middle])
    other = await directory.addGroup('other', [nobody])
  })
  afterAll(() => directory?.close())

  test.each([{}, { group_base_dn: GROUPS }])('are followed with %j', async (more) => {
    const groups = [inner, outer.toUpperCase(), other, `cn=none,${GROUPS}`]
    expect(await known(directory.settings(more), person, groups)).toEqual(both(true, true, false, false))
  })

  test.each([{}, { group_base_dn: GROUPS }])('that contain each other end with %j', async (more) => {
    const dn = await directory.addPerson(`round-${Object.keys(more).length}`)
    const uid = `round-${Object.keys(more).length}`
    const first = await directory.addGroup(`first-${uid}`, [dn])
    const second = await directory.addGroup(`second-${uid}`, [first])
    await directory.replace(first, 'member', [dn, second])
    const round = [uid, `password of ${uid}`, `${uid}@demo.test`] as const
    expect(await known(directory.settings(more), round, [first, second, other])).toEqual(
      both(true, true, false),
    )
  })

  test.each([{}, { group_base_dn: GROUPS }])('are unknown beyond many steps with %j', async (more) => {
    const uid = `deep-${Object.keys(more).length}`
    const chain = [await directory.addGroup(`${uid}-0`, [await directory.addPerson(uid)])]
    for (let depth = 1; depth <= MAX_LDAP_GROUP_DEPTH + 2; depth++)
      chain.push(await directory.addGroup(`${uid}-${depth}`, [chain[depth - 1]!]))
    const deep = [uid, `password of ${uid}`, `${uid}@demo.test`] as const
    const groups = [chain[1]!, chain[MAX_LDAP_GROUP_DEPTH - 1]!, chain[MAX_LDAP_GROUP_DEPTH + 2]!]
    expect(await known(directory.settings(more), deep, groups)).toEqual(both(true, true, undefined))
  })

  test('are not looked for in another attribute', async () => {
    await directory.addPerson('teamster', { description: inner })
    const teamster = ['teamster', 'password of teamster', 'teamster@demo.test'] as const
    const settings = directory.settings({ groups_attribute: 'description' })
    expect(await known(settings, teamster, [inner, outer])).toEqual(both(true, false))
  })
})

describe.skipIf(!hasSamba)('groups inside groups of Active Directory', () => {
  let domain: TestDomain
  beforeAll(async () => {
    domain = await TestDomain.start()
  })
  afterAll(() => domain?.close())

  test('are followed, also those with signs in their names', async () => {
    const hamlet = await domain.addPerson('hamlet')
    const horatio = await domain.addPerson('horatio')
    const a = await domain.addGroup('Team\\, (Nord) *', [hamlet])
    const b = await domain.addGroup('Gäste', [a])
    const c = await domain.addGroup('Chat Admins', [b])
    const d = await domain.addGroup('Others', [horatio])
    const person = ['hamlet', PASSWORD, 'hamlet@demo.test'] as const
    for (const more of [{}, { bind_as: 'CORP\\{login}' }, { group_base_dn: c.slice(c.indexOf(',') + 1) }])
      expect(await known(domain.settings(more), person, [a, b, c.toLowerCase(), d])).toEqual(
        both(true, true, true, false),
      )
  })
})
