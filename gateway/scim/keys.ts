import type { Filter } from './filter.ts'

/** An attribute in lower case, and the text that it has or begins with. */
export interface Key {
  readonly attribute: string
  readonly value: string
  readonly isPrefix: boolean
}

/** Complex attributes whose part `value` a filter means when it names none. */
const LISTS = new Set(['emails', 'members'])

/**
 * Keys of which everything that passes a filter has one, so that an index finds it. `hasIndex`: whether one
 * finds this key. Undefined when the filter lets something through that no index finds.
 */
export function keysOf(
  filter: Filter,
  hasIndex: (key: Key) => boolean,
  within: readonly string[] = [],
): readonly Key[] | undefined {
  switch (filter.kind) {
    case 'and': {
      const known = filter.parts.flatMap((part) => {
        const keys = keysOf(part, hasIndex, within)
        return keys === undefined ? [] : [keys]
      })
      const exact = known.filter((keys) => !keys.some(({ isPrefix }) => isPrefix))
      return exact[0] ?? known[0]
    }
    case 'or': {
      const parts = filter.parts.map((part) => keysOf(part, hasIndex, within))
      return parts.every((keys) => keys !== undefined) ? parts.flat() : undefined
    }
    case 'element':
      return keysOf(filter.part, hasIndex, [...within, ...filter.path])
    case 'compare': {
      const { path, operator, value } = filter
      if (typeof value !== 'string' || value === '' || (operator !== 'eq' && operator !== 'sw'))
        return undefined
      const named = [...within, ...path].join('.').toLowerCase()
      const attribute = LISTS.has(named) ? `${named}.value` : named
      const key = { attribute, value, isPrefix: operator === 'sw' }
      return hasIndex(key) ? [key] : undefined
    }
    default:
      return undefined
  }
}
