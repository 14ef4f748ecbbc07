import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

async function open(
  name: string,
  section: string,
  options: Parameters<WebWorld['logIn']>[1] = {},
): Promise<Page> {
  const page = await web.logIn(name, options)
  await page.goto(`${web.url}/#settings/${section}`)
  await page.getByRole('navigation', { name: 'Parts of the settings' }).waitFor()
  return page
}
const saved = (page: Page) => page.getByText('Saved', { exact: true })
const settingOf = async (name: string, setting: string) => {
  const [row] = await web.world.sql<{ settings: Record<string, unknown> }>(
    'SELECT settings FROM user_account WHERE id = $1',
    [web.world.userId(name)],
  )
  return row!.settings[setting]
}

describe.skipIf(browserMissing)('the settings', () => {
  test('open from the account menu, and each part has an address', async () => {
    const page = await web.logIn('hamlet')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('heading', { name: 'What notifies you' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#settings/notifications')
    expect(await page.getByRole('link', { name: 'Notifications' }).getAttribute('aria-current')).toBe('page')
  })

  test('save a change at once, say so, and show it in another window', async () => {
    const page = await open('hamlet', 'preferences')
    const other = await open('hamlet', 'preferences')
    const enterSends = (where: Page) => where.getByRole('switch', { name: 'Enter sends' })
    expect(await enterSends(page).isChecked()).toBe(false)
    await enterSends(page).click()
    await saved(page).waitFor()
    await expect.poll(() => enterSends(other).isChecked()).toBe(true)
    expect(await settingOf('hamlet', 'enter_sends')).toBe(true)
    await page.getByLabel('Theme').selectOption('Dark')
    await expect.poll(() => other.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await other.getByLabel('Theme').inputValue()).toBe('2')
  })

  test('show a refusal beside the field, and the value that counts', async () => {
    const page = await open('cordelia', 'profile')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Corde*lia')
    await name.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')

    await page.getByRole('link', { name: 'Preferences' }).click()
    await page.context().setOffline(true)
    await page.route('**/json/settings', (route) => route.abort())
    const emoticons = page.getByRole('switch', { name: 'Turn :) into emoji' })
    await emoticons.click()
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
    expect(await emoticons.isChecked()).toBe(false)
  })

  test('change name, picture and time zone, which others see', async () => {
    const page = await open('othello', 'profile', { timezoneId: 'Asia/Tokyo' })
    const other = await web.logIn('zoe')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Othello of Venice')
    await name.press('Enter')
    await saved(page).waitFor()
    await other.locator('.people-panel').getByText('Othello of Venice').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Use this device’s: Asia/Tokyo' }).click()
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    const picture = await page.locator('.home img').screenshot()
    await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: 'Use this part' }).click()
    await page.getByText('A picture of at most 50 MiB').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    const question = page.getByRole('dialog', { name: 'Picture: remove this picture?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' })
  })

  test('choose how channels notify, together and one by one', async () => {
    const page = await open('hamlet', 'notifications')
    await page.getByRole('checkbox', { name: 'Channel messages: Sound' }).click()
    await expect.poll(() => settingOf('hamlet', 'enable_stream_audible_notifications')).toBe(true)
    await page.getByLabel('Add a channel').selectOption('Verona')
    const desktop = page.getByRole('checkbox', { name: 'Verona: Desktop' })
    expect(await desktop.isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Verona: Sound' }).isChecked()).toBe(true)
    await desktop.click()
    const own = () =>
      web.world.sql(
        'SELECT desktop_notifications AS d, audible_notifications AS a FROM subscription WHERE user_id = $1 AND channel_id = $2',
        [web.world.userId('hamlet'), web.world.channelId('Verona')],
      )
    await expect.poll(own).toEqual([{ d: true, a: true }])
    await page.getByRole('button', { name: 'Verona: as the other channels' }).click()
    await expect.poll(own).toEqual([{ d: null, a: null }])
    await desktop.waitFor({ state: 'detached' })
  })

  test('show the API key to somebody who knows the password', async () => {
    const page = await open('zoe', 'account')
    const form = page.locator('form').filter({ hasText: 'Show the key' })
    await form.getByLabel('Current password').fill('wrong')
    await form.getByRole('button', { name: 'Show the key' }).click()
    await page.getByText('Your username or password is incorrect').waitFor()
    await form.getByLabel('Current password').fill(DEMONSTRATION_PASSWORD)
    await form.getByRole('button', { name: 'Show the key' }).click()
    const key = page.getByRole('textbox', { name: 'Key for apps and bots' })
    expect(await key.inputValue()).toMatch(/^\w{32}$/)
    await page.getByRole('button', { name: 'Hide the key' }).click()
    await key.waitFor({ state: 'detached' })
  })

  test('change the password, and log in with it', async () => {
    const page = await open('aaron', 'security')
    const form = page.locator('form').filter({ hasText: 'Change the password' })
    await form.getByLabel('Current password').fill(DEMONSTRATION_PASSWORD)
    await form.getByLabel('New password').fill('the rest is silence')
    await form.getByRole('button', { name: 'Change the password' }).click()
    await page.waitForURL(/\/login/)
    await page.getByLabel('E-mail address').fill('aaron@demo.test')
    await page.getByLabel('Password').fill('the rest is silence')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation', { name: 'Parts of the settings' }).waitFor()
  })

  test('create a bot, show its key, replace the key, and deactivate the bot', async () => {
    const page = await open('desdemona', 'bots')
    await page.getByRole('heading', { name: 'You have no bots yet' }).waitFor()
    await page.getByRole('button', { name: 'Create a bot' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Call Board')
    await page.getByLabel('Beginning of its address').fill('call-board')
    await page.getByLabel('Type').selectOption({ index: 2 })
    await page.getByLabel('Address that is called').fill('https://call-board.example.com/')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText(/^call-board-bot@/).waitFor()
    await page.getByText('https://call-board.example.com/').waitFor()
    await page.getByRole('button', { name: 'Show the key: Call Board' }).click()
    const key = page.getByRole('textbox', { name: 'Key: Call Board' })
    const first = await key.inputValue()
    await page.getByRole('button', { name: 'Make a new key: Call Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new key' }).click()
    await expect.poll(() => key.inputValue()).not.toBe(first)
    await page.getByRole('button', { name: 'Deactivate: Call Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Activate again: Call Board' }).click()
    await page.getByRole('button', { name: 'Show the key: Call Board' }).waitFor()
  })

  test('let administrators export what is private, and deactivate the own account after a question', async () => {
    const page = await open('prospero', 'account')
    await page.getByRole('switch', { name: 'Let administrators export your private messages' }).click()
    await expect.poll(() => settingOf('prospero', 'allow_private_data_export')).toBe(true)
    const owner = web.world.client(web.url, 'desdemona')
    const id = web.world.userId('prospero')
    const isActive = async () => (await owner.ok(owner.get(`/users/${id}`))).user.is_active
    const deactivate = page.getByRole('button', { name: 'Deactivate the account…' })
    await deactivate.click()
    const question = page.getByRole('dialog', { name: 'Deactivate your account?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await isActive()).toBe(true)
    await deactivate.click()
    await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect.poll(isActive).toBe(false)
  })

  test('keep the focus when the control that has it disappears', async () => {
    const page = await open('zoe', 'profile', { timezoneId: 'Asia/Tokyo' })
    const focused = (name: string) =>
      expect
        .poll(() =>
          page.evaluate(`(() => {
            const { ariaLabel, labels, textContent } = document.activeElement
            return ariaLabel ?? labels?.[0]?.textContent ?? textContent
          })()`),
        )
        .toMatch(new RegExp(`^${name}`))
    const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
    await press(/^Use this device/)
    await focused('Time zone')
    const buffer = await page.locator('.home img').screenshot()
    await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await press('Use this part')
    await press('Remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await focused('Choose a picture')

    await page.goto(`${web.url}/#settings/account`)
    await page.getByLabel('Current password').last().fill(DEMONSTRATION_PASSWORD)
    await press('Show the key')
    await focused('Copy')
    await press('Hide the key')
    await focused('(Current password|Show the key)')

    await page.goto(`${web.url}/#settings/notifications`)
    await page.getByLabel('Add a channel').selectOption('Verona')
    await press('Verona: as the other channels')
    await focused('Add a channel')

    await page.goto(`${web.url}/#settings/bots`)
    await press('Create a bot')
    await focused('Name')
    await press('Cancel')
    await focused('Create a bot')
    await press('Create a bot')
    await focused('Name')
    await page.keyboard.type('Iago')
    await page.keyboard.press('Tab')
    await page.keyboard.type('iago')
    await page.keyboard.press('Enter')
    await page.getByText('iago-bot@').waitFor()
    await focused('Create a bot')
    await press('Deactivate: Iago')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
    await page.getByText('deactivated').waitFor()
    await focused('Create a bot')
  })

  test('move the focus to the field that is refused', async () => {
    const page = await open('zoe', 'security')
    await page.getByLabel('Current password').first().fill('a wrong one')
    await page.getByLabel('New password').fill('another one that is long')
    await page.getByRole('button', { name: 'Change the password' }).press('Enter')
    await page
      .getByText(/wrong|incorrect/i)
      .first()
      .waitFor()
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toMatch(/^Current password/)
    expect(await page.evaluate('document.activeElement.ariaInvalid')).toBe('true')
  })

  test('are followed: the first view opens', async () => {
    const page = await open('iago', 'preferences')
    await page.getByLabel('First view', { exact: true }).selectOption('Recent conversations')
    await saved(page).waitFor()
    await page.goto(`${web.url}/#`)
    await page.getByRole('main').getByRole('heading', { name: 'Recent conversations' }).waitFor()
  })
})
