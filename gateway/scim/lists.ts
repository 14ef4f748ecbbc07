import { visitInSlices } from '../../core/platform/concurrency/in-slices.ts'
import { LIST, type ScimAnswer } from './answer.ts'
import { invalidValue } from './errors.ts'
import { type Filter, parseFilter, passes } from './filter.ts'
import { namesOf, type Resource, type Value, valueAt } from './paths.ts'
import { MAX_RESULTS } from './schemas.ts'
import { shownAttributes } from './user-resource.ts'

const DEFAULT_RESULTS = 100
/** Members of the groups on one page, unless its first group alone has more. */
const MAX_MEMBERS_ON_PAGE = 100_000
/** A resource to filter is as much work as this many simple elements. */
const WEIGHT = 20

/** The attributes that a request asks for and those that it leaves out, each at most 50. */
export function attributesIn(query: URLSearchParams): {
  readonly attributes: readonly string[] | undefined
  readonly excluded: readonly string[]
  readonly isShown: (name: string) => boolean
} {
  const listOf = (name: string) => {
    const given = query.get(name)
    if (!given) return undefined
    const names = given.split(',').map((one) => namesOf(one.trim()).join('.'))
    if (names.length > 50) throw invalidValue(`${name} has more than 50 names`)
    return names
  }
  const [attributes, excluded = []] = [listOf('attributes'), listOf('excludedAttributes')]
  const isShown = (name: string) =>
    attributes === undefined
      ? !excluded.some((one) => one.toLowerCase() === name)
      : attributes.some((one) => one.split('.')[0]!.toLowerCase() === name)
  return { attributes, excluded, isShown }
}

/** One kind of resource for `listed`. */
export interface ListOf<Item> {
  /**
   * All that a filter may let through, in the order of the list. Undefined: no filter. Asked for only where a
   * filter or an order needs them.
   */
  readonly items: (filter: Filter | undefined) => Promise<readonly Item[]>
  /** A part of all, where nothing but their place counts. */
  readonly page: (from: number, count: number) => Promise<{ total: number; items: readonly Item[] }>
  /** A resource with the attributes by which it is filtered and sorted. */
  readonly toFilter: (item: Item) => Resource
  /** The number of members that this resource has. */
  readonly sizeToFilter?: (item: Item) => number
  readonly toShow: (item: Item) => Resource
  /** The number of members that the resource shows. */
  readonly sizeOf?: (item: Item) => number
}

/** A page of the resources that a filter lets through (RFC 7644, section 3.4.2). */
export async function listed<Item>(
  query: URLSearchParams,
  { items, page: partOf, toFilter, sizeToFilter = () => 0, toShow, sizeOf = () => 0 }: ListOf<Item>,
): Promise<ScimAnswer> {
  const startIndex = Math.max(1, integerIn(query, 'startIndex') ?? 1)
  const count = Math.min(MAX_RESULTS, Math.max(0, integerIn(query, 'count') ?? DEFAULT_RESULTS))
  const { attributes, excluded } = attributesIn(query)
  const given = query.get('filter')
  const filter = given ? parseFilter(given) : undefined
  const part = async (): Promise<{ total: number; items: readonly Item[] }> => {
    if (filter === undefined && !query.get('sortBy')) return partOf(startIndex - 1, count)
    const all = await items(filter)
    const found = filter === undefined ? all : await filtered(all, filter, toFilter, sizeToFilter)
    const sorted = sortedBy(query, found, toFilter)
    return { total: found.length, items: sorted.slice(startIndex - 1, startIndex - 1 + count) }
  }
  const { total, items: shown } = await part()
  const page: Item[] = []
  let members = 0
  for (const item of shown) {
    members += sizeOf(item)
    if (page.length > 0 && members > MAX_MEMBERS_ON_PAGE) break
    page.push(item)
  }
  return {
    status: 200,
    body: {
      schemas: [LIST],
      totalResults: total,
      startIndex,
      itemsPerPage: page.length,
      Resources: page.map((item) => shownAttributes(toShow(item), attributes, excluded)),
    },
  }
}

async function filtered<Item>(
  items: readonly Item[],
  filter: Filter,
  toFilter: (item: Item) => Resource,
  sizeToFilter: (item: Item) => number,
): Promise<Item[]> {
  const found: Item[] = []
  const visit = (item: Item) => {
    if (passes(filter, toFilter(item))) found.push(item)
  }
  await visitInSlices(items, visit, (item) => WEIGHT + sizeToFilter(item))
  return found
}

function sortedBy<Item>(
  query: URLSearchParams,
  items: readonly Item[],
  toFilter: (item: Item) => Resource,
): readonly Item[] {
  const by = query.get('sortBy')
  if (!by) return items
  const names = namesOf(by)
  const isDescending = query.get('sortOrder')?.toLowerCase() === 'descending'
  const keyOf = (item: Item): string => {
    let value: Value | undefined = toFilter(item)
    for (const name of names) value = valueAt(Array.isArray(value) ? value[0] : value, name)
    const first = Array.isArray(value) ? valueAt(value[0], 'value') : value
    return typeof first === 'string' ? first.toLowerCase() : String(first ?? '')
  }
  const keyed = items.map((item) => [keyOf(item), item] as const)
  keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const sorted = keyed.map(([, item]) => item)
  return isDescending ? sorted.reverse() : sorted
}

function integerIn(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name)
  if (given === null || given === '') return undefined
  if (!/^-?\d{1,9}$/.test(given)) throw invalidValue(`${name} is not an integer`)
  return Number(given)
}
