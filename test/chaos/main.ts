import { parseArgs } from 'node:util'
import { FAULTS, type FaultName } from './faults.ts'
import { chaos } from './run.ts'

/**
 * `npm run chaos -- [--seed N] [--seconds N] [--clients N] [--runs N] [--faults a,b]` runs the
 * chaos test several times with consecutive seeds. The output has the command that repeats each run.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    clients: { type: 'string', default: '200' },
    runs: { type: 'string', default: '1' },
    faults: { type: 'string' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const faults = values.faults?.split(',') as FaultName[] | undefined
const unknown = faults?.find((name) => !(name in FAULTS))
if (unknown !== undefined) {
  say(`no fault ${unknown}: there are ${Object.keys(FAULTS).join(', ')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
let seed = Number(values.seed ?? Date.now() % 1_000_000_000)
let failed = 0
for (let run = 0; run < Number(values.runs); run++, seed++) {
  const again = `npm run chaos -- --seed ${seed} --seconds ${values.seconds} --clients ${values.clients}${faults ? ` --faults ${faults}` : ''}`
  say(again)
  const { wrong, report } = await chaos({
    seed,
    seconds: Number(values.seconds),
    gateways: 3,
    workers: 2,
    listeners: Number(values.clients),
    writers: 8,
    faultEveryMs: 3_000,
    ...(faults !== undefined && { faults }),
    say,
  })
  for (const line of report) say(`  ${line}`)
  for (const line of wrong.slice(0, 40)) say(`WRONG ${line}`)
  if (wrong.length > 0) {
    failed++
    say(`${wrong.length} wrong; again: ${again}`)
  }
}
say(`chaos: ${Number(values.runs) - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
