import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
let page: Page
let keyboard: CDPSession
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
  const client = web.world.client(web.url, 'hamlet')
  await client.ok(client.patch('/settings', { enter_sends: true }))
})
afterAll(() => web?.close())

/** Opens a page that has loaded nothing before. */
async function open(address: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  keyboard = await page.context().newCDPSession(page)
  await page.goto(address)
}

/** Pastes a file into a field. */
const PASTE_FILE = `(field) => {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['a'], 'a.txt', { type: 'text/plain' }))
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

const SOON = { timeout: 15_000 }
const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })

/** Keys that an input method takes are reported with the code 229; Safari does so after the composition. */
async function press(key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 }
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}
/** Begins a composition, and presses a key that chooses from the candidates. */
async function compose(text: string, ...keys: string[]): Promise<void> {
  await keyboard.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })
  for (const key of keys) await press(key)
  await keyboard.send('Input.insertText', { text })
  for (const key of keys) await press(key)
}
const focused = () =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName')

async function send(topic: string, content: string): Promise<number> {
  const hamlet = web.world.client(web.url, 'hamlet')
  const message = { type: 'channel', to: 'Verona', topic, content }
  return (await hamlet.ok(hamlet.post('/messages', message))).id as number
}

describe.skipIf(browserMissing)('a key of an input method', () => {
  test('sends nothing from the composer, completes nothing and keeps the focus', async () => {
    await send('kanji', 'the first line')
    await open(web.topic('Verona', 'kanji'))
    await messageWith(page, 'the first line').waitFor(SOON)
    await composer().focus()
    await compose('にほん', 'Enter', 'Tab', 'Escape')
    expect(await composer().inputValue()).toBe('にほん')
    expect(await focused()).toBe('Message')
    await composer().fill('@')
    await composer().pressSequentially('Cord')
    await page.getByRole('option').first().waitFor(SOON)
    await press('Enter')
    await press('Tab')
    expect(await composer().inputValue()).toBe('@Cord')
    await composer().fill('sent by a real key')
    await composer().press('Enter')
    await messageWith(page, 'sent by a real key').waitFor(SOON)
    expect(await messageWith(page, 'にほん').count()).toBe(0)
  })

  test('saves and ends no edit', async () => {
    await send('edits', 'to be changed')
    await open(web.topic('Verona', 'edits'))
    await messageWith(page, 'to be changed').waitFor(SOON)
    await composer().press('ArrowLeft')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.waitFor(SOON)
    await compose('変', 'Enter', 'Escape')
    expect(await box.inputValue()).toBe('to be changed変')
  })

  test.each(['composer', 'edit'])(
    'leaves a file its place in the text, and the composed text is there once: %s',
    async (where) => {
      const topic = `files ${where}`
      await send(topic, 'with a file')
      await open(web.topic('Verona', topic))
      await messageWith(page, 'with a file').waitFor(SOON)
      const isEdit = where === 'edit'
      if (isEdit) await composer().press('ArrowLeft')
      const box = isEdit ? page.getByRole('textbox', { name: 'Edit the message' }) : composer()
      await box.focus()
      let letGo = (): void => undefined
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/api/v1/tus', async (route) => {
        await held
        await route.continue()
      })
      await box.evaluate(`(${PASTE_FILE})(document.activeElement)`)
      const file = page.getByRole('list', { name: 'Files on their way' }).getByText('a.txt')
      await file.waitFor(SOON)
      const compose = (text: string) =>
        keyboard.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
      await compose('に')
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && /\/tus\//.test(response.url()),
      )
      letGo()
      await (await answered).finished()
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      await compose('にほ')
      await keyboard.send('Input.insertText', { text: '日本' })
      await expect.poll(() => box.inputValue(), SOON).toMatch(/\[a\.txt\]\(\/user_uploads\/.+\)\n日本$/)
      await expect.poll(() => file.count(), SOON).toBe(0)
    },
  )

  test('makes no search and opens no suggestion', async () => {
    await open(`${web.url}/#inbox`)
    const search = page.getByRole('combobox', { name: 'Search messages, people, channels' })
    await search.focus()
    await compose('渡辺', 'Enter', 'Tab', 'Escape')
    expect(await search.inputValue()).toBe('渡辺')
    expect(new URL(page.url()).hash).toBe('#inbox')
  })

  test('leaves the topic field and its text alone', async () => {
    await open(`${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`)
    const topic = page.getByRole('textbox', { name: 'Topic in Verona' })
    await topic.focus()
    await compose('件名', 'Enter', 'Escape')
    expect(await topic.inputValue()).toBe('件名')
    expect(await focused()).toBe('Topic in Verona')
  })

  test('answers no dialog', async () => {
    await send('dialogs', 'to be moved')
    await open(web.topic('Verona', 'dialogs'))
    await messageWith(page, 'to be moved').focus()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Move messages' })
    await dialog.locator('input').first().focus()
    await compose('先', 'Enter', 'Escape')
    expect(await dialog.count()).toBe(1)
    expect(await dialog.locator('input').first().inputValue()).toContain('先')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0)
    await messageWith(page, 'to be moved').focus()
    await page.keyboard.press('<')
    await page.getByRole('dialog', { name: 'Forward to' }).waitFor(SOON)
    await compose('コ', 'Enter')
    expect(await page.getByRole('dialog', { name: 'Forward to' }).count()).toBe(1)
  })

  test('saves no field of the settings', async () => {
    await open(`${web.url}/#settings/profile`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.waitFor(SOON)
    await name.focus()
    await compose('名', 'Enter')
    const hamlet = web.world.client(web.url, 'hamlet')
    const { full_name } = await hamlet.ok(hamlet.get('/users/me'))
    expect(full_name).toBe('King Hamlet')
    expect(await name.inputValue()).toContain('名')
  })
})
