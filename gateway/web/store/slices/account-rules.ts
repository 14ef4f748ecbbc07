import { type Rules, rules } from './rules.ts'

/** The settings of the organization that decide about changes of accounts and bots. */
const NAMES = [
  'avatar_changes_disabled',
  'can_create_bots_group',
  'can_create_write_only_bots_group',
  'email_changes_disabled',
  'name_changes_disabled',
] as const

export type AccountRules = Rules<(typeof NAMES)[number]>

export const accountRules = rules(NAMES)
