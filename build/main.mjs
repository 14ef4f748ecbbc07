// `npm run build`: makes the product in dist/, unless the sources are the same as at the last build that
// succeeded.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhenChanged } from './only-when-changed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Files and folders that the product is made of. The reference shows guides of `docs`. */
const INPUTS = [
  'build',
  'cli',
  'config',
  'core',
  'docs/bots.md',
  'docs/guides',
  'docs/realtime.md',
  'gateway',
  'package-lock.json',
  'package.json',
  'storage',
  'tsconfig.json',
  'workers',
]

/** The files that the compiled programs read besides scripts. */
const READ_AS_THEY_ARE = ['gateway/design', 'gateway/reference/examples.json', 'workers/mail/templates']

async function build() {
  const steps = await Promise.allSettled([
    ...READ_AS_THEY_ARE.map(copy),
    run('node_modules/.bin/tsc', ['-p', 'tsconfig.json']),
    run('node_modules/.bin/vite', ['build', '--config', 'gateway/web/vite.config.ts', '--logLevel', 'warn']),
  ])
  const failed = steps.find(({ status }) => status === 'rejected')
  if (failed !== undefined) throw failed.reason
  await run(process.execPath, ['dist/gateway/reference/build.js'])
}

async function copy(path) {
  await mkdir(dirname(join(root, 'dist', path)), { recursive: true })
  await cp(join(root, path), join(root, 'dist', path), { recursive: true })
}

/** Runs a program in the folder of the project. Rejects when it fails; its messages are on the terminal. */
async function run(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}`)
}

try {
  await buildWhenChanged(root, INPUTS, 'dist', build)
} catch (error) {
  process.stderr.write(`The build failed: ${error.message}\n`)
  process.exitCode = 1
}
