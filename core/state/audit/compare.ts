import type { AuditKind } from '../wire/audit-entry.ts'
import { jsonOf } from './json.ts'
import type { AuditRow } from './write.ts'

/**
 * The name in the audit log of each field of a record; null for a field that no administrator changes. A new
 * field of a record does not compile without an answer.
 */
export type Names<Item> = { readonly [Field in keyof Item]-?: string | null }

/** How the audit log describes one kind of object. */
export interface Description<Item> {
  readonly kind: AuditKind
  readonly id: (item: Item) => number | null
  readonly name: (item: Item) => string
  readonly properties: (item: Item) => Readonly<Record<string, unknown>>
  /** Properties whose values are not written. */
  readonly hidden?: ReadonlySet<string>
}

/** The properties of an item by their names in the audit log. */
export const named =
  <Item extends object>(names: Names<Item>) =>
  (item: Item): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries<string | null>(names).flatMap(([field, name]) =>
        name === null ? [] : [[name, item[field as keyof Item]]],
      ),
    )

/** The changes that lead from one state of an object to the next. Undefined: the object does not exist. */
export function compared<Item>(
  description: Description<Item>,
  before: Item | undefined,
  after: Item | undefined,
): AuditRow[] {
  const { kind, hidden } = description
  const one = after ?? before
  if (one === undefined) return []
  const about = { kind, id: description.id(one), name: description.name(before ?? one) }
  const shown = (item: Item) =>
    Object.fromEntries(Object.entries(description.properties(item)).filter(([name]) => !hidden?.has(name)))
  if (before === undefined) return [{ ...about, action: 'created', after: shown(one) }]
  if (after === undefined) return [{ ...about, action: 'removed', before: shown(one) }]
  const former = description.properties(before)
  return Object.entries(description.properties(after))
    .filter(([property, value]) => jsonOf(value) !== jsonOf(former[property]))
    .map(([property, value]) => ({
      ...about,
      action: 'changed',
      property,
      ...(!hidden?.has(property) && { before: former[property] ?? null, after: value ?? null }),
    }))
}

/** As `compared`, for a list, whose order counts as well. */
export function comparedLists<Item>(
  description: Description<Item>,
  before: readonly Item[],
  after: readonly Item[],
): AuditRow[] {
  const key = (item: Item) => description.id(item) ?? description.name(item)
  const [former, next] = [byKey(before, key), byKey(after, key)]
  const rows = [...new Set([...former.keys(), ...next.keys()])].flatMap((one) =>
    compared(description, former.get(one), next.get(one)),
  )
  const orders = [
    [...former.keys()].filter((one) => next.has(one)),
    [...next.keys()].filter((one) => former.has(one)),
  ] as const
  if (jsonOf(orders[0]) === jsonOf(orders[1])) return rows
  const { kind } = description
  const order: AuditRow = { kind, action: 'changed', id: null, name: '', property: 'order' }
  return [...rows, { ...order, before: orders[0], after: orders[1] }]
}

const byKey = <Item>(items: readonly Item[], key: (item: Item) => string | number) =>
  new Map(items.map((item) => [key(item), item]))
