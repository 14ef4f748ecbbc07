import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeAccountsJob } from '../../../../workers/jobs/merge-accounts.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { silent } from '../../../harness/world.ts'

let web: WebWorld
let iago: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  iago = await web.logIn('iago', { viewport: { width: 1440, height: 900 } })
  iago.setDefaultTimeout(30_000)
})
afterAll(() => web?.close())

const as = (name: string) => web.world.client(web.url, name)
const openProfile = (name: string) => iago.evaluate(`location.hash = '#user/${web.world.userId(name)}'`)
const runJobs = async () => {
  const jobs = await web.world.sql<{ data: never }>(
    "DELETE FROM job_outbox WHERE name = 'merge-accounts' RETURNING data",
  )
  const how = { core: web.gateway.core, log: silent, outboxId: undefined, isLastAttempt: false }
  for (const { data } of jobs) await mergeAccountsJob.run({ ...how, data })
}
const picture = async (name: string) => {
  const folder = process.env.MERGE_PICTURES
  if (folder !== undefined) await iago.screenshot({ path: `${folder}/${name}.png` })
}

describe.skipIf(browserMissing)('two accounts of one person', () => {
  test('are merged after a check and the typed name, by keyboard', async () => {
    const othello = as('othello')
    await othello.ok(
      othello.post('/messages', { type: 'direct', to: [web.world.userId('hamlet')], content: 'one' }),
    )
    await openProfile('othello')
    const main = iago.getByRole('main')
    const open = main.getByRole('button', { name: 'Merge with another account…' })
    await open.waitFor()
    await open.scrollIntoViewIfNeeded()
    expect(await violations(iago)).toBe('')
    await picture('button')
    await open.focus()
    await iago.keyboard.press('Enter')
    const dialog = iago.getByRole('dialog')
    const go = dialog.getByRole('button', { name: 'Merge', exact: true })
    expect(await go.isDisabled()).toBe(true)
    const field = dialog.getByRole('combobox', { name: 'The account that stays' })
    await field.focus()
    await iago.keyboard.type('Cordel')
    await dialog.getByRole('option').first().waitFor()
    expect(await violations(iago)).toBe('')
    await iago.keyboard.press('Enter')
    await dialog.getByText('Direct conversations: 1').waitFor()
    await dialog.getByText(/^Name, picture, settings, password and API key/).waitFor()
    expect(await violations(iago)).toBe('')
    await picture('check')
    await iago.setViewportSize({ width: 390, height: 780 })
    await iago.emulateMedia({ colorScheme: 'dark' })
    await picture('check-390-dark')
    expect(await violations(iago)).toBe('')
    const width = await iago.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await iago.setViewportSize({ width: 1440, height: 900 })
    await iago.emulateMedia({ colorScheme: 'light' })
    const { user } = await as('iago').ok(as('iago').get(`/users/${web.world.userId('othello')}`))
    const typed = dialog.getByLabel(/^Type the name/)
    await typed.fill('somebody else')
    expect(await go.isDisabled()).toBe(true)
    await typed.fill(String(user.full_name))
    await iago.keyboard.press('Enter')
    // The page of the emptied account becomes that of the other one at once.
    await main.getByRole('heading', { level: 1, name: /^Cordelia/ }).waitFor()
    await main.getByText(/^Everything moves to Cordelia/).waitFor()
    await main.getByRole('progressbar', { name: 'Progress of the merge' }).waitFor()
    expect(await violations(iago)).toBe('')
    await picture('progress')
  })

  test('are one when the work is done, wherever the old one is named', async () => {
    await runJobs()
    const main = iago.getByRole('main')
    await main.getByRole('heading', { level: 1, name: /^Cordelia/ }).waitFor()
    await main.getByText(/^Merged into this account: Othello/).waitFor()
    expect(await violations(iago)).toBe('')
    await picture('merged')
    await iago.evaluate(`location.hash = '#organization/users'`)
    await iago.getByLabel('Shown people').selectOption({ label: 'Deactivated' })
    await iago.getByText(/^merged into Cordelia/).waitFor()
    await iago.evaluate(`location.hash = '#organization/audit-log'`)
    await iago.getByText(/^Iago merged the account Othello.* into Cordelia/).waitFor()
  })

  test('are not offered for the reader and for owners', async () => {
    await openProfile('desdemona')
    await iago.getByRole('main').getByRole('heading', { name: 'Personal data' }).waitFor()
    expect(await iago.getByRole('button', { name: /^Merge with/ }).count()).toBe(0)
    await openProfile('iago')
    await iago.getByRole('main').getByRole('heading', { level: 1, name: 'Iago' }).waitFor()
    expect(await iago.getByRole('button', { name: /^Merge with/ }).count()).toBe(0)
  })
})
