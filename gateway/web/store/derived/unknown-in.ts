import { type Narrow, narrowTerms, OF_PEOPLE } from '../../model/narrow.ts'
import type { Store } from '../state/store.ts'

/**
 * Which part of a narrow the reader cannot see, or nobody has; undefined when they know all channels and
 * people that it names.
 */
export function unknownIn(store: Store, narrow: Narrow): 'channel' | 'person' | undefined {
  for (const { operator, operand } of narrowTerms(narrow)) {
    const isOfPeople = OF_PEOPLE.includes(operator)
    if (!isOfPeople && operator !== 'channel') continue
    const known: ReadonlyMap<number, unknown> = isOfPeople ? store.people.value : store.allChannels.value
    const ids = [operand].flat().filter((one) => typeof one === 'number')
    if (ids.some((id) => !known.has(id))) return isOfPeople ? 'person' : 'channel'
  }
  return undefined
}
