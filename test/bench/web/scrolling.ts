import type { BenchBrowser, Tab } from './browser.ts'

/** A fling: about five screens of a laptop a second. */
const PIXELS_A_FRAME = Number(process.env.BENCH_SCROLL_PIXELS ?? 400)
const LONGEST_MS = 120_000
const BARE_MS = 5_000
const BARE_ROWS = 600

export interface Scrolling {
  readonly perSecond: number
  /** Share of frames that took longer than two frames of a screen with 60 a second. */
  readonly slow: number
  /** Share of frames in which a part of the visible list had no messages. */
  readonly blank: number
  /** Milliseconds of processor time of the main thread for a frame. */
  readonly processor: number
  readonly messages: number
  readonly heapMib: number
}

/**
 * Scrolls from the newest message of a conversation to its first one. The bare list has no client and 600
 * rows.
 */
export async function measureScrolling(
  browser: BenchBrowser,
  person: string,
  hash: string,
): Promise<{ client: Scrolling; bare: Scrolling }> {
  const tab = await browser.open(person, `/${hash}`)
  await tab.page.evaluate('probe.firstMessage')
  const client = await scroll(tab, LONGEST_MS)
  await tab.page.evaluate(`probe.makeBareList(${BARE_ROWS})`)
  const bare = await scroll(tab, BARE_MS)
  await tab.close()
  return { client, bare }
}

async function scroll(tab: Tab, longestMs: number): Promise<Scrolling> {
  const before = await tab.processorMs()
  const { frames, milliseconds, slow, blank, messages } = await tab.page.evaluate<{
    frames: number
    milliseconds: number
    slow: number
    blank: number
    messages: number
  }>(`probe.scroll(${PIXELS_A_FRAME}, ${longestMs})`)
  const processor = (await tab.processorMs()) - before
  return {
    perSecond: (frames / milliseconds) * 1000,
    slow: slow / frames,
    blank: blank / frames,
    processor: processor / frames,
    messages,
    heapMib: await tab.heapMib(),
  }
}
