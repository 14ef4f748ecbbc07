import type { ComponentChildren } from 'preact'
import { saveTable } from '../shared/save-table.ts'
import { texts } from '../shared/texts.ts'

export interface NumbersRow {
  readonly key: string | number
  /** What the numbers are of, as the page shows it and as a file has it. */
  readonly shownName: ComponentChildren
  readonly name: string
  readonly cells: readonly { readonly shown: string; readonly saved: string }[]
}

interface NumbersTableProps {
  readonly title: string
  /** The sentence below the title. */
  readonly hint?: string
  /** The name of the saved file. */
  readonly file: string
  /** The first is the name's. */
  readonly columns: readonly string[]
  /** In the order of the file. */
  readonly rows: readonly NumbersRow[]
  /** Whether the page shows the last row first. */
  readonly isShownBackwards?: boolean
}

/** A table of numbers, which can be saved for spreadsheets. */
export function NumbersTable({ title, hint, file, columns, rows, isShownBackwards }: NumbersTableProps) {
  const save = () =>
    saveTable(file, [columns, ...rows.map(({ name, cells }) => [name, ...cells.map(({ saved }) => saved)])])
  return (
    <>
      <h3>{title}</h3>
      {hint !== undefined && <p class="text">{hint}</p>}
      {rows.length > 0 && (
        <>
          <div class="buttons">
            <button type="button" class="button" onClick={save}>
              {texts.saveCsv(title)}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys. */}
          <section class="table-box" tabIndex={0} aria-label={title}>
            <table>
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {(isShownBackwards ? [...rows].reverse() : rows).map(({ key, shownName, cells }) => (
                  <tr key={key}>
                    <th scope="row" dir="auto">
                      {shownName}
                    </th>
                    {cells.map(({ shown }, index) => (
                      <td key={columns[index + 1]}>{shown}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </>
  )
}
