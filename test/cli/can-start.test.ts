import { execFile, execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REDIS_URL = 'redis://127.0.0.1:6379'
const NOBODY = 65534
const isRoot = process.getuid?.() === 0

/** A copy of the script that everybody may read, and the only folder of the PATH. */
let copy: string
let path: string
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'loquat-start-'))
  path = join(copy, 'bin')
  for (const folder of [path, join(copy, 'build')]) await mkdir(folder)
  for (const file of ['build/can-start.mjs', 'package.json'])
    await copyFile(join(ROOT, file), join(copy, file))
  await chmod(copy, 0o755)
})
afterEach(() => rm(copy, { recursive: true }))

async function program(name: string, script = 'exit 0'): Promise<void> {
  await writeFile(join(path, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(path, name), 0o755)
}

const answer = (
  env: Record<string, string> = {},
  { uid, node = [] }: { uid?: number; node?: readonly string[] } = {},
): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const options = { env: { PATH: path, ...env }, cwd: '/', ...(uid !== undefined && { uid, gid: uid }) }
    const args = [...node, join(copy, 'build/can-start.mjs')]
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    )
  })

const SILENCE = { code: 0, text: '' }

test('with Redis on the PATH, or its address, nothing is said', async () => {
  expect(await answer({ REDIS_URL })).toEqual(SILENCE)
  await program('valkey-server')
  expect(await answer()).toEqual(SILENCE)
})

test('a version of Node that is too old is one line', async () => {
  const old = new URL('../fixtures/old-node.mjs', import.meta.url).href
  expect(await answer({ REDIS_URL }, { node: ['--import', old] })).toEqual({
    code: 1,
    text: 'Loquat needs Node 20.19 or newer, 22 or 24, and this is v18.20.4: install one from https://nodejs.org/en/download\n',
  })
})

test('names no export of Node that an old version lacks', async () => {
  const script = await readFile(new URL('../../build/can-start.mjs', import.meta.url), 'utf8')
  const named = [...script.matchAll(/^import \{ ([^}]+) \} from '([^']+)'$/gm)].map((match) => match.slice(1))
  // All are in Node 12, which long-lived systems have.
  expect(named).toEqual([
    ['execFileSync', 'node:child_process'],
    ['delimiter, dirname, join, resolve', 'node:path'],
    ['fileURLToPath', 'node:url'],
  ])
})

test('a missing Redis without a package manager is one line', async () => {
  const text = 'Redis is missing: install Redis or Valkey, or set REDIS_URL\n'
  expect(await answer()).toEqual({ code: 1, text })
})

test.runIf(isRoot)(
  'a missing Redis that needs a password is one line with the command to enter',
  async () => {
    await program('apt-get')
    await program('sudo', 'exit 1')
    expect(await answer()).toEqual(SILENCE) // root installs it
    expect(await answer({}, { uid: NOBODY })).toEqual({
      code: 1,
      text: 'Redis is missing, and installing it needs a password: enter sudo apt-get install -y redis-server, or set REDIS_URL\n',
    })
    await program('sudo')
    expect(await answer({}, { uid: NOBODY })).toEqual(SILENCE)
  },
)

test.runIf(isRoot)('a full disk is one line', async () => {
  const disk = join(copy, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk])
  try {
    const { code, text } = await answer({ REDIS_URL, DATA_DIR: join(disk, 'not/yet') })
    expect(code).toBe(1)
    expect(text).toBe(
      `The disk of ${disk}/not/yet has 40 MiB free, and Loquat needs 100 MiB: make room, or set DATA_DIR to a folder on another disk\n`,
    )
  } finally {
    execFileSync('umount', [disk])
  }
})
