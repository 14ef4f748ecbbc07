import { printTable } from './report.ts'
import type { Run } from './run-all.ts'

/** Prints the figures of two runs beside each other, and the second in relation to the first. */
export function compareRuns(first: Run, second: Run): void {
  for (const run of [first, second]) {
    process.stdout.write(`${run.commit}  ${run.startedAt}  ${run.node}  ${run.processors}\n`)
  }
  process.stdout.write('\n')
  const names = new Set([...Object.keys(first.benches), ...Object.keys(second.benches)])
  for (const name of names) {
    const [former, latter] = [first, second].map((run) => figuresOf(run, name))
    const keys = new Set([...former!.keys(), ...latter!.keys()])
    const rows = [...keys].map((key) => {
      const [a, b] = [former!.get(key), latter!.get(key)]
      const ratio = a === undefined || b === undefined ? Number.NaN : b / a
      return [key, cell(a), cell(b), [ratio, 2]] as const
    })
    printTable(name, [first.commit, second.commit, 'ratio'], rows)
  }
}

function figuresOf({ benches }: Run, name: string): Map<string, number> {
  const figures = benches[name] ?? []
  return new Map(figures.map(({ table, row, column, value }) => [`${table} · ${row} · ${column}`, value]))
}

const cell = (value: number | undefined) => (value === undefined ? undefined : ([value, 3] as const))
