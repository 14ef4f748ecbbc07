import { type Measured, measured } from '../load.ts'
import type { BenchBrowser } from './browser.ts'

export interface Switching {
  readonly fetched: Measured
  readonly cached: Measured
}

/** Opens conversations one after the other for the first time, then twice again. */
export async function measureSwitching(
  browser: BenchBrowser,
  person: string,
  topics: readonly string[],
): Promise<Switching> {
  const tab = await browser.open(person, `/${topics[0]}`)
  await tab.page.evaluate('probe.firstMessage')
  const times: number[] = []
  const rounds = [...topics.slice(1), ...topics, ...topics]
  for (const hash of rounds)
    times.push(await tab.page.evaluate<number>(`probe.open(${JSON.stringify(hash)})`))
  await tab.close()
  const first = topics.length - 1
  return { fetched: measured(times.slice(0, first), 1), cached: measured(times.slice(first), 1) }
}
