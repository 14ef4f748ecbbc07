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
 * Debian's package starts a Redis of its own on port 6379, now and at every boot: forbid the one while it is
 * installed and undo the other. A policy that is already there is the machine's own and stays.
 */
const APT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends redis-server || exit 1
if [ -d /run/systemd/system ]; then systemctl disable redis-server; fi
exit 0
`

/** Package managers by the name of their program; the others' packages start nothing by themselves. */
const INSTALLERS: Record<string, { script: string; asRoot: boolean }> = {
  'apt-get': { script: APT, asRoot: true },
  dnf: { script: 'dnf install -y valkey || dnf install -y redis', asRoot: true },
  apk: { script: 'apk add --no-cache redis || apk add --no-cache valkey', asRoot: true },
  brew: { script: 'brew install redis', asRoot: false },
}

/**
 * The path of a `redis-server` or `valkey-server` on the PATH. If there is none, it is installed with the
 * system's package manager where that needs no password. Otherwise throws `ConfigError` saying what to install.
 */
export async function findRedis(report: (line: string) => void): Promise<string> {
  const found = await firstOnPath(SERVERS)
  if (found) return found

  const manager = await firstOnPath(Object.keys(INSTALLERS))
  const name = manager?.split('/').at(-1) ?? ''
  const installer = INSTALLERS[name]
  const refusal = (why: string) =>
    new ConfigError(
      `Neither redis-server nor valkey-server is on the PATH${why}: install one of them, or set REDIS_URL`,
    )
  if (!installer) throw refusal('')

  const shell = await shellOf(installer.asRoot)
  if (!shell) throw refusal(` and ${name} needs a password`)
  report(`Installing Redis with ${name}, this once`)
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

/** How to run a script, as root if need be and possible without a password. */
async function shellOf(asRoot: boolean): Promise<string[] | undefined> {
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
