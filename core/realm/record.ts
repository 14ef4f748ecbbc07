import type { SystemGroupIds } from '../groups/system.ts'
import type { RealmId } from '../ids.ts'
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
  readonly systemGroups: SystemGroupIds
  readonly settings: RealmSettings
}
