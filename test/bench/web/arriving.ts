import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Measured, measured } from '../load.ts'
import type { Stack } from '../stack.ts'
import type { BenchBrowser, Tab } from './browser.ts'
import { addressOf } from './organization.ts'

const SECONDS = 10
const PER_SECOND = 100
const KEYS_PER_SECOND = 10

export interface Arriving {
  /** Milliseconds from a key until the frame that shows it is painted. */
  readonly latency: Measured
  /** Milliseconds of processor time of the main thread in a second. */
  readonly processor: number
}

/**
 * Types while a hundred messages a second arrive, half of them in the open conversation. The bare page has a
 * text field and parses the same events.
 */
export async function measureArriving(
  browser: BenchBrowser,
  stack: Stack,
  channel: number,
): Promise<{ client: Arriving; bare: Arriving }> {
  const tab = await browser.open('hamlet', `/${addressOf(channel, 'arriving')}`)
  await tab.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  const client = await typeWhileSending(tab, stack, channel)
  await tab.close()
  const empty = await browser.openBare('hamlet')
  await empty.page.evaluate('probe.makeBareField()')
  await empty.page.evaluate('probe.listenBare()')
  const bare = await typeWhileSending(empty, stack, channel)
  await empty.close()
  return { client, bare }
}

async function typeWhileSending(tab: Tab, stack: Stack, channel: number): Promise<Arriving> {
  await tab.page.evaluate('probe.noteInput()')
  const sending = sendSteadily(stack, channel)
  await sleep(1000)
  const before = await tab.processorMs()
  const begin = performance.now()
  for (let key = 0; key < KEYS_PER_SECOND * SECONDS; key++) {
    await tab.page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
    await sleep(Math.max(0, begin + (key + 1) * (1000 / KEYS_PER_SECOND) - performance.now()))
  }
  const processor = (await tab.processorMs()) - before
  const seconds = (performance.now() - begin) / 1000
  await sending
  const latencies = await tab.page.evaluate<number[]>('probe.latencies')
  return { latency: measured(latencies, seconds), processor: processor / seconds }
}

/** Sends a hundred messages a second, every other one in another topic. */
async function sendSteadily(stack: Stack, channel: number): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 8 }, () => Connection.open(stack.port)))
  const authorization = stack.authorization('cordelia')
  const begin = performance.now()
  const count = PER_SECOND * (SECONDS + 2)
  await Promise.all(
    connections.map(async (connection, which) => {
      for (let n = which; n < count; n += connections.length) {
        await sleep(Math.max(0, begin + (n * 1000) / PER_SECOND - performance.now()))
        const topic = n % 2 === 0 ? 'arriving' : `elsewhere ${n % 20}`
        const form = new URLSearchParams({
          type: 'channel',
          to: String(channel),
          topic,
          content: `Message ${n} of many`,
        })
        await connection.request('POST', '/api/v1/messages', authorization, form.toString())
      }
    }),
  )
  for (const connection of connections) connection.close()
}
