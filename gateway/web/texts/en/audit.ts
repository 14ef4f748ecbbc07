import type { AuditTexts } from '../../model/audit-texts.ts'

const quoted = (name: string) => `“${name}”`

/** The texts of the audit log, fetched with its page. */
export const audit = {
  hint: 'Who changed what in the organization. Also who has logged in, and from where. Messages and what people set for themselves are not here.',
  list: 'Changes, the newest first',
  none: 'No changes',
  noneHint: 'Nobody has changed anything that fits the filter.',
  everybody: 'Everybody',
  everything: 'Everything',
  by: 'Changed by',
  kind: 'Kind',
  filters: (n) => (n === 0 ? 'Filters' : `Filters (${n})`),
  older: 'Show older changes',
  csv: 'Download as CSV',
  csvIsMade: 'Changes are being fetched…',
  csvName: 'audit-log.csv',
  csvColumns: ['Time', 'Changed by', 'Change', 'Kind', 'Id', 'Property', 'Former value', 'New value'],
  server: 'The server',
  kinds: {
    organization: 'Organization',
    user_default: 'Defaults of new people',
    user: 'People',
    bot: 'Bots',
    channel: 'Channels',
    channel_folder: 'Channel folders',
    user_group: 'User groups',
    default_channel_group: 'Groups of channels',
    profile_field: 'Profile fields',
    emoji: 'Emoji',
    linkifier: 'Linkifiers',
    playground: 'Code playgrounds',
    domain: 'Allowed domains',
    log_in_provider: 'Log-in providers',
    provisioning_token: 'Tokens of directories',
    invitation: 'Invitations',
    export: 'Exports',
    person_data: 'Data of people',
    history_import: 'Imports of histories',
    log_in: 'Log-ins',
  },
  created: (who, { kind, name }) => `${who} created ${object(kind, name)}.`,
  since: 'From',
  until: 'To',
  loggedIn: (who, from) => `${who} logged in with ${from}.`,
  refusedLogIn: (who, from) => `Somebody gave a wrong password for ${who}, with ${from}.`,
  refusedOtherwise: (who, how, from, reason) =>
    `Somebody could not log in${who === undefined ? '' : ` as ${who}`} by ${how}, with ${from}${reason === undefined ? '' : `: ${reason}`}.`,
  refusedLogOut: (how, from) => `A message of ${how} to end sessions was refused: ${from}.`,
  loggedInFrom: (device, address, method) =>
    `${device} from ${address}${method === undefined ? '' : `, by ${method}`}`,
  methods: {
    password: 'password',
    passkey: 'passkey',
    second_factor: 'second factor',
    session: 'a browser that was logged in',
    invitation: 'an invitation',
    device_code: 'device code',
  },
  refusals: {
    AUTHENTICATION_FAILED: 'wrong, or no such account',
    USER_DEACTIVATED: 'the account is deactivated',
    OTHER_METHOD_REQUIRED: 'the organization requires another way',
    PASSWORD_AUTH_DISABLED: 'a browser is needed',
    LOG_IN_EXPIRED: 'it had expired, or began in another browser',
    PROVIDER_UNAVAILABLE: 'the provider did not answer as it should',
    ADDRESS_NOT_CONFIRMED: 'the e-mail address is not confirmed',
    ADDRESS_MISSING: 'the provider tells no e-mail address',
    NO_ACCOUNT: 'there is no account',
    OTHER_IDENTITY: 'the account belongs to another person at the provider',
    INVITATION_REQUIRED: 'there is no invitation',
  },
  endedSessions: (who, name) => `${who} logged ${name} out everywhere.`,
  endedAllSessions: (who) => `${who} logged everybody out.`,
  tried: (who, name, person) =>
    `${who} tried the log-in with ${quoted(name)}${person === undefined ? '' : `, as ${person}`}.`,
  subscribed: (who, people, channel) => `${who} subscribed ${people} to ${quoted(channel)}.`,
  unsubscribed: (who, people, channel) => `${who} unsubscribed ${people} from ${quoted(channel)}.`,
  exported: (who, name) => `${who} exported the data of ${name}.`,
  merged: (who, name, into) => `${who} merged the account ${name} into ${into}`,
  erased: (who, name) => `${who} erased the data of ${name}.`,
  removed: (who, { kind, name }) => `${who} removed ${object(kind, name)}.`,
  ended: (who, { kind, name }) => `${who} deactivated ${object(kind, name)}.`,
  returned: (who, { kind, name }) => `${who} reactivated ${object(kind, name)}.`,
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : ` of ${object(kind, name)}`
    const how = values === undefined ? '' : ` from ${values.before} to ${values.after}`
    return `${who} changed ${quoted(property)}${where}${how}.`
  },
  moved: (who, list) => `${who} changed the order of ${quoted(list)}.`,
  added: (who, what, { kind, name }) => `${who} added ${what} to ${object(kind, name)}.`,
  taken: (who, what, { kind, name }) => `${who} removed ${what} from ${object(kind, name)}.`,
  on: 'on',
  off: 'off',
  empty: 'nothing',
  text: quoted,
  roles: { 100: 'Owner', 200: 'Administrator', 300: 'Moderator', 400: 'Member', 600: 'Guest' },
  properties: {
    token: 'Token of the former server',
    status: 'State',
    external_log_in: 'Log-in with a provider',
    gone_from_directory: 'Gone from the directory',
    subdomain: 'Subdomain',
    custom_host: 'Host',
    is_deactivated: 'Organization is deactivated',
    deletion_date: 'Day after which the data are deleted',
    icon: 'Icon',
    logo: 'Logo on light ground',
    night_logo: 'Logo on dark ground',
    email: 'E-mail address',
    full_name: 'Name',
    role: 'Role',
    bot_owner_id: 'Owner',
    avatar: 'Picture',
    api_key: 'API key',
    provisioned_by: 'Changed by the directory',
    can_create_users: 'May create accounts',
    can_change_user_emails: 'May change e-mail addresses',
    services: 'Service',
    channels: 'Channels',
    name: 'Name',
    description: 'Description',
    invite_only: 'Private',
    is_web_public: 'Web-public',
    is_archived: 'Archived',
    history_public_to_subscribers: 'Subscribers read older messages',
    message_retention_days: 'Days for which messages are kept',
    topics_policy: 'Topics',
    is_default: 'Default channel',
    folder_id: 'Folder',
    can_add_subscribers_group: 'Who may subscribe others',
    can_remove_subscribers_group: 'Who may unsubscribe others',
    can_administer_channel_group: 'Who may administer the channel',
    can_delete_any_message_group: 'Who may delete all messages',
    can_delete_own_message_group: 'Who may delete their own messages',
    can_move_messages_out_of_channel_group: 'Who may move messages to other channels',
    can_move_messages_within_channel_group: 'Who may move messages within the channel',
    can_send_message_group: 'Who may send messages',
    can_subscribe_group: 'Who may subscribe',
    can_resolve_topics_group: 'Who may resolve topics',
    can_add_members_group: 'Who may add members',
    can_join_group: 'Who may join',
    can_leave_group: 'Who may leave',
    can_manage_group: 'Who may manage the group',
    can_mention_group: 'Who may mention the group',
    can_remove_members_group: 'Who may remove members',
    allow_subdomains: 'Subdomains too',
    pattern: 'Pattern',
    url_template: 'Address',
    pygments_language: 'Language of code blocks',
    type: 'Type',
    hint: 'Hint',
    field_data: 'Values',
    display_in_profile_summary: 'Shown on cards',
    required: 'Required',
    editable_by_user: 'People may change it',
  },
} satisfies AuditTexts

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return 'the organization'
    case 'user_default':
      return 'the defaults of new people'
    case 'user':
      return `the account of ${name}`
    case 'bot':
      return `the bot ${name}`
    case 'channel':
      return `the channel ${quoted(name)}`
    case 'channel_folder':
      return `the channel folder ${quoted(name)}`
    case 'user_group':
      return `the group ${quoted(name)}`
    case 'default_channel_group':
      return `the group of channels ${quoted(name)}`
    case 'profile_field':
      return `the profile field ${quoted(name)}`
    case 'emoji':
      return `the emoji :${name}:`
    case 'linkifier':
      return `the linkifier ${quoted(name)}`
    case 'playground':
      return `the code playground ${quoted(name)}`
    case 'log_in_provider':
      return `the log-in provider ${quoted(name)}`
    case 'provisioning_token':
      return `the token of the directory ${quoted(name)}`
    case 'domain':
      return `the allowed domain ${name}`
    case 'invitation':
      return name === '' ? 'a reusable invitation' : `the invitation of ${name}`
    case 'export':
      return 'an export'
    case 'log_in':
      return `the log-in of ${name}`
    case 'history_import':
      return `the import of ${quoted(name)}`
    case 'person_data':
      return `the data of ${name}`
  }
}
