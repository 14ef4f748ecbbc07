import { useSignal } from '@preact/signals'
import GripVertical from 'lucide/dist/esm/icons/grip-vertical.mjs'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useChosen } from '../../forms/use-chosen.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { texts } from './texts.ts'

interface OrderedListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  readonly nameOf: (item: T) => string
  readonly isFixed: boolean
  readonly save: (ids: readonly number[]) => Promise<unknown>
  readonly children: (item: T) => ComponentChildren
}

/** A list whose items are moved by dragging their handles, or by arrow keys on them. */
export function OrderedList<T extends { readonly id: number }>({
  label,
  items,
  nameOf,
  isFixed,
  save: change,
  children,
}: OrderedListProps<T>) {
  const { saving, save } = useSaving()
  const stored = useMemo(() => items.map(({ id }) => id), [items])
  const { value: order, choose } = useChosen<readonly number[]>(stored, saving)
  /** The order while a handle is dragged. */
  const dragged = useSignal<{ readonly id: number; readonly order: readonly number[] } | undefined>(undefined)
  const said = useSignal('')
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<number | undefined>(undefined)
  const byId = new Map(items.map((item) => [item.id, item]))
  /** A dragged order with the items that others have added meanwhile, and without those that they removed. */
  const withChanges = (wanted: readonly number[]) =>
    [...wanted, ...order.filter((id) => !wanted.includes(id))].filter((id) => byId.has(id))
  const shown = withChanges(dragged.value?.order ?? order).flatMap((id) => byId.get(id) ?? [])
  // A handle that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (moved.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus()
    moved.current = undefined
  })
  const finish = (next: readonly number[], id: number) => {
    if (next.join() === order.join()) return
    said.value = texts.movedTo(nameOf(byId.get(id)!), next.indexOf(id) + 1, next.length)
    choose(next)
    void save(() => change(next))
  }
  const pressed = (event: KeyboardEvent, id: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = movedTo(order, id, order.indexOf(id) + step)
    moved.current = id
    finish(next, id)
  }
  const drag = (event: PointerEvent) => {
    const { value } = dragged
    if (value === undefined) return
    const boxes = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect())
    const over = boxes.findIndex(({ bottom }) => event.clientY < bottom)
    const place = over === -1 ? boxes.length - 1 : over
    dragged.value = { ...value, order: movedTo(withChanges(value.order), value.id, place) }
  }
  const drop = () => {
    const { value } = dragged
    dragged.value = undefined
    if (value !== undefined && byId.has(value.id)) finish(withChanges(value.order), value.id)
  }
  return (
    <>
      <ol ref={list} class="chosen-list ordered" aria-label={label}>
        {shown.map((item) => (
          <li key={item.id} class={dragged.value?.id === item.id ? 'dragged' : undefined}>
            {!isFixed && (
              <button
                type="button"
                class="icon-button handle"
                data-handle={item.id}
                aria-label={texts.moveOf(nameOf(item))}
                title={texts.moveHint}
                onKeyDown={(event) => pressed(event, item.id)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  dragged.value = { id: item.id, order }
                }}
                onPointerMove={drag}
                onPointerUp={drop}
                onPointerCancel={() => {
                  dragged.value = undefined
                }}
              >
                <Icon node={GripVertical} />
              </button>
            )}
            {children(item)}
          </li>
        ))}
      </ol>
      <p class="only-heard" role="status">
        {said.value}
      </p>
      <Problem saving={saving} />
    </>
  )
}

/** The order after an id has moved to a place within it. */
export function movedTo(order: readonly number[], id: number, place: number): readonly number[] {
  const others = order.filter((one) => one !== id)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), id, ...others.slice(at)]
}
