import { MAX_SHARED_STATES } from '../../config/limits.ts'
import type { RealmLists } from '../../core/state/realm/lists.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { JoinedJson, joined, joinedJson } from '../http/reply/json-text.ts'
import { SharedText } from '../http/reply/shared-text.ts'
import type { SharedInput, SharedSlice } from './slice.ts'

/** The texts of an organization by the slices that they consist of, as of one state of its lists. */
interface Texts {
  readonly lists: RealmLists
  readonly bySlices: Map<string, JoinedJson>
}

const cache = new WeakMap<RealmRecord, Texts>()

/**
 * The fields of slices that all readers share. Clients that select the same slices share one text until the
 * organization changes.
 */
export function sharedState(input: SharedInput, slices: readonly SharedSlice[]): JoinedJson {
  const { record, lists } = input
  let texts = cache.get(record)
  if (texts?.lists !== lists) {
    texts = { lists, bySlices: new Map() }
    cache.set(record, texts)
  }
  const key = slices.map(({ response }) => Object.keys(response)[0]).join()
  let text = texts.bySlices.get(key)
  if (text === undefined) {
    const { members } = joinedJson(...slices.map((slice) => slice.readShared(input)))
    text = new JoinedJson(members.length === 0 ? [] : [new SharedText(joined(members))])
    if (texts.bySlices.size >= MAX_SHARED_STATES) texts.bySlices.clear()
    texts.bySlices.set(key, text)
  }
  return text
}
