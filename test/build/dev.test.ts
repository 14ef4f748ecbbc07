import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import '../harness/product.ts'
import { browserMissing, TestBrowser } from '../harness/browser.ts'
import { World } from '../harness/world.ts'

const PATIENCE = { timeout: 300_000, interval: 50 }

/** What `npm run dev` needs of the project. */
const PARTS = [
  'build',
  'cli',
  'config',
  'core',
  'dist',
  'gateway',
  'package.json',
  'storage',
  'tsconfig.json',
  'workers',
]

let project: string
let world: World
let url: string
let dev: ChildProcess
let output = ''

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'loquat-dev-'))
  await Promise.all(PARTS.map((part) => cp(part, join(project, part), { recursive: true })))
  await symlink(resolve('node_modules'), join(project, 'node_modules'))
  const port = await freePort()
  url = `http://localhost:${port}`
  world = await World.create({ ROOT_URL: url })
  dev = spawn(process.execPath, ['--import', 'tsx', 'build/dev.ts'], {
    cwd: project,
    env: { PATH: process.env.PATH, ...world.env, PORT: String(port), DATA_DIR: join(project, 'var') },
  })
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (data) => (output += data))
  await vi.waitFor(() => expect(output).toContain('Watching for changes'), PATIENCE)
  await answers('ok\n')
})

afterAll(async () => {
  const exited = once(dev, 'exit')
  dev.kill('SIGTERM')
  await exited
  await world.close()
  await rm(project, { recursive: true, force: true })
})

/** Resolves when a gateway gives this answer. */
const answers = (text: string) =>
  vi.waitFor(
    async () => expect(await (await fetch(`${url}/health/live`)).text(), output).toBe(text),
    PATIENCE,
  )

async function edit(path: string, from: string, to: string): Promise<void> {
  const file = join(project, path)
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

test('a saved file of the server is in force after a restart, and a mistake changes nothing', async () => {
  await edit('gateway/ops/health.ts', "'ok\\n'", "'edited\\n'")
  await answers('edited\n')
  await edit('gateway/ops/health.ts', "'edited\\n'", "'edited\\n")
  await vi.waitFor(() => expect(output).toContain('health.ts('), PATIENCE)
  await answers('edited\n')
  await edit('gateway/ops/health.ts', "'edited\\n", "'corrected\\n'")
  await answers('corrected\n')
})

test.skipIf(browserMissing !== undefined)(
  'open pages reload, and show a saved file of the client',
  async () => {
    const browser = await TestBrowser.start()
    try {
      const { page } = await browser.open()
      await page.goto(`${url}/login`)
      await page.getByLabel('E-mail address').fill('hamlet@demo.test')
      await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('navigation').waitFor({ state: 'attached' })
      await edit(
        'gateway/web/main.tsx',
        'document.documentElement.lang',
        "document.body.dataset.edited = ''\ndocument.documentElement.lang",
      )
      await page.locator('body[data-edited]').waitFor()
      await page.evaluate('document.body.dataset.seen = ""')
      await edit('gateway/ops/health.ts', "'corrected\\n'", "'again\\n'")
      await page.locator('body[data-edited]:not([data-seen])').waitFor()
    } finally {
      await browser.close()
    }
  },
)
