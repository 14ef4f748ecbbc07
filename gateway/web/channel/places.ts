import type { Places } from '../saving/places.ts'
import type { ChannelPermission } from '../store/slices/all-channels.ts'
import { PERMISSION_GROUPS } from './channel-permissions.ts'

export type NewChannelField =
  | 'name'
  | 'description'
  | 'kind'
  | 'subscribers'
  | 'folder_id'
  | 'topics_policy'
  | 'announce'
  | 'is_default_stream'
  | 'message_retention_days'
  | ChannelPermission

const PERMISSIONS = Object.values(PERMISSION_GROUPS).flat()

export const NEW_CHANNEL: Places<NewChannelField> = {
  operations: ['POST /channels/create'],
  fields: {
    ...(Object.fromEntries(PERMISSIONS.map((one) => [one, []])) as unknown as Record<ChannelPermission, []>),
    name: [
      "Channel name can't be empty.",
      'Channel name too long (limit: {limit} characters).',
      'Invalid character in channel name, at position {position}.',
      "Channel '{channel}' already exists",
    ],
    description: [],
    kind: ['Web-public channels are not enabled.'],
    subscribers: ['No such user', 'User is deactivated'],
    folder_id: ['Invalid channel folder ID'],
    topics_policy: [],
    announce: [],
    is_default_stream: ['A default channel cannot be private.'],
    message_retention_days: ['Must be an organization owner'],
  },
  parameters: { invite_only: 'kind', is_web_public: 'kind', history_public_to_subscribers: 'kind' },
}

export const NEW_FOLDER: Places<'name'> = {
  operations: ['POST /channel_folders/create'],
  fields: {
    name: [
      "Channel folder name can't be empty.",
      'Channel folder name already in use',
      'Invalid character in channel folder name, at position {position}.',
    ],
  },
}
