import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CLUSTER_FAULTS } from './cluster-faults.ts'
import { unknownFaults } from './faults.ts'
import { buildCommit, formerCommit } from './former-build.ts'
import { whyNoNetwork } from './network.ts'
import { ONE_MACHINE_FAULTS } from './one-machine-faults.ts'
import { chaos } from './run.ts'

/**
 * `npm run chaos -- [--cluster] [--seed N] [--seconds N | --minutes N] [--clients N] [--runs N] [--faults
 * a,b] [--index N]` runs the chaos test several times with consecutive seeds. The output has the command that
 * repeats each run. A cluster with `--upgrade` begins with the former build, or the one that `--from COMMIT`
 * names, and changes between it and this one.
 */
const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    minutes: { type: 'string' },
    clients: { type: 'string' },
    runs: { type: 'string', default: '1' },
    faults: { type: 'string' },
    index: { type: 'string' },
    upgrade: { type: 'boolean', default: false },
    from: { type: 'string' },
  },
})

/** The aim for the time in which writes resume. */
const MAX_PAUSE_MS = 5_000
/** The aim for the part of it after another server of Postgres was promoted. */
const MAX_OWN_PAUSE_MS = 2_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const { cluster: isCluster } = values
const kinds = isCluster ? CLUSTER_FAULTS : ONE_MACHINE_FAULTS
const faults = values.faults?.split(',')
const unknown = unknownFaults(faults ?? [], kinds)
const cannot = isCluster ? await whyNoNetwork() : undefined
if (unknown.length > 0 || cannot !== undefined) {
  say(cannot ?? `no fault ${unknown}: there are ${Object.keys(kinds).join(', ')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const seconds = values.minutes === undefined ? Number(values.seconds) : Number(values.minutes) * 60
const clients = Number(values.clients ?? (isCluster ? 40 : 200))
const from = isCluster && values.upgrade ? (values.from ?? (await formerCommit())) : values.from
const former = from === undefined ? undefined : await buildCommit(from)
let seed = Number(values.seed ?? Date.now() % 1_000_000_000)
let failed = 0
for (let run = 0; run < Number(values.runs); run++, seed++) {
  const again = `npm run chaos --${isCluster ? ' --cluster' : ''} --seed ${seed} --seconds ${seconds} --clients ${clients}${faults ? ` --faults ${faults}` : ''}${values.index ? ` --index ${values.index}` : ''}${from ? ` --from ${from}` : ''}`
  say(again)
  const { wrong, report } = await chaos({
    seed,
    seconds,
    isCluster,
    former,
    maxPauseMs: MAX_PAUSE_MS,
    maxOwnPauseMs: MAX_OWN_PAUSE_MS,
    gateways: isCluster ? 4 : 3,
    workers: isCluster ? 3 : 2,
    listeners: clients,
    writers: isCluster ? 4 : 8,
    faultEveryMs: 3_000,
    ...(faults !== undefined && { faults }),
    ...(values.index !== undefined && { faultIndex: Number(values.index) }),
    say,
  })
  for (const line of report) say(`  ${line}`)
  for (const line of wrong.slice(0, 40)) say(`WRONG ${line}`)
  if (wrong.length > 0) {
    failed++
    say(`${wrong.length} wrong; again: ${again}`)
  }
}
if (former !== undefined) await rm(former, { recursive: true, force: true })
say(`chaos: ${Number(values.runs) - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
