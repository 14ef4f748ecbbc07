import { useSignal } from '@preact/signals'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { hasWholeConversations, isConversation } from '../../model/narrow.ts'
import { useCommand } from '../../parts/commands.ts'
import { Icon } from '../../parts/icon.tsx'
import { usePrinting } from '../../parts/use-printing.ts'
import type { MessageList } from '../../store/state/messages.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { loadMore, openNewest } from '../../store/verbs/load-messages.ts'
import { markRead, resumeReading } from '../../store/verbs/mark-read.ts'
import { t } from '../../texts/texts.ts'
import { activate } from '../active.ts'
import { isOpenedByKey } from '../opening.ts'
import { historyEntry, keepPlace, placeOf } from './list-places.ts'
import { onLongPress } from './long-press.ts'
import './message-list.css'
import { overlay } from '../../parts/floating/overlay.ts'
import { RowView } from './row-view.tsx'
import { type Row, rowsOf } from './rows.ts'
import { useUnseenInView } from './use-unseen-in-view.ts'
import { useVirtualList } from './use-virtual-list.ts'

/** Estimated heights of rows before they are drawn, in pixels. */
const ESTIMATES: Readonly<Record<Row['kind'], number>> = {
  beginning: 56,
  day: 44,
  unread: 34,
  conversation: 40,
  message: 56,
}
/** The next page is loaded when the reader is this near to an end of the list, in pixels. */
const NEAR_END_PIXELS = 4000
/** Rows are measured as they are drawn; after this time the initial position is final. */
const PLACING_MS = 150
/** At this distance from the end, a button leads back to it, in pixels. */
const FAR_PIXELS = 400

/**
 * Whether messages of the list that come into view are marked as read: never in a selection from
 * conversations, else by the reader's choice: 1 always, 2 in conversations, 3 never.
 */
function marksRead(store: Store, list: MessageList): boolean {
  if (!hasWholeConversations(list.narrow)) return false
  const policy = store.settings.peek().web_mark_read_on_scroll_policy
  return policy === 1 || (policy === 2 && isConversation(list.narrow))
}

/** The messages of others after a message, in the order of the list. */
const newSince = (store: Store, ids: readonly number[], last: number | undefined): readonly number[] =>
  last === undefined || ids.at(-1) === last
    ? []
    : ids.filter((id) => id > last && store.messages.get(id)?.peek().sender_id !== store.me)

/**
 * The messages of a list, at the first unread one, at `near`, or at the end; where they were left, after
 * going back or forward in the browser.
 */
