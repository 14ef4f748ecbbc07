import { CHANNEL_GROUP_WIRE_NAMES } from '../channels/group-settings.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { GroupRecord } from '../groups/record.ts'
import type { RealmLists } from '../realm/lists.ts'
import type { LogInProvider } from '../realm/log-in-provider.ts'
import type { RealmRecord } from '../realm/record.ts'
import type { UserRecord } from '../users/record.ts'
import { allSettings } from '../users/settings.ts'
import { type Description, named } from './compare.ts'

/** Settings, pictures, names and the end of the organization. */
export const ORGANIZATION: Description<RealmRecord> = {
  kind: 'organization',
  id: () => null,
  name: ({ settings }) => settings.name,
  properties: (realm) => ({ ...ofRealm(realm), ...realm.settings, ...realm.images }),
  hidden: new Set(['icon', 'logo', 'night_logo']),
}

const ofRealm = named<RealmRecord>({
  id: null,
  subdomain: 'subdomain',
  customHost: 'custom_host',
  isDeactivated: 'is_deactivated',
  deletionDate: 'deletion_date',
  createdAt: null,
  userSettingsDefaults: null,
  systemGroups: null,
  settings: null,
  drawsPictures: null,
  images: null,
  fullMembersAt: null,
  isPushEnabled: null,
  maxRequestsPerMinute: null,
  usesWebPush: null,
})

/** The default settings of new people. */
export const USER_DEFAULTS: Description<RealmRecord> = {
  kind: 'user_default',
  id: () => null,
  name: () => '',
  properties: ({ userSettingsDefaults }) => ({ ...allSettings(userSettingsDefaults) }),
}

const ofUser = named<UserRecord>({
  id: null,
  email: null,
  deliveryEmail: 'email',
  fullName: 'full_name',
  role: 'role',
  isActive: 'is_active',
  isBot: null,
  isSystemBot: null,
  botType: null,
  botOwnerId: 'bot_owner_id',
  timezone: null,
  avatarPath: null,
  hasDrawnAvatar: null,
  avatarVersion: 'avatar',
  keyVersion: 'api_key',
  sessionVersion: null,
  hasAuthenticator: 'authenticator',
  passkeyCount: 'passkeys',
  mergedIntoId: 'merged_into',
  canCreateUsers: 'can_create_users',
  canChangeUserEmails: 'can_change_user_emails',
  dateJoined: null,
  settings: null,
})

/** Properties that people change for themselves. Only changes by somebody else are audited. */
export const OWN_PROPERTIES: ReadonlySet<string> = new Set(['email', 'full_name', 'avatar', 'api_key'])

/** An account. Its address may be hidden from administrators, so the log has none. */
export const accountDescription = ({ isBot }: UserRecord): Description<UserRecord> => ({
  kind: isBot ? 'bot' : 'user',
  id: ({ id }) => id,
  name: ({ fullName }) => fullName,
  properties: ofUser,
  hidden: new Set(['email', 'avatar', 'api_key']),
})

export const CHANNEL: Description<ChannelRecord> = {
  kind: 'channel',
  id: ({ id }) => id,
  name: ({ name }) => name,
  properties: named<ChannelRecord>({
    id: null,
    name: 'name',
    description: 'description',
    renderedDescription: null,
    createdAt: null,
    creatorId: null,
    isPrivate: 'invite_only',
    isWebPublic: 'is_web_public',
    isArchived: 'is_archived',
    historyPublicToSubscribers: 'history_public_to_subscribers',
    messageRetentionDays: 'message_retention_days',
    topicsPolicy: 'topics_policy',
    firstMessageId: null,
    isDefault: 'is_default',
    folderId: 'folder_id',
    weeklyTraffic: null,
    isRecentlyActive: null,
    ...CHANNEL_GROUP_WIRE_NAMES,
  }),
}

const ofGroup = named<GroupRecord>({
  id: null,
  name: 'name',
  description: 'description',
  isSystemGroup: null,
  isDeactivated: 'deactivated',
  creatorId: null,
  dateCreated: null,
  settings: null,
})

export const USER_GROUP: Description<GroupRecord> = {
  kind: 'user_group',
  id: ({ id }) => id,
  name: ({ name }) => name,
  properties: (group) => ({ ...ofGroup(group), ...group.settings }),
}

const ofProvider = named<LogInProvider>({
  id: null,
  kind: 'kind',
  name: 'name',
  displayName: 'display_name',
  isEnabled: 'enabled',
  settings: null,
  secrets: 'secrets',
})

/** The lists of an organization. */
export const LISTS: { readonly [Name in keyof RealmLists]: Description<RealmLists[Name][number]> } = {
  domains: {
    kind: 'domain',
    id: () => null,
    name: ({ domain }) => domain,
    properties: named({ domain: null, allow_subdomains: 'allow_subdomains' }),
  },
  linkifiers: {
    kind: 'linkifier',
    id: ({ id }) => id,
    name: ({ pattern }) => pattern,
    properties: named({ id: null, pattern: 'pattern', urlTemplate: 'url_template' }),
  },
  playgrounds: {
    kind: 'playground',
    id: ({ id }) => id,
    name: ({ name }) => name,
    properties: named({
      id: null,
      name: 'name',
      pygments_language: 'pygments_language',
      url_template: 'url_template',
    }),
  },
  emoji: {
    kind: 'emoji',
    id: ({ id }) => id,
    name: ({ name }) => name,
    properties: named({
      id: null,
      name: 'name',
      authorId: null,
      isDeactivated: 'deactivated',
      fileName: null,
      isAnimated: null,
    }),
  },
  defaultChannelGroups: {
    kind: 'default_channel_group',
    id: ({ id }) => id,
    name: ({ name }) => name,
    properties: named({ id: null, name: 'name', description: 'description', channels: 'channels' }),
  },
  logInProviders: {
    kind: 'log_in_provider',
    id: ({ id }) => id,
    name: ({ displayName }) => displayName,
    properties: (provider) => ({ ...ofProvider(provider), ...provider.settings }),
    hidden: new Set(['secrets']),
  },
}
