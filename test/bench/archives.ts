import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messagesAsked, writeHistory } from './history.ts'
import { printTable } from './report.ts'
import { startStack } from './stack.ts'

const CLI = fileURLToPath(new URL('../../dist/cli/loquat.js', import.meta.url))

/**
 * Measures the export and the import of an organization with `--messages` messages (default 200,000) by an operator's
 * commands: rows a second and peak memory.
 */
export async function archives(): Promise<void> {
  const messages = messagesAsked(200_000)
  const stack = await startStack()
  await writeHistory(stack.databaseUrl, stack.realm, messages)
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: stack.databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    DATA_DIR: stack.directory,
    ROOT_URL: 'http://localhost:9991',
    SECRET_KEY: 'a secret that only this measurement knows',
  }
  const file = join(stack.directory, 'archive.zip')
  const exported = await measure([CLI, 'export', file, '--realm', String(stack.realm)], env)
  const { size } = await stat(file)
  const imported = await measure([CLI, 'import', file, '--subdomain', 'copy'], env)
  await stack.close()
  printTable(
    `${messages} messages, an archive of ${(size / 1024 ** 2).toFixed(1)} MiB`,
    ['rows', 's', 'rows/s', 'messages/s', 'MiB of memory at most'],
    Object.entries({ exported, imported }).map(([action, { seconds, rows, mib }]) => [
      action,
      [rows, 0],
      [seconds, 1],
      [rows / seconds, 0],
      [messages / seconds, 0],
      [mib, 0],
    ]),
  )
}

/** Runs a command to its end. Returns its duration, the number of rows that it reported, and its peak memory. */
async function measure(args: readonly string[], env: NodeJS.ProcessEnv) {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  let mib = 0
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    mib = Math.max(mib, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024))
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(output)
  const rows = Number(/(?:exporting|checking): .*of (\d+) rows/.exec(output)?.[1])
  return { seconds: (performance.now() - began) / 1000, rows, mib }
}
