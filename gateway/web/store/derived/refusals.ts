import type { Message } from '../../model/wire.ts'
import { t } from '../../texts/texts.ts'
import type { GroupSetting } from '../slices/message-rules.ts'
import type { Store } from '../state/store.ts'
import { channelOf } from './channel-access.ts'
import { permissionsOn } from './message-permissions.ts'
import { nameOf } from './names.ts'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role, roleName } from './roles.ts'

/** Why the reader may not take an action on a message, as a sentence. Undefined where the reader may. */
export interface Refusals {
  readonly edit: string | undefined
  readonly move: string | undefined
  readonly resolve: string | undefined
  readonly delete: string | undefined
}

const ROLE_OF_GROUP: Readonly<Record<string, Role>> = {
  'role:owners': OWNER,
  'role:administrators': ADMINISTRATOR,
  'role:moderators': MODERATOR,
  'role:fullmembers': MEMBER,
  'role:members': MEMBER,
  'role:everyone': GUEST,
}

/** Who has one of these permissions, by name. Empty for nobody. */
function holdersOf(store: Store, settings: readonly GroupSetting[]): string {
  const names = settings.flatMap((setting) => {
    const { groups, people } =
      typeof setting === 'number'
        ? { groups: [setting], people: [] }
        : { groups: setting.direct_subgroups, people: setting.direct_members }
    return [
      ...groups.flatMap((id) => {
        const group = store.groups.value.get(id)
        if (group === undefined || group.name === 'role:nobody') return []
        const role = ROLE_OF_GROUP[group.name]
        return [role === undefined ? group.name : roleName(role)]
      }),
      ...people.map((id) => nameOf(store, id)),
    ]
  })
  return t.and([...new Set(names)])
}

/** Why the reader may not change or delete a message, with who may. */
export function refusalsOn(store: Store, message: Message): Refusals {
  const rules = store.messageRules.value
  const may = permissionsOn(store, message)
  // Within every limit of time: a refusal then means that a permission is missing.
  const inTime = permissionsOn(store, message, message.timestamp)
  const channel = message.stream_id === undefined ? undefined : channelOf(store, message.stream_id)
  const refusal = (isAllowed: boolean, isAllowedInTime: boolean, settings: readonly GroupSetting[]) => {
    if (isAllowed) return undefined
    if (isAllowedInTime) return t.refusedByTime
    const holders = holdersOf(store, settings)
    return holders === '' ? t.refusedToAll : t.refusedToYou(holders)
  }
  const ofChannel = (name: 'can_administer_channel_group' | `can_${string}_group`): GroupSetting[] => {
    const setting = (channel as Readonly<Record<string, unknown>> | undefined)?.[name]
    return setting === undefined ? [] : [setting as GroupSetting]
  }
  const administrators = ofChannel('can_administer_channel_group')
  const canEditInTime = inTime.canEditContent
  return {
    edit: may.canEditContent
      ? undefined
      : !rules.allow_message_editing
        ? t.editingIsOff
        : refusal(false, canEditInTime, []),
    move: refusal(
      may.canChangeTopic || may.canChangeChannel,
      inTime.canChangeTopic || inTime.canChangeChannel,
      [
        rules.can_move_messages_between_topics_group,
        rules.can_move_messages_between_channels_group,
        ...ofChannel('can_move_messages_within_channel_group'),
        ...administrators,
      ],
    ),
    resolve: refusal(may.canResolve, inTime.canResolve, [
      rules.can_resolve_topics_group,
      ...ofChannel('can_resolve_topics_group'),
      ...administrators,
    ]),
    delete: refusal(may.canDelete, inTime.canDelete, [
      rules.can_delete_any_message_group,
      ...ofChannel('can_delete_any_message_group'),
      ...(message.sender_id === store.me ? [rules.can_delete_own_message_group] : []),
    ]),
  }
}
