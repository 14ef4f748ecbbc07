import type { ComponentChildren } from 'preact'
import { LazyBlock } from './lazy-block.tsx'

interface LazyRowsProps<Row> {
  readonly rows: readonly Row[]
  /** Pixels of a row, about. */
  readonly rowHeight: number
  /** Drawn wherever it is. */
  readonly chosen?: Row | undefined
  readonly children: (row: Row) => ComponentChildren
}

const ROWS_IN_BLOCK = 30

/** A list whose rows are drawn near the visible part only, in blocks. `children` makes an item of a list. */
export function LazyRows<Row>({ rows, rowHeight, chosen, children }: LazyRowsProps<Row>) {
  const blocks = Array.from({ length: Math.ceil(rows.length / ROWS_IN_BLOCK) }, (_, n) =>
    rows.slice(n * ROWS_IN_BLOCK, (n + 1) * ROWS_IN_BLOCK),
  )
  return (
    <>
      {blocks.map((block, n) => (
        <LazyBlock
          key={n}
          height={block.length * rowHeight}
          isAlwaysDrawn={n === 0 || (chosen !== undefined && block.includes(chosen))}
        >
          {() => <ul>{block.map(children)}</ul>}
        </LazyBlock>
      ))}
    </>
  )
}
