import { canReadChannel } from '../store/derived/channel-access.ts'
import { isAdministrator, isOwner } from '../store/derived/roles.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { type GroupSetting, isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'

/** The role of guests on the wire. */
const GUEST = 600

const isGuest = (store: Store): boolean => (store.people.value.get(store.me)?.role ?? GUEST) >= GUEST
const isIn = (store: Store, group: GroupSetting): boolean => isInGroup(store.groups.value, group, store.me)

/** A permission of the organization, by the name of the wire without `realm_`. */
export const realmGroup = (store: Store, name: string): GroupSetting =>
  (store.realmSettings.value[name] as GroupSetting | undefined) ?? {
    direct_members: [],
    direct_subgroups: [],
  }

/** The reader's permissions in a channel, as far as the state contains them. The server decides. */
export function permissionsOn(store: Store, channel: KnownChannel) {
  const isMember = !isGuest(store)
  const rules = store.channelRules.value
  const canAdminister =
    isAdministrator(store) || (isMember && isIn(store, channel.can_administer_channel_group))
  const canRead = canReadChannel(store, channel.stream_id)
  return {
    canRead,
    canAdminister,
    canSubscribe: isMember && canRead,
    canPost: canRead && isIn(store, channel.can_send_message_group),
    canAddSubscribers:
      isMember &&
      canRead &&
      (isIn(store, rules.can_add_subscribers_group) ||
        isIn(store, channel.can_add_subscribers_group) ||
        isIn(store, channel.can_administer_channel_group)),
    canRemoveSubscribers: canAdminister || isIn(store, channel.can_remove_subscribers_group),
    ...policiesOf(store),
  }
}

/** The settings that the reader may change in every channel that the reader administers or creates. */
export const policiesOf = (store: Store) => ({
  canSetDefault: isAdministrator(store),
  canSetRetention: isOwner(store),
  canSetTopicsPolicy:
    isAdministrator(store) ||
    (!isGuest(store) && isIn(store, realmGroup(store, 'can_set_topics_policy_group'))),
  canSetDeletePolicy: isIn(store, realmGroup(store, 'can_set_delete_message_policy_group')),
})

/** The kinds of channels that the reader may create. */
export function creatableKinds(store: Store) {
  const rules = store.channelRules.value
  const isMember = !isGuest(store)
  const mayPublic = isMember && isIn(store, rules.can_create_public_channel_group)
  const mayPrivate = isMember && isIn(store, rules.can_create_private_channel_group)
  const mayWebPublic =
    isMember && rules.enable_spectator_access && isIn(store, rules.can_create_web_public_channel_group)
  return { webPublic: mayWebPublic, public: mayPublic, sharedHistory: mayPrivate, ownHistory: mayPrivate }
}
