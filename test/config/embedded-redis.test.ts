import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLineOf, type EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { answersPing } from '../../config/embedded/redis-ping.ts'

let directory: string
let server: EmbeddedServer | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loquat redis-'))
})

afterAll(async () => {
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
})

async function ask<Answer>(
  question: (client: Redis) => Promise<Answer>,
  url = server?.url ?? '',
): Promise<Answer> {
  const client = new Redis(url).on('error', () => {})
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}

test('it persists every write, never evicts and requires a password', async () => {
  server = await startRedis({ directory })
  const setting = (name: string) => ask(async (client) => ((await client.config('GET', name)) as string[])[1])
  expect(await setting('appendonly')).toBe('yes')
  expect(await setting('appendfsync')).toBe('everysec')
  expect(await setting('maxmemory-policy')).toBe('noeviction')
  expect(await setting('save')).toBe('')
  const { port } = new URL(server.url)
  await expect(ask((client) => client.get('a'), `redis://127.0.0.1:${port}`)).rejects.toThrow(/NOAUTH/)
})

test('a second start finds the data', async () => {
  await ask((client) => client.set('kept', '42'))
  await server?.stop()
  expect((await readdir(join(directory, 'redis'))).sort()).toEqual(['appendonlydir', 'redis.conf'])
  server = await startRedis({ directory })
  expect(await ask((client) => client.get('kept'))).toBe('42')
})

test('data survive a kill', async () => {
  await ask((client) => client.set('kept', '43'))
  server?.process.kill('SIGKILL')
  server = await startRedis({ directory })
  expect(await ask((client) => client.get('kept'))).toBe('43')
})

test('a server whose parent was killed is stopped first', async () => {
  await server?.stop()
  const start = new URL('../../config/embedded/redis.ts', import.meta.url).href
  const code = `const { startRedis } = await import('${start}')
    const server = await startRedis({ directory: ${JSON.stringify(directory)} })
    console.log(server.process.pid, server.url)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  const [line] = await once(parent.stdout, 'data')
  const [pid, url] = String(line).trim().split(' ')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await ask((client) => client.set('kept', '44'), url)

  server = await startRedis({ directory })
  expect(await commandLineOf(Number(pid))).toBeUndefined()
  expect(await ask((client) => client.get('kept'))).toBe('44')
})

test('an error at the start is one line', async () => {
  const taken = Number(new URL(server?.url ?? '').port)
  const other = join(directory, 'other')
  await expect(startRedis({ directory: other, port: taken, durable: false })).rejects.toThrow(
    /^Redis did not start: [^\n]*Failed listening[^\n]*\(more in [^\n]*\)$/,
  )
})

test('a server that holds its answer back, refuses or does not speak the protocol is not ready', async () => {
  const { port, password } = new URL(server?.url ?? '')
  expect(await answersPing(Number(port), password)).toBe(true)
  expect(await answersPing(Number(port), 'wrong')).toBe(false)
  for (const answer of [
    '',
    '+OK\r\n-LOADING Redis is loading the dataset in memory\r\n',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
  ]) {
    const other = createServer((socket) => socket.on('error', () => {}).write(answer)).listen(0, '127.0.0.1')
    await once(other, 'listening')
    expect(await answersPing((other.address() as AddressInfo).port, password)).toBe(false)
    other.close()
  }
})

test('an answer in pieces is understood', async () => {
  const pieces = createServer((socket) => {
    socket.on('error', () => {}).write('+OK\r')
    setTimeout(() => socket.write('\n+PONG\r\n'), 50)
  }).listen(0, '127.0.0.1')
  await once(pieces, 'listening')
  expect(await answersPing((pieces.address() as AddressInfo).port, 'any')).toBe(true)
  pieces.close()
})
