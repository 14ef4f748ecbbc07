import { parseArgs } from 'node:util'
import { fuzz } from './run.ts'
import { startTarget } from './target.ts'

/**
 * `npm run fuzz -- [--requests N] [--seed N] [--concurrency N]` sends requests, generated from the
 * declarations of all endpoints, to a gateway in its own process. Exits with 1 when a response is a 5xx
 * without a reason, or when the gateway keeps more than 64 MiB of memory after the requests.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    concurrency: { type: 'string', default: '8' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const again = `npm run fuzz -- --requests ${values.requests} --seed ${seed} --concurrency ${values.concurrency}`
say(again)

const target = await startTarget()
const started = performance.now()
const { wrong, statuses, grown } = await fuzz(target, {
  seed,
  requests: Number(values.requests),
  concurrency: Number(values.concurrency),
  growth: 64 * 1024 * 1024,
  settleMs: 180_000,
  say,
})
const seconds = (performance.now() - started) / 1000
const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
say(`${values.requests} requests in ${seconds.toFixed(0)} s: ${JSON.stringify(statuses)}`)
say(`growth since the first tenth: ${mib(grown.held)} held, ${mib(grown.resident)} resident`)
for (const line of wrong.slice(0, 60)) say(`WRONG ${line}`)
say(wrong.length === 0 ? 'fuzz: passed' : `fuzz: ${wrong.length} wrong; again: ${again}`)
await target.close()
process.exit(wrong.length === 0 ? 0 : 1)
