import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AddressRefused, PublicNetwork } from '../../../../core/platform/net/public-network.ts'
import type { Resolve } from '../../../../core/platform/net/resolve.ts'

let server: Server
let port: number
/** Requested paths. */
const requestedPaths: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedPaths.push(request.url!)
    const to = new URL(request.url!, 'http://x').searchParams.get('to')
    if (to === null) response.end('here')
    else response.writeHead(302, { location: to }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** Names of a zone of the test. */
const zone =
  (names: Record<string, string[]>): Resolve =>
  (hostname, _, callback) =>
    callback(
      null,
      (names[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test('neither an address nor a name reaches a private address', async () => {
  const network = new PublicNetwork(
    [],
    zone({ 'inside.example': ['127.0.0.1', '::1'], 'nobody.example': [] }),
  )
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    'inside.example',
    'nobody.example',
  ]) {
    await expect(network.fetch(`http://${host}:${port}/`)).rejects.toThrow(AddressRefused)
  }
  await expect(new PublicNetwork([]).fetch(`http://localhost:${port}/`)).rejects.toThrow(AddressRefused)
  expect(requestedPaths).toEqual([])
})

test('only the public addresses of a name are used', async () => {
  const network = new PublicNetwork(
    ['127.0.0.1'],
    zone({ 'both.example': ['127.0.0.2', '127.0.0.1', '::1'] }),
  )
  const response = await network.fetch(`http://both.example:${port}/both`)
  expect(await response.text()).toBe('here')
  await network.close()
})

test('the target of a redirect is checked again', async () => {
  const network = new PublicNetwork(['127.0.0.1'], zone({ 'inside.example': ['127.0.0.2'] }))
  const via = (to: string) => network.fetch(`http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`)
  expect(await (await via(`http://127.0.0.1:${port}/end`)).text()).toBe('here')
  requestedPaths.length = 0
  await expect(via(`http://127.0.0.2:${port}/secret`)).rejects.toThrow(AddressRefused)
  await expect(via(`http://inside.example:${port}/secret`)).rejects.toThrow(AddressRefused)
  expect(requestedPaths.filter((path) => path === '/secret')).toEqual([])
  await network.close()
})
