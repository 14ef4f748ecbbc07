import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import type { Client } from '../../harness/client.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

/**
 * Puts the page behind others, and records its notifications and counts its sounds. Chromium's own list of
 * notifications is unreliable: it may lose one when another closes.
 */
const BEHIND = `
  document.hasFocus = () => false
  globalThis.shown = []
  const { showNotification } = ServiceWorkerRegistration.prototype
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    globalThis.shown.push({ title, body: options.body, message: options.data.messages[0] })
    return showNotification.call(this, title, options)
  }
  globalThis.sounds = 0
  globalThis.OscillatorNode = class extends OscillatorNode {
    start(...when) { globalThis.sounds++; super.start(...when) }
  }`

let web: WebWorld
let hamlet: Page
let api: Client
let cordelia: Client
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create({}, { hasWindows: true })
  api = web.world.client(web.url, 'hamlet')
  cordelia = web.world.client(web.url, 'cordelia')
  hamlet = await web.logIn('hamlet', { serviceWorkers: 'allow' })
  await hamlet.context().grantPermissions(['notifications'])
  await hamlet.addInitScript(BEHIND)
  await hamlet.goto(`${web.url}/#inbox`)
  await hamlet.reload()
  await hamlet.getByRole('navigation').waitFor()
  await hamlet.evaluate('navigator.serviceWorker.ready')
  // The page notifies of messages that arrive after its registration.
  await vi.waitFor(
    async () => {
      await write('are you there?')
      expect(await displayed()).toContain('are you there?')
    },
    { timeout: 100_000, interval: 200 },
  )
}, 120_000)
afterAll(() => web?.close())

/** The newest message before the test. */
let former = 0
let newest = 0
/** The notifications that the page showed of messages of this test. */
const shown = () =>
  hamlet.evaluate<{ title: string; body: string }[]>(
    `globalThis.shown
      .filter(({ message }) => message > ${former})
      .map(({ title, body }) => ({ title, body }))`,
  )
/** The texts of the notifications that the browser displays. */
const displayed = () =>
  hamlet.evaluate<string[]>(
    `navigator.serviceWorker.ready
      .then((worker) => worker.getNotifications())
      .then((all) => all.map(({ body }) => body))`,
  )
const sounds = () => hamlet.evaluate<number>('globalThis.sounds')
const settle = (settings: Record<string, unknown>) => api.ok(api.patch('/settings', settings))
/** Sends a message to Hamlet, directly or to a topic. */
async function write(content: string, topic?: string): Promise<void> {
  const { id } = await cordelia.ok(
    topic === undefined
      ? cordelia.post('/messages', { type: 'direct', to: [web.world.userId('hamlet')], content })
      : cordelia.post('/messages', { type: 'channel', to: 'Verona', topic, content }),
  )
  newest = id
}
/** A direct message that is always shown comes after all earlier ones. */
async function writeLast(content: string): Promise<void> {
  await settle({ enable_desktop_notifications: true })
  await write(content)
  await expect.poll(shown).toContainEqual(expect.objectContaining({ body: content }))
}

describe.skipIf(browserMissing)('new messages while the page is behind', () => {
  beforeEach(async () => {
    if (browserMissing) return
    await settle({
      enable_desktop_notifications: true,
      enable_sounds: true,
      enable_stream_desktop_notifications: false,
      enable_stream_audible_notifications: false,
      pm_content_in_desktop_notifications: true,
      notification_sound: 'zulip',
    })
    await hamlet.evaluate('globalThis.sounds = 0')
    former = newest
  })

  test('direct ones are shown and heard', async () => {
    await write('come to the **castle**')
    await expect.poll(shown).toEqual([{ title: "Cordelia, Lear's daughter", body: 'come to the castle' }])
    await expect.poll(sounds).toBeGreaterThan(0)
  })

  test('without their text, when the reader wants that', async () => {
    await settle({ pm_content_in_desktop_notifications: false })
    await write('a secret')
    await expect.poll(shown).toEqual([{ title: "Cordelia, Lear's daughter", body: 'New message' }])
  })

  test('are silent with the sound turned off', async () => {
    await settle({ enable_sounds: false })
    await write('quietly')
    await expect.poll(shown).toContainEqual(expect.objectContaining({ body: 'quietly' }))
    await settle({ enable_sounds: true, notification_sound: 'none' })
    await write('still quietly')
    await expect.poll(shown).toContainEqual(expect.objectContaining({ body: 'still quietly' }))
    expect(await sounds()).toBe(0)
  })

  test('are not shown when turned off', async () => {
    await settle({ enable_desktop_notifications: false })
    await write('not shown')
    await writeLast('shown at last')
    expect((await shown()).map(({ body }) => body)).toEqual(['shown at last'])
  })

  test('in channels are shown by the settings for channels, mentions by those for oneself', async () => {
    await write('chatter', 'gossip')
    await write(`@**King Hamlet** listen`, 'for you')
    await expect.poll(shown).toHaveLength(1)
    expect((await shown())[0]!.title).toContain('for you')
    await settle({ enable_stream_desktop_notifications: true })
    await write('more chatter', 'gossip')
    await expect.poll(shown).toContainEqual(expect.objectContaining({ body: 'more chatter' }))
  })

  test('in a muted topic are not shown', async () => {
    await settle({ enable_stream_desktop_notifications: true })
    const stream_id = web.world.channelId('Verona')
    await api.ok(api.post('/user_topics', { stream_id, topic: 'noise', visibility_policy: 1 }))
    await write('muted chatter', 'noise')
    await writeLast('after the noise')
    expect((await shown()).map(({ body }) => body)).toEqual(['after the noise'])
  })
})

