import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Resolve, resolveForeign } from '../../../../core/platform/net/resolve.ts'
import { isTimeout } from '../../../../workers/running/hosts.ts'

/** A name server of the zone `example`. It does not answer for names that begin with `silent`. */
let server: Socket
let folder: string
let options: { servers: string[]; hostsFile: string }
const ZONE: Readonly<Record<string, Partial<Record<4 | 6, string>>>> = {
  'four.example': { 4: '192.0.2.4' },
  'six.example': { 6: '2001:db8::6' },
  'both.example': { 4: '192.0.2.4', 6: '2001:db8::6' },
  'machine.example': { 4: '192.0.2.99' },
}

beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query)
    if (answer !== undefined) server.send(answer, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'loquat-hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '# names\n127.0.0.1 localhost\n::1 localhost Machine.example # here\n')
  options = { servers: [`127.0.0.1:${server.address().port}`], hostsFile }
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** RFC 1035, section 4: an address, no address, or no such name. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  const name = labels.join('.')
  if (name.startsWith('silent')) return undefined
  const end = at + 5
  const isSix = query.readUInt16BE(at + 1) === 28
  const address = ZONE[name]?.[isSix ? 6 : 4]
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(name in ZONE ? 0x8180 : name.startsWith('broken') ? 0x8182 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(address === undefined ? 0 : 1, 6)
  if (address === undefined) return Buffer.concat([header, query.subarray(12, end)])
  const bytes = isSix
    ? Buffer.from('20010db8000000000000000000000006', 'hex')
    : Buffer.from(address.split('.').map(Number))
  const record = Buffer.from([0xc0, 12, 0, isSix ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, bytes.length])
  return Buffer.concat([header, query.subarray(12, end), record, bytes])
}

const find = (resolve: Resolve, name: string, family = 0) =>
  new Promise<string[]>((done, fail) =>
    resolve(name, { all: true, family }, (error, found) =>
      error === null ? done(found.map(({ address }) => address)) : fail(error),
    ),
  )

test('a name has the addresses that its name server says, of the families that are asked for', async () => {
  const resolve = resolveForeign(options)
  expect(await find(resolve, 'four.example')).toEqual(['192.0.2.4'])
  expect(await find(resolve, 'six.example')).toEqual(['2001:db8::6'])
  expect(await find(resolve, 'both.example')).toEqual(['192.0.2.4', '2001:db8::6'])
  expect(await find(resolve, 'both.example', 4)).toEqual(['192.0.2.4'])
  expect(await find(resolve, 'both.example', 6)).toEqual(['2001:db8::6'])
})

test('names of the machine are its own, whatever name servers say', async () => {
  const resolve = resolveForeign(options)
  expect(await find(resolve, 'localhost', 4)).toEqual(['127.0.0.1'])
  // The machine of the test does not have the name, so that asking it finds nothing.
  await expect(find(resolve, 'MACHINE.example')).rejects.toMatchObject({ syscall: 'getaddrinfo' })
})

test('names whose server never answers hold up no other name, and count as a timeout', async () => {
  const resolve = resolveForeign({ ...options, timeoutMs: 60_000 })
  let ended = 0
  const names = Array.from({ length: 100 }, (_, n) => `silent${n}.example`)
  for (const name of names) void find(resolve, name).catch(() => ended++)
  expect(await find(resolve, 'four.example')).toEqual(['192.0.2.4'])
  await lookup('localhost')
  expect(ended).toBe(0)
  const error = await find(resolveForeign({ ...options, timeoutMs: 50 }), 'silent.example').catch((e) => e)
  expect([error.code, isTimeout(error)]).toEqual(['ETIMEDOUT', true])
})

test('a name server that fails is no timeout', async () => {
  const error = await find(resolveForeign(options), 'broken.example').catch((e) => e)
  expect([error.code, isTimeout(error)]).toEqual(['EAI_AGAIN', false])
})
