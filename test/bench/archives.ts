import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  writeLargeMattermostArchive,
  writeLargeRocketChatArchive,
  writeLargeSlackArchive,
} from '../harness/moving/large-archives.ts'
import { writeLargeZulipArchive } from '../harness/moving/large-zulip-archive.ts'
import { measureBareCopy } from './bare-copy.ts'
import { messagesAsked, writeHistory } from './history.ts'
import { endedChildrenMs } from './process-tree.ts'
import { printTable } from './report.ts'
import { PROFILING, type Stack, startStack } from './stack.ts'

/**
 * The other products, with what writes an archive of theirs. Zulip's reaches 29 of 40 people with each
 * message.
 */
const OTHERS: Readonly<Record<string, (path: string, messages: number) => Promise<void>>> = {
  Zulip: writeLargeZulipArchive,
  Slack: writeLargeSlackArchive,
  Mattermost: writeLargeMattermostArchive,
  'Rocket.Chat': writeLargeRocketChatArchive,
}

const CLI = fileURLToPath(new URL('../../dist/cli/loquat.js', import.meta.url))

/**
 * Measures the export and the import of an organization with `--messages` messages (default 200,000), and the
 * imports of archives of other products with as many, by an operator's commands: messages and rows a second,
 * peak memory, processor time of the command and of Postgres, beside Postgres alone with the same rows in the
 * same run. `--from Zulip,Slack` measures the imports of these products alone.
 */
export async function archives(): Promise<void> {
  const messages = messagesAsked(200_000)
  const products = productsAsked()
  const stack = await startStack()
  if (products === undefined) await measureOwn(stack, messages)
  const moved: [product: string, Measured][] = []
  try {
    for (const product of products ?? Object.keys(OTHERS)) {
      const former = join(stack.directory, product)
      await OTHERS[product]!(former, messages)
      const subdomain = product.toLowerCase().replace('.', '-')
      const args = [CLI, 'import', former, '--subdomain', subdomain]
      moved.push([product, await measure(args, environmentOf(stack), stack)])
      await rm(former)
    }
  } finally {
    // What was measured before a failure is shown too.
    printMoved(messages, moved)
    await stack.close()
  }
}

/** The products after `--from`, such as `--from Zulip,Slack`; undefined for everything. */
function productsAsked(): readonly string[] | undefined {
  const option = process.argv.indexOf('--from')
  return option < 0 ? undefined : process.argv[option + 1]!.split(',')
}

const environmentOf = (stack: Stack): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: stack.databaseUrl,
  REDIS_URL: 'redis://127.0.0.1:1',
  DATA_DIR: stack.directory,
  ROOT_URL: 'http://localhost:9991',
  SECRET_KEY: 'a secret that only this measurement knows',
})

/** Measures the export and the import of an organization, and Postgres alone. */
async function measureOwn(stack: Stack, messages: number): Promise<void> {
  await writeHistory(stack.databaseUrl, stack.realm, messages)
  const env = environmentOf(stack)
  const file = join(stack.directory, 'archive.zip')
  const exported = await measure([CLI, 'export', file, '--realm', String(stack.realm)], env, stack)
  const { size } = await stat(file)
  const imported = await measure([CLI, 'import', file, '--subdomain', 'copy'], env, stack)
  const bare = await measureBareCopy(stack)
  printTable(
    `${messages} messages, an archive of ${(size / 1024 ** 2).toFixed(1)} MiB`,
    [
      'rows',
      's',
      'messages/s',
      'rows/s',
      'MiB of memory at most',
      "command's processor s",
      "Postgres' processor s",
      'bare COPY s',
      'of bare COPY',
    ],
    (
      [
        ['export', exported, bare.read],
        ['import', imported, bare.write],
      ] as const
    ).map(([action, { seconds, rows, mib, commandSeconds, postgresSeconds }, bareSeconds]) => [
      action,
      [rows, 0],
      [seconds, 1],
      [messages / seconds, 0],
      [rows / seconds, 0],
      [mib, 0],
      [commandSeconds, 1],
      [postgresSeconds, 1],
      [bareSeconds, 1],
      [bareSeconds / seconds, 2],
    ]),
  )
}

/**
 * Prints the imports of archives of other products beside the others, without a measure of Postgres alone.
 */
function printMoved(messages: number, moved: readonly (readonly [product: string, Measured])[]): void {
  printTable(
    `${messages} messages of another product`,
    [
      'rows',
      's',
      'messages/s',
      'MiB of memory at most',
      "command's processor s",
      "Postgres' processor s",
      'processor µs/message',
    ],
    moved.map(([product, { seconds, rows, mib, commandSeconds, postgresSeconds }]) => [
      `import from ${product}`,
      [rows, 0],
      [seconds, 1],
      [messages / seconds, 0],
      [mib, 0],
      [commandSeconds, 1],
      [postgresSeconds, 1],
      [((commandSeconds + postgresSeconds) * 1_000_000) / messages, 0],
    ]),
  )
}

type Measured = Awaited<ReturnType<typeof measure>>

/**
 * Runs a command to its end. Returns its duration, the number of rows that it reported, its peak memory, and
 * the processor time of the command and of Postgres.
 */
async function measure(args: readonly string[], env: NodeJS.ProcessEnv, stack: Stack) {
  const postgresBefore = postgresSeconds(stack)
  const childrenBefore = endedChildrenMs(process.pid)
  const began = performance.now()
  const child = spawn(process.execPath, [...PROFILING, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  let mib = 0
  // A look at all processes would take as much of the processor as the import may be faster or slower from
  // run to run.
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    mib = Math.max(mib, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024))
  }, 200)
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampling)
  if (code !== 0) throw new Error(output)
  const rows = Number(/(?:exporting|checking): .*of (\d+) rows/.exec(output)?.[1])
  return {
    seconds,
    rows,
    mib,
    commandSeconds: (endedChildrenMs(process.pid) - childrenBefore) / 1000,
    postgresSeconds: postgresSeconds(stack) - postgresBefore,
  }
}

/** Processor time of Postgres since its start, ended connections included. */
function postgresSeconds(stack: Stack): number {
  const all = stack.processes().filter(({ name }) => name.startsWith('postgres'))
  return all.reduce((sum, { pid, processorMs }) => sum + processorMs + endedChildrenMs(pid), 0) / 1000
}
