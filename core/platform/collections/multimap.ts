/** Returns the set at a key of a map of sets; adds an empty set when there is none. */
export function getOrCreateSet<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = new Set<V>()
  map.set(key, created)
  return created
}
