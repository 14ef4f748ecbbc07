import {
  MAX_USER_GROUP_DESCRIPTION_LENGTH,
  MAX_USER_GROUP_NAME_LENGTH,
} from '../../../../../config/limits.ts'
import { groupBy } from '../../../../platform/collections/group-by.ts'
import { largest } from '../../../../platform/collections/largest.ts'
import { GROUP_PERMISSIONS, type PermissionRule } from '../../../../state/groups/permission-settings.ts'
import type { GroupSetting } from '../../../../state/groups/setting.ts'
import { SYSTEM_GROUP_TITLES, SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { allowsGroup } from '../../row-rules.ts'
import { systemGroupRow } from '../reading/accounts.ts'
import { type Fields, fieldOf, idIn, isFields, listOf } from '../reading/fields.ts'
import { note } from '../reading/note-texts.ts'
import type { Report } from '../reading/report.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import type { ZulipPeople } from './people.ts'
import type { ZulipTables } from './tables.ts'

const RESERVED = /^(?:@|role:|user:|stream:|channel:)+/i

interface Group {
  readonly id: number
  readonly name: string
  readonly isSystem: boolean
  readonly isDeactivated: boolean
}

/** The user groups of a Zulip archive, and the groups without a name that settings consist of. */
export class ZulipGroups {
  readonly #report: Report
  readonly #people: ZulipPeople
  readonly #groups = new Map<number, Group>()
  readonly #byName = new Map<string, Group>()
  readonly #rows: Row[] = []
  readonly #hasRow = new Set<number>()
  readonly #members: ReadonlyMap<number, readonly number[]>
  readonly #subgroups: ReadonlyMap<number, readonly number[]>
  readonly #system = new Map<SystemGroup, number>()

  constructor(tables: ZulipTables, people: ZulipPeople, texts: Texts, times: Times, report: Report) {
    this.#report = report
    this.#people = people
    this.#members = listsBy(tables.get('zerver_usergroupmembership'), 'user_group', 'user_profile')
    this.#subgroups = listsBy(tables.get('zerver_groupgroupmembership'), 'supergroup', 'subgroup')
    const names = new UniqueNames(MAX_USER_GROUP_NAME_LENGTH)
    for (const name of Object.keys(SYSTEM_GROUPS)) names.take(name)
    const given = tables.has('zerver_namedusergroup')
      ? tables.get('zerver_namedusergroup')
      : tables.get('zerver_usergroup')
    // Newer archives repeat the columns of the named group beside the id that both tables share.
    for (const row of given) this.#add(row, names, texts)
    this.#addMissing()
    for (const row of given) this.#addRow(row, texts, times)
    this.#rows.sort((a, b) => Number(a.id) - Number(b.id))
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  /** The id of a system group. */
  system(name: SystemGroup): number {
    return this.#system.get(name)!
  }

  *memberRows(): Generator<Row> {
    for (const { id } of this.#own()) {
      for (const user of this.#members.get(id) ?? []) yield { group_id: id, user_id: user }
    }
  }

  *subgroupRows(): Generator<Row> {
    const inCircles = groupsInCircles(this.#subgroups)
    for (const { id } of this.#own()) {
      for (const subgroup of this.#subgroups.get(id) ?? []) {
        if (inCircles.has(id) && inCircles.has(subgroup))
          this.#report.leftOut('groups that contain each other', `${id}`)
        else yield { group_id: id, subgroup_id: subgroup }
      }
    }
  }

  /** Finds the group of a mention. */
  byName(name: string): { id: number; name: string; isSilent: boolean } | undefined {
    const group = this.#byName.get(name.toLowerCase())
    if (group === undefined) return undefined
    const title = group.isSystem ? SYSTEM_GROUP_TITLES[group.name as SystemGroup] : group.name
    return { id: group.id, name: title, isSilent: group.isDeactivated }
  }

  /**
   * Returns the value of a permission from a group's id or its parts; undefined, with a line in the report,
   * for a value that is not allowed here.
   */
  setting(rule: PermissionRule, given: unknown): GroupSetting | undefined {
    const value = this.#settingOf(given)
    if (value === undefined) return undefined
    const group = typeof value === 'number' ? this.#groups.get(value)! : undefined
    const name = group?.isSystem ? (group.name as SystemGroup) : undefined
    if (allowsGroup(rule, name)) return value as GroupSetting
    this.#report.changed(
      note('values of {name} that are not allowed here get the default', { name: rule.name }),
      group?.name,
    )
    return undefined
  }

  #settingOf(given: unknown): number | GroupSetting | undefined {
    if (given == null) return undefined
    if (isFields(given)) {
      return this.#parts(listOf(given.direct_members), listOf(given.direct_subgroups))
    }
    const id = idIn(given)
    if (this.#groups.has(id)) return id
    if (!this.#members.has(id) && !this.#subgroups.has(id)) return this.#parts([], [])
    return this.#parts(this.#members.get(id) ?? [], this.#subgroups.get(id) ?? [])
  }

  #parts(members: readonly unknown[], subgroups: readonly unknown[]): number | GroupSetting {
    const people = [...new Set(members.map(idIn))].filter((id) => this.#people.has(id)).sort((a, b) => a - b)
    const groups = [...new Set(subgroups.map(idIn))]
      .filter((id) => this.#groups.has(id))
      .sort((a, b) => a - b)
    if (people.length === 0 && groups.length === 0) return this.system('role:nobody')
    if (people.length === 0 && groups.length === 1) return groups[0]!
    return { direct_members: people, direct_subgroups: groups } as unknown as GroupSetting
  }

  #own = (): Group[] => [...this.#groups.values()].filter(({ isSystem }) => !isSystem)

  #add(row: Fields, names: UniqueNames, texts: Texts): void {
    const id = idOf(row)
    // Older servers wrote @role: for role:.
    const name = textOf(row.name).replace(/^@role:/, 'role:')
    if (id === 0 || this.#groups.has(id)) {
      this.#report.leftOut('groups without an id of their own', name)
      return
    }
    const isSystem = row.is_system_group === true && Object.hasOwn(SYSTEM_GROUPS, name)
    if (isSystem && this.#system.has(name as SystemGroup)) return
    if (isSystem) this.#system.set(name as SystemGroup, id)
    const clean = texts
      .name(name, MAX_USER_GROUP_NAME_LENGTH)
      .replace(/\p{Co}/gu, '')
      .replace(RESERVED, '')
      .trim()
    const kept = isSystem ? name : names.take(clean === '' ? `group ${id}` : clean)
    if (kept !== name) this.#report.changed('names of groups that are not allowed here', name)
    const group = { id, name: kept, isSystem, isDeactivated: row.deactivated === true }
    this.#groups.set(id, group)
    this.#byName.set(kept.toLowerCase(), group)
  }

  /** Adds the system groups that the archive lacks. */
  #addMissing(): void {
    const lists = [this.#groups, this.#members, this.#subgroups]
    let id = lists.reduce((last, list) => largest(list.keys(), last), 0)
    for (const name of Object.keys(SYSTEM_GROUPS) as SystemGroup[]) {
      if (this.#system.has(name)) continue
      id += 1
      this.#system.set(name, id)
      const group = { id, name, isSystem: true, isDeactivated: false }
      this.#groups.set(id, group)
      this.#byName.set(name, group)
      this.#rows.push(systemGroupRow(id, name))
      this.#hasRow.add(id)
    }
  }

  #addRow(row: Fields, texts: Texts, times: Times): void {
    const group = this.#groups.get(idOf(row))
    if (group === undefined || this.#hasRow.has(group.id)) return
    this.#hasRow.add(group.id)
    if (group.isSystem) {
      this.#rows.push(systemGroupRow(group.id, group.name as SystemGroup))
      return
    }
    const settings = Object.values(GROUP_PERMISSIONS).flatMap((rule) => {
      const value = this.setting(rule, row[rule.name])
      return value === undefined ? [] : [[rule.name, value]]
    })
    const creator = idIn(row.creator)
    this.#rows.push({
      id: group.id,
      name: group.name,
      description: texts.text(row.description, MAX_USER_GROUP_DESCRIPTION_LENGTH),
      is_system_group: false,
      creator_id: this.#people.has(creator) ? creator : null,
      date_created: row.date_created == null ? null : times.text(row.date_created),
      is_deactivated: group.isDeactivated,
      group_settings: Object.fromEntries(settings),
    })
  }
}

type Subgroups = ReadonlyMap<number, readonly number[]>

/** The groups that contain each other, and those that lie between two such circles. */
function groupsInCircles(subgroups: Subgroups): ReadonlySet<number> {
  const supergroups = new Map<number, number[]>()
  for (const [id, others] of subgroups) {
    for (const other of others) {
      const known = supergroups.get(other)
      if (known === undefined) supergroups.set(other, [id])
      else known.push(id)
    }
  }
  const above = withoutFree(supergroups)
  return new Set([...withoutFree(subgroups)].filter((id) => above.has(id)))
}

/** The groups that remain when those that no other one contains are taken away, again and again. */
function withoutFree(subgroups: Subgroups): ReadonlySet<number> {
  const containing = new Map<number, number>()
  for (const [id, others] of subgroups) {
    if (!containing.has(id)) containing.set(id, 0)
    for (const other of others) containing.set(other, (containing.get(other) ?? 0) + 1)
  }
  const free = [...containing].filter(([, count]) => count === 0).map(([id]) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    containing.delete(id)
    for (const other of subgroups.get(id) ?? []) {
      const left = containing.get(other)! - 1
      containing.set(other, left)
      if (left === 0) free.push(other)
    }
  }
  return new Set(containing.keys())
}

const idOf = (row: Fields): number => idIn(fieldOf(row, 'id', 'usergroup_ptr', 'usergroup_ptr_id'))

function listsBy(
  rows: readonly Fields[],
  key: string,
  value: string,
): ReadonlyMap<number, readonly number[]> {
  const groups = groupBy(rows, (row) => idIn(row[key]))
  return new Map([...groups].map(([id, of]) => [id, of.map((row) => idIn(row[value]))]))
}
