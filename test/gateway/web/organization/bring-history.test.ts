import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryJob } from '../../../../core/transfer/history/jobs.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import { announceHistoryJob } from '../../../../workers/jobs/announce-history.ts'
import { continueHistoryJob } from '../../../../workers/jobs/continue-history.ts'
import { violationsInBothThemes } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { writeTarGz } from '../../../harness/moving/tar.ts'
import { zulipArchive, zulipFiles } from '../../../harness/moving/zulip-archive.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { silent } from '../../../harness/world.ts'

const PASSWORD = 'four words of a play'
let web: WebWorld
let page: Page
let archive: string
let email: string

beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create({ OPEN_REALM_CREATION: 'true' })
  archive = join(web.world.config.dataDir, 'orchard.tar.gz')
  const made = zulipArchive({ seed: 3, people: 5, channels: 3, messages: 60 })
  email = String(made.realm.zerver_userprofile!.find(({ role }) => role === 100)!.delivery_email)
  await writeTarGz(archive, zulipFiles(made))
})
afterAll(() => web?.close())

/** Runs the waiting jobs of imports, as a worker does. */
async function work(): Promise<void> {
  const storage = await openStorage(web.world.config)
  const rows = await web.world.sql<{ name: string; data: HistoryJob }>(
    "DELETE FROM job_outbox WHERE queue = 'imports' RETURNING name, data",
  )
  const { core } = web.gateway
  for (const { name, data } of rows) {
    const job =
      name === 'announce-history' ? announceHistoryJob : continueHistoryJob(storage, web.world.config)
    await job.run({ core, data, log: silent, outboxId: undefined, isLastAttempt: true })
  }
  storage.close()
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const choose = (path: string) => page.getByLabel('Choose the archive').setInputFiles(path)

/** Waits until a worker has something to do. */
const enqueued = () =>
  expect
    .poll(() => web.world.sql("SELECT FROM job_outbox WHERE queue = 'imports'").then((rows) => rows.length), {
      timeout: 30_000,
    })
    .toBe(1)

describe.skipIf(browserMissing)('a founder', () => {
  test('goes from the new organization to the page of its history', async () => {
    page = await web.open()
    await page.goto(`${web.url}/new`)
    await page.getByLabel('Name of the organization').fill('Orchard')
    await page.getByLabel('Address', { exact: true }).fill('orchard')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel(/^(?:Your n|N)ame$/).fill('Ada Quill')
    await page.locator('input[name=password]').fill(PASSWORD)
    await button('Create organization').click()
    await button('Bring your history from another product').click()
    await page.getByRole('heading', { name: 'Bring your history' }).waitFor()
    await page.getByText('The archive may have up to 20 GiB.').waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test('reads why a file is refused, and goes on with another one', async () => {
    const wrong = join(web.world.config.dataDir, 'letter.zip')
    await writeFile(wrong, 'Dear all, this is no archive.')
    await choose(wrong)
    await enqueued()
    await work()
    await page.getByText('The import has failed').waitFor()
    await page.getByText(/neither a ZIP nor a tar file/).waitFor()
    await page.getByText('Nothing is written before you confirm.').waitFor()
  })

  test('cancels an import, after a question', async () => {
    await choose(archive)
    await enqueued()
    await button('Cancel the import').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByText('The import was cancelled.').waitFor()
    await web.world.sql("DELETE FROM job_outbox WHERE queue = 'imports'")
  })

  test('reads what the archive has before anything is written, also after a reload', async () => {
    await choose(archive)
    await enqueued()
    await page.getByText('Waiting for the server').waitFor()
    await page.reload()
    await page.getByText('You can close this page. The work goes on.').waitFor()
    await work()
    const row = page.getByRole('row', { name: /^Messages 60 60 0$/ })
    await row.waitFor()
    await page.reload()
    await row.waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test('confirms, logs in again, and finds the history with its report', async () => {
    await button('Import…').click()
    const dialog = page.getByRole('dialog', { name: 'Import into Orchard?' })
    expect(await dialog.textContent()).toContain('Afterwards everybody logs in again.')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await enqueued()
    await work()
    await page.getByText('The import has ended, and everybody logs in again.').waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.locator('.history').getByRole('link', { name: 'Log in' }).click()
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('input[name=password]').press('Enter')
    await page.getByText('The history is here').waitFor()
    await page.getByRole('row', { name: /^Messages 60 60 0$/ }).waitFor()
    await page.getByText(/imported orchard\.tar\.gz on/).waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.getByRole('link', { name: '4 imported people have not come yet.' }).click()
  })

  test('finds the people who have not come, and asks them by mail after a look at who gets one', async () => {
    await page.getByText('4 imported people have not come yet.').waitFor()
    await button('Show them').click()
    await page.getByText('4 accounts').waitFor()
    const marks = page.locator('.user-line', { hasText: 'has not come yet' })
    await expect.poll(() => marks.count()).toBe(4)
    expect(await violationsInBothThemes(page)).toBe('')
    await button('Ask them by mail…').click()
    const dialog = page.getByRole('dialog', { name: 'Ask the imported people by mail?' })
    await dialog.getByText('4 people get a mail.').waitFor()
    expect(await dialog.textContent()).toContain('Björn Ask')
    expect(await violationsInBothThemes(page)).toBe('')
    await dialog.getByRole('button', { name: 'Send' }).press('Enter')
    await page.getByText('4 mails are on their way.').waitFor()
    await button('Ask them by mail…').click()
    await dialog.getByText('0 people get a mail.').waitFor()
    await dialog.locator(':focus').and(dialog.getByRole('checkbox')).waitFor()
    expect(await dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await button('Merge Björn Ask into another account?').press('Enter')
    const merge = page.getByRole('dialog', { name: 'Merge Björn Ask into another account?' })
    await merge.getByRole('combobox').fill('Dana')
    await merge.getByRole('option').first().click()
    await merge.getByText(/gets:$/).waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await merge.getByRole('button', { name: 'Cancel' }).click()
    await marks.first().click()
    await page.locator('.summary', { hasText: 'has not come yet' }).waitFor()
    expect(web.faults).toEqual([])
  })
})
