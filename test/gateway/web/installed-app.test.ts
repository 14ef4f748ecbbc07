import type { BrowserContextOptions, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create({}, { hasWindows: true })
})
afterAll(() => web?.close())

/** Replaces the push service of the browser's maker, which tests cannot reach. */
const FAKE_SUBSCRIPTION = `(() => {
  const make = ({ endpoint, key }) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    unsubscribe: async () => { localStorage.removeItem('subscription'); return true },
    toJSON: () => ({ keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    } }),
  })
  PushManager.prototype.getSubscription = async () => {
    const kept = JSON.parse(localStorage.getItem('subscription'))
    return kept && make(kept)
  }
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (globalThis.pushFails) throw new DOMException('Registration failed', 'AbortError')
    const endpoint = 'https://push.example.com/' + Math.random().toString(36).slice(2)
    const kept = { endpoint, key: [...applicationServerKey] }
    localStorage.setItem('subscription', JSON.stringify(kept))
    return make(kept)
  }
})()`

const openMenu = (page: Page) => page.getByRole('button', { name: 'Your account' }).click()
const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Notify this device' })
const devices = (name: string) =>
  web.world.sql<{ kind: string; session: string | null }>(
    'SELECT kind, session FROM push_device WHERE user_id = $1',
    [web.world.userId(name)],
  )

/** A page whose service worker runs. `prepare` runs before every script of the page. */
async function visit(name: string, prepare?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await web.logIn(name, { serviceWorkers: 'allow', ...options })
  if (prepare !== undefined) {
    await page.addInitScript(prepare)
    await page.reload()
    await page.getByRole('navigation').waitFor({ state: 'attached' })
  }
  return page
}
const workerOf = async (page: Page): Promise<Worker> => {
  await page.evaluate('navigator.serviceWorker.ready')
  const [running] = page.context().serviceWorkers()
  return running ?? page.context().waitForEvent('serviceworker')
}

describe.skipIf(browserMissing)('the installed app', () => {
  test('has a manifest with the name of the organization and icons that load', async () => {
    const page = await web.logIn('hamlet')
    const session = await page.context().newCDPSession(page)
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data!)
    expect(manifest).toMatchObject({
      ...{ name: 'Loquat demonstration', start_url: '/', display: 'standalone', theme_color: '#f4f1ea' },
      shortcuts: [{ url: '/#inbox' }, { url: '/#recent' }, { url: '/#narrow/is/mentioned' }],
    })
    const sources = JSON.stringify(manifest.icons.map(({ src }: { src: string }) => src))
    const sizes = await page.evaluate(`Promise.all(${sources}.map(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
      return width + 'x' + height
    }))`)
    expect(manifest.icons.map(({ sizes: declared }: { sizes: string }) => declared)).toEqual(sizes)
    expect(manifest.icons.filter(({ purpose }: { purpose: string }) => purpose === 'maskable')).toHaveLength(
      2,
    )
  })

  test('opens without a connection, says so, and goes on when there is one', async () => {
    const page = await visit('hamlet')
    await workerOf(page)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(/You are offline|The server cannot be reached/).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('navigation').waitFor({ state: 'attached' })
  })

  test('keeps nothing but the shell', async () => {
    const page = await visit('hamlet')
    await workerOf(page)
    await page.reload()
    await page.getByRole('navigation').waitFor({ state: 'attached' })
    const kept = (await page.evaluate(`(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })()`)) as string[]
    expect(kept).toContain('/')
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/static/web/'))).toEqual([])
  })

  test('a new version deletes the files of the former one', async () => {
    const page = await visit('hamlet')
    await workerOf(page)
    const names = 'caches.keys().then((names) => names.filter((name) => name.startsWith("shell-")))'
    const [current] = (await page.evaluate(names)) as string[]
    await page.evaluate(`(async () => {
      const former = await caches.open('shell-former')
      await former.put('/static/web/former.js', new Response('former'))
      await (await navigator.serviceWorker.getRegistration()).unregister()
    })()`)
    await page.reload()
    await workerOf(page)
    await expect.poll(() => page.evaluate(names)).toEqual([current])
  })

  test('offers to install itself when the browser does', async () => {
    const page = await visit('hamlet')
    const install = page.getByRole('button', { name: 'Install the app' })
    await openMenu(page)
    expect(await install.count()).toBe(0)
    await page.evaluate(`(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      offer.prompt = async () => { globalThis.wasAsked = offer.defaultPrevented; return { outcome: 'accepted' } }
      dispatchEvent(offer)
    })()`)
    await install.click()
    expect(await page.evaluate('globalThis.wasAsked')).toBe(true)
    await expect.poll(() => install.count()).toBe(0)
  })
})

