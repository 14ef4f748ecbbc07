import type { UserId } from '../../platform/ids.ts'
import { canMentionGroup } from '../../state/access/group-permissions.ts'
import { SYSTEM_GROUP_TITLES, type SystemGroup } from '../../state/groups/system.ts'
import { membersOf } from '../../state/realm/group-members.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { cannotMentionGroup } from './errors.ts'
import type { MarkdownContext, Rendered } from './render.ts'

type Mentions = Pick<Rendered, 'mentionedUsers' | 'mentionedGroups'>

/**
 * Returns the group lookup for rendering. System groups display their titles; deactivated groups notify
 * nobody.
 */
export const groupsByName =
  (realm: RealmView): NonNullable<MarkdownContext['groupByName']> =>
  (name) => {
    const group = realm.groups.byName(name)
    if (group === undefined) return undefined
    const title = group.isSystemGroup ? SYSTEM_GROUP_TITLES[group.name as SystemGroup] : group.name
    return { id: group.id, name: title, isSilent: group.isDeactivated }
  }

/** Throws when the author may not mention one of the groups. Call it inside `realm.withFreshState`. */
export function checkMentions(realm: RealmView, author: UserRecord, { mentionedGroups }: Mentions): void {
  for (const id of mentionedGroups) {
    const group = realm.groups.get(id)!
    if (canMentionGroup(realm, realm.users.get(author.id) ?? author, group)) continue
    throw cannotMentionGroup(group.name)
  }
}

/**
 * Returns all mentioned users: those mentioned by name, and direct and indirect members of mentioned groups.
 */
export function mentionedBy(realm: RealmView, { mentionedUsers, mentionedGroups }: Mentions): Set<UserId> {
  const users = new Set(mentionedUsers)
  for (const group of mentionedGroups) for (const user of membersOf(realm, group)) users.add(user)
  return users
}
