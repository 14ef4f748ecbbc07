import type { RealmView } from './view.ts'

/** Whether web-public channels are open to whoever comes without an account (setting enable_spectator_access). */
export const letsSpectatorsIn = (realm: Pick<RealmView, 'record'>): boolean =>
  realm.record.settings.enable_spectator_access
