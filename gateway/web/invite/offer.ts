import { groupName } from '../forms/group-name.ts'
import { texts } from '../forms/people-texts.ts'
import {
  isAdministrator,
  isPermitted,
  MEMBER,
  ROLES,
  type Role,
  roleName,
  roleOfReader,
} from '../store/derived/roles.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { collator } from '../texts/collator.ts'

/** An invitation's role, channels and groups for the invited person. */
export interface Offer {
  readonly role: Role
  /** Minutes; 0 for ever. */
  readonly minutes: number
  readonly withDefaults: boolean
  readonly channels: readonly number[]
  readonly groups: readonly number[]
  /** The welcome text; null for the organization's. */
  readonly message: string | null
}

const DAY = 24 * 60

export const FIRST_OFFER: Offer = {
  role: MEMBER,
  minutes: 10 * DAY,
  withDefaults: true,
  channels: [],
  groups: [],
  message: null,
}

export const expiryOptions = () => [
  { value: DAY, name: texts.days(1) },
  { value: 3 * DAY, name: texts.days(3) },
  { value: 10 * DAY, name: texts.days(10) },
  { value: 30 * DAY, name: texts.days(30) },
  { value: 0, name: texts.forEver },
]

/** The roles that the reader may give: the own one, and those with fewer permissions. */
export const roleOptions = (store: Store) =>
  ROLES.filter((role) => role >= roleOfReader(store)).map((value) => ({ value, name: roleName(value) }))

/** The channels that the reader may offer, as far as the state tells. */
export function channelOptions(store: Store) {
  const may = (channel: { readonly can_add_subscribers_group: Parameters<typeof isInGroup>[1] }) =>
    isAdministrator(store) ||
    isInGroup(store.groups.value, store.channelRules.value.can_add_subscribers_group, store.me) ||
    isInGroup(store.groups.value, channel.can_add_subscribers_group, store.me)
  return [...store.allChannels.value.values()]
    .filter((channel) => !channel.is_archived && may(channel))
    .filter(({ stream_id, invite_only }) => !invite_only || store.channels.value.has(stream_id))
    .map(({ stream_id, name }) => ({ value: stream_id, name }))
    .sort((a, b) => collator.compare(a.name, b.name))
}

/** The groups to which the reader may add members. */
export const groupOptions = (store: Store) =>
  [...store.groups.value.values()]
    .filter((group) => !group.is_system_group && !group.deactivated)
    .filter(
      (group) =>
        isPermitted(store, 'can_manage_all_groups') ||
        [group.can_add_members_group, group.can_manage_group].some((setting) =>
          isInGroup(store.groups.value, setting, store.me),
        ),
    )
    .map((group) => ({ value: group.id, name: groupName(group) }))
    .sort((a, b) => collator.compare(a.name, b.name))

/** The parameters of a call that makes an invitation. */
export const parametersOf = (offer: Offer) => ({
  invite_as: offer.role,
  invite_expires_in_minutes: offer.minutes === 0 ? null : offer.minutes,
  include_realm_default_subscriptions: offer.withDefaults,
  stream_ids: [...offer.channels],
  group_ids: [...offer.groups],
  ...(offer.message !== null && { welcome_message_custom_text: offer.message }),
})
