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
    for (const window of [page, other]) await window.getByRole('button', { name: 'Remove Ghost' }).waitFor()
    await expect.poll(() => field().inputValue()).toBe('')
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

describe.skipIf(browserMissing)('custom profile fields', () => {
  const FIELDS = [
    { name: 'Phone', field_type: 1, hint: 'Reachable by day.' },
    { name: 'Biography', field_type: 2 },
    {
      name: 'Role',
      field_type: 3,
      field_data: { a: { text: 'Hero', order: '2' }, b: { text: 'Fool', order: '1' } },
    },
    { name: 'Birthday', field_type: 4 },
    { name: 'Homepage', field_type: 5 },
    { name: 'Mentor', field_type: 6 },
    { name: '', field_type: 7, field_data: { subtype: 'github' } },
    { name: 'Pronouns', field_type: 8 },
    { name: 'Contract', field_type: 1, editable_by_user: false },
  ]
  const field = (name: string, window = page) => window.getByLabel(name, { exact: true })
  const values = async () => {
    const { user } = await shiva().ok(
      shiva().get(`/users/${web.world.userId('shiva')}`, { include_custom_profile_fields: true }),
    )
    return Object.values(user.profile_data as Record<string, { value: string }>).map(({ value }) => value)
  }

  test('appear when an administrator adds them; each type is saved, and shown in another window', async () => {
    await open('profile')
    const iago = web.world.client(web.url, 'iago')
    for (const one of FIELDS) await iago.ok(iago.post('/realm/profile_fields', one))
    await field('Phone').fill('555')
    await field('Phone').press('Enter')
    await field('Biography').fill('One line\nand another')
    await field('Role').selectOption('Fool')
    await field('Birthday').fill('1999-12-31')
    await field('Homepage').fill('https://example.com/')
    await field('GitHub username').fill('shiva')
    await field('Pronouns').fill('they')
    await field('Mentor').fill('pros')
    await page.getByRole('option', { name: 'Prospero' }).click()
    await other.getByRole('button', { name: /^Remove Prospero/ }).waitFor()
    await expect
      .poll(values)
      .toEqual([
        '555',
        'One line\nand another',
        'b',
        '1999-12-31',
        'https://example.com/',
        `[${web.world.userId('prospero')}]`,
        'shiva',
        'they',
      ])
    await expect.poll(() => field('Birthday', other).inputValue()).toBe('1999-12-31')
    expect(await field('Role', other).inputValue()).toBe('b')
    expect(await field('Contract').getAttribute('readonly')).not.toBe(null)
  })

  test('show the refusal of the server at the field, and lose their value when they are emptied', async () => {
    await field('Homepage').fill('nowhere')
    await field('Homepage').press('Enter')
    await problem('Homepage is not a URL')
    expect(await field('Homepage').getAttribute('aria-invalid')).toBe('true')
    await field('Homepage').press('Escape')
    expect(await field('Homepage').inputValue()).toBe('https://example.com/')
    await field('Phone').fill('')
    await field('Phone').press('Enter')
    await field('Role').selectOption('Not chosen')
    await page.getByRole('button', { name: /^Remove Prospero/ }).click()
    await expect.poll(async () => (await values()).length).toBe(5)
    await expect.poll(() => field('Phone', other).inputValue()).toBe('')
  })
})

test.skipIf(browserMissing)('no error occurs, and no violation of the Content-Security-Policy', () => {
  expect(
    web.faults.filter((fault) => !fault.includes('ERR_FAILED') && !fault.includes('status of 400')),
  ).toEqual([])
})
