import '../../harness/product.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'parse5'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationPage, parameterAnchor } from '../../../gateway/http/errors/operation-page.ts'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'
import { readPageFiles } from '../../../gateway/reference/page-files.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world?.close())

async function load(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(url + path, { method, headers })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() }
}

test('/api leads to the reference, and /api/v1 stays the interface', async () => {
  const bare = await load('/api')
  expect([bare.status, bare.headers.location]).toEqual([308, '/api/'])
  expect((await load('/api/')).text).toContain('<h1>Loquat API</h1>')
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/nothing/at/all']) {
    const { status, text } = await load(path)
    expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'NOT_FOUND'])
  }
  expect((await load('/api/v1/server_settings', {}, 'HEAD')).status).toBe(200)
})

test('every operation has its page', async () => {
  const files = readPageFiles()!
  const without = declaredEndpoints().filter(({ method, path }) => !files.has(operationPage(method, path)))
  expect(without).toEqual([])
  const { text } = await load('/api/post-messages')
  expect(text).toContain('Send a message')
  expect(text).toContain('id="errors"')
})

test('pages are compressed, run scripts of this server only, and are not sent again while they are the same', async () => {
  const plain = await load('/api/post-messages')
  expect(plain.headers['content-type']).toBe('text/html; charset=utf-8')
  const brotli = await load('/api/post-messages', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  const gzip = await load('/api/post-messages', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
  const policy = String(plain.headers['content-security-policy']).split('; ')
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'"])
    expect(policy).toContain(rule)
  expect(plain.text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style/)
  const again = await load('/api/post-messages', { 'if-none-match': String(plain.headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('the start page links the documents for programs', async () => {
  const { text } = await load('/api/')
  for (const path of ['/api/v1/openapi.json', '/api/v1/asyncapi.json']) {
    expect(text).toContain(`<a href="${path}"><code>${path}</code></a>`)
    const { status, headers } = await load(path)
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/json'])
  }
})

test('an unknown page says so', async () => {
  for (const path of ['/api/nothing', '/api/events/nothing', '/api/guides/..%2f..%2fpackage.json']) {
    const { status, text } = await load(path, { accept: 'text/html,*/*;q=0.8' })
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('No such page')
  }
})

test('a program that leaves out the version is told so', async () => {
  const { status, text, headers } = await load('/api/messages')
  expect([status, JSON.parse(text)]).toEqual([
    404,
    {
      result: 'error',
      code: 'NOT_FOUND',
      msg: 'Not Found. Did you mean /api/v1/messages?',
    },
  ])
  expect(headers.link).toBe(`<${world.config.rootUrl}/api/operations/messages>; rel="help"`)
  const sent = await request(`${url}/api/messages`, { method: 'POST' })
  expect(await sent.body.json()).toMatchObject({
    msg: 'Not Found. Did you mean /api/v1/messages?',
  })
  expect(sent.headers.link).toBe(`<${world.config.rootUrl}/api/post-messages>; rel="help"`)
})

interface Node {
  readonly tagName?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)]
const attribute = (node: Node, name: string) => node.attrs?.find((each) => each.name === name)?.value

const FORM = 'application/x-www-form-urlencoded'

test.each<[string, string, string, { type?: string; body?: string; authorization?: string }]>([
  ['a JSON body', 'POST', '/messages', { type: 'application/json', body: '{"type":"channel"}' }],
  ['a body of text', 'POST', '/messages', { type: 'text/plain', body: 'type=channel' }],
  ['broken UTF-8', 'POST', '/messages', { type: FORM, body: 'type=%ff' }],
  ['a missing parameter', 'POST', '/messages', { type: FORM, body: 'type=channel&to=Verona&topic=tea' }],
  ['an unknown value', 'POST', '/messages', { type: FORM, body: 'type=chanel' }],
  ['a value of a wrong type', 'GET', '/messages?num_before=ten', {}],
  ['a list of a wrong type', 'POST', '/messages/flags', { type: FORM, body: 'messages=1&op=add&flag=read' }],
  ['a parameter by two names', 'PATCH', '/messages/1', { type: FORM, body: 'topic=a&subject=b' }],
  ['an unknown flag', 'POST', '/messages/flags', { type: FORM, body: 'messages=[1]&op=add&flag=seen' }],
  ['no credentials', 'GET', '/users/me', { authorization: '' }],
  ['another scheme', 'GET', '/users/me', { authorization: 'Bearer abc' }],
  ['a misspelled path', 'GET', '/mesages', {}],
  ['an unknown path', 'GET', '/nothing/like/that', {}],
  ['text instead of an id', 'DELETE', '/messages/first', {}],
  ['another method', 'PUT', '/messages', {}],
  ['a queue that is gone', 'GET', '/events?queue_id=x&last_event_id=1', {}],
  ['no tus header', 'POST', '/tus/', {}],
])('the link of %s opens a page with that anchor', async (_, method, path, { type, body, authorization }) => {
  const hamlet = world.client(url, 'hamlet').credentials!
  const basic = `Basic ${Buffer.from(`${hamlet.email}:${hamlet.apiKey}`).toString('base64')}`
  const sent = await request(`${url}/api/v1${path}`, {
    method: method as 'GET',
    headers: {
      ...(authorization === '' ? {} : { authorization: authorization ?? basic }),
      ...(type !== undefined && { 'content-type': type }),
    },
    body: body ?? null,
  })
  expect(sent.statusCode).toBeGreaterThanOrEqual(400)
  await sent.body.dump()
  const [, link] = /^<(.*)>; rel="help"$/.exec(String(sent.headers.link))!
  const { origin, pathname, hash } = new URL(link!)
  expect(origin).toBe(world.config.rootUrl)
  const page = await load(pathname)
  expect([link, page.status]).toEqual([link, 200])
  if (hash !== '') expect(page.text).toContain(` id="${hash.slice(1)}"`)
})

test('every parameter has its anchor', async () => {
  const without: string[] = []
  for (const { method, path, params } of declaredEndpoints()) {
    const { text } = await load(operationPage(method, path))
    for (const name of Object.keys(params))
      if (!text.includes(` id="${parameterAnchor(name)}"`)) without.push(`${method} ${path}: ${name}`)
  }
  expect(without).toEqual([])
})

test('every link leads to a page and a heading that exist; ids are unique; headings skip no level', async () => {
  const pages = new Map<string, { links: string[]; ids: string[]; levels: number[] }>()
  for (const path of readPageFiles()!.keys()) {
    if (path.endsWith('.json')) continue
    const nodes = nodesOf(parse((await load(path)).text) as unknown as Node)
    pages.set(path, {
      links: nodes.filter(({ tagName }) => tagName === 'a').map((node) => attribute(node, 'href') ?? ''),
      ids: nodes.flatMap((node) => attribute(node, 'id') ?? []),
      levels: nodes.flatMap(({ tagName }) => /^h([1-6])$/.exec(tagName ?? '')?.[1] ?? []).map(Number),
    })
  }
  const faults: string[] = []
  for (const [path, { links, ids, levels }] of pages) {
    for (const link of links.filter((each) => !/^https?:/.test(each) && !each.startsWith('/api/v1/'))) {
      const target = new URL(link, `http://x${path}`)
      const page = pages.get(target.pathname)
      if (page === undefined) faults.push(`${path}: ${link} leads nowhere`)
      else if (target.hash !== '' && !page.ids.includes(decodeURIComponent(target.hash.slice(1))))
        faults.push(`${path}: ${link} has no such anchor`)
    }
    if (new Set(ids).size !== ids.length) faults.push(`${path}: an id is there twice`)
    const inMain = levels.slice(levels.indexOf(1))
    if (levels.filter((level) => level === 1).length !== 1) faults.push(`${path}: not one h1`)
    if (inMain.some((level, i) => i > 0 && level > inMain[i - 1]! + 1))
      faults.push(`${path}: a heading skips a level`)
  }
  expect(faults).toEqual([])
})
