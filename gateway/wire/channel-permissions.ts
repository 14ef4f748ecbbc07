import type { z } from 'zod'
import {
  CHANNEL_GROUP_NAMES,
  type ChannelGroupWireName,
  ruleOf,
  wireNameOf,
} from '../../core/state/channels/group-settings.ts'
import type { CHANNEL_PERMISSIONS } from '../../core/state/groups/permission-settings.ts'
import { json, type Parameter } from '../http/endpoint/parameter.ts'
import { groupSetting, groupSettingChange } from './group-setting.ts'

const BESIDES = 'besides those who may in the whole organization'

/** Who a setting of a channel names, for the API reference. */
const MEANINGS: Readonly<Record<ChannelGroupWireName, string>> = {
  can_add_subscribers_group: `Who may subscribe others to the channel, ${BESIDES}. They may also read the channel if it is private.`,
  can_remove_subscribers_group:
    'Who may unsubscribe others from the channel, besides those who administer it.',
  can_administer_channel_group:
    'Who may change the channel, besides administrators of the organization. It does not let them read a private channel.',
  can_delete_any_message_group: `Who may delete every message of the channel, ${BESIDES}.`,
  can_delete_own_message_group: `Who may delete their own messages of the channel, ${BESIDES}.`,
  can_move_messages_out_of_channel_group: `Who may move messages of the channel to other channels, ${BESIDES}.`,
  can_move_messages_within_channel_group: `Who may move messages to other topics of the channel, ${BESIDES}.`,
  can_send_message_group: 'Who may post in the channel.',
  can_subscribe_group:
    'Who may subscribe to the channel by themselves if it is private. They may also read it without a subscription.',
  can_resolve_topics_group: `Who may mark topics of the channel as resolved, ${BESIDES}.`,
}

type GroupName = (typeof CHANNEL_PERMISSIONS)[ChannelGroupWireName]['default_group_name']
const DEFAULTS: Partial<Record<GroupName, string>> = {
  'role:nobody': 'nobody',
  'role:everyone': 'everybody',
  'role:administrators': 'administrators',
  channel_creator: 'who creates the channel',
}

const VALUE = 'The value is the id of a user group, or lists of users and groups.'

function forEachGroup<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  rest: (group: string) => string,
): Readonly<Record<ChannelGroupWireName, Parameter<S>>> {
  const parameters = CHANNEL_GROUP_NAMES.map((name) => {
    const group = DEFAULTS[ruleOf(name).default_group_name]!
    const description = `${MEANINGS[wireNameOf(name)]} ${rest(group)}`
    return [wireNameOf(name), json(schema, { description, example })]
  })
  return Object.fromEntries(parameters) as Record<ChannelGroupWireName, Parameter<S>>
}

/** The permissions in a new channel. */
export const newChannelPermissions = forEachGroup(
  groupSetting.optional(),
  { direct_members: [10, 11], direct_subgroups: [15] },
  (group) => `${VALUE} If absent, ${group}.`,
)

/** Changes of the permissions in a channel. */
export const channelPermissionChanges = forEachGroup(
  groupSettingChange.optional(),
  { new: 15, old: { direct_members: [10], direct_subgroups: [] } },
  () => `${VALUE} If \`old\` is given and is not the current value, the change is refused.`,
)
