import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

/**
 * What Zulip Desktop puts into its page: an emitter of events, and notifications of the system. The test
 * reads what the page has said and does what the app would do.
 */
const APP = `
  const listeners = new Map()
  globalThis.app = {
    said: [],
    notifications: [],
    isIdle: false,
    repliesAreSupported: false,
    emit: (name, ...details) => (listeners.get(name) ?? []).forEach((listener) => listener(...details)),
  }
  globalThis.electron_bridge = {
    send_event: (name, ...details) => {
      app.said.push([name, ...details])
      return listeners.has(name)
    },
    on_event: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    new_notification: (title, options, dispatch) => {
      app.notifications.push({ title, body: options.body, tag: options.tag, dispatch })
      return { title, ...options, close: () => undefined }
    },
    get_idle_on_system: () => app.isIdle,
    get_last_active_on_system: () => Date.now(),
    get_send_notification_reply_message_supported: () => app.repliesAreSupported,
    set_send_notification_reply_message_supported: (value) => { app.repliesAreSupported = value },
  }
  document.hasFocus = () => false`

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const session = await web.logIn('hamlet')
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript(APP)
  await page.goto(`${web.url}/#inbox`)
  await page.getByRole('navigation').first().waitFor()
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const client = (name: string) => web.world.client(web.url, name)
/** The last thing that the page said under a name. */
const said = (name: string) =>
  page.evaluate<unknown>(`app.said.filter(([name]) => name === '${name}').at(-1)?.[1]`)
const emit = (name: string, ...details: unknown[]) =>
  page.evaluate(`app.emit('${name}', ...${JSON.stringify(details)})`)
const sendDirectly = async (content: string) =>
  (
    await client('cordelia').ok(
      client('cordelia').post('/messages', {
        type: 'direct',
        to: [web.world.userId('hamlet')],
        content,
      }),
    )
  ).id as number

describe.skipIf(browserMissing)('in the window of Zulip Desktop', () => {
  test('the app knows the number of unread messages, and the name and icon of the organization', async () => {
    await expect.poll(() => said('total_unread_count'), SOON).toBeTypeOf('number')
    const before = (await said('total_unread_count')) as number
    await sendDirectly('one more')
    await expect.poll(() => said('total_unread_count'), SOON).toBe(before + 1)
    const { realm_name, realm_icon_url } = await client('hamlet').ok(
      client('hamlet').post('/register', { event_types: ['realm'], fetch_event_types: ['realm'] }),
    )
    expect(await said('realm_name')).toBe(realm_name)
    expect(await said('realm_icon_url')).toBe(new URL(realm_icon_url, web.url).href)
    const renamed = client('desdemona').patch('/realm', { name: 'Elsinore' })
    await client('desdemona').ok(renamed)
    await expect.poll(() => said('realm_name'), SOON).toBe('Elsinore')
  })

  test('notifications are those of the system, and a click opens the conversation', async () => {
    await sendDirectly('are you there?')
    const notified = () => page.evaluate<string>('app.notifications.at(-1)?.body')
    await expect.poll(notified, SOON).toBe('are you there?')
    await page.evaluate("app.notifications.at(-1).dispatch('click', {})")
    await messageWith(page, 'are you there?').first().waitFor()
  })

  test('a reply in a notification is sent, and a refused one is told', async () => {
    const id = await sendDirectly('answer me')
    expect(await page.evaluate('app.repliesAreSupported')).toBe(true)
    await emit('send_notification_reply_message', id, 'by and by')
    await messageWith(page, 'by and by').first().waitFor()
    await emit('send_notification_reply_message', 1_000_000_000, 'to nobody')
    await expect
      .poll(() => said('send_notification_reply_message_failed'), SOON)
      .toMatchObject({ message_id: 1_000_000_000, data: { content: 'to nobody' } })
  })

  test('the presence is the one of the computer', async () => {
    for (const [isIdle, status] of [
      [true, 'idle'],
      [false, 'active'],
    ] as const) {
      const other = await page.context().newPage()
      await other.addInitScript(`${APP}; app.isIdle = ${isIdle}`)
      const reported = other.waitForRequest((request) => request.url().endsWith('/users/me/presence'))
      await other.goto(`${web.url}/#inbox`)
      expect((await reported).postData()).toContain(`status=${status}`)
      await other.close()
    }
  })

  test('the menus of the app open the keys and the settings, and log out', async () => {
    await emit('show-keyboard-shortcuts')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await emit('show-notification-settings')
    await page.waitForURL(/#settings\/notifications/)
    await emit('show-download-success', 'Downloaded', 'a.txt')
    await page.getByText('Downloaded: a.txt').waitFor()
    await emit('logout')
    await page.waitForURL(/\/login/)
  })
})
