import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PreviewJob } from '../../core/content/link-previews/previews.ts'
import { externalAddress } from '../../core/content/media/external-address.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { previewLinksJob } from '../../workers/jobs/preview-links.ts'
import { forgetPreviewsJob } from '../../workers/jobs/upkeep/forget-previews.ts'
import { readPage } from '../../workers/link-previews/page.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { eventsDuring } from '../gateway/routes/events-during.ts'
import { as, core, ok, setUpStage, world } from '../gateway/routes/stage.ts'
import type { Body } from '../harness/client.ts'
import { TEST_SECRET } from '../harness/template.ts'
import { silent } from '../harness/world.ts'

setUpStage()

const network = new PublicNetwork(['127.0.0.1'])
const job = previewLinksJob(network, 1_000)

/** A web site outside the organization. */
let site: Server
let origin: string
let fetched: string[]

const page = (title: string, more = '') =>
  `<!doctype html><head><meta property="og:title" content="${title}"><meta property="og:image" content="/rose.png">${more}</head><p>`
const html = (response: ServerResponse, body: string | Buffer, type = 'text/html') =>
  response.writeHead(200, { 'content-type': type }).end(body)

const hangUp = (response: ServerResponse) => response.destroy()
const refusing =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end()

const pages: Record<string, (response: ServerResponse) => void> = {
  '/rose': (response) => html(response, page('Roses', '<meta name="description" content="are red">')),
  '/script': (response) => html(response, `${page('&lt;script&gt;alert(1)&lt;/script&gt;')}`),
  '/latin': (response) =>
    html(response, Buffer.from(page('caf\xe9'), 'latin1'), 'text/html; charset=iso-8859-1'),
  '/huge': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(page('Huge'))
    const more = () => {
      while (!response.destroyed && response.write(`<p>${'x'.repeat(65_536)}`));
    }
    response.on('drain', more)
    more()
  },
  '/slow': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write(page('Slow')),
  '/moved': (response) => response.writeHead(301, { location: '/rose' }).end(),
  '/inside': (response) => response.writeHead(302, { location: origin.replace('.0.1:', '.0.2:') }).end(),
  '/picture': (response) => html(response, page('Roses'), 'image/png'),
  '/error': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end(page('Error')),
  '/silent': (response) => html(response, '<title>Nothing to see</title>'),
}

beforeAll(async () => {
  site = createServer((request, response) => {
    fetched.push(request.url!)
    const answer = pages[request.url!.replace(/\?.*/, '')]
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  site.listen(0, '0.0.0.0')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  await ok(as('iago').patch('/realm', { inline_url_embed_preview: true }))
})
beforeEach(async () => {
  fetched = []
  await world.sql('DELETE FROM job_outbox')
  await world.sql('DELETE FROM link_preview')
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await network.close()
})

const send = async (content: string): Promise<number> =>
  (await ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'roses', content }))).id
const shown = async (id: number): Promise<string> =>
  (await ok(as('hamlet').get(`/messages/${id}`))).message.content
const jobs = () =>
  world.sql<{ data: PreviewJob }>("SELECT data FROM job_outbox WHERE queue = 'link-previews' ORDER BY id")
const attempt = { outboxId: undefined, isLastAttempt: false }
const work = async () => {
  for (const { data } of await jobs()) await job.run({ core, data, log: silent, ...attempt })
}
const updates = async (change: () => Promise<unknown>): Promise<Body[]> =>
  (await eventsDuring(['update_message'], ['cordelia'], change)).cordelia!
