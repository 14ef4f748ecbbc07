// Tries, from within a unit, actions that its hardening forbids and actions that it allows. systemd runs it
// in the place of the product.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const wrong = []

/** Runs an attempt, and notes when it succeeds although it must not, or the reverse. */
function attempt(name, isAllowed, run) {
  let succeeded = true
  try {
    run()
  } catch {
    succeeded = false
  }
  console.log(`${succeeded ? 'could' : 'could not'} ${name}`)
  if (succeeded !== isAllowed) wrong.push(name)
}

const write = (folder) => () => {
  writeFileSync(`${folder}/smoke-probe`, 'x')
  rmSync(`${folder}/smoke-probe`)
}
const command =
  (name, ...parameters) =>
  () => {
    const { status } = spawnSync(name, parameters, { stdio: 'ignore' })
    if (status !== 0) throw new Error(`${name} ended with ${status}`)
  }

for (const folder of ['/var/lib/loquat', '/tmp', '/var/tmp'])
  attempt(`write to ${folder}`, true, write(folder))
for (const folder of [
  '/',
  '/opt/loquat',
  '/etc/loquat',
  '/usr/local/bin',
  '/var/lib',
  '/var/log',
  '/home',
  '/root',
  '/srv',
  '/run',
])
  attempt(`write to ${folder}`, false, write(folder))
attempt(
  'change /var/lib/loquat by a shell',
  true,
  command('sh', '-c', 'touch /var/lib/loquat/p && rm /var/lib/loquat/p'),
)
attempt('see process 1', false, () => readFileSync('/proc/1/cmdline'))
attempt('read the password hashes', false, () => readFileSync('/etc/shadow'))
attempt('mount', false, command('mount', '-t', 'tmpfs', 'tmpfs', '/tmp'))
attempt('make a user namespace', false, command('unshare', '--user', 'true'))
attempt('change the host name', false, command('hostname', 'other'))
attempt('set the clock', false, command('date', '-s', '@0'))
attempt('write kernel settings', false, () => writeFileSync('/proc/sys/vm/swappiness', '60'))
attempt(
  'make a program that runs as another user',
  false,
  command('sh', '-c', 'cp /bin/true /tmp/p && chmod u+s /tmp/p'),
)
if (wrong.length > 0) {
  console.log(`not as the unit promises: ${wrong.join(', ')}`)
  process.exitCode = 1
}
