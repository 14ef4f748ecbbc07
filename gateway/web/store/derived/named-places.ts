import { withoutTail } from '../../model/link-tail.ts'
import type { SearchTerm } from '../../model/narrow.ts'
import { isNamed, type NarrowRoute, narrowOf } from '../../model/narrow-address.ts'
import type { Store } from '../state/store.ts'

/**
 * The route of an address that names channels or people, with their ids. When the reader does not see one of
 * them, or it has another name now: the message of the link, else unknown.
 */
export function routeByIds(
  store: Store,
  { terms, near }: NarrowRoute & { view: 'named' },
): Exclude<NarrowRoute, { view: 'named' }> {
  const known: SearchTerm[] = []
  for (const term of terms) {
    const operand = isNamed(term) ? idsNamed(store, term) : term.operand
    if (operand === undefined && near !== undefined) return { view: 'message', id: near }
    if (operand === undefined)
      return { view: 'unknown', unknown: term.operator === 'channel' ? 'channel' : 'person' }
    known.push({ ...term, operand })
  }
  return { view: 'messages', narrow: narrowOf(known), ...(near !== undefined && { near }) }
}

/** The longest name that is known. */
function idsNamed(store: Store, { operator, operand }: SearchTerm): SearchTerm['operand'] | undefined {
  for (const name of [String(operand), ...withoutTail(String(operand))]) {
    const ids = idsOfName(store, operator, name)
    if (ids !== undefined) return ids
  }
  return undefined
}

function idsOfName(store: Store, operator: string, name: string): SearchTerm['operand'] | undefined {
  if (operator === 'channel') return channelNamed(store, name)
  const whole = personNamed(store, name)
  if (operator === 'sender') return whole
  if (whole !== undefined) return [whole]
  const people = name.split(',').map((one) => personNamed(store, one.trim()))
  return people.includes(undefined) ? undefined : (people as number[]).sort((a, b) => a - b)
}

/** In addresses the spaces of a name are hyphens. A channel with exactly this name comes first. */
function channelNamed(store: Store, name: string): number | undefined {
  const all = [...store.allChannels.value.values()]
  const withSpaces = (text: string) => text.toLowerCase().replaceAll('-', ' ')
  const found =
    all.find((channel) => channel.name === name) ??
    all.find((channel) => channel.name.toLowerCase() === name.toLowerCase()) ??
    all.find((channel) => withSpaces(channel.name) === withSpaces(name))
  return found?.stream_id
}

/** By address, else by a name that one person has. */
function personNamed(store: Store, name: string): number | undefined {
  const sought = name.toLowerCase()
  if (sought === '') return undefined
  const all = [...store.people.value.values()]
  const byAddress = all.find(({ email, delivery_email }) =>
    [email, delivery_email].some((address) => address?.toLowerCase() === sought),
  )
  if (byAddress !== undefined) return byAddress.user_id
  const byName = all.filter(({ full_name }) => full_name.toLowerCase() === sought)
  return byName.length === 1 ? byName[0]!.user_id : undefined
}
