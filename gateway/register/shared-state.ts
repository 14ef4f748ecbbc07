import { MAX_SHARED_STATES } from '../../config/limits.ts'
import type { RealmLists } from '../../core/state/realm/lists.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { type JsonText, joinedJson, sharedJson } from '../http/reply/json-text.ts'
import type { SharedInput, SharedSlice } from './slice.ts'

/** The texts of an organization by the slices that they consist of, as of one state of its lists. */
interface Texts {
  readonly lists: RealmLists
  readonly bySlices: Map<string, JsonText>
}

const cache = new WeakMap<RealmRecord, Texts>()

/**
 * The fields of slices that all readers share. Clients that select the same slices share one text until the
 * organization changes. Without it, a register costs all processes 1.6 times as much. `isSpectator`: the
 * reader has no account.
 */
export function sharedState(
  input: SharedInput,
  slices: readonly SharedSlice[],
  isSpectator: boolean,
): JsonText {
  const { record, lists } = input
  let texts = cache.get(record)
  if (texts?.lists !== lists) {
    texts = { lists, bySlices: new Map() }
    cache.set(record, texts)
  }
  const key = `${isSpectator} ${slices.map(({ response }) => Object.keys(response)[0]).join()}`
  let text = texts.bySlices.get(key)
  if (text === undefined) {
    const read = ({ readShared, readForSpectators = readShared }: SharedSlice) =>
      (isSpectator ? readForSpectators : readShared)(input)
    text = sharedJson(joinedJson(...slices.map(read)))
    if (texts.bySlices.size >= MAX_SHARED_STATES) texts.bySlices.clear()
    texts.bySlices.set(key, text)
  }
  return text
}
