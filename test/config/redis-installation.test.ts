import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRedis } from '../../config/embedded/redis-binary.ts'

/** The only folder of the PATH. It has no Redis, and a package manager that the test writes. */
let folder: string
let formerPath: string | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-path-'))
  for (const program of ['sh', 'chmod', 'rm', 'cat']) await symlink(`/bin/${program}`, join(folder, program))
  formerPath = process.env.PATH
  process.env.PATH = folder
})
afterEach(async () => {
  process.env.PATH = formerPath
  await rm(folder, { recursive: true, force: true })
})

async function program(name: string, script: string): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n${script}\n`)
  await chmod(path, 0o755)
}

const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('Redis is installed when the lists of packages are free again', async () => {
  await program('sleep', `echo free > ${folder}/lock`)
  await program(
    'apt-get',
    `if [ "$1" = update ] && [ ! -e ${folder}/lock ]; then
  echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)' >&2
  exit 100
fi
if [ "$1" = install ]; then echo '#!/bin/sh' > ${folder}/redis-server && chmod 755 ${folder}/redis-server; fi`,
  )
  const reports: string[] = []
  expect(await findRedis((line) => reports.push(line))).toBe(join(folder, 'redis-server'))
  expect(reports).toEqual(['Redis is missing: installing it with apt-get'])
  expect(await calls()).toEqual([
    'apt-get update -q',
    'sleep 5',
    'apt-get update -q',
    expect.stringMatching(/^apt-get install .*DPkg::Lock::Timeout=120 .*redis-server$/),
  ])
})

test.runIf(isRoot)('lists that cannot be fetched are no reason to wait', async () => {
  await program(
    'apt-get',
    `[ "$1" = install ] && echo 'E: Unable to locate package redis-server' >&2\nexit 100`,
  )
  await expect(findRedis(() => undefined)).rejects.toThrow(
    'apt-get could not install it (E: Unable to locate package redis-server)',
  )
  expect(await calls()).toHaveLength(2)
})
