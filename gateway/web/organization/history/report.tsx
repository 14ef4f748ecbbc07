import type { Answer } from '../../client/index.ts'
import { texts } from './texts.ts'

export type History = NonNullable<Answer<'GET /realm/history_imports/newest'>['history_import']>
type Report = NonNullable<History['report']>

const numberOf = (value: number): string => value.toLocaleString(document.documentElement.lang || undefined)

/** Keeps the order of a text from another direction of writing. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** The contents of an archive: found, kept, changed and left out. */
export function HistoryReport({ report }: { report: Report }) {
  return (
    <>
      <h3>{texts.found}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys. */}
      <section class="table-box" tabIndex={0} aria-label={texts.found}>
        <table>
          <thead>
            <tr>
              {texts.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.counts.map(({ what, name, found, kept }) => (
              <tr key={what}>
                <th scope="row">{name}</th>
                <td>{numberOf(found)}</td>
                <td>{numberOf(kept)}</td>
                <td>{numberOf(found - kept)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Notes report={report} action="changed" title={texts.changed} />
      <Notes report={report} action="left out" title={texts.leftOut} />
    </>
  )
}

interface NotesProps {
  readonly report: Report
  readonly action: Report['notes'][number]['action']
  readonly title: string
}

/** The server writes these sentences in the reader's language. */
function Notes({ report, action, title }: NotesProps) {
  const notes = report.notes.filter((note) => note.action === action)
  if (notes.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="notes">
        {notes.map(({ text, count, example }) => (
          <li key={text}>
            <span class="count">{numberOf(count)} ×</span> <span dir="auto">{text}</span>
            {example !== undefined && (
              <span class="text" dir="auto">
                {' '}
                ({texts.example(isolated(example))})
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