describe.skipIf(browserMissing)('whether a device is notified', () => {
  test('is a switch that registers the browser, lasts, and ends with the log-out', async () => {
    const page = await visit('cordelia', FAKE_SUBSCRIPTION)
    await page.context().grantPermissions(['notifications'])
    await openMenu(page)
    await deviceSwitch(page).check()
    await expect.poll(() => devices('cordelia')).toEqual([{ kind: 'web', session: expect.any(String) }])
    await page.reload()
    await openMenu(page)
    await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
    await deviceSwitch(page).uncheck()
    await expect.poll(() => devices('cordelia')).toEqual([])
    await deviceSwitch(page).check()
    await expect.poll(() => devices('cordelia')).toHaveLength(1)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Password').waitFor()
    expect(await devices('cordelia')).toEqual([])
    expect(await page.evaluate('caches.has("notifications")')).toBe(false)
  })

  test('says when the push service does not answer, and can be tried again', async () => {
    const page = await visit('iago', `${FAKE_SUBSCRIPTION}; globalThis.pushFails = true`)
    await page.context().grantPermissions(['notifications'])
    await openMenu(page)
    await deviceSwitch(page).click()
    await page.getByText('could not be reached. Try again.').waitFor()
    expect(await devices('iago')).toEqual([])
    await page.evaluate('globalThis.pushFails = false')
    await deviceSwitch(page).check()
    await expect.poll(() => devices('iago')).toHaveLength(1)
    expect(await page.getByText('could not be reached. Try again.').count()).toBe(0)
  })

  test('goes on when the push service ended the subscription', async () => {
    const page = await visit('shiva', FAKE_SUBSCRIPTION)
    await page.context().grantPermissions(['notifications'])
    await openMenu(page)
    await deviceSwitch(page).check()
    await expect.poll(() => devices('shiva')).toHaveLength(1)
    const worker = await workerOf(page)
    await worker.evaluate(`(async () => {
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
        endpoint: 'https://push.example.com/anew',
        options: { applicationServerKey },
        toJSON: () => ({ keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        } }),
      })
      let done
      const waitUntil = (promise) => { done = promise }
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil }))
      await done
    })()`)
    const endpoints = await web.world.sql<{ token: string }>(
      'SELECT token FROM push_device WHERE user_id = $1',
      [web.world.userId('shiva')],
    )
    expect(endpoints.map(({ token }) => token)).toContain('https://push.example.com/anew')
  })

  const withoutPush = 'delete globalThis.PushManager'
  const blocked = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  test.each([
    ['the browser cannot', withoutPush, {}, 'This browser cannot notify you here.'],
    ['the reader blocked it', blocked, {}, 'Allow them in the settings of the site'],
    [
      'an iPhone has not installed it',
      withoutPush,
      { userAgent: phone },
      'Add Loquat to the Home Screen first',
    ],
  ])('says what to do when %s', async (_what, prepare, options, hint) => {
    const page = await visit('zoe', prepare, options)
    await openMenu(page)
    await page.getByText(hint).waitFor()
    expect(await deviceSwitch(page).isDisabled()).toBe(true)
  })
})

