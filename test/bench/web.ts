import { Worker } from 'node:worker_threads'
import { freePort } from '../../config/embedded/processes.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'
import { measureArriving } from './web/arriving.ts'
import { BenchBrowser } from './web/browser.ts'
import { measureLoading } from './web/loading.ts'
import { addressOf, LARGE, makeLarge } from './web/organization.ts'
import { measurePainting } from './web/painting.ts'
import { countRequestsOfAMinute, measureReturns } from './web/resting.ts'
import { measureScrolling } from './web/scrolling.ts'
import { measureSwitching } from './web/switching.ts'

type Row = readonly [row: string, ...cells: Cell[]]
const COLUMNS = ['measured', 'aim', 'bare', 'processor ms']

/**
 * `npm run bench -- web [small|large] [busy]`: measures the web client in Chromium, in the demonstration
 * organization (small) and in one with 10,000 people, 1,000 channels and 50,000 unread messages (large).
 * `busy`: beside a loop that takes all of one processor. `bare` is the same work by a page without the
 * client, `processor ms` the time of the page's main thread.
 */
export async function web(): Promise<void> {
  const port = await freePort()
  const settings = { ROOT_URL: `http://localhost:${port}`, PORT: String(port) }
  const stack = await startStack({ settings, hasMessages: true })
  const browser = await BenchBrowser.start(settings.ROOT_URL)
  const busyLoop = process.argv.includes('busy') ? new Worker('for (;;);', { eval: true }) : undefined
  try {
    if (!process.argv.includes('large')) await small(browser, stack)
    if (!process.argv.includes('small')) await large(browser, stack)
  } finally {
    await busyLoop?.terminate()
    await browser.close()
    await stack.close()
  }
}

async function small(browser: BenchBrowser, stack: Stack): Promise<void> {
  const verona = stack.channels.Verona!
  const loading = await measureLoading(browser, 'hamlet', '/#feed')
  const { client, bare } = await measurePainting(browser, verona)
  const arriving = await measureArriving(browser, stack, verona)
  const path = `/${addressOf(verona, 'arriving')}`
  const { once, requests, frames } = await countRequestsOfAMinute(browser, path)
  printTable('the web client', COLUMNS, [
    ['script before a conversation shows, KiB', [loading.script, 1], '≤ 150'],
    ['requests before the first message', [loading.requests, 0], '≤ 25'],
    loadingRow('first message, demonstration, ms', loading, 600),
    ['typed in one window, painted in another, ms p50', [client.p50, 1], '≤ 45', [bare.p50, 1]],
    ['the same, ms p99', [client.p99, 1], '≤ 120', [bare.p99, 1]],
    ...arrivingRows('100 messages a second arrive', arriving),
    [`requests after the first view, once (${[...new Set(once)].join(', ')})`, [once.length, 0], '≤ 8'],
    [`requests of a minute without use (${[...new Set(requests)].join(', ')})`, [requests.length, 0], '≤ 1'],
    ['frames of its WebSocket in that minute', [frames, 0], '0'],
  ])
  printTable(
    '10,000 clients return after',
    ['busiest 100 ms', 'last, s'],
    measureReturns().map(({ name, busiest, last }) => [name, [busiest, 0], [last, 1]]),
  )
}

async function large(browser: BenchBrowser, stack: Stack): Promise<void> {
  const { channel, long, topics } = await makeLarge(stack)
  const loading = await measureLoading(browser, 'hamlet', `/${topics[0]}`)
  const { fetched, cached } = await measureSwitching(browser, 'hamlet', topics.slice(0, 25))
  const arriving = await measureArriving(browser, stack, channel)
  const scrolling = await measureScrolling(browser, 'hamlet', long)
  printTable(`${LARGE.people} people, ${LARGE.channels} channels, ${LARGE.unread} unread`, COLUMNS, [
    loadingRow('first message, ms', loading, 2000),
    ['switching, fetched, ms p50', [fetched.p50, 1], '≤ 150'],
    ['switching, cached, ms p50', [cached.p50, 1], '≤ 50'],
    ...arrivingRows('100 messages a second arrive', arriving),
    [
      `frames a second while scrolling through ${scrolling.client.messages} messages`,
      [scrolling.client.perSecond, 1],
      '≥ 0.9 of bare',
      [scrolling.bare.perSecond, 1],
      [scrolling.client.processor, 1],
    ],
    [
      'frames of more than 34 ms, %',
      [scrolling.client.slow * 100, 1],
      undefined,
      [scrolling.bare.slow * 100, 1],
    ],
    [
      'frames with a blank part, %',
      [scrolling.client.blank * 100, 1],
      undefined,
      [scrolling.bare.blank * 100, 1],
    ],
    ['heap after it, MiB', [scrolling.client.heapMib, 0], '≤ 120'],
  ])
}

const loadingRow = (
  name: string,
  { milliseconds, bare, processor }: Awaited<ReturnType<typeof measureLoading>>,
  aim: number,
): Row => [name, [milliseconds, 0], `≤ ${aim}`, [bare, 0], [processor, 0]]

const arrivingRows = (
  name: string,
  { client, bare }: Awaited<ReturnType<typeof measureArriving>>,
): readonly Row[] => [
  [`${name}: key to paint, ms p50`, [client.latency.p50, 1], '≤ 50', [bare.latency.p50, 1]],
  [
    `${name}: key to paint, ms p99`,
    [client.latency.p99, 1],
    '≤ 60',
    [bare.latency.p99, 1],
    [client.processor, 0],
  ],
]
