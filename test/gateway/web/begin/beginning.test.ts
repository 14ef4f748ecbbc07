import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreationLinks } from '../../../../core/organization/settings/creation-link.ts'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

describe.skipIf(browserMissing)('a person on a development server', () => {
  test('logs in with one click', async () => {
    const page = await web.open()
    await page.goto(`${web.url}/login?next=/%23recent`)
    expect(await violations(page)).toBe('')
    await page.getByRole('button', { name: 'Log in as King Hamlet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor()
  })
})

describe.skipIf(browserMissing)('the founder', () => {
  test('enters the new organization and finds four steps, which wait until they are done', async () => {
    const token = await new CreationLinks(web.world.redis, web.world.config.secretKey).issue()
    const page = await web.open({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(30_000)
    await page.goto(`${web.url}/new/${token}`)
    await page.getByLabel('Name of the organization').fill('Forest of Arden')
    await page.getByLabel('Address', { exact: true }).fill('arden')
    await page.getByLabel('E-mail address').fill('duke@arden.test')
    await page.getByLabel('Name', { exact: true }).fill('Duke Senior')
    await page.getByLabel('Password').fill('four words of a play')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('button', { name: 'Open Forest of Arden' }).click()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
    await page.getByText('0 of 4 done').waitFor()
    const sidebar = page.getByRole('navigation').first()
    for (const name of ['general', 'sandbox']) await sidebar.getByRole('link', { name }).waitFor()
    expect(await violations(page)).toBe('')

    await page.getByLabel('Name of the organization').fill('Arden')
    await page.getByLabel('Name of the organization').press('Enter')
    await page.getByRole('banner').getByText('Arden', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Invite people' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel('Addresses').fill('rosalind@arden.test')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByText('1 person was invited.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('1 of 4 done').waitFor()

    await page.getByRole('link', { name: 'Later' }).click()
    await page.getByRole('main').getByText('Your organization is new.').waitFor()
    // No hint of the tour covers the line.
    await page.locator('.tour').waitFor({ state: 'attached' })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    expect(await page.locator('.tour .hint').count()).toBe(0)
    expect(await violations(page)).toBe('')
    await page.getByRole('main').getByRole('link', { name: 'First steps' }).click()
    await page.getByRole('button', { name: /Say something/ }).click()
    await page.getByRole('link', { name: 'Write in general' }).click()
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('Good day')
    await box.press('Control+Enter')
    await page.getByRole('log').getByText('Good day').waitFor()
    await page.goBack()
    await page.getByText('2 of 4 done').waitFor()

    await page.getByRole('link', { name: 'Later' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Hide' }).click()
    await page.getByRole('main').getByText('Your organization is new.').waitFor({ state: 'detached' })
    await page.locator('.tour').getByText('Start at the inbox').waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'First steps' }).click()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
  })
})
