import type { GroupSetting } from '../groups/setting.ts'
import type { SystemGroup, SystemGroupIds } from '../groups/system.ts'
import type { ChannelId } from '../ids.ts'

/** What values a setting takes, as the wire has them. */
export type Shape =
  | { readonly kind: 'boolean' }
  /** One of `values`, or, without them, not below `min`. */
  | { readonly kind: 'integer'; readonly values?: readonly number[]; readonly min: number }
  /** At most `max` code points; not blank when `isRequired`. */
  | { readonly kind: 'text'; readonly max: number; readonly isRequired: boolean }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  /** A positive integer or "unlimited", which is kept and told as the value given here. */
  | { readonly kind: 'limit'; readonly unlimited: null | -1 }
  /** An address, or "default", which is kept and told as null. */
  | { readonly kind: 'server-url'; readonly max: number }
  | { readonly kind: 'language' }
  /** Id of a channel; -1 for none. */
  | { readonly kind: 'channel' }
  /** Ways to log in: whether each is enabled, by its name. */
  | { readonly kind: 'methods' }
  /** A group setting. */
  | { readonly kind: 'group' }

interface Options {
  /** `owner`: administrators may not change it. */
  readonly by?: 'owner'
  /** The event that tells of a change, as clients know it; `realm/update` unless said otherwise. */
  readonly event?: 'update_dict'
  /** Another name that it goes by on the wire. */
  readonly twin?: string
  /** The server decides it; clients are told. */
  readonly isFixed?: true
}

/** One row of the table of settings. */
export interface Setting<T = unknown> extends Options {
  readonly shape: Shape
  /** What an organization begins with. */
  readonly default: (groups: SystemGroupIds) => T
}

const setting = <T>(shape: Shape, value: T, options: Options = {}): Setting<T> => ({
  shape,
  default: () => value,
  ...options,
})

export const boolean = (value: boolean, options?: Options): Setting<boolean> =>
  setting({ kind: 'boolean' }, value, options)

export const oneOf = (value: number, values: readonly number[], options?: Options): Setting<number> =>
  setting({ kind: 'integer', values, min: Math.min(...values) }, value, options)

export const integer = (value: number, min: number, options?: Options): Setting<number> =>
  setting({ kind: 'integer', min }, value, options)

export const text = (max: number, isRequired = false): Setting<string> =>
  setting({ kind: 'text', max, isRequired }, '')

export const choice = <const V extends string>(values: readonly [V, ...V[]], options?: Options): Setting<V> =>
  setting({ kind: 'choice', values }, values[0], options)

/** Null for no limit. */
export const seconds = (value: number, options?: Options): Setting<number | null> =>
  setting({ kind: 'limit', unlimited: null }, value, options)

/** For ever, -1, unless changed. */
export const days = (options?: Options): Setting<number> =>
  setting({ kind: 'limit', unlimited: -1 }, -1, options)

export const serverUrl = (max: number): Setting<string | null> => setting({ kind: 'server-url', max }, null)

export const language = (value: string): Setting<string> => setting({ kind: 'language' }, value)

/** None unless changed. */
export const channel = (options?: Options): Setting<ChannelId | -1> =>
  setting({ kind: 'channel' }, -1, options)

export const methods = (
  value: Readonly<Record<string, boolean>>,
  options?: Options,
): Setting<Readonly<Record<string, boolean>>> => setting({ kind: 'methods' }, value, options)

export const group = (name: SystemGroup, options: Options = {}): Setting<GroupSetting> => ({
  shape: { kind: 'group' },
  default: (groups) => groups[name],
  event: 'update_dict',
  ...options,
})
