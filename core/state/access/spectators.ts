import type { RealmView } from '../realm/view.ts'

/**
 * Whether spectators, who have no account, may read web-public channels (setting enable_spectator_access).
 */
export const allowsSpectators = (realm: Pick<RealmView, 'record'>): boolean =>
  realm.record.settings.enable_spectator_access
