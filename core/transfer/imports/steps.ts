import { createHash } from 'node:crypto'
import { groupBy } from '../../platform/collections/group-by.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import type { Archive } from './archive.ts'
import { hasDeferred } from './row.ts'
import { partsOf, type TablePart } from './verify.ts'

/** A step of an import. Each step is one transaction and runs exactly once. */
export type Step = TablePart & {
  readonly do: 'rows' | 'files' | 'deferred'
}

/** Returns the names of the tables whose rows must be committed before rows of a table are written. */
export type References = (table: Table) => ReadonlySet<string>

/** The steps of an import in their order. */
export interface Plan {
  readonly steps: readonly Step[]
  /** Names the order of the steps. A former version may have given the same archive another one. */
  readonly order: string
  readonly references: References
}

/** Returns the steps that import an archive into the database. */
export async function planSteps(sql: Sql, archive: Archive): Promise<Plan> {
  const references = await findReferences(sql)
  const parts = partsOf(archive)
  const columnsOf = columnsIn(archive)
  const all = (what: Step['do'], of: readonly TablePart[], has: (table: Table) => boolean): Step[] =>
    of.filter(({ table }) => has(table)).map((part) => ({ ...part, do: what }))
  const steps = [
    ...all('rows', inTurn(parts, references), () => true),
    // Steps for files follow the order of the archive.
    ...archive.manifest.tables.flatMap(({ name }) =>
      all('files', parts, (table) => table.name === name && table.files !== undefined),
    ),
    ...all('deferred', parts, (table) => hasDeferred(table, columnsOf(table))),
  ]
  const order = createHash('sha256')
  for (const { do: what, part } of steps) order.update(`${what} ${part.name}\n`)
  return { steps, order: order.digest('hex'), references }
}

/** Returns a function that finds the columns of a table in an archive. */
export const columnsIn =
  ({ manifest }: Archive) =>
  ({ name }: Table): readonly string[] =>
    manifest.tables.find((table) => table.name === name)?.columns ?? []

/**
 * Orders parts by the references of their tables. Tables that do not reference each other take turns, so that
 * Postgres can write their parts at the same time. A table with independent parts has every second turn,
 * because its parts are written together too.
 */
export function inTurn(parts: readonly TablePart[], references: References): TablePart[] {
  const ordered: TablePart[] = []
  const waiting = new Map(groupBy(parts, ({ table }) => table))
  const take = (table: Table) => {
    ordered.push(...waiting.get(table)!.splice(0, 1))
    if (waiting.get(table)!.length === 0) waiting.delete(table)
  }
  while (waiting.size > 0) {
    const names = new Set([...waiting.keys()].map(({ name }) => name))
    const ready = [...waiting.keys()].filter(
      (table) => ![...references(table)].some((name) => names.has(name)),
    )
    const independent = ready.filter((table) => table.hasIndependentParts)
    const others = ready.filter((table) => !table.hasIndependentParts)
    for (const table of others.length === 0 ? independent : others) {
      take(table)
      for (const other of independent) if (others.length > 0 && waiting.has(other)) take(other)
    }
  }
  return ordered
}

/** Whether Postgres can write a step while a former one is not committed. */
export function mayWriteTogether(step: Step, former: Step, references: References): boolean {
  if (step.do !== 'rows' || former.do !== 'rows') return false
  if (step.table === former.table) return step.table.hasIndependentParts === true
  return !references(step.table).has(former.table.name)
}

const REFERENCES = statement(
  'import.references',
  `SELECT referring.relname AS "from", referenced.relname AS "to" FROM pg_constraint c
   JOIN pg_class referring ON referring.oid = c.conrelid JOIN pg_class referenced ON referenced.oid = c.confrelid
   WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
)

/** Finds the foreign keys between tables. Those to later tables of `TABLES` are deferred columns. */
async function findReferences(sql: Sql): Promise<References> {
  const rows = await sql.run<{ readonly from: string; readonly to: string }>(REFERENCES)
  const place = new Map(TABLES.map(({ name }, index) => [name, index]))
  const earlier = rows.filter(
    ({ from, to }) => (place.get(to) ?? Number.POSITIVE_INFINITY) < (place.get(from) ?? 0),
  )
  const byTable = groupBy(earlier, ({ from }) => from)
  const references = new Map(
    TABLES.map(({ name }) => [name, new Set(byTable.get(name)?.map(({ to }) => to))]),
  )
  return ({ name }) => references.get(name)!
}