describe.skipIf(browserMissing)('a push message', () => {
  let page: Page
  let session: CDPSession
  let registrationId: string
  let user_id: number
  const notices = () =>
    page.evaluate(`navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((notices) => notices.map(({ title, body }) => title + ': ' + body))`)
  const deliver = (data: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: web.url,
      registrationId,
      data: JSON.stringify(data),
    })
  /**
   * Delivers a message until the reader sees these notifications. The browser forgets one that is asked for
   * at the moment in which it is shown; the same message again is ignored while it is shown.
   */
  const deliverUntil = (data: object, expected: readonly string[]) =>
    expect
      .poll(
        async () => {
          await deliver(data)
          return notices()
        },
        { interval: 500 },
      )
      .toEqual(expected)
  const told = (message_id: number, body: string) => ({
    ...{ event: 'message', user_id, message_id, time: 1, title: 'King Hamlet', body, icon: '', badge: 1 },
    user_ids: [web.world.userId('hamlet')],
  })

  beforeAll(async () => {
    if (browserMissing) return
    user_id = web.world.userId('cordelia')
    page = await visit('cordelia', FAKE_SUBSCRIPTION)
    await page.context().grantPermissions(['notifications'])
    session = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [found] = registrations.filter(({ scopeURL }) => scopeURL === `${web.url}/`)
        if (found !== undefined) resolve(found.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    await workerOf(page)
    registrationId = await registered
    await openMenu(page)
    await deviceSwitch(page).check()
    await vi.waitUntil(async () => (await devices('cordelia')).length === 1, { timeout: 15_000 })
  })

  test('shows one notification for a conversation, and closes it when all of it is read', async () => {
    await deliverUntil(told(11, 'One'), ['King Hamlet: One'])
    await deliverUntil(told(12, 'Two'), ['King Hamlet (2): Two'])
    await deliver(told(12, 'Two'))
    await deliver({ event: 'remove', user_id, message_ids: [11], badge: 1 })
    const elsewhere = { ...told(13, 'Elsewhere'), user_ids: [web.world.userId('iago')] }
    await expect
      .poll(
        async () => {
          await deliver(elsewhere)
          return ((await notices()) as string[]).length
        },
        { interval: 500 },
      )
      .toBe(2)
    await deliver({ event: 'remove', user_id, message_ids: [12, 13], badge: 0 })
    await expect.poll(notices).toEqual([])
  })

  test('for another reader shows nothing', async () => {
    await deliver({ ...told(21, 'Secret'), user_id: web.world.userId('iago') })
    await deliverUntil(told(22, 'Mine'), ['King Hamlet: Mine'])
    await deliver({ event: 'remove', user_id, message_ids: [22], badge: 0 })
    await expect.poll(notices).toEqual([])
  })

  test('opens its conversation at the message when it is clicked', async () => {
    const channel = web.world.channelId('Verona')
    const place = { user_ids: undefined, channel_id: channel, channel_name: 'Verona', topic: 'the balcony' }
    await deliverUntil({ ...told(31, 'Here'), ...place }, ['King Hamlet: Here'])
    const worker = await workerOf(page)
    await worker.evaluate(`(async () => {
      const [notification] = await registration.getNotifications()
      const click = new NotificationEvent('notificationclick', { notification })
      // Only a reader's click may focus a window and prolong the event.
      Object.defineProperty(click, 'waitUntil', { value: (work) => work.catch(() => undefined) })
      dispatchEvent(click)
    })()`)
    await page.waitForURL(`${web.url}/#narrow/channel/${channel}-Verona/topic/the.20balcony/near/31`)
    await expect.poll(notices).toEqual([])
  })
})

test.skipIf(browserMissing)('no page broke the Content-Security-Policy or threw', () => {
  const expected = /ERR_INTERNET_DISCONNECTED|Not allowed to focus/
  expect(web.faults.filter((fault) => !expected.test(fault))).toEqual([])
})
