import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../error.ts'

const run = promisify(execFile)
const INSTALL_DEADLINE_MS = 300_000

const SERVERS = ['redis-server', 'valkey-server']

/**
 * Debian's package starts Redis on port 6379, at once and at every boot. The script forbids the first with a
 * policy during the installation and disables the second. It keeps a policy that the machine already has.
 * While another program installs packages, as a new machine does after its first start, it waits: a minute
 * for the lists of packages, and two for the packages.
 */
const APT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
  case $(apt-get update -q 2>&1) in
    *'Could not get lock'*) sleep 5 ;;
    *) break ;;
  esac
done
apt-get install -y -q -o DPkg::Lock::Timeout=120 --no-install-recommends redis-server || exit 1
if [ -d /run/systemd/system ]; then systemctl disable redis-server; fi
exit 0
`

/**
 * Package managers by the name of their program. Only Debian's package starts a server by itself. `command`:
 * what an operator enters (also in build/can-start.mjs).
 */
const INSTALLERS: Record<string, { script: string; asRoot: boolean; command: string }> = {
  'apt-get': { script: APT, asRoot: true, command: 'sudo apt-get install -y redis-server' },
  dnf: {
    script: 'dnf install -y valkey || dnf install -y redis',
    asRoot: true,
    command: 'sudo dnf install -y valkey',
  },
  apk: {
    script: 'apk add --no-cache redis || apk add --no-cache valkey',
    asRoot: true,
    command: 'sudo apk add redis',
  },
  brew: { script: 'brew install redis', asRoot: false, command: 'brew install redis' },
}

/**
 * Returns the path of `redis-server` or `valkey-server` on the PATH. If there is none, installs one with the
 * system's package manager where that needs no password. Otherwise throws a `ConfigError` with the command to
 * enter.
 */
export async function findRedis(report: (line: string) => void): Promise<string> {
  const found = await firstOnPath(SERVERS)
  if (found) return found

  const manager = await firstOnPath(Object.keys(INSTALLERS))
  const name = manager?.split('/').at(-1) ?? ''
  const installer = INSTALLERS[name]
  const refusal = (why: string) =>
    new ConfigError(
      `Neither redis-server nor valkey-server is on the PATH${why}: ${installer ? `enter ${installer.command}` : 'install one of them'}, or set REDIS_URL`,
    )
  if (!installer) throw refusal('')

  const shell = await shellCommand(installer.asRoot)
  if (!shell) throw refusal(` and ${name} needs a password`)
  report(`Redis is missing: installing it with ${name}`)
  try {
    await run(shell[0]!, [...shell.slice(1), installer.script], { timeout: INSTALL_DEADLINE_MS })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw refusal(` and ${name} could not install it (${(stderr.trim() || message).split('\n').at(-1)})`)
  }
  const installed = await firstOnPath(SERVERS)
  if (!installed) throw refusal(` even after ${name} installed it`)
  return installed
}

/** Returns the command that runs a script, as root if `asRoot`; undefined where root needs a password. */
async function shellCommand(asRoot: boolean): Promise<string[] | undefined> {
  const isRoot = process.getuid?.() === 0
  if (!asRoot) return isRoot ? undefined : ['sh', '-c']
  if (isRoot) return ['sh', '-c']
  const sudo = await run('sudo', ['-n', 'true']).catch(() => undefined)
  return sudo && ['sudo', '-n', 'sh', '-c']
}

async function firstOnPath(names: string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
      const path = join(folder, name)
      if (
        await access(path, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return path
    }
  }
  return undefined
}
