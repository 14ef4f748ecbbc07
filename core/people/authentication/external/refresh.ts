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
import type { ExternalPerson, PersonAttributes } from '../person.ts'

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

/** What a provider would change of an account, and what it cannot. */
export interface AccountChanges {
  readonly role: Role
  readonly fullName: string
  readonly moves: readonly { readonly group: GroupRecord; readonly joins: boolean }[]
  /** The values of profile fields, as people read them; empty for none. */
  readonly fields: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  readonly faults: readonly Fault[]
}

/** What a provider says that cannot be done. */
export interface Fault {
  /**
   * `only-owner`: the only owner would get another role. `no-groups`: the provider does not say which groups
   * the person has. `no-group`: there is no such group here. `no-field`: there is no such profile field, or
   * it does not take the value.
   */
  readonly kind: 'only-owner' | 'no-groups' | 'no-group' | 'no-field'
  /** The group or field. */
  readonly name?: string
}

/** Takes a fault. */
type Note = (fault: Fault) => void

const FAULTS: Readonly<Record<Fault['kind'], string>> = {
  'only-owner': 'the provider gives the only owner another role; the owner stays owner',
  'no-groups': 'a provider of log-ins does not say which groups a person has; they stay as they are',
  'no-group': 'a provider of log-ins names a group that does not exist',
  'no-field': 'a profile field does not exist, or does not take what a provider of log-ins says',
}

/**
 * What `refreshAccount` would change of an account. Changes nothing. `isNew`: the account does not exist, so
 * it has no values.
 */
export async function changesBy(
  core: Core,
  realm: RealmState,
  rules: Rules,
  user: UserRecord,
  said: Said,
  isNew: boolean,
): Promise<AccountChanges> {
  const faults: Fault[] = []
  const note: Note = (fault) => faults.push(fault)
  const wanted = roleOf(rules, user, said.attributes, note)
  const staysOwner = wanted !== user.role && isOnlyOwner(realm, user)
  if (staysOwner) note({ kind: 'only-owner' })
  const moves = movesOf(realm, rules, user, said.attributes, note)
  const fields = await profileFieldsOf(core.db, realm.id)
  const values = isNew ? {} : await profileInMemory(core, realm, user.id)
  const changed = await valuesOf(core, realm, rules, user, said.attributes, { fields, values }, note)
  return {
    role: staysOwner ? user.role : wanted,
    fullName: nameOf(realm, rules, user, said),
    moves,
    fields: changed.map(({ id, value }) => {
      const field = fields.find((one) => one.id === id)!
      const text = (stored: string) =>
        field.type === FIELD_TYPES.SELECT.id ? (optionsOf(field.field_data)[stored]?.text ?? stored) : stored
      return { name: field.name, before: text(values[id]?.value ?? ''), after: text(String(value ?? '')) }
    }),
    faults,
  }
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
  const note: Note = ({ kind, name }) =>
    core.log.warn({ provider: rules.name, user: user.id, name }, FAULTS[kind])
  let current = realm.users.get(user.id) ?? user
  // A transaction of its own: who is a guest decides what the events of the groups say.
  if (roleOf(rules, current, said.attributes, note) !== current.role)
    current = await core.changeAsSystem(realm, async (tx) => {
      const locked = realm.users.get(user.id)!
      const role = roleOf(rules, locked, said.attributes, () => {})
      if (role !== locked.role && isOnlyOwner(realm, locked)) {
        note({ kind: 'only-owner' })
        return locked
      }
      return setRole(tx, realm, locked, role)
    })
  const moves = movesOf(realm, rules, current, said.attributes, note)
  const name = nameOf(realm, rules, current, said)
  const values = await valuesOf(core, realm, rules, current, said.attributes, known, note)
  if (moves.length === 0 && name === current.fullName && values.length === 0) return current
  return core.changeAsSystem(realm, async (tx) => {
    let changed = realm.users.get(user.id)!
    for (const { group, joins } of movesOf(realm, rules, changed, said.attributes, () => {}))
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
function roleOf({ roles }: Rules, { role }: UserRecord, said: PersonAttributes, note: Note): Role {
  const lines = mappingsIn(roles)
  const given: Role[] = []
  for (const { theirs, ours } of lines) {
    const isIn = theirs === EVERYBODY || said.isIn(theirs)
    if (isIn === undefined) {
      note({ kind: 'no-groups' })
      return role
    }
    if (isIn) given.push(roleNamed(ours)!)
  }
  const isManaged = lines.some(({ ours }) => roleNamed(ours) === role)
  if (given.length === 0) return isManaged && role < Role.member ? Role.member : role
  const best = Math.min(...given) as Role
  return best < role || isManaged || role === Role.member ? best : role
}

/** The groups here that the person joins or leaves. */
function movesOf(
  realm: RealmState,
  { groups }: Rules,
  { id }: UserRecord,
  said: PersonAttributes,
  note: Note,
): { readonly group: GroupRecord; readonly joins: boolean }[] {
  const wanted = new Map<string, boolean>()
  for (const { theirs, ours } of mappingsIn(groups)) {
    const isIn = said.isIn(theirs)
    if (isIn === undefined) {
      note({ kind: 'no-groups' })
      return []
    }
    wanted.set(ours, isIn || wanted.get(ours) === true)
  }
  return [...wanted].flatMap(([name, isIn]) => {
    const group = ownGroupNamed(realm, name)
    if (group === undefined) {
      note({ kind: 'no-group', name })
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
  { profile_fields: lines }: Rules,
  { id }: UserRecord,
  said: PersonAttributes,
  known: KnownProfile | undefined,
  note: Note,
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
      note({ kind: 'no-field', name: ours })
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
