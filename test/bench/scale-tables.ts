import { fileURLToPath } from 'node:url'
import { slowed } from './scale-fit.ts'
import { COSTS, PROCESSES, UNITS, type Unit } from './scale-model.ts'
import { type Machines, machinesFor, type Size } from './scale-sizes.ts'

/** Prints the tables of docs/scale.md and docs/deploy.md: `npx tsx test/bench/scale-tables.ts`. */

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const number = (value: number) => Math.round(value).toLocaleString('en-US')

/** The constants, in microseconds. */
export const costsTable = (): string =>
  table(
    ['what', ...PROCESSES],
    Object.entries(UNITS).map(([unit, meaning]) => [
      meaning,
      ...PROCESSES.map((process) => String(COSTS[unit as Unit][process] ?? 0)),
    ]),
  )

export const SIZES: readonly (Size & { readonly name: string })[] = [
  { name: '10,000', clients: 10_000, organizations: 1 },
  { name: '100,000', clients: 100_000, organizations: 1 },
  { name: '1,000,000 in one organization', clients: 1_000_000, organizations: 1 },
  { name: '1,000,000 in 10 organizations', clients: 1_000_000, organizations: 10 },
  { name: '1,000,000 in 100 organizations', clients: 1_000_000, organizations: 100 },
]

/** The machines, if their cores are `speed` times as quick as the measured ones. */
export const machinesTable = (quicker: 1 | 2): string => {
  const costs = slowed(COSTS, 1 / quicker)
  return table(
    [
      ...['connected clients', 'messages a second', 'deliveries a second', 'gateways', 'MiB a gateway'],
      ...['workers', 'cores of Postgres', 'Redis nodes', 'of a core each', 'Mbit/s to clients'],
    ],
    SIZES.map((size) => {
      const machines = machinesFor(size, costs)
      const nodes = [number(size.organizations), `${number(machines.redisShare * 100)} %`]
      if (machines.gateways === undefined)
        return [size.name, ...rates(machines), 'does not fit', ...Array<string>(6).fill('')]
      return [
        ...[size.name, ...rates(machines), number(machines.gateways), number(machines.gatewayMib)],
        ...[number(machines.workers), number(machines.postgresCores), ...nodes],
        number(machines.megabitsPerSecond),
      ]
    }),
  )
}

const rates = ({ messagesPerSecond, deliveriesPerSecond }: Machines) => [
  number(messagesPerSecond),
  number(deliveriesPerSecond),
]

/** The sizes of docs/deploy.md. */
export const smallTable = (): string =>
  table(
    ['connected people', 'messages a second', 'gateways', 'cores of Postgres', 'workers'],
    [500, 5_000, 20_000].map((clients) => {
      const { messagesPerSecond, gateways, postgresCores, workers } = machinesFor({
        clients,
        organizations: 1,
      })
      const wholes = [gateways!, postgresCores, workers].map(number)
      return [number(clients), number(messagesPerSecond), ...wholes]
    }),
  )

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${costsTable()}\n\n${machinesTable(1)}\n\n${machinesTable(2)}\n\n${smallTable()}\n`)
