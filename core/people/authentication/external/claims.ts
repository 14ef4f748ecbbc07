import type { PersonAttributes } from '../person.ts'

/** Claims of a token, or attributes of an assertion, by their names. */
export type Claims = Readonly<Record<string, unknown>>

/** Groups of one person that are looked at. */
const MAX_GROUPS = 10_000

/**
 * What claims have under a name; undefined for nothing. A dot leads into an object, as in
 * `realm_access.roles`.
 */
export function claimNamed(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined

/**
 * Whether the provider says that a claim is too long for the token (OpenID Connect Core 1.0, section 5.6.2).
 */
function isElsewhere(claims: Claims, name: string): boolean {
  const { _claim_names: names } = claims
  return typeof names === 'object' && names !== null && Object.hasOwn(names, name)
}

/**
 * Says whether a person is in a group of a list. Nobody knows it of the groups that a list lacks which is not
 * `isWhole`.
 */
export const isInList =
  (groups: ReadonlySet<string>, isWhole: boolean) =>
  (group: string): boolean | undefined =>
    groups.has(group) || (isWhole ? false : undefined)

/**
 * What claims say about a person. Somebody without the claim about groups is in none. `groupNames`: the names
 * under which the groups are looked for.
 */
export function attributesIn(claims: Claims, groupNames: readonly string[]): PersonAttributes {
  const given = groupNames.map((name) => claimNamed(claims, name)).find((value) => value !== undefined)
  const list = Array.isArray(given) ? given : [given]
  const isElsewhereSaid = given === undefined && groupNames.some((name) => isElsewhere(claims, name))
  const isWhole = list.length <= MAX_GROUPS && !isElsewhereSaid
  const groups = new Set(list.slice(0, MAX_GROUPS).flatMap((one) => textOf(one) ?? []))
  return {
    isIn: isInList(groups, isWhole),
    valueOf: (name) => {
      const value = claimNamed(claims, name)
      return textOf(Array.isArray(value) ? value[0] : value)
    },
  }
}