const card = (url: string, title: string, description = '') =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;${externalImage()}&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>` +
  `${description && `<div class="message_embed_description">${description}</div>`}</div></div>`
const externalImage = () => externalAddress(TEST_SECRET, `${origin}/rose.png`)
const link = (url: string) => `<p><a href="${url}">${url}</a></p>`

describe('a message that links a page', () => {
  test('shows the preview once the page is fetched, and is not marked as edited by it', async () => {
    const url = `${origin}/rose`
    const id = await send(url)
    expect(await shown(id)).toBe(link(url))
    const events = await updates(work)
    const rendered = `${link(url)}\n${card(url, 'Roses', 'are red')}`
    expect(events).toMatchObject([
      { rendering_only: true, user_id: null, message_id: id, rendered_content: rendered },
    ])
    expect(await shown(id)).toBe(rendered)
    expect(await updates(work)).toEqual([]) // As after a crash.
    expect(fetched).toEqual(['/rose'])
  })

  test('shows a known preview at once: when sent, edited, or rendered only; the page is not fetched again before the preview expires', async () => {
    const url = `${origin}/rose`
    await send(url)
    await work()
    await world.sql('DELETE FROM job_outbox')
    expect(await shown(await send(url))).toContain('message_embed')
    const edited = await send('nothing')
    await ok(as('hamlet').patch(`/messages/${edited}`, { content: url }))
    expect(await shown(edited)).toContain('message_embed')
    expect((await ok(as('hamlet').post('/messages/render', { content: url }))).rendered).toContain(
      'message_embed',
    )
    expect(await jobs()).toEqual([])
    await world.sql("UPDATE link_preview SET expires_at = now() - interval '1 second'")
    await forgetPreviewsJob.run({ core, data: undefined, log: silent, ...attempt })
    expect(await world.sql('SELECT FROM link_preview')).toEqual([])
    await send(url)
    await work()
    expect(fetched).toEqual(['/rose', '/rose'])
  })

  test('shows several previews at once, and those of an edit', async () => {
    const id = await send(`${origin}/rose ${origin}/script`)
    const events = await updates(work)
    expect([1, 2]).toContain(events.length)
    expect(await shown(id)).toContain('title="&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(await shown(id)).not.toContain('<script')
    await world.sql('DELETE FROM job_outbox')
    await ok(as('hamlet').patch(`/messages/${id}`, { content: `${origin}/latin` }))
    await work()
    expect(await shown(id)).toBe(`${link(`${origin}/latin`)}\n${card(`${origin}/latin`, 'café')}`)
  })

  test('gets no preview event when it was edited or deleted meanwhile', async () => {
    const [edited, deleted] = [await send(`${origin}/rose`), await send(`${origin}/rose`)]
    await ok(as('hamlet').patch(`/messages/${edited}`, { content: 'nothing' }))
    await ok(as('iago').delete(`/messages/${deleted}`))
    expect(await updates(work)).toEqual([])
    expect(await shown(edited)).toBe('<p>nothing</p>')
  })

  test.each(['/slow', '/inside', '/picture', '/error', '/silent', '/nowhere'])(
    'is unchanged: %s',
    async (path) => {
      const id = await send(origin + path)
      expect(await updates(work)).toEqual([])
      expect(await shown(id)).toBe(link(origin + path))
      await send(origin + path)
      await work()
      expect(fetched).toEqual([path])
    },
  )

  /** Leaves the newest job only, and lets its pages be fetched again. */
  const untilNext = async () => {
    await world.sql('DELETE FROM job_outbox WHERE id < (SELECT max(id) FROM job_outbox)')
    await world.sql("UPDATE link_preview SET expires_at = now() - interval '1 second'")
  }

  test.each([
    ['answers 429', 70, [refusing(429, { 'retry-after': '70' })]],
    ['answers 503', 60, [refusing(503)]],
    ['asks for a day', 3_600, [refusing(503, { 'retry-after': '86400' })]],
    ['hangs up twice', 300, [hangUp, hangUp]],
  ] as const)('shows the preview later when the page first %s', async (_, seconds, failures) => {
    const url = `${origin}/busy`
    const answers = [...failures]
    pages['/busy'] = (response) => (answers.shift() ?? pages['/rose']!)(response)
    const id = await send(url)
    for (const _failure of failures) {
      await work()
      expect(await shown(id)).toBe(link(url))
      await untilNext()
    }
    const [row] = await world.sql<{ wait: number }>(
      'SELECT ceil(extract(epoch FROM due_at - clock_timestamp()))::int AS wait FROM job_outbox',
    )
    expect(row!.wait).toBeGreaterThanOrEqual(seconds - 30)
    expect(row!.wait).toBeLessThanOrEqual(seconds + 2)
    await work()
    expect(await shown(id)).toContain('title="Roses"')
    expect(fetched).toHaveLength(failures.length + 1)
  })

  test('asks a page that stays unavailable four times', async () => {
    await send(`${origin}/error`)
    for (let n = 1; n <= 4; n++) {
      await work()
      expect(fetched).toHaveLength(n)
      if (n < 4) await untilNext()
    }
    const left = await jobs()
    expect(left.map(({ data }) => data.tries)).toEqual([3])
    const [row] = await world.sql<{ wait: number }>(
      'SELECT ceil(extract(epoch FROM expires_at - clock_timestamp()))::int AS wait FROM link_preview',
    )
    expect(row!.wait).toBeGreaterThan(3_000)
  })

  test.each(['/huge', '/moved'])('shows %s', async (path) => {
    const id = await send(origin + path)
    await work()
    expect(await shown(id)).toContain('message_embed')
  })

  test('fetches at most five pages, none in quotes, none of this server, and no pictures', async () => {
    await send(Array.from({ length: 9 }, (_, n) => `${origin}/rose?${n}`).join(' '))
    expect((await jobs())[0]!.data.urls).toHaveLength(5)
    await world.sql('DELETE FROM job_outbox')
    await send(`> ${origin}/rose`)
    await send(`${world.config.rootUrl}/rose`)
    await send(`${origin}/rose.png`)
    await send(`\`${origin}/rose\``)
    expect(await jobs()).toEqual([])
  })

  test('fetches and shows nothing where the organization disables previews, or no pictures', async () => {
    const waiting = await send(`${origin}/rose`)
    for (const setting of ['inline_url_embed_preview', 'inline_image_preview']) {
      await ok(as('iago').patch('/realm', { [setting]: false }))
      expect(await updates(work)).toEqual([])
      expect(await shown(waiting)).not.toContain('message_embed')
      const before = await jobs()
      await send(`${origin}/rose`)
      expect(await jobs()).toEqual(before)
      await ok(as('iago').patch('/realm', { [setting]: true }))
    }
  })

  test('gets its preview in a running worker', async () => {
    const sink = new BullSink(world.config.redisUrl)
    const worker = new JobWorker(core, silent, sink, world.config)
    await worker.start([job])
    const id = await send(`${origin}/rose`)
    await expect.poll(() => shown(id), { timeout: 120_000 }).toContain('message_embed')
    await worker.stop()
    await sink.close()
  })
})

