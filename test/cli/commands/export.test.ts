import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programOf } from '../../harness/programs.ts'
import { World } from '../../harness/world.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await World.create()
  folder = await mkdtemp(join(tmpdir(), 'loquat-test-export-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world?.close()
})

function beginExport(file: string) {
  const env = { PATH: process.env.PATH, ...world.env }
  const child = spawn(process.execPath, [programOf('cli/loquat.ts'), 'export', file], { env })
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], stderr]) => ({
    code,
    stderr,
  }))
  return { child, ended }
}

test('an export that is stopped leaves nothing', async () => {
  const file = join(folder, 'demo.zip')
  const client = new pg.Client(world.env.DATABASE_URL)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE message IN ACCESS EXCLUSIVE MODE')
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const first = beginExport(file)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['demo.zip.part']), {
      timeout: 120_000,
      interval: 50,
    })
    first.child.kill(signal)
    expect(await first.ended).toEqual({ code, stderr: '' })
    expect(await readdir(folder)).toEqual([])
  }
  await client.query('COMMIT')
  await client.end()
  expect((await beginExport(file).ended).code).toBe(0)
  expect(await readdir(folder)).toEqual(['demo.zip'])
  expect(await beginExport(file).ended).toEqual({ code: 1, stderr: `${file} already exists\n` })
})

test('a file that another export writes is refused', async () => {
  const file = join(folder, 'taken.zip')
  await writeFile(`${file}.part`, 'begun')
  expect(await beginExport(file).ended).toEqual({
    code: 1,
    stderr: `${file}.part exists: another export writes it, or one was killed; then remove it\n`,
  })
  await rm(`${file}.part`)
})

test('an empty name is refused', async () => {
  expect(await beginExport('').ended).toEqual({ code: 1, stderr: 'The name of the file must not be empty\n' })
})

test('a file in a folder that does not exist is refused', async () => {
  const file = join(folder, 'missing', 'demo.zip')
  expect(await beginExport(file).ended).toEqual({ code: 1, stderr: `${file} cannot be written (ENOENT)\n` })
})
