import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../config/embedded/processes.ts'
import { loadConfig } from '../../config/environment.ts'
import { newStorageKey } from '../../core/content/uploads/file-name.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { s3Missing, startS3 } from '../harness/s3.ts'
import { Connection, underLoad } from './load.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const MIB = 1024 * 1024
const PIECE = Buffer.alloc(MIB, 'Loquat is a fruit. ')
const TOTAL = Number(process.env.BENCH_MIB ?? 1024)
const PARALLEL = 32
const DOWNLOAD_SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const LIMITS = { MAX_FILE_UPLOAD_SIZE_MIB: '1024' }

/** A row of a table: its name and its numbers. */
type Row = [name: string, ...Cell[]]

/**
 * Measures MiB a second of resumable uploads, one and 32 at once, beside `cat` to the same disk and beside a
 * plain S3 client at the same store; the gateway's peak memory meanwhile; and requests a second of small
 * downloads, beside nginx with the same file where nginx is installed.
 */
export async function uploads(): Promise<void> {
  const stack = await startStack({ settings: LIMITS })
  await resumable(stack, 1, 8) // leaves the costs of the first upload out of the measurement
  const rows: Row[] = [['cat to the disk', await rate(() => cat(stack.directory))]]
  for (const parallel of [1, PARALLEL]) rows.push(await measure(stack, parallel, 'folder'))
  const downloaded = await downloads(stack)
  await stack.close()
  if (!s3Missing) rows.push(...(await toS3()))
  printTable('uploads', ['MiB/s', 'MiB of memory', 's of processor a GiB'], rows)
  printTable('downloads of 4 KiB', ['/s', 'p50 ms', 'p99 ms'], downloaded)
}

async function toS3(): Promise<Row[]> {
  const s3 = await startS3()
  const onS3 = await startStack({ settings: { ...LIMITS, ...s3.settings } })
  await resumable(onS3, 1, 8)
  const storage = await openStorage(loadConfig(s3.settings))
  const plain = await rate(() => storage.put(newStorageKey(), Readable.from(pieces(TOTAL))))
  const rows: Row[] = [['S3 client to the store', plain]]
  for (const parallel of [1, PARALLEL]) rows.push(await measure(onS3, parallel, 'S3'))
  await onS3.close()
  await s3.stop()
  return rows
}

/** MiB a second of work that moves TOTAL. */
async function rate(work: () => Promise<unknown>): Promise<Cell> {
  const start = performance.now()
  await work()
  return [TOTAL / ((performance.now() - start) / 1000), 0]
}

async function measure(stack: Stack, parallel: number, where: string): Promise<Row> {
  const before = stack.residentMib()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, stack.residentMib())
  }, 20)
  const seconds = stack.processorSeconds()
  const speed = await rate(() => resumable(stack, parallel, TOTAL / parallel))
  clearInterval(watch)
  const used = (stack.processorSeconds() - seconds) / (TOTAL / 1024)
  return [`${parallel} to a gateway on ${where}`, speed, [peak - before, 0], [used, 2]]
}

function* pieces(count: number) {
  for (let n = 0; n < count; n++) yield PIECE
}

async function cat(directory: string): Promise<void> {
  const path = join(directory, 'cat')
  const child = spawn('sh', ['-c', `cat > ${path} && sync ${path}`], { stdio: ['pipe', 'ignore', 'inherit'] })
  for (const piece of pieces(TOTAL)) if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
  child.stdin.end()
  await once(child, 'exit')
  await rm(path)
}

/** Runs concurrent uploads of `mib` MiB each, every one in a single request. */
async function resumable(stack: Stack, parallel: number, mib: number): Promise<void> {
  const authorization = stack.authorization('hamlet')
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      const created = await send(stack.port, 'POST', '/api/v1/tus', authorization, 0, [
        `Upload-Length: ${mib * MIB}`,
      ])
      const path = /location: (\S+)/i.exec(created)![1]!
      const answer = await send(stack.port, 'PATCH', path, authorization, mib, [
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
      ])
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer)
    }),
  )
}

/** Sends a request with a body of `mib` MiB using almost no processor time. Resolves with the response. */
async function send(
  port: number,
  method: string,
  path: string,
  authorization: string,
  mib: number,
  headers: readonly string[],
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const answered = once(socket, 'data')
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${authorization}`,
    'Tus-Resumable: 1.0.0',
    `Content-Length: ${mib * MIB}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const piece of pieces(mib)) if (!socket.write(piece)) await once(socket, 'drain')
  const [answer] = await answered
  socket.destroy()
  return answer.toString('latin1')
}

async function downloads(stack: Stack): Promise<Row[]> {
  const bytes = Buffer.alloc(4096, 'x')
  const authorization = stack.authorization('hamlet')
  const boundary = 'bench'
  const connection = await Connection.open(stack.port)
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="filename"; filename="a.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`
  const type = `${authorization}\r\nContent-Type: multipart/form-data; boundary=${boundary}`
  const { url } = JSON.parse(
    (await connection.request('POST', '/api/v1/user_uploads', type, form)).split('\r\n\r\n')[1]!,
  )
  const requests = async (name: string, port: number, path: string, parallel = PARALLEL): Promise<Row> => {
    const connections = await Promise.all(Array.from({ length: parallel }, () => Connection.open(port)))
    const { perSecond, p50, p99 } = await underLoad(connections, DOWNLOAD_SECONDS, async (connection) => {
      await connection.request('GET', path, authorization)
    })
    for (const connection of connections) connection.close()
    return [name, [perSecond, 0], [p50, 2], [p99, 2]]
  }
  const rows = [
    await requests('gateway, one by one', stack.port, url, 1),
    await requests('gateway', stack.port, url),
  ]
  connection.close()
  const nginx = await startNginx(stack.directory, bytes)
  if (nginx === undefined) return [...rows, ['nginx', 'not installed']]
  rows.push(await requests('nginx', nginx.port, '/a.txt'))
  nginx.stop()
  return rows
}

async function startNginx(directory: string, bytes: Buffer) {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined
  const root = join(directory, 'nginx')
  await mkdir(join(root, 'html'), { recursive: true })
  await writeFile(join(root, 'html/a.txt'), bytes)
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${root}/${name};`,
  )
  await writeFile(
    join(root, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${root}/pid; error_log stderr; worker_processes 1; events {}
     http { access_log off; keepalive_requests 10000000; ${paths.join(' ')}
       server { listen 127.0.0.1:${port}; root ${root}/html; } }`,
  )
  const child = spawn('nginx', ['-p', root, '-c', join(root, 'nginx.conf')], { stdio: 'ignore' })
  for (let n = 0; n < 100; n++) {
    if (await fetch(`http://127.0.0.1:${port}/a.txt`).catch(() => undefined)) break
    await sleep(20)
  }
  return { port, stop: () => void child.kill('SIGTERM') }
}
