import type { User } from '../../model/wire.ts'
import { t } from '../../texts/texts.ts'
import { type GroupSetting, isInGroup } from '../slices/message-rules.ts'
import type { Store } from '../state/store.ts'

/** The roles of the wire. Lower codes have more permissions. */
export const OWNER = 100
export const ADMINISTRATOR = 200
export const MODERATOR = 300
export const MEMBER = 400
export const GUEST = 600
export const ROLES = [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST] as const
export type Role = (typeof ROLES)[number]

/** The name of a role in the page's language. */
export function roleName(role: number = MEMBER): string {
  switch (role) {
    case OWNER:
      return t.owner
    case ADMINISTRATOR:
      return t.administrator
    case MODERATOR:
      return t.moderator
    case GUEST:
      return t.guest
    default:
      return t.member
  }
}

/** The reader's role. */
export const roleOfReader = (store: Store): number =>
  store.people.value.get(store.me)?.role ?? Number.POSITIVE_INFINITY

/** Whether the reader administrates the organization. */
export const isAdministrator = (store: Store): boolean => roleOfReader(store) <= ADMINISTRATOR

/** Whether the reader is an owner of the organization. */
export const isOwner = (store: Store): boolean => roleOfReader(store) <= OWNER

/** Whether a setting of the organization, such as `can_create_groups`, lets the reader do something. */
export function isPermitted(store: Store, name: string): boolean {
  const setting = store.realmSettings.value[name] as GroupSetting | undefined
  return setting !== undefined && isInGroup(store.groups.value, setting, store.me)
}

/** Whether the reader may invite people by mail, and whether by a link. */
export const mayInvite = (store: Store): boolean => isPermitted(store, 'can_invite_users_group')
export const mayMakeLinks = (store: Store): boolean => isPermitted(store, 'create_multiuse_invite_group')

/** Whether a person is the only active owner. */
export function isOnlyOwner(
  store: Store,
  person: Pick<User, 'user_id' | 'role' | 'is_active' | 'is_bot'>,
): boolean {
  const isActiveOwner = (one: Pick<User, 'role' | 'is_active' | 'is_bot'>) =>
    one.role === OWNER && one.is_active && !one.is_bot
  if (!isActiveOwner(person)) return false
  for (const other of store.people.value.values())
    if (other.user_id !== person.user_id && isActiveOwner(other)) return false
  return true
}
