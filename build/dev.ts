import { fork } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { compileFile } from './compile-file.ts'

/*
 * `npm run dev`: `npm start`, which restarts its gateways and workers after each save. A saved file of the
 * server is compiled alone, without a look at types, and the web client is built by Vite. Open pages reload.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** The folders of the server. */
const FOLDERS = ['config', 'core', 'storage', 'gateway', 'workers']

/** Vite builds these folders, and watches its own sources. */
const OF_VITE = /^gateway\/(?:web|reference\/browser)\//

/** Files that the server reads as they are. */
const READ_AS_THEY_ARE = /^(?:gateway\/design|workers\/mail\/templates)\//

/** Compressed versions of files whose names never change, which `npm run build` has made. */
const COMPRESSED = ['index.html', 'service-worker.js'].flatMap((name) => [`${name}.br`, `${name}.gz`])

/** An editor may write a file twice. */
const QUIET_MS = 50

// The output becomes another one than `npm run build` makes: the next build is a whole one.
await rm(join(dist, '.built-from'), { force: true })

const server = fork(join(dist, 'cli/start.js'), { execArgv: ['--enable-source-maps'] })
server.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))

let restarts = 0
const index = join(dist, 'gateway/web/index.html')

/** Restarts gateways and workers. The page then has another ETag, by which open pages notice it. */
async function restart(): Promise<void> {
  const page = (await readFile(index, 'utf8')).replace(/\n<!-- restart \d+ -->$/, '')
  for (const name of COMPRESSED) await rm(join(dist, 'gateway/web', name), { force: true })
  await writeFile(index, `${page}\n<!-- restart ${++restarts} -->`)
  server.send('restart')
}

const changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
let work = Promise.resolve()

for (const folder of FOLDERS) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    const path = `${folder}/${name}`
    if (name === null || OF_VITE.test(path)) return
    if (!path.endsWith('.ts') && !READ_AS_THEY_ARE.test(path)) return
    changed.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = [...changed]
      changed.clear()
      work = work.then(() => update(paths)).catch((error) => console.error(error))
    }, QUIET_MS)
  })
}

async function update(paths: readonly string[]): Promise<void> {
  const mistakes = await Promise.all(
    paths
      .filter((path) => existsSync(join(root, path)))
      .map((path) =>
        path.endsWith('.ts')
          ? compileFile(join(root, path), join(dist, path))
          : cp(join(root, path), join(dist, path)).then(() => []),
      ),
  )
  if (mistakes.flat().length > 0) process.stderr.write(`${mistakes.flat().join('\n')}\n`)
  else await restart()
}

const client = (await build({
  configFile: join(root, 'gateway/web/vite.config.ts'),
  mode: 'development',
  logLevel: 'warn',
  build: { watch: {} },
})) as Rollup.RollupWatcher
client.on('event', (event) => {
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`)
  if (event.code === 'END') work = work.then(restart).catch((error) => console.error(error))
})
process.stdout.write('Watching for changes. `npm run types` checks types.\n')
