import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_EXTERNAL_AT_ONCE_PER_CALLER } from '../../../config/limits.ts'
import { externalAddress } from '../../../core/content/media/external-address.ts'
import { TrafficCount } from '../../../gateway/media/traffic.ts'
import type { Client } from '../../harness/client.ts'
import { solidPicture } from '../../harness/pictures.ts'
import { TEST_SECRET } from '../../harness/template.ts'
import { fetchFile } from '../../harness/upload.ts'
import { World } from '../../harness/world.ts'

let world: World
let hamlet: Client
/** A web site outside the organization. */
let site: Server
let origin: string
let png: Buffer
const requested: IncomingMessage[] = []

const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/rose.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  '/measured.png': (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length }).end(png),
  '/gzipped.png': (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(gzipSync(png)),
  '/moved': (response) => response.writeHead(302, { location: '/rose.png' }).end(),
  '/inside': (response) =>
    response.writeHead(302, { location: origin.replace('127.0.0.1', '127.0.0.2') }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/drawing': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>'),
  '/error': (response) => response.writeHead(500, { 'content-type': 'image/png' }).end(png),
  '/huge': (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1e12 }).write(png),
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  },
  '/short': (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length + 10 })
    response.write(png)
    setImmediate(() => response.destroy())
  },
  '/slow': (response) =>
    void response.writeHead(200, { 'content-type': 'image/png', 'content-length': 9 }).write('1'),
  '/film': (response, request) => {
    expect(request.headers.range).toBe('bytes=2-3')
    response
      .writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 2-3/10', 'content-length': 2 })
      .end('23')
  },
}

beforeAll(async () => {
  png = await solidPicture(20, 10).png().toBuffer()
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  hamlet = world.client((await world.gateway()).url, 'hamlet')
  site = createServer((request, response) => {
    requested.push(request)
    pages[request.url!]!(response, request)
  })
  site.listen(0, '0.0.0.0')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await world.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fetchFile(world.client(hamlet.url), externalAddress(TEST_SECRET, url), { headers })

test('a picture of another site is passed on without information about the reader', async () => {
  for (const path of ['/rose.png', '/measured.png', '/gzipped.png', '/moved']) {
    const { status, bytes, headers } = await get(origin + path, {
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
    })
    expect([path, status]).toEqual([path, 200])
    expect(bytes.equals(png)).toBe(true)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toContain('public')
  }
  const sent = requested.flatMap(({ headers }) => Object.keys(headers))
  for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'referer'])
    expect(sent).not.toContain(name)
})

test('a video is passed on in ranges', async () => {
  const { status, bytes, headers } = await get(`${origin}/film`, { range: 'bytes=2-3' })
  expect([status, bytes.toString(), headers.get('content-range')]).toEqual([206, '23', 'bytes 2-3/10'])
})

test.each(['/inside', '/file', '/round', '/drawing', '/page', '/error', '/huge', '/endless'])(
  '%s is not passed on',
  async (path) => {
    expect((await get(origin + path)).status).toBe(404)
  },
)

test('private addresses are not requested', async () => {
  for (const url of [
    origin.replace('127.0.0.1', '127.0.0.2'),
    'http://[::1]/',
    'http://169.254.169.254/',
    'nonsense',
  ]) {
    expect((await get(url)).status).toBe(404)
  }
  expect(requested.some(({ headers }) => headers.host?.startsWith('127.0.0.2'))).toBe(false)
})

test('only addresses with the server’s signature are passed on', async () => {
  const good = externalAddress(TEST_SECRET, `${origin}/rose.png`)
  const [, , signature, hex] = good.split('/')
  const other = Buffer.from(`${origin}/page`).toString('hex')
  const before = requested.length
  for (const path of [
    `/external_content/${signature}/${other}`,
    `/external_content/${'0'.repeat(64)}/${hex}`,
    `/external_content/x/${hex}`,
    `/external_content/${signature}/zz`,
    `/external_content/${signature}/${hex}0`,
    `/external_content/${signature}/`,
    externalAddress('another secret', `${origin}/rose.png`),
  ]) {
    expect((await fetchFile(hamlet, path)).status).toBe(404)
  }
  expect(requested.length).toBe(before)
  expect(externalAddress(TEST_SECRET, `${origin}/${'x'.repeat(3000)}`)).toMatch(/^http:/)
})

test('a picture that breaks off is an error; the request ends when the reader disconnects', async () => {
  await expect(get(`${origin}/short`)).rejects.toThrow()
  const arrived = once(site, 'request')
  const client = new AbortController()
  const going = fetch(hamlet.url + externalAddress(TEST_SECRET, `${origin}/slow`), { signal: client.signal })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined)
  const [request] = (await arrived) as [IncomingMessage]
  const closed = once(request.socket, 'close')
  client.abort()
  await Promise.all([closed, going])
})

test('messages show pictures and videos of other sites through the proxy', async () => {
  const send = async (content: string) => {
    const sent = { type: 'channel', to: 'Verona', topic: 'roses', content }
    const { id } = await hamlet.ok(hamlet.post('/messages', sent))
    return (await hamlet.ok(hamlet.get(`/messages/${id}`))).message.content
  }
  const url = `${origin}/rose.png`
  const html = await send(url)
  const address = externalAddress(TEST_SECRET, url)
  expect(html).toBe(`<div class="message_inline_image"><a href="${url}"><img src="${address}"></a></div>`)
  expect((await fetchFile(hamlet, address)).status).toBe(200)
  expect(await send(`${origin}/a.mp4`)).toContain(`src="${externalAddress(TEST_SECRET, `${origin}/a.mp4`)}"`)
  const off = await world.gateway({ PROXY_EXTERNAL_MEDIA: 'false' })
  const direct = world.client(off.url, 'hamlet')
  const rendered = await direct.ok(direct.post('/messages/render', { content: url }))
  expect(rendered.rendered).toContain(`<img src="${url}">`)
  expect((await fetchFile(direct, address)).status).toBe(404)
})

test('one reader cannot use the whole capacity, and requests to one site are limited', async () => {
  const before = requested.filter(({ url }) => url === '/slow').length
  const waiting = Array.from({ length: MAX_EXTERNAL_AT_ONCE_PER_CALLER }, () => {
    const client = new AbortController()
    const going = fetch(hamlet.url + externalAddress(TEST_SECRET, `${origin}/slow`), {
      signal: client.signal,
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    return { client, going }
  })
  while (requested.filter(({ url }) => url === '/slow').length < before + waiting.length) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const refused = await get(`${origin}/rose.png`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  for (const { client } of waiting) client.abort()
  await Promise.all(waiting.map(({ going }) => going))
  while ((await get(`${origin}/rose.png`)).status === 429);
  expect((await get(`${origin}/rose.png`)).status).toBe(200)
})

test('traffic is counted by key, at once and over a minute', () => {
  const traffic = new TrafficCount({ atOnce: 2, perMinute: 3 })
  expect(['a', 'a', 'a', 'b'].map((key) => traffic.begin(key))).toEqual([true, true, false, true])
  traffic.end('a')
  traffic.end('a')
  expect([traffic.begin('a'), traffic.begin('a')]).toEqual([true, false])
})
