import { z } from 'zod'
import { MAX_CHANNELS_PER_REQUEST } from '../../config/limits.ts'
import {
  addToDefaultGroup,
  createDefaultGroup,
  describeDefaultGroup,
  removeDefaultGroup,
  removeFromDefaultGroup,
} from '../../core/channels/change-default-groups.ts'
import {
  defaultChannelInGroup,
  defaultGroupExists,
  noDefaultGroupChange,
  noSuchDefaultGroup,
} from '../../core/channels/errors.ts'
import type { DefaultChannelGroupId } from '../../core/platform/ids.ts'
import { noSuchChannel } from '../../core/state/channels/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path, text } from '../http/parameter.ts'

const group_id = path(id<DefaultChannelGroupId>())
const stream_names = json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST))

export function defaultChannelGroupRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/default_stream_groups/create',
      access: 'administrator',
      summary: 'Create a default channel group',
      params: { group_name: form(line()), description: form(text()), stream_names },
      errors: [
        defaultGroupExists('Design'),
        noSuchChannel('paint'),
        defaultChannelInGroup('general', 'Design'),
      ],
      handler: ({ caller, params: { group_name: name, description, stream_names: channels } }) =>
        createDefaultGroup(caller, { name, description, channels }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Change the name or description of a default channel group',
      params: {
        group_id,
        new_group_name: form(line().optional()),
        new_description: form(text().optional()),
      },
      errors: [noSuchDefaultGroup(1), defaultGroupExists('Design'), noDefaultGroupChange()],
      handler: ({ caller, params: { group_id, new_group_name: name, new_description: description } }) =>
        describeDefaultGroup(caller, group_id, { name, description }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Delete a default channel group',
      params: { group_id },
      errors: [noSuchDefaultGroup(1)],
      handler: ({ caller, params }) => removeDefaultGroup(caller, params.group_id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}/streams',
      access: 'administrator',
      summary: 'Add channels to a default channel group, or remove them',
      params: { group_id, op: form(z.enum(['add', 'remove'])), stream_names },
      errors: [noSuchDefaultGroup(1), noSuchChannel('paint'), defaultChannelInGroup('general', 'Design')],
      handler: ({ caller, params: { group_id, op, stream_names } }) =>
        op === 'add'
          ? addToDefaultGroup(caller, group_id, stream_names)
          : removeFromDefaultGroup(caller, group_id, stream_names),
    }),
  ] as const
}
