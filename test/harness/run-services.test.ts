import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildProduct } from './build-product.ts'
import { offerServices } from './run-services.ts'

let folder: string
let address: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-services-'))
  address = join(folder, 'services')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function ask(name: string): Promise<unknown> {
  const socket = connect(address)
  socket.write(name)
  return JSON.parse(await text(socket))
}

test('prepares a service when the first test asks for it, once for all', async () => {
  const servers = vi.fn(async () => 'addresses')
  const product = vi.fn(async () => '')
  const offer = await offerServices(address, { servers, product, programs: product })
  expect(servers).not.toHaveBeenCalled()
  const answers = await Promise.all([ask('servers'), ask('servers'), ask('servers')])
  expect(answers).toEqual([{ value: 'addresses' }, { value: 'addresses' }, { value: 'addresses' }])
  expect(servers).toHaveBeenCalledTimes(1)
  expect(product).not.toHaveBeenCalled()
  offer.forget('servers')
  await ask('servers')
  expect(servers).toHaveBeenCalledTimes(2)
  await offer.close()
})

test('tells every test why a service could not be prepared', async () => {
  const fails = vi.fn(() => Promise.reject(new Error('no space')))
  const offer = await offerServices(address, { servers: fails, product: fails, programs: fails })
  expect(await ask('product')).toEqual({ error: 'no space' })
  expect(await ask('product')).toEqual({ error: 'no space' })
  expect(fails).toHaveBeenCalledTimes(1)
  await offer.close()
})

test('a failed build ends the run and prints what the compiler says', async () => {
  const program = join(folder, 'build.mjs')
  const endRun = vi.fn()
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await writeFile(program, 'console.log("a.ts(1,2): error TS2322"); process.exitCode = 1')
  await expect(buildProduct(program, endRun)).rejects.toThrow('a.ts(1,2): error TS2322')
  expect(written).toHaveBeenCalledWith(expect.stringContaining('a.ts(1,2): error TS2322'))
  expect(endRun).toHaveBeenCalledTimes(1)
})

test('a build that succeeds prints nothing', async () => {
  const program = join(folder, 'build.mjs')
  const endRun = vi.fn()
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await writeFile(program, 'console.log("a warning")')
  await buildProduct(program, endRun)
  expect(written).not.toHaveBeenCalled()
  expect(endRun).not.toHaveBeenCalled()
})