describe.skipIf(browserMissing)('two windows', () => {
  test('show who is typing, until the message arrives or the writer stops', async () => {
    const other = await web.logIn('cordelia')
    const reader = await web.logIn('hamlet')
    await Promise.all([other, reader].map((page) => page.goto(web.topic('Verona', 'typing'))))
    const box = other.getByRole('textbox', { name: 'Message', exact: true })
    await box.waitFor()
    await reader.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    const line = reader.getByText("Cordelia, Lear's daughter is typing…")
    await box.pressSequentially('well')
    await line.waitFor()
    await box.press('Control+Enter')
    await messageWith(reader, 'well').waitFor()
    await expect.poll(() => line.count()).toBe(0)
    await box.pressSequentially('and')
    await line.waitFor()
    await other.goto(`${web.url}/#inbox`)
    await expect.poll(() => line.count()).toBe(0)
  })

  test('show that the sender edits a message, until the edit is saved or given up', async () => {
    const other = await web.logIn('cordelia')
    const reader = await web.logIn('hamlet')
    await Promise.all([other, reader].map((page) => page.goto(web.topic('Verona', 'editing'))))
    const box = other.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('a first thought')
    await box.press('Control+Enter')
    await messageWith(reader, 'a first thought').waitFor()
    const mark = reader.getByText('being edited…')
    const edit = other.getByRole('textbox', { name: 'Edit the message' })
    const begin = async (text: string) => {
      await messageWith(other, text).hover()
      await messageWith(other, text).getByRole('button', { name: 'Edit', exact: true }).click()
      await edit.pressSequentially('!')
    }
    await begin('a first thought')
    await messageWith(reader, 'a first thought').filter({ has: mark }).waitFor()
    expect(await other.getByText('being edited…').count()).toBe(0)
    await edit.press('Control+Enter')
    await messageWith(reader, 'a first thought!').waitFor()
    await expect.poll(() => mark.count()).toBe(0)
    await begin('a first thought!')
    await mark.waitFor()
    await edit.press('Escape')
    await expect.poll(() => mark.count()).toBe(0)
  })

  test('a new message of the open conversation is said politely, one by one or as a number', async () => {
    const reader = await web.logIn('hamlet')
    await reader.goto(web.topic('Verona', 'spoken'))
    await reader.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    const region = reader.locator('[aria-live=polite].new-messages')
    await write('I **love** you', 'spoken')
    await expect.poll(() => region.textContent()).toBe("Cordelia, Lear's daughter: I love you")
    await write('not here', 'elsewhere')
    await write('more words '.repeat(100), 'spoken')
    await expect.poll(() => region.textContent()).toMatch(/^Cordelia, Lear's daughter: more words .*…$/)
    expect((await region.textContent())!.length).toBeLessThan(330)
    const mine = reader.getByRole('textbox', { name: 'Message', exact: true })
    await mine.fill('my own words')
    await mine.press('Control+Enter')
    await messageWith(reader, 'my own words').waitFor()
    expect(await region.textContent()).not.toContain('my own')
  })
})

describe.skipIf(browserMissing)('files', () => {
  let page: Page
  beforeAll(async () => {
    if (browserMissing) return
    page = await web.logIn('iago')
    await page.goto(web.topic('Verona', 'files'))
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  })
  const box = () => page.getByRole('textbox', { name: 'Message', exact: true })

  test('that are dropped on the page are uploaded and linked', async () => {
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['people,lutes'], 'dropped.csv', { type: 'text/csv' }))
      return data
    })()`)
    await page.dispatchEvent('#main', 'dragover', { dataTransfer: data })
    await page.getByText('Drop files to send them to').waitFor()
    await page.dispatchEvent('#main', 'drop', { dataTransfer: data })
    await expect.poll(() => box().inputValue()).toMatch(/^\[dropped\.csv\]\(\/user_uploads\/.+\)\n$/)
    expect(await page.getByText('Drop files to send them to').count()).toBe(0)
    await box().fill('')
  })

  test('that are pasted are uploaded and linked', async () => {
    await box().focus()
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['words'], 'pasted.txt', { type: 'text/plain' }))
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
    await expect.poll(() => box().inputValue()).toMatch(/^\[pasted\.txt\]\(\/user_uploads\/.+\)\n$/)
    await box().press('Control+Enter')
    await messageWith(page, 'pasted.txt').getByRole('link', { name: 'pasted.txt' }).first().waitFor()
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(web.faults).toEqual([])
  })
})