test('a preview is shown as soon as its page is there, not after slower pages, and below the text in the order of the links', async () => {
  const waiting: ServerResponse[] = []
  pages['/later'] = (response) => void waiting.push(response)
  const [later, rose] = [`${origin}/later`, `${origin}/rose`]
  const patient = previewLinksJob(network, 600_000)
  for (const [content, title] of [
    [`${later} ${rose}\n\nend`, 'a page of the same host'],
    [`* ${later} ${rose} ${origin}/script\n* end`, 'in a list'],
    [`${rose} ${origin.replace('.0.1:', '.0.2:')}/nowhere ${later}`, 'after'],
  ] as const) {
    await world.sql('DELETE FROM job_outbox')
    await world.sql('DELETE FROM link_preview')
    const id = await send(content)
    const [{ data }] = (await jobs()) as [{ data: PreviewJob }]
    const running = patient.run({ core, data, log: silent, ...attempt })
    await expect.poll(() => shown(id), { timeout: 60_000, message: title }).toContain('title="Roses"')
    expect(await shown(id)).not.toContain('title="Later"')
    html(waiting.pop()!, page('Later'))
    await running
    const titles = (text: string) =>
      [...text.matchAll(/<a href="[^"]*" title="([^"]*)"/g)].map((each) => each[1])
    const inOrder = (await ok(as('hamlet').post('/messages/render', { content }))).rendered
    expect(titles(inOrder)).toContain('Later')
    expect(await shown(id), title).toBe(inOrder)
  }
})

test('a host that never answers holds few places: previews of other hosts pass, also in the same message', async () => {
  const hanging = createServer(() => undefined)
  hanging.listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const silentOrigin = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  let [open, most] = [0, 0]
  hanging.on('request', (_, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
  })
  const patient = previewLinksJob(network, 60_000)
  const sink = new BullSink(world.config.redisUrl)
  for (let n = 0; n < 30; n++) await send(`${silentOrigin}/${n}`)
  const url = `${origin}/rose`
  const both = await send(`${url} ${silentOrigin}/last`)
  const worker = new JobWorker(core, silent, sink, { ...world.config, stopMs: 100 })
  try {
    await worker.start([patient])
    await expect.poll(() => shown(both), { timeout: 50_000 }).toContain('message_embed')
    expect(most).toBeLessThanOrEqual(2)
    expect(await jobs()).toHaveLength(31)
  } finally {
    await worker.stop()
    await sink.queue('link-previews').obliterate({ force: true })
    await sink.close()
    hanging.closeAllConnections()
    hanging.close()
  }
}, 120_000)

test('pages that never answer hold up no preview of another member from the same host', async () => {
  const patient = previewLinksJob(network, 60_000)
  const sink = new BullSink(world.config.redisUrl)
  for (let n = 0; n < 20; n++) await send(`${origin}/slow?${n}`)
  const content = `${origin}/rose`
  const hers = await ok(
    as('cordelia').post('/messages', { type: 'channel', to: 'Verona', topic: 'roses', content }),
  )
  const worker = new JobWorker(core, silent, sink, { ...world.config, stopMs: 100 })
  try {
    await worker.start([patient])
    await expect.poll(() => shown(hers.id), { timeout: 50_000 }).toContain('message_embed')
  } finally {
    await worker.stop()
    await sink.queue('link-previews').obliterate({ force: true })
    await sink.close()
    site.closeAllConnections()
  }
}, 120_000)

describe('a page', () => {
  const read = (text: string) => readPage(text, new URL('https://x.com/a/b'))

  test.each([
    ['<title>T</title><meta name="twitter:image" content="c.png">', 'T', 'https://x.com/a/c.png'],
    ['<TITLE>T &amp; <b>U</TITLE><META PROPERTY=og:image CONTENT=//y.com/c>', 'T & <b>U', 'https://y.com/c'],
    ['<meta property="og:title" content=" a\n b\u202e "><meta property="og:image" content="c"', '', ''],
    [
      '<meta property="og:title" content=" a\n b\u202e "><meta property="og:image" content="c">',
      'a b',
      'https://x.com/a/c',
    ],
    ['<title>T</title><meta property="og:image" content="javascript:alert(1)">', '', ''],
    ['<title>T</title><meta property="og:image" content="http://">', '', ''],
    ['<meta property="og:image" content="c">', '', ''],
    ['', '', ''],
    ['<'.repeat(100_000), '', ''],
  ])('%# gives its title, description and picture', (text, title, image) => {
    const said = read(text)
    expect([said?.title ?? '', said?.image ?? '']).toEqual([title, image])
  })

  const head = '<title>T</title><meta property="og:image" content="c">'
  test.each([
    ['<b><p>'],
    ['<template><svg><desc>'],
    ['<table><tr><td>'],
    ['<b><p></x>'],
    ['<meta name=a content=b>'],
    ['<title>'],
    ['<!--'],
    ['&'],
  ])('of many %s takes time that grows linearly with its length', (piece) => {
    const rest = piece.repeat((512 * 1024) / piece.length)
    expect(read(head + rest)?.title).toBe('T')
    expect(read(`${rest}${'</b>'.repeat(1_000)}${head}`)?.title).not.toBe('')
  })

  test('is read to the first element that is nested too deep', () => {
    expect(read(`${'<div>'.repeat(200)}${head}`)?.title).toBe('T')
    expect(read(`${'<div></div><p>'.repeat(1_000)}${head}`)?.title).toBe('T')
    expect(read(`${'<div>'.repeat(300)}${head}`)).toBeUndefined()
  })

  test('with long metadata gives a short preview', () => {
    const long = `<meta property="og:title" content="${'x'.repeat(9999)}"><meta property="og:description" content="${'😀'.repeat(9999)}"><meta property="og:image" content="c">`
    const said = read(long)!
    expect([...said.title]).toHaveLength(200)
    expect([...said.description]).toHaveLength(500)
  })
})
