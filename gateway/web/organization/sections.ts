import type { ComponentType } from 'preact'
import type { OrganizationSection } from '../model/route.ts'
import { lazily } from '../parts/lazily.tsx'
import { ADMINISTRATOR, MEMBER, OWNER, roleOfReader } from '../store/derived/roles.ts'
import type { Store } from '../store/state/store.ts'

/** One page of the organization. */
export interface Section {
  readonly component: ComponentType
  /**
   * The least role to which the page says something. Default: to everybody, who then reads it. The server
   * tells guests nothing about some lists.
   */
  readonly seenBy?: SeenBy
}

export type SeenBy = 'owner' | 'administrator' | 'member'

const ROLES: Readonly<Record<SeenBy, number>> = { owner: OWNER, administrator: ADMINISTRATOR, member: MEMBER }

/** The pages by their names in the address. Each is fetched when it is opened. */
export const SECTIONS: Readonly<Record<OrganizationSection, Section>> = {
  profile: { component: lazily(async () => (await import('./general/profile.tsx')).Profile) },
  settings: { component: lazily(async () => (await import('./general/settings.tsx')).Settings) },
  permissions: { component: lazily(async () => (await import('./general/permissions.tsx')).Permissions) },
  joining: { component: lazily(async () => (await import('./general/joining.tsx')).Joining) },
  authentication: {
    component: lazily(async () => (await import('./authentication/authentication.tsx')).Authentication),
    seenBy: 'owner',
  },
  users: { component: lazily(async () => (await import('./people/users.tsx')).Users) },
  invitations: {
    component: lazily(async () => (await import('./people/invitations.tsx')).Invitations),
    seenBy: 'member',
  },
  announcements: {
    component: lazily(async () => (await import('./general/announcements.tsx')).Announcements),
  },
  moderation: { component: lazily(async () => (await import('./general/moderation.tsx')).Moderation) },
  defaults: { component: lazily(async () => (await import('./general/defaults.tsx')).Defaults) },
  'profile-fields': {
    component: lazily(async () => (await import('./lists/profile-fields.tsx')).ProfileFields),
  },
  bots: {
    component: lazily(async () => (await import('./lists/bots.tsx')).Bots),
    seenBy: 'administrator',
  },
  'default-channels': {
    component: lazily(async () => (await import('./lists/default-channels.tsx')).DefaultChannels),
    seenBy: 'member',
  },
  'channel-groups': {
    component: lazily(async () => (await import('./lists/channel-groups.tsx')).ChannelGroups),
    seenBy: 'member',
  },
  emoji: { component: lazily(async () => (await import('./lists/emoji.tsx')).Emoji) },
  exports: {
    component: lazily(async () => (await import('./lists/exports.tsx')).Exports),
    seenBy: 'administrator',
  },
  usage: {
    component: lazily(async () => (await import('./usage/usage.tsx')).Usage),
    seenBy: 'administrator',
  },
  'bring-history': {
    component: lazily(async () => (await import('./history/bring-history.tsx')).BringHistory),
    seenBy: 'owner',
  },
  'audit-log': {
    component: lazily(async () => (await import('./audit/audit-log.tsx')).AuditLog),
    seenBy: 'administrator',
  },
  domains: { component: lazily(async () => (await import('./lists/domains.tsx')).Domains) },
  linkifiers: { component: lazily(async () => (await import('./lists/linkifiers.tsx')).Linkifiers) },
  playgrounds: { component: lazily(async () => (await import('./lists/playgrounds.tsx')).Playgrounds) },
  deactivate: {
    component: lazily(async () => (await import('./general/deactivate.tsx')).Deactivate),
    seenBy: 'owner',
  },
}

/** Whether the reader sees a page. */
export function isShown(store: Store, section: OrganizationSection): boolean {
  const { seenBy } = SECTIONS[section]
  return seenBy === undefined || roleOfReader(store) <= ROLES[seenBy]
}
