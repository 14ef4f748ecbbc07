// Holds the test suite's recordings against the contract beside this checkout, and allows only the
// differences that the specification asks for. Prints "contract: N passed, N failed"; exit 1 on a failure.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const CHECKER = '../shared/contract/check.mjs'
const RECORDINGS = 'test/.recordings'

/** The specification wins where the two differ: it names these, the contract does not know them. */
const SPECIFIED = new Map([
  ['GET /users/me.is_billing_admin: not in the contract', 'own user record: is_billing_admin'],
  [
    'POST /register.streams[].subscribers: not in the contract',
    'channel object: subscribers, with include_subscribers',
  ],
  [
    'POST /register.realm_default_streams[]: object, expected integer',
    'realm_default_streams are channel objects',
  ],
  [
    'POST /register.realm_service_update_announcements_stream_id: not in the contract',
    'feature level 242: service_update_announcements_stream_id',
  ],
])

/** Here the contract has scheduled messages where its own events and GET /reminders have reminders. */
for (const difference of [
  'reminder_id: not in',
  'reminder_target_message_id: not in',
  'scheduled_message_id: missing',
]) {
  const line = `POST /register.reminders[].${difference}`
  SPECIFIED.set(
    difference.endsWith('missing') ? line : `${line} the contract`,
    'reminders as events tell them',
  )
}

/** Known to the design, not to the contract. */
SPECIFIED.set('event message.local_message_id: not in the contract', "in the sender's own event")

if (!existsSync(CHECKER)) {
  console.log('The contract is not beside this checkout: its check was left out.')
  process.exit(0)
}
const files = readdirSync(RECORDINGS)
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => `${RECORDINGS}/${name}`)
if (files.length === 0) {
  console.log('No exchange was recorded.')
  process.exit(1)
}
const { stdout, stderr, status } = spawnSync(process.execPath, [CHECKER, ...files], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
})
process.stderr.write(stderr)
const lines = stdout.trim().split('\n')
const [, passed = '0', failed = '0'] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? []
const violations = lines.slice(0, -2)
const unexpected = violations.filter((line) => !SPECIFIED.has(line.replace(/ {3}\(\d+ times\)$/, '')))
for (const line of violations) {
  const reason = SPECIFIED.get(line.replace(/ {3}\(\d+ times\)$/, ''))
  console.log(reason === undefined ? line : `${line}   as specified: ${reason}`)
}
console.log(lines.at(-2))
const broken = unexpected.length > 0 || (status !== 0 && violations.length === 0)
console.log(`exchanges: ${passed} as contracted, ${failed} not or as specified`)
console.log(`contract: ${broken ? 0 : 1} passed, ${broken ? 1 : 0} failed`)
process.exit(broken ? 1 : 0)
