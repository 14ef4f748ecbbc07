import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'

/**
 * The items of a list, and in their former places those that the reader edits and somebody else has removed
 * meanwhile, so that no typed word is lost.
 */
export function useEdited<T extends { readonly id: number }>(items: readonly T[]) {
  const edited = useSignal<ReadonlyMap<number, T>>(new Map())
  const former = useRef<readonly number[]>([])
  const there = new Set(items.map(({ id }) => id))
  /** The edited items as the server had them last. */
  const latest = useRef(new Map<number, T>())
  for (const item of items) if (edited.value.has(item.id)) latest.current.set(item.id, item)
  const shown = useMemo(() => {
    const gone = [...edited.value].flatMap(([id, item]) =>
      there.has(id) ? [] : (latest.current.get(id) ?? item),
    )
    if (gone.length === 0) return items
    const all = [...items]
    for (const item of gone) all.splice(Math.max(0, former.current.indexOf(item.id)), 0, item)
    return all
  }, [items, edited.value])
  former.current = shown.map(({ id }) => id)
  return {
    shown,
    isGone: ({ id }: T): boolean => !there.has(id),
    /** Those of these that the server has. */
    present: (ids: readonly number[]): number[] => ids.filter((id) => there.has(id)),
    setEdited: (item: T, isEdited: boolean): void => {
      const next = new Map(edited.value)
      if (isEdited) next.set(item.id, item)
      else next.delete(item.id)
      edited.value = next
    },
  }
}
