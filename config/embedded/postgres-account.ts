import { execFile, type SpawnOptions } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../error.ts'

const run = promisify(execFile)

type Ids = { uid: number; gid: number }

/** The account that root's Postgres gets. No other program of the machine runs as it. */
const OWN = 'loquat-postgres'

/** Commands that create it: of most Linux systems, and of Alpine. */
const CREATIONS = [
  `useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${OWN}`,
  `addgroup -S ${OWN} && adduser -S -D -H -s /sbin/nologin -G ${OWN} ${OWN}`,
]

/** The account that runs Postgres. Postgres refuses to run as root, so root needs another account. */
export type Account = {
  /** The owner that the data must have; undefined for the account of this process. */
  owner?: Ids
  /** The existing data belong to `nobody`, and have to be given to the owner. */
  takesOver?: boolean
  /** Returns the command that starts `program` as the account. */
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions }
}

/**
 * Chooses the account for Postgres: the account of this process or, for root, the owner of the existing data,
 * else an account of its own, which is created when it is missing, else `postgres`. Data of `nobody`, as
 * former versions made them, get the own account: other programs run as `nobody`. When the account cannot
 * enter the folders above `paths` (a project under /root), Postgres gets the one Linux capability that allows
 * it. Throws `ConfigError` where that is impossible.
 */
export async function postgresAccount(dataDirectory: string, paths: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args, options: {} }) }
  }
  const former = await ownerOf(dataDirectory)
  const isOfNobody = former !== undefined && former.uid === (await idsOf('nobody'))?.uid
  const own = former === undefined || isOfNobody ? await ownAccount() : undefined
  const owner = own ?? former
  if (!owner) {
    throw new ConfigError(
      `Postgres does not run as root, and no account can be created for it: enter useradd --system ${OWN}, or set DATABASE_URL`,
    )
  }
  const takesOver = isOfNobody && own !== undefined

  const forbidden = await firstForbidden(paths, owner)
  if (!forbidden) return { owner, takesOver, command: (file, args) => ({ file, args, options: owner }) }

  const setpriv = await capabilityCommand(owner)
  if (!setpriv) {
    throw new ConfigError(
      `Postgres does not run as root, and account ${owner.uid} cannot enter ${forbidden}: start Loquat as an ordinary user, move it and DATA_DIR elsewhere, or set DATABASE_URL`,
    )
  }
  return {
    owner,
    takesOver,
    command: (file, args) => ({ file: 'setpriv', args: [...setpriv, file, ...args], options: {} }),
  }
}

async function ownerOf(path: string): Promise<Account['owner']> {
  const found = await stat(path).catch(() => undefined)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

/** The account of its own, or `postgres` where none can be created. */
async function ownAccount(): Promise<Ids | undefined> {
  const existing = await idsOf(OWN)
  if (existing) return existing
  for (const creation of CREATIONS) {
    await run('sh', ['-c', creation]).catch(() => undefined)
    // Another process may have created it at the same time.
    const created = await idsOf(OWN)
    if (created) return created
  }
  return idsOf('postgres')
}

async function idsOf(name: string): Promise<Account['owner']> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/**
 * Returns the outermost folder above `paths` that the account may not enter; undefined when it may enter all.
 */
async function firstForbidden(paths: string[], owner: Ids): Promise<string | undefined> {
  for (const path of paths) {
    const folders: string[] = []
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      folders.unshift(folder)
      if (folder === dirname(folder)) break
    }
    for (const folder of folders) {
      const { uid, gid, mode } = await stat(folder)
      const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
      if (!(mode & bit)) return folder
    }
  }
  return undefined
}

/**
 * Returns arguments with which `setpriv` (util-linux) starts a program as the account and lets it enter any
 * folder. Uses the weaker capability that this process has for it. Returns undefined where that does not
 * work.
 */
async function capabilityCommand(owner: Ids): Promise<string[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const status = await readFile('/proc/self/status', 'utf8')
  const effective = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(status)?.[1] ?? '0'}`)
  const capability = effective & 4n ? 'dac_read_search' : 'dac_override'
  // Without no_setuid_fixup, access(2), which Postgres calls on its own binary, ignores the capability.
  const args = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ]
  try {
    await run('setpriv', [...args, 'true'], { cwd: '/' })
    return args
  } catch {
    return undefined
  }
}
