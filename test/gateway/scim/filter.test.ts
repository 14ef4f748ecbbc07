import { describe, expect, test } from 'vitest'
import { parseFilter, passes } from '../../../gateway/scim/filter.ts'
import { operationsIn, patched } from '../../../gateway/scim/patch.ts'
import type { Resource } from '../../../gateway/scim/paths.ts'

const USER: Resource = {
  id: '5',
  userName: 'Anna@demo.test',
  externalId: 'aBc',
  name: { givenName: 'Anna', familyName: 'Berg' },
  emails: [
    { value: 'anna@demo.test', type: 'work', primary: true },
    { value: 'a@home.test', type: 'home' },
  ],
  active: true,
  meta: { created: '2026-01-02T00:00:00.000Z' },
}
const finds = (filter: string) => passes(parseFilter(filter), USER)

describe('a filter', () => {
  test.each([
    ['userName eq "anna@demo.test"', true],
    ['USERNAME EQ "ANNA@demo.test"', true],
    ['userName ne "anna@demo.test"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "anna"', true],
    ['name.familyName co "er"', true],
    ['name.familyName ew "rg" and active eq true', true],
    ['active eq "True"', true],
    ['active eq false', false],
    ['externalId eq "abc"', false],
    ['externalId eq "aBc"', true],
    ['title pr', false],
    ['emails pr and not (title pr)', true],
    ['emails eq "a@home.test"', true],
    ['emails[type eq "work" and value co "@demo.test"]', true],
    ['emails[type eq "home" and value co "@demo.test"]', false],
    ['emails[type eq "home"].value eq "a@home.test"', true],
    ['emails[type eq "work"].value eq "a@home.test"', false],
    ['emails[type eq "home"].value pr and active eq true', true],
    ['emails.type eq "home"', true],
    ['meta.created gt "2026-01-01T00:00:00Z"', true],
    ['meta.created le "2026-01-01T00:00:00Z"', false],
    // `and` binds closer than `or`.
    ['active eq true or active eq false and userName eq "x"', true],
    ['(active eq true or active eq false) and userName eq "x"', false],
    ['userName eq "a \\" or userName pr \\""', false],
    ['title eq null', false],
  ])('%s', (filter, isFound) => {
    expect(finds(filter)).toBe(isFound)
  })

  test.each([
    ['', 'userName', 'userName eq', 'userName xx "a"', 'userName eq "a', 'eq "a"', '"a" eq "b"'],
    ['(userName pr', 'userName pr)', 'emails[type pr', 'userName pr userName pr', 'userName eq a b'],
    ['userName eq {}', 'not userName pr', "userName eq 'a'", 'a.b.c eq 1', '__proto__ pr', '(((('],
    [
      'emails[type pr]. eq "a"',
      'emails[type pr].value',
      'emails[type pr] .value eq',
      'emails[type pr]value eq "a"',
    ],
    [`${'('.repeat(30)}userName pr${')'.repeat(30)}`, Array(60).fill('a pr').join(' or '), 'x'.repeat(3_000)],
  ])('that is wrong is refused: %s …', (...wrong) => {
    for (const filter of wrong)
      expect(() => parseFilter(filter)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('is parsed in linear time', () => {
    const started = process.cpuUsage().user
    for (const part of ['(', '"', '\\', 'a.', ' ', '[', '"\\'])
      expect(() => parseFilter(part.repeat(2_000 / part.length))).toThrow()
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000)
  })
})

describe('a PATCH', () => {
  const patch = (...Operations: object[]) =>
    patched(USER, operationsIn({ Operations } as unknown as Resource))

  test('changes attributes, parts and elements; names of operations may have capitals', () => {
    expect(patch({ op: 'Replace', path: 'active', value: 'False' }).active).toBe('False')
    expect(patch({ op: 'replace', value: { active: false, 'name.givenName': 'Ann' } })).toMatchObject({
      active: false,
      name: { givenName: 'Ann', familyName: 'Berg' },
    })
    const mails = (changed: Resource) => (changed.emails as { value: string }[]).map(({ value }) => value)
    const work = 'emails[type eq "work"].value'
    expect(mails(patch({ op: 'Add', path: work, value: 'b@demo.test' }))).toEqual([
      'b@demo.test',
      'a@home.test',
    ])
    expect(mails(patch({ op: 'replace', value: { [work]: 'b@demo.test' } }))[0]).toBe('b@demo.test')
    const other = patch({ op: 'Add', path: 'emails[type eq "other"].value', value: 'o@demo.test' })
    expect(other.emails).toContainEqual({ type: 'other', value: 'o@demo.test' })
    expect(mails(patch({ op: 'remove', path: 'emails[type eq "home"]' }))).toEqual(['anna@demo.test'])
    expect(patch({ op: 'remove', path: 'externalId' })).not.toHaveProperty('externalId')
    expect(patch({ op: 'replace', path: 'NAME.givenname', value: 'A' }).name).toEqual({
      givenName: 'A',
      familyName: 'Berg',
    })
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    expect(patch({ op: 'add', value: { [extension]: { department: 'x' } } })).toEqual(USER)
  })

  test.each([
    [{ op: 'move', path: 'active' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'id', value: '6' }, 'mutability'],
    [{ op: 'replace', path: 'emails[type eq "fax"].value', value: 'x' }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type]', value: 1 }, 'invalidFilter'],
    [{ op: 'replace', path: 'active' }, 'invalidValue'],
    [{ op: 'add', value: 'text' }, 'invalidValue'],
  ])('%j is refused as %s', (operation, scimType) => {
    expect(() => patch(operation)).toThrow(expect.objectContaining({ extra: { scimType } }))
  })

  test('needs operations, and not too many', () => {
    const many = Array(1_001).fill({ op: 'replace', path: 'active', value: true })
    for (const body of [{}, { Operations: [] }, { Operations: 'x' }, { Operations: many }])
      expect(() => operationsIn(body as Resource)).toThrow()
  })
})

test('a PATCH with many operations on large values is refused quickly', () => {
  const emails = Array.from({ length: 101 }, (_, index) => ({ value: `${index}@demo.test` }))
  const many = Object.fromEntries(emails.map((_, index) => [`a${index}`, 1]))
  for (const value of [{ emails }, many, { name: many }]) {
    const operations = operationsIn({ Operations: [{ op: 'add', value }] } as unknown as Resource)
    expect(() => patched(USER, operations)).toThrow(
      expect.objectContaining({ extra: { scimType: 'invalidValue' } }),
    )
  }
  const adding = Array(1_000).fill({ op: 'add', path: 'emails', value: { value: 'x@demo.test' } })
  expect(() => patched(USER, operationsIn({ Operations: adding } as Resource))).toThrow('too large')
})
