import type { GitHubProvider } from '../../../../config/github-settings.ts'
import { MAX_GITHUB_PAGES } from '../../../../config/limits.ts'
import { attributesIn, type Claims, isInList } from '../external/claims.ts'
import { issuerHere } from '../external/issuer-here.ts'
import type { ExternalPerson, NoEmail } from '../person.ts'

/** Asks GitHub's API at a path, as the person who logs in. Rejects unless it answers with JSON. */
export type AskGitHub = (path: string) => Promise<unknown>

/** Entries of one page of GitHub's API. */
const PAGE = 100

/** The person is no member of the organization at GitHub. */
export class NoMember extends Error {}

/** How identities name GitHub: by its address, without a slash at the end. */
export const issuerOf = (provider: GitHubProvider): string =>
  issuerHere('github', provider, new URL(provider.address).origin)

/** Whether a log-in reads the organizations and teams of the person. */
export const readsGroups = ({ github_organization: needed, roles, groups }: GitHubProvider): boolean =>
  needed !== undefined || roles.length + groups.length > 0

const UNCONFIRMED: NoEmail = {
  kind: 'not confirmed',
  advice: 'the person confirms the primary address at GitHub',
}

/**
 * The person whom GitHub has logged in. The number of the account identifies the person, because names change
 * hands. The address is the primary one, if GitHub has confirmed it. Groups are `<organization>` and
 * `<organization>/<team>`.
 */
export async function personAt(provider: GitHubProvider, ask: AskGitHub): Promise<ExternalPerson> {
  const user = objectIn(await ask('/user'))
  const { id, login, name } = user
  if (!Number.isSafeInteger(id) || (id as number) <= 0) throw new Error('GitHub names no account')
  const emails = listIn(await ask(`/user/emails?per_page=${PAGE}`))
  const address = emails.find((one) => one.primary === true && one.verified === true)?.email
  const { github_organization: needed } = provider
  const { groups, isWhole } = readsGroups(provider) ? await groupsOf(ask) : { groups: [], isWhole: true }
  const isIn = isInList(new Set(groups), isWhole)
  if (needed !== undefined && isIn(needed.toLowerCase()) !== true)
    throw new NoMember(`${String(login)} is no member of ${needed}`)
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return {
    issuer: issuerOf(provider),
    subject: String(id),
    email: typeof address === 'string' ? address : undefined,
    ...(typeof address !== 'string' && { noEmail: UNCONFIRMED }),
    fullName: text(name) || text(login),
    attributes: {
      // GitHub's names do not distinguish case.
      isIn: (group) => isIn(group.toLowerCase()),
      valueOf: attributesIn(user, []).valueOf,
    },
  }
}

/** The organizations and teams of the person, in lower case. `isWhole`: there are no more. */
async function groupsOf(ask: AskGitHub): Promise<{ groups: string[]; isWhole: boolean }> {
  const organizations = await pagesOf(ask, '/user/orgs')
  const teams = await pagesOf(ask, '/user/teams')
  const names = [
    ...organizations.all.map(({ login }) => String(login)),
    ...teams.all.map(({ slug, organization }) => `${String(objectIn(organization).login)}/${String(slug)}`),
  ]
  const isWhole = organizations.isWhole && teams.isWhole
  return { groups: names.map((one) => one.toLowerCase()), isWhole }
}

async function pagesOf(ask: AskGitHub, path: string): Promise<{ all: Claims[]; isWhole: boolean }> {
  const all: Claims[] = []
  for (let page = 1; page <= MAX_GITHUB_PAGES; page++) {
    const found = listIn(await ask(`${path}?per_page=${PAGE}&page=${page}`))
    all.push(...found)
    if (found.length < PAGE) return { all, isWhole: true }
  }
  return { all, isWhole: false }
}

const objectIn = (value: unknown): Claims => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('GitHub answers in another form')
  return value as Claims
}

const listIn = (value: unknown): Claims[] => {
  if (!Array.isArray(value)) throw new Error('GitHub answers in another form')
  return value.slice(0, PAGE).map(objectIn)
}
