import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pythonApiToolsMissing, runTool } from '../../harness/python-api-tools.ts'
import { World } from '../../harness/world.ts'

/** For a busy machine. */
const TIMEOUT_MS = 300_000

const run = promisify(execFile)
const source = fileURLToPath(new URL('generated-client', import.meta.url))
const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url))

let world: World
let url: string
let folder: string
beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
  folder = await mkdtemp(join(tmpdir(), 'loquat-generated-'))
  await cp(source, folder, { recursive: true })
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/api/v1/openapi.json`)).text())
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a client in TypeScript compiles with the types of openapi-typescript', {
  timeout: TIMEOUT_MS,
}, async () => {
  const typescript5 = join(source, 'use-typescript-5.mjs')
  const generator = join(installed, 'openapi-typescript/bin/cli.js')
  await run('node', ['--import', typescript5, generator, 'openapi.json', '-o', 'api.d.ts'], { cwd: folder })
  const compiled = run('node', [join(installed, 'typescript/bin/tsc'), '-p', folder], { cwd: folder })
  await expect(compiled.catch(({ stdout }) => ({ stdout }))).resolves.toMatchObject({ stdout: '' })
})

describe.skipIf(pythonApiToolsMissing)('a client in Python', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    const args = ['generate', '--path', 'openapi.json', '--output-path', 'loquat_api', '--meta', 'none']
    const { code, output } = await runTool('openapi-python-client', [...args, '--fail-on-warning'], folder)
    if (code !== 0) throw new Error(output)
  }, TIMEOUT_MS)

  test('compiles', async () => {
    const { code, output } = await runTool('python', ['-m', 'compileall', '-q', 'loquat_api'], folder)
    expect([code, output]).toEqual([0, ''])
  })

  test('reads a user, and gets a refusal as an error', async () => {
    const { email, apiKey } = world.client(url, 'hamlet').credentials!
    const { code, output } = await runTool('python', ['client.py', folder, url, email], folder, {
      API_KEY: apiKey,
    })
    if (code !== 0) throw new Error(output)
    const answers = JSON.parse(output)
    expect(answers).toMatchObject({
      user_id: world.userId('hamlet'),
      full_name: 'King Hamlet',
      refused: 'INVALID_API_KEY',
    })
    expect(answers.modules).toBeGreaterThan(200)
  })
})
