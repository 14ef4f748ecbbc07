import { z } from 'zod'
import { MAX_CHANNELS_PER_REQUEST } from '../../config/limits.ts'
import {
  addToDefaultGroup,
  createDefaultGroup,
  describeDefaultGroup,
  removeDefaultGroup,
  removeFromDefaultGroup,
} from '../../core/channels/change-default-groups.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { DefaultChannelGroupId } from '../../core/platform/ids.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path, text } from '../http/parameter.ts'

const group_id = path(id<DefaultChannelGroupId>())
const stream_names = json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST))
const notFound = new ApiError("Default channel group with id '1' does not exist.")
const taken = new ApiError("Default channel group 'Design' already exists")
const noSuchChannel = new ApiError("Channel 'paint' does not exist", {
  code: 'STREAM_DOES_NOT_EXIST',
  extra: { stream: 'paint' },
})
const isDefault = new ApiError("'general' is a default channel and cannot be added to 'Design'")

export function defaultChannelGroupRoutes(): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/default_stream_groups/create',
      access: 'administrator',
      summary: 'Create a group of channels that new users may choose',
      params: { group_name: form(line()), description: form(text()), stream_names },
      errors: [taken, noSuchChannel, isDefault],
      handler: ({ caller, params: { group_name: name, description, stream_names: channels } }) =>
        createDefaultGroup(caller, { name, description, channels }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Change the name or the description of a group of channels that new users may choose',
      params: {
        group_id,
        new_group_name: form(line().optional()),
        new_description: form(text().optional()),
      },
      errors: [notFound, taken, new ApiError('You must pass "new_description" or "new_group_name".')],
      handler: ({ caller, params: { group_id, new_group_name: name, new_description: description } }) =>
        describeDefaultGroup(caller, group_id, { name, description }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/default_stream_groups/{group_id}',
      access: 'administrator',
      summary: 'Remove a group of channels that new users may choose',
      params: { group_id },
      errors: [notFound],
      handler: ({ caller, params }) => removeDefaultGroup(caller, params.group_id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/default_stream_groups/{group_id}/streams',
      access: 'administrator',
      summary: 'Add channels to a group that new users may choose, or take some out',
      params: { group_id, op: form(z.enum(['add', 'remove'])), stream_names },
      errors: [notFound, noSuchChannel, isDefault],
      handler: ({ caller, params: { group_id, op, stream_names } }) =>
        op === 'add'
          ? addToDefaultGroup(caller, group_id, stream_names)
          : removeFromDefaultGroup(caller, group_id, stream_names),
    }),
  ]
}
