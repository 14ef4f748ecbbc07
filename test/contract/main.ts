import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECORDINGS } from '../harness/recorder.ts'
import { ContractChecker } from './checker.ts'
import { DIFFERENCES } from './differences.ts'

/**
 * Compares recorded exchanges, of the last test run or of the named files, with the contract. Prints every
 * violation; `--unseen` also prints the parts of the contract that no exchange reached. Ends with "contract:
 * N passed, N failed", and with exit code 1 when a violation is not among `DIFFERENCES`, or when nothing was
 * recorded.
 */
const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
const files = named.length > 0 ? named : recordings()
const checker = new ContractChecker()
for (const file of files) {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line.trim()) checker.check(JSON.parse(line))
}
let unexpected = 0
for (const [violation, times] of [...checker.violations].sort()) {
  const reason = DIFFERENCES.get(violation)
  if (reason === undefined) unexpected++
  console.log(
    `${violation}${times > 1 ? `   (${times} times)` : ''}${reason === undefined ? '' : `   as specified: ${reason}`}`,
  )
}
if (args.includes('--unseen')) for (const line of checker.unseen()) console.log(line)
console.log(checker.coverage())
console.log(`exchanges: ${checker.passed} as contracted, ${checker.failed} not or as specified`)
const checked = checker.passed + checker.failed
if (checked === 0) console.log('No exchange was recorded: run the tests first.')
const isBroken = unexpected > 0 || checked === 0
console.log(`contract: ${isBroken ? 0 : 1} passed, ${isBroken ? 1 : 0} failed`)
process.exitCode = isBroken ? 1 : 0

function recordings(): string[] {
  if (!existsSync(RECORDINGS)) return []
  return readdirSync(RECORDINGS)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => join(RECORDINGS, name))
}
