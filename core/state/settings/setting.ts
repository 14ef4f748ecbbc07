import type { ChannelId } from '../../platform/ids.ts'
import type { PermissionRule } from '../groups/permission-settings.ts'
import type { GroupSetting } from '../groups/setting.ts'
import type { SystemGroup, SystemGroupIds } from '../groups/system.ts'

/** The values that a setting can have, as the wire has them. */
export type Shape =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'code'; readonly codes: readonly number[] }
  /** One of the options that the register response lists with their names. */
  | { readonly kind: 'option'; readonly options: Options }
  /**
   * At most `max` code points; not blank when `isRequired`; without invisible characters when `isLine`.
   * Markdown when `isMarkdown`.
   */
  | {
      readonly kind: 'text'
      readonly max: number
      readonly isRequired: boolean
      readonly isLine: boolean
      readonly isMarkdown?: true
    }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A positive integer or "unlimited", which is stored and sent as the value `unlimited`. */
  | { readonly kind: 'limit'; readonly unlimited: null | -1 }
  /** A URL, or "default", which is stored and sent as null. */
  | { readonly kind: 'server-url'; readonly max: number }
  | { readonly kind: 'language' }
  /** The id of a channel; -1 for none. */
  | { readonly kind: 'channel' }
  /** Authentication methods by name, with whether each is enabled. */
  | { readonly kind: 'methods' }
  | { readonly kind: 'group'; readonly rule: PermissionRule }

/** Codes by a key for clients, each with a name for people. */
export type Options = Readonly<Record<string, { readonly name: string; readonly id: number }>>

interface Rules {
  /** A value that clients may send, for the API reference. Absent where the kind of value shows it. */
  readonly example?: string | number
  /** `owner`: only owners may change it. */
  readonly by?: 'owner'
  /** The event of a change. Default: `realm/update`. */
  readonly event?: 'update_dict'
  /** A second name on the wire. */
  readonly twin?: string
  /** The server determines the value; clients cannot change it. */
  readonly isFixed?: true
}

/** One row of the table of settings. */
export interface Setting<T = unknown> extends Rules {
  /** The meaning of the setting, in sentences for the API reference. */
  readonly description: string
  readonly shape: Shape
  /** The value in a new organization. */
  readonly default: (groups: SystemGroupIds) => T
}

/** The largest integer that all clients and the database accept. */
const MAX_INTEGER = 2_147_483_647

const setting = <T>(description: string, shape: Shape, value: T, rules: Rules = {}): Setting<T> => ({
  description,
  shape,
  default: () => value,
  ...rules,
})

export const boolean = (description: string, value: boolean, rules?: Rules): Setting<boolean> =>
  setting(description, { kind: 'boolean' }, value, rules)

export const code = (
  description: string,
  value: number,
  codes: readonly number[],
  rules?: Rules,
): Setting<number> => setting(description, { kind: 'code', codes }, value, rules)

export const option = (description: string, value: number, options: Options): Setting<number> =>
  setting(description, { kind: 'option', options }, value)

export const integer = (description: string, value: number, min: number, rules?: Rules): Setting<number> =>
  setting(description, { kind: 'integer', min, max: MAX_INTEGER }, value, rules)

export const text = (description: string, max: number, rules?: Rules): Setting<string> =>
  setting(description, { kind: 'text', max, isRequired: false, isLine: false }, '', rules)

/** A text with the syntax of messages, so an import maps the ids and addresses in it. */
export const markdown = (description: string, max: number, rules?: Rules): Setting<string> =>
  setting(description, { kind: 'text', max, isRequired: false, isLine: false, isMarkdown: true }, '', rules)

/** A required text for titles and mails, without invisible characters. */
export const title = (description: string, max: number, rules?: Rules): Setting<string> =>
  setting(description, { kind: 'text', max, isRequired: true, isLine: true }, '', rules)

export const choice = <const V extends string>(
  description: string,
  values: readonly [V, ...V[]],
  rules?: Rules,
): Setting<V> => setting(description, { kind: 'choice', values }, values[0], rules)

/** A number of seconds; null for no limit. */
export const seconds = (description: string, value: number, rules?: Rules): Setting<number | null> =>
  setting(description, { kind: 'limit', unlimited: null }, value, rules)

/** A number of days; -1, the default, for no limit. */
export const days = (description: string, rules?: Rules): Setting<number> =>
  setting(description, { kind: 'limit', unlimited: -1 }, -1, rules)

export const serverUrl = (description: string, max: number): Setting<string | null> =>
  setting(description, { kind: 'server-url', max }, null)

export const language = (description: string, value: string): Setting<string> =>
  setting(description, { kind: 'language' }, value)

/** A channel; none by default. */
export const channel = (description: string, rules?: Rules): Setting<ChannelId | -1> =>
  setting(description, { kind: 'channel' }, -1, rules)

export const methods = (
  description: string,
  value: Readonly<Record<string, boolean>>,
  rules?: Rules,
): Setting<Readonly<Record<string, boolean>>> => setting(description, { kind: 'methods' }, value, rules)

export const group = (rule: PermissionRule, rules: Rules = {}): Setting<GroupSetting> => ({
  description: rule.description,
  shape: { kind: 'group', rule },
  default: (groups) => groups[rule.default_group_name as SystemGroup],
  event: 'update_dict',
  ...rules,
})
