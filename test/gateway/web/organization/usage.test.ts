import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { button, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
beforeAll(async () => {
  if (browserMissing) return
  world = await twoAdministrators()
  await world.web.world.sql(
    `INSERT INTO usage_day (realm_id, day, active_people, active_week, public_messages, private_messages,
       direct_messages, storage_bytes)
     SELECT id, (now() AT TIME ZONE 'UTC')::date - n, 40 + n % 7, 90 + n % 11, 1200 + 37 * (n % 9), 300 + n, 800 - n, 1000000 * (200 - n)
     FROM realm, generate_series(0, 59) n WHERE NOT is_deactivated AND n <> 5`,
  )
  await world.web.world.sql(
    `INSERT INTO channel_day (channel_id, day, messages) SELECT id, current_date - 2, 100 * id FROM channel
     ON CONFLICT (channel_id, day) DO UPDATE SET messages = excluded.messages`,
  )
})
afterAll(() => world?.web.close())

describe.skipIf(browserMissing)('the use of an organization', () => {
  test('is drawn as plots, and stands in tables', async () => {
    const { page } = world
    await world.open('usage', page)
    const table = page.getByRole('region', { name: 'Numbers by day' })
    await expect.poll(() => table.getByRole('row').count()).toBe(61)
    await expect.poll(() => page.locator('.plot canvas').count()).toBe(3)
    // The day on which nobody counted.
    expect(await table.getByRole('row').nth(6).getByRole('cell').last().innerText()).toBe('–')
    expect(await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual([
      ...['40', '90', '1,200', '300', '800'],
      expect.stringMatching(/B$/),
    ])
    const channels = page.getByRole('region', { name: 'Channels', exact: true })
    await channels.getByRole('rowheader', { name: 'Verona' }).waitFor()
    expect(await violations(page)).toBe('')
  })

  test('is saved for spreadsheets', async () => {
    const { page } = world
    const downloading = page.waitForEvent('download')
    await button(page, 'Numbers by day as CSV').click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(file).toHaveLength(61)
    expect(file[0]).toContain('"Day","Active on the day"')
    const sums = [1, 2, 3, 4, 5].map((column) =>
      file.slice(1).reduce((sum, line) => sum + Number(line.split(',')[column]!.slice(1, -1)), 0),
    )
    const [stored] = await world.web.world.sql(
      `SELECT sum(active_people)::int AS a, sum(active_week)::int AS b, sum(public_messages)::int AS c,
         sum(private_messages)::int AS d, sum(direct_messages)::int AS e FROM usage_day`,
    )
    expect(sums).toEqual(Object.values(stored!))
    expect(file.at(-1)).toMatch(/^"\d{4}-\d\d-\d\d","40","90","1200","300","800","200000000"$/)
  })

  test('ends with the last day that was counted: nobody was absent since', async () => {
    const { page, web } = world
    await web.world.sql('DELETE FROM usage_day WHERE day > (SELECT max(day) - 2 FROM usage_day)')
    await page.reload()
    const rows = page.getByRole('region', { name: 'Numbers by day' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(59)
    expect(await rows.nth(1).getByRole('cell').first().innerText()).toBe('42')
  })

  test('is shown for another period, in the dark, and on phones', async () => {
    const { page } = world
    await page.getByRole('combobox', { name: 'Period' }).selectOption('The last 30 days')
    const rows = page.getByRole('region', { name: 'Numbers by day' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(29)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    expect(await violations(page)).toBe('')
  })

  test('is no page of members, and says so before anything is counted', async () => {
    await world.web.world.sql('DELETE FROM usage_day')
    await world.open('usage', world.other)
    await world.other.getByText('Nothing is counted yet.').waitFor()
    const page = await world.web.logIn('hamlet')
    await page.goto(`${world.web.url}/#organization/usage`)
    await page.getByRole('navigation', { name: 'Pages of the organization' }).waitFor()
    expect(await page.locator('[href="#organization/usage"]').count()).toBe(0)
  })
})
