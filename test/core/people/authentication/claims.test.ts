import { expect, test } from 'vitest'
import type { GitHubProvider } from '../../../../config/github-settings.ts'
import { attributesIn } from '../../../../core/people/authentication/external/claims.ts'
import { personAt } from '../../../../core/people/authentication/github/person.ts'

test('a claim with too many groups says nothing about the groups that were not looked at', () => {
  const groups = Array.from({ length: 10_001 }, (_, i) => `group ${i}`)
  const { isIn } = attributesIn({ groups }, ['groups'])
  expect([isIn('group 9999'), isIn('group 10000'), isIn('none')]).toEqual([true, undefined, undefined])
  const whole = attributesIn({ groups: groups.slice(1) }, ['groups'])
  expect([whole.isIn('group 10000'), whole.isIn('group 0')]).toEqual([true, false])
  expect(attributesIn({}, ['groups']).isIn('none')).toBe(false)
  expect(attributesIn({ _claim_names: { groups: 'src1' } }, ['groups']).isIn('none')).toBeUndefined()
})

test('more teams at GitHub than pages are read leave open the others', async () => {
  const provider = { address: 'https://github.com', roles: ['acme/admins = moderator'], groups: [] }
  const person = (teamsOnLastPage: number) =>
    personAt(provider as unknown as GitHubProvider, async (path) => {
      if (path === '/user') return { id: 7, login: 'hamlet' }
      if (!path.startsWith('/user/teams')) return []
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      const length = page < 5 ? 100 : teamsOnLastPage
      return Array.from({ length }, (_, i) => ({ slug: `${page}-${i}`, organization: { login: 'Acme' } }))
    })
  const cut = (await person(100)).attributes
  expect([cut.isIn('ACME/5-99'), cut.isIn('acme/admins')]).toEqual([true, undefined])
  const whole = (await person(99)).attributes
  expect(whole.isIn('acme/admins')).toBe(false)
})
