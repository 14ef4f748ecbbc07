import type { RealmId } from '../../platform/ids.ts'
import type { FullMembership } from '../groups/directory.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import { type StoredSettings, settingsOf, type UserSettings } from '../users/settings.ts'
import type { RealmImages } from './images.ts'
import type { RealmSettings } from './settings.ts'

/** What every process keeps of an organization (spec.md "Resources and their fields", realm settings). */
export interface RealmRecord {
  readonly id: RealmId
  /** First label of the organization's host under ROOT_URL's host; empty for the root organization. */
  readonly subdomain: string
  /** A host name of its own, answered besides the subdomain; null when it has none. */
  readonly customHost: string | null
  readonly isDeactivated: boolean
  /** Unix seconds. */
  readonly createdAt: number
  /** Settings that people begin with when they join. */
  readonly userSettingsDefaults: UserSettings
  readonly systemGroups: SystemGroupIds
  readonly settings: RealmSettings
  /** This server draws what stands for a picture that nobody has uploaded. Default: Gravatar does. */
  readonly drawsPictures?: boolean
  readonly images: RealmImages
  /** Milliseconds since 1970: whose waiting period had passed by then is a full member. */
  readonly fullMembersAt: number
  /** Whether devices can be notified: the server has the credentials of a push service. */
  readonly isPushEnabled: boolean
}

export const fullMembershipOf = ({ settings, fullMembersAt }: RealmRecord): FullMembership => ({
  waitingDays: settings.waiting_period_threshold,
  at: fullMembersAt,
})

/** Whether guests may know of everyone (spec.md, feature level 228), as in most organizations. */
export const doGuestsKnowAll = ({ settings, systemGroups }: RealmRecord): boolean =>
  settings.can_access_all_users_group === systemGroups['role:everyone']

/** A record as the database or the log has it: of its settings what differs from the defaults. */
export type StoredRealm = Omit<RealmRecord, 'userSettingsDefaults'> & {
  readonly userSettingsDefaults: StoredSettings
}

/** The realm that an entry of the log tells of. What the entry does not know, also of settings, is as it was known. */
export const realmTold = (told: StoredRealm, known: RealmRecord): RealmRecord =>
  realmOf({
    ...known,
    ...told,
    systemGroups: { ...known.systemGroups, ...told.systemGroups },
    settings: { ...known.settings, ...told.settings },
    images: { ...known.images, ...told.images },
  })

export const realmOf = (stored: StoredRealm): RealmRecord => ({
  ...stored,
  userSettingsDefaults: settingsOf(stored.userSettingsDefaults),
})
