import type { RealmId } from '../../platform/ids.ts'
import type { FullMembership } from '../groups/directory.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import type { RealmSettings } from '../settings/settings.ts'
import { type StoredSettings, settingsOf, type UserSettings } from '../users/settings.ts'
import type { RealmImages } from './images.ts'

/** An organization in memory (spec.md "Resources and their fields", realm settings). */
export interface RealmRecord {
  readonly id: RealmId
  /** First label of the organization's host under ROOT_URL's host; empty for the root organization. */
  readonly subdomain: string
  /** An additional host name besides the subdomain; null without one. */
  readonly customHost: string | null
  readonly isDeactivated: boolean
  /** The UTC day after which the data of a deactivated organization are deleted; null for never. */
  readonly deletionDate: string | null
  /** Unix seconds. */
  readonly createdAt: number
  /** The default settings of new accounts. */
  readonly userSettingsDefaults: UserSettings
  readonly systemGroups: SystemGroupIds
  readonly settings: RealmSettings
  /** Whether this server draws placeholder pictures. Default: Gravatar serves them. */
  readonly drawsPictures?: boolean
  readonly images: RealmImages
  /** Milliseconds since 1970. People whose waiting period had passed by then are full members. */
  readonly fullMembersAt: number
  /** Whether the server has the credentials of a push service for apps. */
  readonly isPushEnabled: boolean
  /** Whether a browser was ever registered for Web Push. */
  readonly usesWebPush: boolean
  /** Requests of its people that are answered in a minute; null without a limit of the operator. */
  readonly maxRequestsPerMinute: number | null
}

/** Whether any device may show notifications. Without one, nothing is pushed and nothing is to be removed. */
export const mayNotifyDevices = ({ isPushEnabled, usesWebPush }: RealmRecord): boolean =>
  isPushEnabled || usesWebPush

export const fullMembershipOf = ({ settings, fullMembersAt }: RealmRecord): FullMembership => ({
  waitingDays: settings.waiting_period_threshold,
  at: fullMembersAt,
})

/** Whether guests can see all users (spec.md, feature level 228), as in most organizations. */
export const canGuestsSeeAllUsers = ({ settings, systemGroups }: RealmRecord): boolean =>
  settings.can_access_all_users_group === systemGroups['role:everyone']

/**
 * An organization as the database and the log store it: with the settings that differ from their defaults.
 */
export type StoredRealm = Omit<RealmRecord, 'userSettingsDefaults'> & {
  readonly userSettingsDefaults: StoredSettings
}

/**
 * Reads an organization from an entry of the log. Fields and settings that the entry does not have keep their
 * values.
 */
export const realmFromLog = (logged: StoredRealm, known: RealmRecord): RealmRecord =>
  realmOf({
    ...known,
    ...logged,
    systemGroups: { ...known.systemGroups, ...logged.systemGroups },
    settings: { ...known.settings, ...logged.settings },
    images: { ...known.images, ...logged.images },
  })

export const realmOf = (stored: StoredRealm): RealmRecord => ({
  ...stored,
  userSettingsDefaults: settingsOf(stored.userSettingsDefaults),
})
