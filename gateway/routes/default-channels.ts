import { setDefaultChannel } from '../../core/channels/default-channels.ts'
import { privateDefault } from '../../core/channels/errors.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, json } from '../http/parameter.ts'

const params = { stream_id: json(id<ChannelId>()) }

export function defaultChannelRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/default_streams',
      access: 'administrator',
      summary: 'Add a default channel for new users',
      params,
      errors: [invalidChannelId(), privateDefault()],
      handler: ({ caller, params }) => setDefaultChannel(caller, params.stream_id, true),
    }),
    endpoint({
      method: 'DELETE',
      path: '/default_streams',
      access: 'administrator',
      summary: 'Remove a default channel for new users',
      params,
      errors: [invalidChannelId()],
      handler: ({ caller, params }) => setDefaultChannel(caller, params.stream_id, false),
    }),
  ] as const
}
