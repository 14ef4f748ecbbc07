import { archives } from './archives.ts'
import { crowd } from './crowd.ts'
import { fanout } from './fanout.ts'
import { jobs } from './jobs.ts'
import { mix } from './mix.ts'
import { permissions } from './permissions.ts'
import { presence } from './presence.ts'
import { read } from './read.ts'
import { register } from './register.ts'
import { send } from './send.ts'
import { soak } from './soak.ts'
import { uploads } from './uploads.ts'

/** `npm run bench -- NAME`: measures what docs/performance.md lists, beside the machine's own limits. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  archives,
  crowd,
  fanout,
  jobs,
  mix,
  permissions,
  presence,
  register,
  read,
  send,
  soak,
  uploads,
}

const name = process.argv[2]
const bench = name === undefined ? undefined : BENCHES[name]
if (bench === undefined) {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(BENCHES).join('|')}\n`)
  process.exit(1)
}
await bench()
process.exit(0)
