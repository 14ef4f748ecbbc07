/** The set under a key of a map of sets, begun when there is none. */
export function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const known = map.get(key)
  if (known !== undefined) return known
  const begun = new Set<V>()
  map.set(key, begun)
  return begun
}
