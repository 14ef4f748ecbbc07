import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { readWebBuild } from '../../../gateway/static/web-build.ts'
import { Browsing } from '../../harness/browsing.ts'
import { compiled } from '../../harness/product.ts'
import { World } from '../../harness/world.ts'

const WEB_BUILD = compiled('gateway/web')

let world: World
let url: string
let browsing: Browsing
let script: string

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  browsing = new Browsing(url)
  await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
  const { text } = await browsing.get('/')
  script = /src="([^"]+\.js)"/.exec(text)![1]!
})
afterAll(() => world?.close())

async function fetchBytes(path: string, headers: Record<string, string>) {
  const answer = await request(url + path, { headers })
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

test('a visitor without a session is sent to the log-in page', async () => {
  const { status, headers } = await new Browsing(url).get('/')
  expect(status).toBe(303)
  expect(headers.get('location')).toBe('/login')
})

test('the page runs scripts of this server only, and has no inline ones', async () => {
  const { status, text, headers } = await browsing.get('/')
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy')!.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'self'")
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the page is revalidated each time, and not sent again while it is unchanged', async () => {
  const { headers } = await browsing.get('/')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  const etag = headers.get('etag')!
  const again = await browsing.request('GET', '/', undefined, { 'if-none-match': `W/${etag}` })
  expect(again.status).toBe(304)
  expect(again.text).toBe('')
})

test('a browser that lost the token of its session gets it again', async () => {
  const token = browsing.cookies.get('csrftoken')!
  browsing.cookies.delete('csrftoken')
  await browsing.get('/')
  expect(browsing.cookies.get('csrftoken')).toBe(token)
})

test('files are sent as compressed by the build, with an immutable cache', async () => {
  const plain = await fetchBytes(script, {})
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await fetchBytes(script, { 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  const gzip = await fetchBytes(script, { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
})

test('the scripts are small: at most 150 KiB before a conversation shows', async () => {
  const { text } = await browsing.get('/')
  const scripts = new Set(text.match(/\/static\/web\/[^"]+\.js/g))
  const sizes = [...scripts].map(
    async (path) => (await fetchBytes(path, { 'accept-encoding': 'br' })).bytes.length,
  )
  const size = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
  expect(size).toBeGreaterThan(50 * 1024)
  expect(size).toBeLessThan(150 * 1024)
})

test.each(['/static/web/nothing.js', '/static/web/../main.js', '/static/web/index.html', '/static/web/'])(
  '%s is not found',
  async (path) => {
    expect((await fetchBytes(path, {})).statusCode).toBe(404)
  },
)

test('a file is read at its first use, stays in memory, and is missing when it was removed before', async () => {
  const file = join(WEB_BUILD, `test-${randomUUID()}.json`)
  const other = `${file.slice(0, -5)}-other.json`
  try {
    await Promise.all([writeFile(file, '{"a":1}'), writeFile(other, '{}')])
    const build = readWebBuild()!
    expect(build.find(basename(file))!.plain.toString()).toBe('{"a":1}')
    await Promise.all([rm(file), rm(other)])
    expect(build.find(basename(file))!.plain.toString()).toBe('{"a":1}')
    expect(build.find(basename(other))).toBeUndefined()
  } finally {
    await Promise.all([rm(file, { force: true }), rm(other, { force: true })])
  }
})

test('a gateway serves files of a build that was made since it started, which pages of other gateways load', async () => {
  const name = `test-${randomUUID()}.json`
  expect((await fetchBytes(`/static/web/${name}`, {})).statusCode).toBe(404)
  await writeFile(join(WEB_BUILD, name), '{"new":1}')
  try {
    const { statusCode, bytes } = await fetchBytes(`/static/web/${name}`, {})
    expect([statusCode, bytes.toString()]).toEqual([200, '{"new":1}'])
  } finally {
    await rm(join(WEB_BUILD, name))
  }
})

test.each(['.former.json', '.vite/manifest.json', '.vite%2Fmanifest.json', '..%2Fmain.js', 'constructor'])(
  'the file %s of the folder is not served',
  async (name) => {
    expect((await fetchBytes(`/static/web/${name}`, {})).statusCode).toBe(404)
  },
)