export function MessageListView({ list, near }: { list: MessageList; near?: number | undefined }) {
  const store = useStore()
  const scroller = useRef<HTMLDivElement>(null)
  const stretch = list.stretch.value
  const { ids, hasOldest, hasNewest, firstUnread } = stretch
  const rows = useMemo(() => {
    const messages = ids.flatMap((id) => store.messages.get(id)?.peek() ?? [])
    const hasHeadings = !isConversation(list.narrow)
    return rowsOf(messages, { me: store.me, hasHeadings, hasBeginning: hasOldest, firstUnread })
  }, [store, list, ids, hasOldest, firstUnread])
  const isPrinting = usePrinting()
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const virtual = useVirtualList(scroller, keys, (index) => ESTIMATES[rows[index]!.kind])
  const goOn = useUnseenInView({ virtual, scroller, rows, ids, store })

  // The initial position, once for each opening and each address with `near`. Until it is reached, no page is
  // loaded.
  const isPlaced = useSignal(false)
  const topMessage = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    isPlaced.value = false
    const entry = historyEntry()
    const indexOf = (id: number | undefined) =>
      rows.findIndex((row) => row.kind === 'message' && row.id === id)
    const left = indexOf(placeOf(store, entry))
    const target = indexOf(near)
    const marker = rows.findIndex((row) => row.kind === 'unread')
    if (left !== -1) virtual.scrollToIndex(left, { align: 'start' })
    else if (target !== -1) virtual.scrollToIndex(target, { align: 'center' })
    else if (marker !== -1) virtual.scrollToIndex(Math.max(0, marker - 1), { align: 'start' })
    else virtual.scrollToEnd()
    const timer = setTimeout(() => {
      isPlaced.value = true
    }, PLACING_MS)
    return () => {
      clearTimeout(timer)
      keepPlace(store, entry, topMessage.current)
    }
  }, [list, near])

  void isPlaced.value
  const items = virtual.getVirtualItems()
  const start = items[0]?.start ?? 0
  // `getDistanceFromEnd` would force a layout in each frame.
  const distance = virtual.getTotalSize() - (virtual.scrollOffset ?? 0) - (virtual.scrollRect?.height ?? 0)
  useEffect(() => {
    if (!isPlaced.value) return
    if ((virtual.scrollOffset ?? 0) < NEAR_END_PIXELS) void loadMore(store, list, 'older')
    if (distance < NEAR_END_PIXELS) void loadMore(store, list, 'newer')
  })

  const seen = () => {
    if (!document.hasFocus() || !marksRead(store, list)) return
    const top = virtual.scrollOffset ?? 0
    const bottom = top + (virtual.scrollRect?.height ?? 0)
    const visible = items.filter(({ start, end }) => end > top && start < bottom)
    markRead(
      store,
      visible.flatMap(({ index }) => {
        const row = rows[index]
        return row?.kind === 'message' ? [row.id] : []
      }),
    )
  }
  useEffect(() => {
    const isTyping = document.activeElement?.closest('input, textarea, select, dialog') != null
    if (isOpenedByKey(store) && !isTyping) scroller.current!.focus({ preventScroll: true })
  }, [list])
  useCommand('focus-messages', () => scroller.current?.focus())
  useEffect(seen)
  useEffect(() => resumeReading(store), [list])
  const latestSeen = useRef(seen)
  latestSeen.current = seen
  useEffect(() => {
    const focused = () => latestSeen.current()
    addEventListener('focus', focused)
    return () => removeEventListener('focus', focused)
  }, [])

  useEffect(
    () =>
      onLongPress(scroller.current!, (target) => {
        const anchor = target.closest<HTMLElement>('article')
        const id = Number(anchor?.dataset.id)
        const isSent = store.messages.get(id)?.peek().outgoing === undefined
        if (anchor !== null && isSent && !store.isSpectator)
          overlay(store).value = { kind: 'sheet', id, anchor }
      }),
    [store],
  )

  useCommand('show-newest', () => void jump())

  async function jump(): Promise<void> {
    goOn()
    if (!hasNewest) await openNewest(store, list)
    requestAnimationFrame(() => virtual.scrollToEnd())
  }

  const topItem = items.find(
    ({ index, start }) => rows[index]?.kind === 'message' && start >= (virtual.scrollOffset ?? 0),
  )
  const topRow = topItem && rows[topItem.index]
  topMessage.current = distance > FAR_PIXELS && topRow?.kind === 'message' ? topRow.id : undefined

  const isFar = distance > FAR_PIXELS || !hasNewest
  // The newest message while the end was on the screen; later ones are new.
  const lastSeen = useRef<number | undefined>(undefined)
  if (!hasNewest) lastSeen.current = undefined
  else if (!isFar || lastSeen.current === undefined) lastSeen.current = ids.at(-1)
  const fresh = isFar ? newSince(store, ids, lastSeen.current) : []

  /** Goes to the newest message if the first new one is at the top already. */
  function goToFirstNew(): void {
    const index = rows.findIndex((row) => row.kind === 'message' && row.id === fresh[0])
    lastSeen.current = ids.at(-1)
    goOn()
    const start = virtual.measurementsCache[index]?.start ?? 0
    if (start > (virtual.scrollOffset ?? 0)) virtual.scrollToIndex(index, { align: 'start' })
    else void jump()
  }

  return (
    <div
      class="message-list"
      onPointerLeave={({ pointerType }) => {
        // A finger leaves with each tap.
        if (pointerType === 'mouse') activate(store, undefined)
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the list by focusing it. */}
      <div class="scroller" ref={scroller} tabIndex={0} role="log" aria-live="off" aria-label={t.messageList}>
        {/* Padding stands for the rows above that are not drawn. */}
        {isPrinting && (
          <div class="printed-rows">
            {rows.map((row, index) => (
              <RowView key={keys[index]} list={list} row={row} isTarget={false} />
            ))}
          </div>
        )}
        <div class="rows" style={{ height: `${virtual.getTotalSize()}px`, paddingTop: `${start}px` }}>
          {items.map(({ index, key }) => (
            <div key={key} data-index={index} ref={virtual.measureElement}>
              <RowView
                list={list}
                row={rows[index]!}
                isTarget={near !== undefined && keys[index] === `message ${near}`}
              />
            </div>
          ))}
        </div>
      </div>
      {isFar && (
        <button type="button" class="jump" onClick={fresh.length > 0 ? goToFirstNew : jump}>
          <Icon node={ArrowDown} />
          {fresh.length > 0 ? t.firstNew(fresh.length) : t.jumpToNewest}
        </button>
      )}
    </div>
  )
}
