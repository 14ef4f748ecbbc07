import type { Page } from 'playwright-core'

const DAY_MS = 86_400_000
/** Lists that the pages of administrators fetch. */
const LISTS = /\/json\/(?:invites|audit_log|realm\/usage)(?:\?|$)/
/** Between two changes of the audit log. */
const SECONDS_APART = 1140
/** Fields in Unix seconds. */
const SECONDS = new Set(['invited', 'expiry_date', 'time'])

/**
 * Moves the times in lists of invitations, changes and usage by whole days, so that today's times fall on
 * the day of `now`.
 */
export async function moveTimes(page: Page, now: Date): Promise<void> {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.now() / DAY_MS)
  const moved = (key: string, value: unknown): unknown => {
    if (key === 'day' && typeof value === 'string')
      return new Date(Date.parse(value) + days * DAY_MS).toISOString().slice(0, 10)
    // The time of day is fixed too.
    if (SECONDS.has(key) && typeof value === 'number') {
      const day = Math.floor((value * 1000) / DAY_MS) + days
      return (day * DAY_MS + (now.getTime() % DAY_MS)) / 1000
    }
    // The changes were made within seconds.
    if (key === 'entries' && Array.isArray(value))
      return value.map((entry, at) => ({ ...entry, time: now.getTime() / 1000 - at * SECONDS_APART }))
    return value
  }
  await page.route(LISTS, async (route) => {
    const response = await route.fetch()
    const json = JSON.parse(await response.text(), moved)
    await route.fulfill({ response, json })
  })
}
