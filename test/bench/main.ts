import { readFileSync, writeFileSync } from 'node:fs'
import { archives } from './archives.ts'
import { company } from './company.ts'
import { compareRuns } from './compare.ts'
import { connected } from './connected.ts'
import { crowd } from './crowd.ts'
import { directory } from './directory.ts'
import { fanout } from './fanout.ts'
import { idle } from './idle.ts'
import { jobs } from './jobs.ts'
import { large } from './large.ts'
import { mix } from './mix.ts'
import { permissions } from './permissions.ts'
import { presence } from './presence.ts'
import { read } from './read.ts'
import { register } from './register.ts'
import { reportedFigures } from './report.ts'
import { type Run, runAll } from './run-all.ts'
import { scale } from './scale.ts'
import { send } from './send.ts'
import { soak } from './soak.ts'
import { tenants } from './tenants.ts'
import { uploads } from './uploads.ts'
import { web } from './web.ts'
import { worstForms } from './worst-forms.ts'
import { zulipMix } from './zulip-mix.ts'

/** `npm run bench -- NAME`: runs a measurement of docs/performance.md, beside the machine's own limits. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  archives,
  company,
  connected,
  crowd,
  directory,
  fanout,
  idle,
  jobs,
  large,
  mix,
  permissions,
  presence,
  register,
  read,
  scale,
  send,
  soak,
  tenants,
  uploads,
  web,
  'worst-forms': worstForms,
  'zulip-mix': zulipMix,
}

/** Those that take many minutes and most of the machine's memory. `all` leaves them out. */
const NAMED_ONLY = ['connected', 'large', 'tenants']

const USAGE = `usage: npm run bench -- NAME [--json FILE]
       npm run bench -- all --json FILE
       npm run bench -- compare FILE FILE
NAME is one of ${Object.keys(BENCHES).join(', ')}
all runs them all, except for ${NAMED_ONLY.join(', ')}
`

const [name = '', ...others] = process.argv.slice(2)
const json = others[others.indexOf('--json') + 1]
const file = others.includes('--json') ? json : undefined
const bench = BENCHES[name]
if (bench !== undefined) {
  await bench()
  if (file !== undefined) writeFileSync(file, JSON.stringify(reportedFigures()))
} else if (name === 'all' && file !== undefined) {
  const names = Object.keys(BENCHES).filter((each) => !NAMED_ONLY.includes(each))
  writeFileSync(file, JSON.stringify(await runAll(names), null, 1))
} else if (name === 'compare' && others.length === 2) {
  const [first, second] = others.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Run)
  compareRuns(first!, second!)
} else {
  process.stderr.write(USAGE)
  process.exit(1)
}
process.exit()
