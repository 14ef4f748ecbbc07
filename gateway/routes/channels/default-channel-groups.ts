import { z } from 'zod'
import {
  MAX_CHANNELS_PER_REQUEST,
  MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUPS,
} from '../../../config/limits.ts'
import {
  addToDefaultGroup,
  createDefaultGroup,
  describeDefaultGroup,
  removeDefaultGroup,
  removeFromDefaultGroup,
} from '../../../core/channels/defaults/change-default-groups.ts'
import {
  alreadyInDefaultGroup,
  alreadyNamedDefaultGroup,
  defaultChannelInGroup,
  defaultGroupExists,
  defaultGroupNameTooLong,
  invalidDefaultGroupName,
  noDefaultGroupChange,
  noSuchDefaultGroup,
  notInDefaultGroup,
  privateDefault,
  tooManyDefaultGroups,
} from '../../../core/channels/errors.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import type { DefaultChannelGroupId } from '../../../core/platform/ids.ts'
import { noSuchChannel } from '../../../core/state/channels/errors.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path, text } from '../../http/endpoint/parameter.ts'

const group_id = path(id<DefaultChannelGroupId>(), { description: 'The id of the group.', example: 3 })
const stream_names = json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST), {
  description:
    'The names of the channels, in upper or lower case. They must be public, not archived, and no default channels.',
  example: ['Rome', 'Venice'],
})

const EVENT = 'Everyone but guests gets a `default_stream_groups` event.'

const noGroup = when('The group does not exist.', noSuchDefaultGroup(3))
const nameTaken = when('Another group has the name, in upper or lower case.', defaultGroupExists('Design'))
const textErrors = [
  when('The name is empty.', invalidDefaultGroupName('')),
  when('The name is too long.', defaultGroupNameTooLong(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH)),
  when('The description is too long.', tooLong('description', MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH)),
]
const noChannel = when(
  'A channel does not exist or is archived, or you may not know of it.',
  noSuchChannel('paint'),
)
const channelErrors = [
  noChannel,
  when('A channel is private.', privateDefault()),
  when('A channel is a default channel.', defaultChannelInGroup('general', 'Design')),
]

export function defaultChannelGroupRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/default_stream_groups/create',
      access: 'administrator',
      summary: 'Create a default channel group',
      description: `People who join can choose groups, and are subscribed to the channels of those. ${EVENT}`,
      params: {
        group_name: form(line(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH), {
          description: 'The name of the group.',
          example: 'Design',
        }),
        description: form(text(), {
          description: 'What new people read about the group.',
          example: 'Sets, costumes and light.',
        }),
        stream_names,
      },
      errors: [
        nameTaken,
        ...textErrors,
        ...channelErrors,
        when('The organization has the maximum of groups.', tooManyDefaultGroups(MAX_DEFAULT_CHANNEL_GROUPS)),
        when('The whole list would have too many bytes.', listTooLarge('defaultChannelGroups')),
      ],
      handler: ({ caller, params: { group_name: name, description, stream_names: channels } }) =>
        createDefaultGroup(caller, { name, description, channels }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Change the name or description of a default channel group',
      description: `At least one of the two must be given. ${EVENT}`,
      params: {
        group_id,
        new_group_name: form(line(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH).optional(), {
          description: 'The new name. It must not be the present one.',
          example: 'Design and light',
        }),
        new_description: form(text().optional(), {
          description: 'What new people read about the group.',
          example: 'Sets, costumes and light.',
        }),
      },
      errors: [
        noGroup,
        nameTaken,
        when('The group has the name already.', alreadyNamedDefaultGroup('Design')),
        ...textErrors,
        when('Neither parameter is given.', noDefaultGroupChange()),
        when('The whole list would have too many bytes.', listTooLarge('defaultChannelGroups')),
      ],
      handler: ({ caller, params: { group_id, new_group_name: name, new_description: description } }) =>
        describeDefaultGroup(caller, group_id, { name, description }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Delete a default channel group',
      description: `People who joined with the group stay subscribed to its channels. ${EVENT}`,
      params: { group_id },
      errors: [noGroup],
      handler: ({ caller, params }) => removeDefaultGroup(caller, params.group_id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}/streams',
      access: 'administrator',
      summary: 'Add channels to a default channel group, or remove them',
      description: `All channels are added or removed, or none is. Subscriptions do not change. ${EVENT}`,
      params: {
        group_id,
        op: form(z.enum(['add', 'remove']), {
          description: 'What to do: `add` puts the channels into the group, `remove` takes them out.',
          example: 'add',
        }),
        stream_names,
      },
      errors: [
        noGroup,
        ...channelErrors,
        when('A channel to add is in the group already.', alreadyInDefaultGroup('Rome', 'Design')),
        when('The whole list would have too many bytes.', listTooLarge('defaultChannelGroups')),
        when('A channel to remove is not in the group.', notInDefaultGroup('Rome', 'Design')),
      ],
      handler: ({ caller, params: { group_id, op, stream_names } }) =>
        op === 'add'
          ? addToDefaultGroup(caller, group_id, stream_names)
          : removeFromDefaultGroup(caller, group_id, stream_names),
    }),
  ] as const
}
