import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_ALERT_WORDS } from '../../../config/limits.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

const TOPICS = 1000

let web: WebWorld
let page: Page
/** Another window of the same person. */
let other: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  await web.world.sql(
    `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
     SELECT $1, $2, 'topic ' || n, 3 FROM generate_series(1, ${TOPICS}) n`,
    [web.world.userId('shiva'), web.world.channelId('Denmark')],
  )
  page = await web.logIn('shiva')
  other = await page.context().newPage()
  await other.goto(`${web.url}/#settings/topics`)
  await open('topics')
})
afterAll(() => web?.close())

const shiva = () => web.world.client(web.url, 'shiva')
async function open(section: string): Promise<void> {
  for (const window of [page, other]) {
    await window.evaluate(`location.hash = '#settings/${section}'`)
    await window.locator(`nav [aria-current][href="#settings/${section}"]`).waitFor()
  }
}
const problem = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const isFocused = (selector: string) =>
  page.evaluate(`document.activeElement?.matches('${selector}') ?? false`)

describe.skipIf(browserMissing)('topics with a policy', () => {
  const rows = (window: Page) => window.locator('.topic-table tbody tr')
  const policy = (window: Page, n: number) =>
    window.getByRole('combobox', { name: `Policy of Denmark › topic ${n}`, exact: true })

  test('of which there are 1,000 are a table that draws only rows near the visible part', async () => {
    await page.getByText(`${TOPICS} topics`).waitFor()
    expect(await rows(page).count()).toBeLessThan(120)
    expect(await page.getByRole('table', { name: 'Topics' }).getAttribute('aria-rowcount')).toBe(
      String(TOPICS + 1),
    )
    await page.evaluate(`document.querySelector('.settings').scrollTop = 1_000_000`)
    await policy(page, 999).waitFor()
    await expect.poll(() => rows(page).count()).toBeLessThan(120)
  })

  test('are found by name, and their policy changes here and in another window', async () => {
    for (const window of [page, other]) {
      await window.getByRole('searchbox', { name: 'Filter by name' }).fill('TOPIC 77')
      await window.getByText(`11 of ${TOPICS} topics`).waitFor()
    }
    await policy(page, 777).selectOption('Muted')
    await expect.poll(() => policy(other, 777).inputValue()).toBe('1')
    await page.getByLabel('Shown topics').selectOption('Muted')
    await page.getByText(`1 of ${TOPICS} topics`).waitFor()
    await page.getByLabel('Shown topics').selectOption('All policies')
    await policy(page, 770).focus()
    await policy(page, 770).selectOption('As the channel')
    await policy(other, 770).waitFor({ state: 'detached' })
    await policy(page, 770).waitFor({ state: 'detached' })
    expect(await isFocused('.topic-table select')).toBe(true)
  })

  test('keep their policy when the server cannot be reached', async () => {
    await page.route('**/json/user_topics', (route) => route.abort())
    await policy(page, 771).selectOption('Unmuted')
    await problem('The server cannot be reached')
    await expect.poll(() => policy(page, 771).inputValue()).toBe('3')
    await page.unroute('**/json/user_topics')
  })
})

describe.skipIf(browserMissing)('alert words', () => {
  const field = () => page.getByLabel('New alert word')

  test('are added and removed, here and in another window', async () => {
    await open('alert-words')
    await page.getByRole('heading', { name: 'You have no alert words yet' }).waitFor()
    await field().fill(' Ghost ')
    await field().press('Enter')
    await other.getByRole('button', { name: 'Remove Ghost' }).waitFor()
    expect(await field().inputValue()).toBe('')
    await field().fill('ghost')
    await field().press('Enter')
    await problem('“Ghost” is one of your alert words already.')
    await page.getByRole('button', { name: 'Remove Ghost' }).click()
    await other.getByRole('heading', { name: 'You have no alert words yet' }).waitFor()
    await expect.poll(() => isFocused('.settings input')).toBe(true)
  })

  test('have a limit, which the server says at the field; what is typed stays', async () => {
    const words = Array.from({ length: MAX_ALERT_WORDS }, (_, n) => `word ${n}`)
    await shiva().ok(shiva().post('/users/me/alert_words', { alert_words: words }))
    await page.getByText('word 499', { exact: true }).waitFor()
    await field().fill('one more')
    await page.getByRole('button', { name: 'Add' }).click()
    await problem(`You cannot have more than ${MAX_ALERT_WORDS} alert words.`)
    expect(await field().inputValue()).toBe('one more')
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    await shiva().ok(shiva().delete('/users/me/alert_words', { alert_words: words }))
  })
})

describe.skipIf(browserMissing)('muted people', () => {
  test('are found by name, muted after a question, and unmuted', async () => {
    await open('muted-users')
    await page.getByRole('heading', { name: 'You have muted nobody' }).waitFor()
    const field = page.getByRole('combobox', { name: 'Mute a person' })
    await field.fill('zo')
    await page.getByRole('option', { name: 'Zoe' }).waitFor()
    await field.press('Enter')
    await page.getByRole('dialog', { name: 'Mute Zoe?' }).getByRole('button', { name: 'Mute' }).click()
    await other.getByRole('button', { name: 'Unmute Zoe' }).waitFor()
    await other.getByRole('button', { name: 'Unmute Zoe' }).click()
    await page.getByRole('heading', { name: 'You have muted nobody' }).waitFor()
  })
})

test.skipIf(browserMissing)('no error occurs, and no violation of the Content-Security-Policy', () => {
  expect(web.faults.filter((fault) => !fault.includes('ERR_FAILED') && !fault.includes('400'))).toEqual([])
})
