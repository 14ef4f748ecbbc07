const IDS_IN_CHUNK = 1024

/** An immutable map by message id. A change copies the chunks that it touches instead of all entries. */
export interface ChunkedMap<V> {
  readonly chunks: ReadonlyMap<number, ReadonlyMap<number, V>>
}

const chunkOf = (id: number): number => Math.floor(id / IDS_IN_CHUNK)

export const getFrom = <V>({ chunks }: ChunkedMap<V>, id: number): V | undefined =>
  chunks.get(chunkOf(id))?.get(id)

export function* keysOf<V>({ chunks }: ChunkedMap<V>): Generator<number> {
  for (const chunk of chunks.values()) yield* chunk.keys()
}

export function withEntries<V>(
  { chunks }: ChunkedMap<V>,
  entries: Iterable<readonly [number, V]>,
): ChunkedMap<V> {
  const next = new Map<number, ReadonlyMap<number, V>>(chunks)
  const copied = new Map<number, Map<number, V>>()
  for (const [id, value] of entries) {
    const number = chunkOf(id)
    const chunk = copied.get(number) ?? new Map(next.get(number))
    chunk.set(id, value)
    copied.set(number, chunk)
  }
  for (const [number, chunk] of copied) next.set(number, chunk)
  return { chunks: next }
}

export function withoutIds<V>({ chunks }: ChunkedMap<V>, ids: Iterable<number>): ChunkedMap<V> {
  const next = new Map<number, ReadonlyMap<number, V>>(chunks)
  const copied = new Map<number, Map<number, V>>()
  for (const id of ids) {
    const number = chunkOf(id)
    const chunk = copied.get(number) ?? new Map(next.get(number))
    chunk.delete(id)
    copied.set(number, chunk)
  }
  for (const [number, chunk] of copied) {
    if (chunk.size === 0) next.delete(number)
    else next.set(number, chunk)
  }
  return { chunks: next }
}
