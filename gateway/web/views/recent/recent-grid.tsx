import { useSignal } from '@preact/signals'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { texts } from '../../message/overlays/texts.ts'
import { Icon } from '../../parts/icon.tsx'
import { LazyBlock } from '../../parts/lazy-block.tsx'
import type { RecentOrder } from '../../store/state/recent.ts'
import { useStore } from '../../store/use-store.ts'
import { loadSingle } from '../../store/verbs/load-messages.ts'
import { t } from '../../texts/texts.ts'
import type { RecentRow } from './choose.ts'
import { RecentLine } from './recent-line.tsx'
import { useGridKeys } from './use-grid-keys.ts'

/** Pixels of a row. */
export const ROW = 56
const ROWS_IN_BLOCK = 30

interface RecentGridProps {
  readonly rows: readonly RecentRow[]
  /** What stands below the rows. */
  readonly after: ComponentChildren
}

/** Conversations as a grid: one stop for Tab, arrow keys between its cells. */
export function RecentGrid({ rows, after }: RecentGridProps) {
  const store = useStore()
  const keys = useGridKeys(rows)
  const blocks = Array.from({ length: Math.ceil(rows.length / ROWS_IN_BLOCK) }, (_, n) =>
    rows.slice(n * ROWS_IN_BLOCK, (n + 1) * ROWS_IN_BLOCK),
  )
  const { time, name, participants, unread, menu } = texts.recentColumns
  return (
    <div class="lines recent" data-scroller>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out rows that are far away. */}
      <div
        ref={keys.grid}
        role="grid"
        aria-label={t.recent}
        aria-rowcount={rows.length + 1}
        onKeyDown={keys.pressed}
        onFocusIn={keys.focused}
        onFocusOut={keys.left}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
        <div role="row" class="recent-row head" aria-rowindex={1}>
          <Head order="name" text={name} />
          <Head text={participants} />
          <Head order="unread" text={unread} />
          <Head order="time" text={time} />
          <Head text={menu} isHeard />
        </div>
        {blocks.map((block, n) => (
          <LazyBlock key={n} height={block.length * ROW} isAlwaysDrawn={n === 0}>
            {() => <Block rows={block} from={n * ROWS_IN_BLOCK} tabStop={keys.tabStop} store={store} />}
          </LazyBlock>
        ))}
      </div>
      {after}
    </div>
  )
}

interface BlockProps {
  readonly rows: readonly RecentRow[]
  /** Index of the first of them. */
  readonly from: number
  /** The row and column that Tab reaches. */
  readonly tabStop: { readonly key: string; readonly column: number }
  readonly store: ReturnType<typeof useStore>
}

/** Rows that are drawn together; they fetch the newest messages that the page lacks. */
function Block({ rows, from, tabStop, store }: BlockProps) {
  const newest = rows.map((row) => row.newest)
  const loaded = useSignal(0)
  useEffect(() => {
    void loadSingle(store, newest).then(() => {
      loaded.value += 1
    })
  }, [store, newest.join()])
  return (
    <>
      {rows.map((row, n) => (
        <RecentLine
          key={row.key}
          row={row}
          index={from + n}
          column={tabStop.key === row.key ? tabStop.column : undefined}
          loaded={loaded.value}
        />
      ))}
    </>
  )
}

interface HeadProps {
  readonly text: string
  /** The order that the head chooses. */
  readonly order?: RecentOrder
  readonly isHeard?: boolean
}

function Head({ text, order, isHeard = false }: HeadProps) {
  const { recent } = useStore()
  const choice = recent.choice.value
  const isChosen = order === choice.order
  const direction = order === 'name' ? 'ascending' : 'descending'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table.
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus.
    <div role="columnheader" aria-sort={order === undefined ? undefined : isChosen ? direction : 'none'}>
      {order === undefined ? (
        <span class={isHeard ? 'only-heard' : undefined}>{text}</span>
      ) : (
        <button
          type="button"
          class={isChosen ? 'chosen' : undefined}
          onClick={() => {
            recent.choice.value = { ...choice, order }
          }}
        >
          {text}
          {isChosen && <Icon node={ArrowDown} size={12} />}
        </button>
      )}
    </div>
  )
}
