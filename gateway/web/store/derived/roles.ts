import type { Store } from '../state/store.ts'

/** The roles of the wire. Lower codes have more permissions. */
export const OWNER = 100
export const ADMINISTRATOR = 200
export const MODERATOR = 300

/** The reader's role. */
export const roleOfReader = (store: Store): number =>
  store.people.value.get(store.me)?.role ?? Number.POSITIVE_INFINITY

/** Whether the reader administrates the organization. */
export const isAdministrator = (store: Store): boolean => roleOfReader(store) <= ADMINISTRATOR

/** Whether the reader is an owner of the organization. */
export const isOwner = (store: Store): boolean => roleOfReader(store) <= OWNER
