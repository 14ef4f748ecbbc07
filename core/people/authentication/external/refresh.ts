import { mappingIn, type ProviderRules, roleNamed } from '../../../../config/log-in-provider.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Core } from '../../../state/core.ts'
import type { GroupRecord } from '../../../state/groups/record.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import { Role, type UserRecord } from '../../../state/users/record.ts'
import { isOnlyOwner, setRole } from '../../accounts/change-role.ts'
import { usableName } from '../../accounts/join-by-address.ts'
import { setFullName } from '../../accounts/update.ts'
import { moveMembers } from '../../groups/change-membership.ts'
import { checkTextValue } from '../../profile-fields/check-value.ts'
import { type ProfileField, profileFieldsOf } from '../../profile-fields/field.ts'
import { optionsOf } from '../../profile-fields/field-data.ts'
import { FIELD_TYPES } from '../../profile-fields/types.ts'
import {
  changeValues,
  type ProfileData,
  profileInMemory,
  type ValueChange,
} from '../../profile-fields/values.ts'
import type { ExternalPerson, PersonAttributes } from './person.ts'

/** The line of `roles` that is about everybody. */
const EVERYBODY = '*'

type Rules = Pick<ProviderRules, 'name' | 'roles' | 'groups' | 'profile_fields' | 'updates_names'>
type Said = Pick<ExternalPerson, 'fullName' | 'attributes'>

/**
 * The profile fields of an organization, and a user's values, where the caller has read those of many users.
 */
export interface KnownProfile {
  readonly fields: readonly ProfileField[]
  readonly values: ProfileData
}

/**
 * Gives an account the role, groups, profile fields and name that the provider says, as its rules tell.
 * Returns the account as it is then. Opens no transaction where nothing differs. What cannot be done, such as
 * a value that is too long, is logged and left out: it does not stop a log-in.
 */
export async function refreshAccount(
  core: Core,
  realm: RealmState,
  rules: Rules,
  user: UserRecord,
  said: Said,
  known?: KnownProfile,
): Promise<UserRecord> {
  const mapsNothing = rules.roles.length + rules.groups.length + rules.profile_fields.length === 0
  if (mapsNothing && !rules.updates_names) return user
  let current = realm.users.get(user.id) ?? user
  // A transaction of its own: who is a guest decides what the events of the groups say.
  if (roleOf(rules, current, said.attributes) !== current.role)
    current = await core.changeAsSystem(realm, async (tx) => {
      const locked = realm.users.get(user.id)!
      const role = roleOf(rules, locked, said.attributes)
      if (role !== locked.role && isOnlyOwner(realm, locked)) {
        core.log.warn(
          { provider: rules.name, user: user.id },
          'the provider gives the only owner another role; the owner stays owner',
        )
        return locked
      }
      return setRole(tx, realm, locked, role)
    })
  const moves = movesOf(core, realm, rules, current, said.attributes)
  const name = nameOf(realm, rules, current, said)
  const values = await valuesOf(core, realm, rules, current, said.attributes, known)
  if (moves.length === 0 && name === current.fullName && values.length === 0) return current
  return core.changeAsSystem(realm, async (tx) => {
    let changed = realm.users.get(user.id)!
    for (const { group, joins } of movesOf(core, realm, rules, changed, said.attributes))
      await moveMembers(tx, realm, group, joins ? { joined: [user.id] } : { left: [user.id] })
    changed = await setFullName(tx, realm, changed, nameOf(realm, rules, changed, said))
    await changeValues(tx, realm, null, changed, values, core.options.rootUrl)
    return changed
  })
}

/** The lines of a list that can be read. */
const mappingsIn = (lines: readonly string[]) => lines.flatMap((line) => mappingIn(line) ?? [])

/**
 * Returns the role of a person after a log-in. The provider gives only the roles that the lines name. A
 * person with another role keeps it, unless the provider gives a higher one. A person whom the provider no
 * longer gives a role becomes a member.
 */
function roleOf({ roles }: Rules, { role }: UserRecord, said: PersonAttributes): Role {
  const lines = mappingsIn(roles)
  const given: Role[] = []
  for (const { theirs, ours } of lines) {
    const isIn = theirs === EVERYBODY || said.isIn(theirs)
    if (isIn === undefined) return role
    if (isIn) given.push(roleNamed(ours)!)
  }
  const isManaged = lines.some(({ ours }) => roleNamed(ours) === role)
  if (given.length === 0) return isManaged && role < Role.member ? Role.member : role
  const best = Math.min(...given) as Role
  return best < role || isManaged || role === Role.member ? best : role
}

/** The groups here that the person joins or leaves. */
function movesOf(
  core: Core,
  realm: RealmState,
  { name: provider, groups }: Rules,
  { id }: UserRecord,
  said: PersonAttributes,
): { readonly group: GroupRecord; readonly joins: boolean }[] {
  const wanted = new Map<string, boolean>()
  for (const { theirs, ours } of mappingsIn(groups)) {
    const isIn = said.isIn(theirs)
    if (isIn === undefined) return []
    wanted.set(ours, isIn || wanted.get(ours) === true)
  }
  return [...wanted].flatMap(([name, isIn]) => {
    const group = ownGroupNamed(realm, name)
    if (group === undefined) {
      core.log.warn({ provider, group: name }, 'a provider of log-ins names a group that does not exist')
      return []
    }
    return realm.groups.members(group.id).has(id) === isIn ? [] : [{ group, joins: isIn }]
  })
}

/** The active group with this name, which is not made by the server. */
export function ownGroupNamed(realm: Pick<RealmState, 'groups'>, name: string): GroupRecord | undefined {
  const found = realm.groups.byName(name)
  return found?.name === name && !found.isSystemGroup && !found.isDeactivated ? found : undefined
}

function nameOf(realm: RealmState, rules: Rules, user: UserRecord, { fullName }: Said): string {
  if (!rules.updates_names || fullName === '') return user.fullName
  return usableName(realm, fullName, user.deliveryEmail, user.id)
}

/** The values of profile fields that differ from what the provider says. */
async function valuesOf(
  core: Core,
  realm: RealmState,
  { name: provider, profile_fields: lines }: Rules,
  { id }: UserRecord,
  said: PersonAttributes,
  known: KnownProfile | undefined,
): Promise<ValueChange[]> {
  if (lines.length === 0) return []
  const fields = known?.fields ?? (await profileFieldsOf(core.db, realm.id))
  const stored = known?.values ?? (await profileInMemory(core, realm, id))
  return mappingsIn(lines).flatMap(({ theirs, ours }) => {
    const given = said.valueOf(theirs)
    if (given === undefined) return []
    const field = fields.find(({ name }) => name === ours)
    const value = field && fitting(field, given)
    if (value === undefined) {
      const about = { provider, field: ours }
      core.log.warn(about, 'a profile field does not exist, or does not take what a provider of log-ins says')
      return []
    }
    const now = stored[field!.id]?.value ?? ''
    return value === now ? [] : [{ id: field!.id, value: value === '' ? null : value }]
  })
}

/** The value as the field takes it; empty for none, undefined when the field does not take it. */
function fitting(field: ProfileField, given: string): string | undefined {
  if (given === '') return ''
  if (field.type === FIELD_TYPES.USER.id) return undefined
  const value =
    field.type === FIELD_TYPES.SELECT.id
      ? Object.entries(optionsOf(field.field_data)).find(([, { text }]) => text === given)?.[0]
      : given.replaceAll('\0', '')
  if (value === undefined) return undefined
  try {
    return checkTextValue(field, value)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
