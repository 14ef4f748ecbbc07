import { escaped } from './fragment.ts'
import { wordOf } from './link-tail.ts'
import { idsOf, type NarrowRoute, parseNarrow } from './narrow-address.ts'

export { hashOf } from './narrow-address.ts'

/** The parts of the reader's settings. */
export const SETTINGS_SECTIONS = [
  'profile',
  'account',
  'security',
  'preferences',
  'notifications',
  'alert-words',
  'topics',
  'muted-users',
  'uploads',
  'bots',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** The pages that administer the organization, in the groups and the order of their list. */
export const ORGANIZATION_GROUPS = {
  organization: [
    'profile',
    'settings',
    'permissions',
    'joining',
    'authentication',
    'announcements',
    'moderation',
    'deactivate',
  ],
  people: ['users', 'invitations', 'bots', 'defaults', 'profile-fields', 'domains'],
  channels: ['default-channels', 'channel-groups'],
  content: ['emoji', 'linkifiers', 'playgrounds'],
  data: ['usage', 'exports', 'bring-history', 'audit-log'],
} as const
export type OrganizationGroup = keyof typeof ORGANIZATION_GROUPS
export type OrganizationSection = (typeof ORGANIZATION_GROUPS)[OrganizationGroup][number]
export const ORGANIZATION_SECTIONS: readonly OrganizationSection[] = Object.values(ORGANIZATION_GROUPS).flat()

/** The parts of a channel's own view. */
export const CHANNEL_PARTS = ['general', 'topics', 'permissions', 'personal', 'subscribers'] as const
export type ChannelPart = (typeof CHANNEL_PARTS)[number]

/** The parts of the page of a group. */
export const GROUP_PARTS = ['general', 'members', 'permissions'] as const
export type GroupPart = (typeof GROUP_PARTS)[number]

/** The channels that a list of channels shows. */
export const CHANNEL_LISTS = ['all', 'subscribed', 'notsubscribed', 'archived'] as const
export type ChannelList = (typeof CHANNEL_LISTS)[number]

/** The groups that the list of groups shows, as addresses name them. */
export const GROUP_LISTS = ['all', 'your', 'system', 'deactivated'] as const
export type GroupList = (typeof GROUP_LISTS)[number]

/** Dialogs that have an address. They open above the view that is shown. */
const DIALOGS = {
  'keyboard-shortcuts': 'keys',
  'message-formatting': 'formatting',
  'search-operators': 'operators',
  'about-zulip': 'about',
  about: 'about',
  invite: 'invite',
} as const
export type AddressedDialog = (typeof DIALOGS)[keyof typeof DIALOGS]

/** The place that the fragment of the address names. */
export type Route =
  /** The first view: the inbox, on phones the sidebar. */
  | { readonly view: 'start' }
  | { readonly view: 'inbox' }
  | { readonly view: 'recent' }
  | { readonly view: 'drafts' }
  | { readonly view: 'scheduled' }
  | { readonly view: 'reminders' }
  | { readonly view: 'channels'; readonly list: ChannelList }
  | { readonly view: 'channel'; readonly id: number; readonly part: ChannelPart }
  | { readonly view: 'new-channel' }
  | { readonly view: 'folders' }
  | { readonly view: 'begin' }
  | { readonly view: 'user'; readonly id: number }
  | { readonly view: 'groups'; readonly list: GroupList }
  | { readonly view: 'new-group' }
  | { readonly view: 'group'; readonly id: number; readonly part: GroupPart }
  | { readonly view: 'settings'; readonly section: SettingsSection }
  /** Without a section: the first one, on phones the list of sections. */
  | { readonly view: 'organization'; readonly section: OrganizationSection | undefined }
  | { readonly view: 'dialog'; readonly dialog: AddressedDialog }
  | NarrowRoute

/** Parses `#narrow/channel/2-Verona/topic/x/near/15` and similar fragments. */
export function parseRoute(hash: string): Route {
  const fragment = hash.replace(/^#\/?/, '')
  const [start = '', ...segments] = withSlashes(fragment).split('/')
  const first = wordOf(start).toLowerCase()
  switch (first) {
    case '':
    case 'conversations':
      return { view: 'start' }
    case 'inbox':
      return { view: 'inbox' }
    case 'topics':
    case 'recent_topics':
      return { view: 'recent' }
    case 'recent':
    case 'drafts':
    case 'scheduled':
    case 'reminders':
      return { view: first }
    case 'channels':
    case 'streams':
    case 'subscriptions':
      return parseChannels(segments)
    case 'begin':
      return { view: 'begin' }
    case 'user':
      return parseUser(segments)
    case 'groups':
      return parseGroups(segments)
    case 'feed':
    case 'all_messages':
      return { view: 'messages', narrow: { kind: 'feed' } }
    case 'settings':
      return { view: 'settings', section: settingsSection(segments[0]) }
    case 'organization':
      return parseOrganization(segments)
    case 'narrow':
      return parseNarrow(segments)
    default:
      return Object.hasOwn(DIALOGS, first)
        ? { view: 'dialog', dialog: DIALOGS[first as keyof typeof DIALOGS] }
        : { view: 'unknown' }
  }
}

/** Some programs encode the whole address, with the slashes between its parts, once or several times. */
function withSlashes(fragment: string): string {
  const again = /%((?:25)*)2F/i.exec(fragment)?.[1]
  if (fragment.includes('/') || again === undefined) return fragment
  let decoded = fragment
  for (let times = again.length / 2; times >= 0; times--) decoded = decoded.replaceAll('%25', '%')
  return decoded.replace(/%2F/gi, '/')
}

/** Parses `#channels/subscribed`, `#channels/2/Verona/personal` and similar fragments. */
function parseChannels([first = '', _name, part]: readonly string[]): Route {
  if (first === 'new') return { view: 'new-channel' }
  if (first === 'folders') return { view: 'folders' }
  const id = idsOf(first)[0]
  if (id === undefined)
    return { view: 'channels', list: CHANNEL_LISTS.find((list) => list === knownAs(first)) ?? 'all' }
  return { view: 'channel', id, part: CHANNEL_PARTS.find((one) => one === part) ?? 'general' }
}

/** Newer clients call the channels that one can join available. */
const knownAs = (list: string): string => (list === 'available' ? 'notsubscribed' : list)

function parseUser([first = '']: readonly string[]): Route {
  const id = idsOf(first)[0]
  return id === undefined ? { view: 'unknown' } : { view: 'user', id }
}

/** Parses `#groups`, `#groups/42/stage-crew/members` and similar fragments. */
function parseGroups([first = '', _name, part]: readonly string[]): Route {
  if (first === 'new') return { view: 'new-group' }
  const id = idsOf(first)[0]
  if (id === undefined) return { view: 'groups', list: GROUP_LISTS.find((list) => list === first) ?? 'all' }
  return { view: 'group', id, part: GROUP_PARTS.find((one) => one === part) ?? 'general' }
}

/** The names of sections in links of this family. */
const SECTION_NAMES: Readonly<Record<string, SettingsSection>> = {
  'account-and-privacy': 'account',
  'your-account': 'account',
  'display-settings': 'preferences',
  'muted-topics': 'topics',
  'uploaded-files': 'uploads',
  'your-bots': 'bots',
}

/** The profile for an unknown name. */
function settingsSection(name = ''): SettingsSection {
  const known = SECTION_NAMES[name] ?? name
  return SETTINGS_SECTIONS.find((section) => section === known) ?? 'profile'
}

const ORGANIZATION_NAMES: Readonly<Record<string, OrganizationSection>> = {
  'organization-profile': 'profile',
  'bot-list-admin': 'bots',
  'profile-field-settings': 'profile-fields',
  'data-exports-admin': 'exports',
  'default-channels-list': 'default-channels',
  'emoji-settings': 'emoji',
  'linkifier-settings': 'linkifiers',
  'playground-settings': 'playgrounds',
  'organization-level-user-defaults': 'defaults',
  'organization-permissions': 'permissions',
  'organization-settings': 'settings',
  'auth-methods': 'joining',
  'user-list-admin': 'users',
  'deactivated-users-admin': 'users',
  'invites-list-admin': 'invitations',
  'filter-settings': 'linkifiers',
}

/** Parses `#organization/users/invitations` and similar fragments. */
function parseOrganization([first = '', second = '']: readonly string[]): Route {
  if (first === 'channel-folders') return { view: 'folders' }
  if (first === 'user-groups-admin') return { view: 'groups', list: 'all' }
  const isInvitations = first === 'users' && second === 'invitations'
  return { view: 'organization', section: organizationSection(isInvitations ? second : first) }
}

/** Undefined for an unknown name. */
function organizationSection(name = ''): OrganizationSection | undefined {
  const known = ORGANIZATION_NAMES[name] ?? name
  return ORGANIZATION_SECTIONS.find((section) => section === known)
}

/** The place of an address of messages if numbers in it are names, as of a channel with the name `2024`. */
export function parseByName(hash: string): NarrowRoute {
  const [first = '', ...segments] = withSlashes(hash.replace(/^#\/?/, '')).split('/')
  return first.toLowerCase() === 'narrow' ? parseNarrow(segments, false) : { view: 'unknown' }
}

/** The address of a channel's own view. Only the id counts. */
export const channelHash = (id: number, name: string, part: ChannelPart = 'general'): string =>
  `#channels/${id}/${escaped(name.replaceAll(' ', '-'))}/${part}`

/** The address of the page of a group. Only the id counts. */
export const groupHash = (id: number, name: string, part: GroupPart = 'general'): string =>
  `#groups/${id}/${escaped(name.replaceAll(' ', '-'))}/${part}`
