import { printTable } from './report.ts'
import type { Run } from './run-all.ts'

/** A figure of two runs. */
export interface Compared {
  /** Its table, row and column. */
  readonly name: string
  /** Undefined when the run does not have it. */
  readonly first: number | undefined
  readonly second: number | undefined
  /** The second in relation to the first; undefined unless both have it. */
  readonly ratio: number | undefined
}

/** Prints the figures of two runs beside each other, and the second in relation to the first. */
export function compareRuns(first: Run, second: Run): void {
  for (const run of [first, second]) {
    process.stdout.write(`${run.commit}  ${run.startedAt}  ${run.node}  ${run.processors}\n`)
  }
  process.stdout.write('\n')
  const columns = [first.commit, second.commit, 'ratio']
  for (const [bench, figures] of comparedFigures(first, second)) {
    printTable(
      bench,
      columns,
      figures.map((figure) => [
        figure.name,
        cell(figure.first, 3),
        cell(figure.second, 3),
        cell(figure.ratio, 2),
      ]),
    )
  }
}

/**
 * The figures by benchmark: first the figures of the first run, then the figures that only the second run
 * has.
 */
export function comparedFigures(first: Run, second: Run): Map<string, Compared[]> {
  const benches = new Set([...Object.keys(first.benches), ...Object.keys(second.benches)])
  return new Map(
    [...benches].map((bench) => {
      const [former, latter] = [figuresOf(first, bench), figuresOf(second, bench)]
      const names = new Set([...former.keys(), ...latter.keys()])
      return [bench, [...names].map((name) => compared(name, former.get(name), latter.get(name)))]
    }),
  )
}

function compared(name: string, first: number | undefined, second: number | undefined): Compared {
  const hasBoth = first !== undefined && second !== undefined
  return { name, first, second, ratio: hasBoth ? second / first : undefined }
}

function figuresOf({ benches }: Run, bench: string): Map<string, number> {
  const figures = benches[bench] ?? []
  return new Map(figures.map(({ table, row, column, value }) => [`${table} · ${row} · ${column}`, value]))
}

const cell = (value: number | undefined, decimals: number) =>
  value === undefined ? undefined : ([value, decimals] as const)
