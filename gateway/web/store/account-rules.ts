import { type Rules, rules } from './rules.ts'
import type { Store } from './store.ts'

/** The settings of the organization that decide what people may change about their accounts and bots. */
const NAMES = [
  'avatar_changes_disabled',
  'can_create_bots_group',
  'can_create_write_only_bots_group',
  'email_changes_disabled',
  'name_changes_disabled',
] as const

export type AccountRules = Rules<(typeof NAMES)[number]>

export const accountRules = rules(NAMES)

/** Roles of the wire with a code up to this one administrate the organization. */
const ADMINISTRATOR = 200

/** Whether the reader administrates the organization. */
export const isAdministrator = (store: Store): boolean =>
  (store.people.value.get(store.me)?.role ?? Number.POSITIVE_INFINITY) <= ADMINISTRATOR
