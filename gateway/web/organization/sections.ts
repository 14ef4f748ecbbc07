import type { ComponentType } from 'preact'
import type { OrganizationSection } from '../model/route.ts'
import { lazily } from '../parts/lazily.tsx'
import { GUEST, isAdministrator, isOwner, MEMBER, roleOfReader } from '../store/derived/roles.ts'
import type { Store } from '../store/state/store.ts'

/** One page of the organization. */
export interface Section {
  readonly component: ComponentType
  /** Whether the page says something to the reader. Default: to everybody, who then reads it. */
  readonly isFor?: (store: Store) => boolean
}

/** The server tells guests nothing about some lists. */
const isNoGuest = (store: Store): boolean => roleOfReader(store) <= MEMBER

/** The pages by their names in the address. Each is fetched when it is opened. */
export const SECTIONS: Readonly<Record<OrganizationSection, Section>> = {
  profile: { component: lazily(async () => (await import('./general/profile.tsx')).Profile) },
  settings: { component: lazily(async () => (await import('./general/settings.tsx')).Settings) },
  permissions: { component: lazily(async () => (await import('./general/permissions.tsx')).Permissions) },
  joining: { component: lazily(async () => (await import('./general/joining.tsx')).Joining) },
  authentication: {
    component: lazily(async () => (await import('./authentication/authentication.tsx')).Authentication),
    isFor: isOwner,
  },
  users: { component: lazily(async () => (await import('./people/users.tsx')).Users) },
  invitations: {
    component: lazily(async () => (await import('./people/invitations.tsx')).Invitations),
    isFor: (store) => roleOfReader(store) < GUEST,
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
    isFor: isAdministrator,
  },
  'default-channels': {
    component: lazily(async () => (await import('./lists/default-channels.tsx')).DefaultChannels),
    isFor: isNoGuest,
  },
  'channel-groups': {
    component: lazily(async () => (await import('./lists/channel-groups.tsx')).ChannelGroups),
    isFor: isNoGuest,
  },
  emoji: { component: lazily(async () => (await import('./lists/emoji.tsx')).Emoji) },
  exports: {
    component: lazily(async () => (await import('./lists/exports.tsx')).Exports),
    isFor: isAdministrator,
  },
  usage: {
    component: lazily(async () => (await import('./usage/usage.tsx')).Usage),
    isFor: isAdministrator,
  },
  'bring-history': {
    component: lazily(async () => (await import('./history/bring-history.tsx')).BringHistory),
    isFor: isOwner,
  },
  'audit-log': {
    component: lazily(async () => (await import('./audit/audit-log.tsx')).AuditLog),
    isFor: isAdministrator,
  },
  domains: { component: lazily(async () => (await import('./lists/domains.tsx')).Domains) },
  linkifiers: { component: lazily(async () => (await import('./lists/linkifiers.tsx')).Linkifiers) },
  playgrounds: { component: lazily(async () => (await import('./lists/playgrounds.tsx')).Playgrounds) },
  deactivate: {
    component: lazily(async () => (await import('./general/deactivate.tsx')).Deactivate),
    isFor: isOwner,
  },
}
