/** A resource of the API: a group of operations. */
export interface Tag {
  readonly name: string
  readonly description: string
}

/** Each tag with the paths of its operations. The first match counts. */
const TAGS: readonly (Tag & { readonly paths: RegExp })[] = [
  {
    name: 'Server',
    description: 'What a client reads before it logs in, and data that is the same for all organizations.',
    paths: /^\/(server_settings|emoji_data|openapi\.json|asyncapi\.json)/,
  },
  {
    name: 'Authentication',
    description: 'API keys. Every other request sends the e-mail address and the API key by HTTP Basic.',
    paths: /api_key$|^\/device_|^\/users\/me\/api_key|^\/dev_list_users/,
  },
  {
    name: 'Security',
    description: 'Second factors and passkeys, and the sessions of browsers.',
    paths: /\/(second_factors|authenticator|recovery_codes|passkeys|confirm_identity|sessions)/,
  },
  {
    name: 'Event queues',
    description:
      'The initial state, and the events that change it, by long poll or on a WebSocket. The webhooks of this document describe each event.',
    paths: /^\/(register|events)/,
  },
  {
    name: 'Read state',
    description: 'Flags of messages: read, starred and collapsed.',
    paths: /^\/(messages\/flags|mark_)/,
  },
  { name: 'Typing', description: 'Notices that somebody is typing.', paths: /typing$/ },
  {
    name: 'Messages',
    description: 'Sending, reading, searching, changing and deleting messages; reactions; widgets.',
    paths: /^\/(messages|submessage)/,
  },
  {
    name: 'Topics',
    description: 'The topics of a channel, and the policy of a user for each: muted, followed or neither.',
    paths: /topics?$/,
  },
  {
    name: 'Subscriptions',
    description: 'Who is subscribed to which channel, and how a subscriber sees the channel.',
    paths: /subscriptions|^\/streams\/\{stream_id\}\/members/,
  },
  {
    name: 'Default channels',
    description: 'The channels that new users are subscribed to.',
    paths: /^\/default_stream/,
  },
  {
    name: 'Channel folders',
    description: 'Folders that channels are shown in.',
    paths: /^\/channel_folders/,
  },
  {
    name: 'Channels',
    description: 'Channels and their settings. Older names call a channel a stream.',
    paths: /^\/(streams|channels|get_stream_id)/,
  },
  { name: 'Drafts', description: 'Messages that are not sent yet, on all devices.', paths: /^\/drafts/ },
  { name: 'Saved snippets', description: 'Texts that a user sends often.', paths: /^\/saved_snippets/ },
  {
    name: 'Scheduled messages',
    description: 'Messages that the server sends at a given time, and reminders of messages.',
    paths: /^\/(scheduled_messages|reminders)/,
  },
  {
    name: 'Files',
    description: 'Uploaded files. Large ones are uploaded in resumable parts with tus at /api/v1/tus.',
    paths: /^\/(user_uploads|attachments)/,
  },
  {
    name: 'Presence and status',
    description: 'Who is active, and what users say of what they do.',
    paths: /(presence|status)$/,
  },
  {
    name: 'Push notifications',
    description: 'Phones and browsers that are notified of messages.',
    paths: /^\/(mobile_push|web_push)|gcm_reg_id$|apns_device_token$/,
  },
  {
    name: 'Settings',
    description: 'The personal settings of a user and what clients remember for the user.',
    paths: /^\/(settings|navigation_views)|alert_words$|muted_users|onboarding_steps$/,
  },
  {
    name: 'Profile fields',
    description: 'Custom fields of profiles, and their values.',
    paths: /^\/realm\/profile_fields|profile_data$/,
  },
  {
    name: 'Users',
    description: 'Accounts, their profiles and roles.',
    paths: /^\/(users|unclaimed_people|merged_accounts)/,
  },
  {
    name: 'User groups',
    description: 'Groups of users, which messages mention and which settings name.',
    paths: /^\/user_groups/,
  },
  { name: 'Invitations', description: 'Links by which people join the organization.', paths: /^\/invites/ },
  {
    name: 'Bots',
    description: 'Accounts of programs, and the data that the server keeps for them.',
    paths: /^\/bot/,
  },
  { name: 'Video calls', description: 'Links to video calls.', paths: /^\/calls/ },
  { name: 'Custom emoji', description: "The organization's own emoji.", paths: /^\/realm\/emoji/ },
  {
    name: 'Linkifiers and playgrounds',
    description: 'Patterns that become links in messages, and sites that run code blocks.',
    paths: /^\/realm\/(linkifiers|filters|playgrounds)/,
  },
  {
    name: 'Organization',
    description: 'The settings of the organization, its pictures and its domains.',
    paths: /^\/realm/,
  },
  { name: 'Audit log', description: 'Who changed what in the organization.', paths: /^\/audit_log/ },
  { name: 'Exports', description: 'Archives of all data of the organization.', paths: /^\/export/ },
]

/** The tag of paths that the table does not have. A test refuses it for endpoints of the API. */
export const OTHER: Tag = { name: 'Other', description: 'Operations of no other group.' }

/** The tag of the operations of a path. */
export const tagOf = (path: string): Tag => TAGS.find(({ paths }) => paths.test(path)) ?? OTHER

/** The tags of these paths, in the order of the table. */
export function tagsOf(paths: readonly string[]): Tag[] {
  const used = new Set(paths.map((path) => tagOf(path).name))
  return [...TAGS, OTHER]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }))
}
