import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserMissing, TestBrowser } from '../../../harness/browser.ts'
import { World } from '../../../harness/world.ts'
import { InstalledPackage } from './installed-package.ts'

/** The largest package, compressed. */
const MAX_TARBALL_BYTES = 96 * 1024

const PROGRAM = `
import { apiKey, createClient, RequestError, type EventNamed, type LiveEvent } from '@loquat/client'

const { URL_OF_SERVER: url = '', EMAIL: email = '', KEY: key = '' } = process.env
const client = createClient({ url, credentials: apiKey(email, key) })

export function wrongPrograms(event: LiveEvent): void {
  // @ts-expect-error: an unknown operation
  void client.call('POST /mesages', {})
  // @ts-expect-error: a missing parameter
  void client.call('POST /messages', { type: 'channel', to: 'Verona' })
  // @ts-expect-error: a misspelled parameter
  void client.call('POST /messages', { type: 'channel', to: 'Verona', topics: 'a', content: 'b' })
  // @ts-expect-error: a value outside an enumeration
  void client.call('POST /messages', { type: 'chanel', to: 'Verona', topic: 'a', content: 'b' })
  // @ts-expect-error: a wrong type
  void client.call('GET /messages/{message_id}', { message_id: 'seven' })
  // @ts-expect-error: a field that the answer does not have
  void client.call('GET /users/me').then((me) => me.full_nam)
  // @ts-expect-error: fields of one event, before it is known which event it is
  event.message.content
  if (event.type === 'reaction' && event.op === 'add') {
    const added: EventNamed<'reaction/add'> = event
    const id: number = added.message_id
    // @ts-expect-error: a reaction has no content
    id + event.content
  }
}

const connection = client.connect({
  register: { event_types: ['message'] },
  onEvent: async (event) => {
    if (event.type !== 'message') return
    const text: string = event.message.content
    const wrong = await client.call('GET /messages/{message_id}', { message_id: 2_000_000_000 }).catch((error: unknown) => error)
    const { full_name } = await client.call('GET /users/me')
    await connection.close()
    process.stdout.write(JSON.stringify([text, full_name, wrong instanceof RequestError && wrong.code]))
  },
})
connection.send({ type: 'channel', to: 'Verona', topic: 'published', content: 'from a package' })
`

const PAGE = `<!doctype html><title>waiting</title>
<script type="module">
  import { apiKey, createClient } from '/index.js'
  const { url, email, key } = Object.fromEntries(new URLSearchParams(location.search))
  const client = createClient({ url, credentials: apiKey(email, key) })
  const connection = client.connect({
    register: { event_types: ['message'] },
    onEvent: ({ message }) => { document.title = message.content },
  })
  connection.send({ type: 'channel', to: 'Verona', topic: 'published', content: 'from a page' })
</script>`

let world: World
let url: string
let installed: InstalledPackage

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  installed = await InstalledPackage.create()
  world.onClose(() => installed.close())
})
afterAll(() => world.close())

test('the package has no dependencies and the version of the product, and is small', async () => {
  const manifest = JSON.parse(await readFile(join(installed.library, 'package.json'), 'utf8'))
  const product = JSON.parse(await readFile('package.json', 'utf8'))
  expect(manifest).toMatchObject({
    name: '@loquat/client',
    version: product.version,
    license: product.license,
    engines: product.engines,
  })
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
  process.stdout.write(`@loquat/client: ${installed.tarballBytes} bytes packed\n`)
  expect(installed.tarballBytes).toBeLessThan(MAX_TARBALL_BYTES)
})

test('a strict program compiles against it in Node, wrong calls do not, and it runs', async () => {
  await installed.write('program.ts', PROGRAM)
  expect(await installed.compile(['program.ts'], { lib: ['ES2023'], types: ['node'] })).toBe('')
  const { email, apiKey } = world.client(url, 'hamlet').credentials!
  const { stdout } = await promisify(execFile)(process.execPath, ['program.js'], {
    cwd: installed.folder,
    env: { URL_OF_SERVER: url, EMAIL: email, KEY: apiKey },
  })
  expect(JSON.parse(stdout)).toEqual(['from a package', 'King Hamlet', 'BAD_REQUEST'])
})

test('it compiles in a project for browsers, which has no types of Node', async () => {
  const program = PROGRAM.replace('process.env', '({} as Record<string, string>)').replace(
    /process\.stdout.*/,
    '',
  )
  await installed.write('browser.ts', program)
  expect(await installed.compile(['browser.ts'], { lib: ['ES2023', 'DOM'], types: [] })).toBe('')
})

test.skipIf(browserMissing)('a page imports it as a module', async () => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE)
      return
    }
    const file = await readFile(join(installed.library, pathname)).catch(() => undefined)
    if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', 'text/javascript').end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.onClose(async () => server.close())
  const browser = await TestBrowser.start()
  const { page, faults } = await browser.open()
  const { email, apiKey: key } = world.client(url, 'hamlet').credentials!
  const { port } = server.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ url, email, key })}`)
  await expect.poll(() => page.title()).toBe('from a page')
  expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([])
  await browser.close()
})
