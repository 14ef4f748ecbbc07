import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.open({ serviceWorkers: 'allow' })
  await page.clock.install()
  await page.goto(`${web.url}/login`)
  await logIn('hamlet')
})
afterAll(() => web?.close())

/** Logs in at the log-in page, which is open. */
async function logIn(name: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(`${name}@demo.test`)
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
}

/** The HTML of the kept messages; empty without a copy. Opening the database would create it. */
const kept = () =>
  page.evaluate(`(async () => {
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'loquat-offline')) return ''
    const result = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const database = await result(indexedDB.open('loquat-offline'))
    const stores = [...database.objectStoreNames]
    const texts = stores.includes('conversations')
      ? await result(database.transaction('conversations').objectStore('conversations').getAll()) : []
    database.close()
    return texts.flatMap(({ messages }) => messages.map(({ content }) => content)).join()
  })()`) as Promise<string>

/** Advances the page's clock until the copy is as expected. */
const keptUntil = (isExpected: (texts: string) => boolean) =>
  expect
    .poll(async () => {
      await page.clock.runFor(31_000)
      return isExpected(await kept())
    })
    .toBe(true)

async function say(topic: string, content: string): Promise<number> {
  const cordelia = web.world.client(web.url, 'cordelia')
  const { id } = await cordelia.ok(
    cordelia.post('/messages', { type: 'channel', to: 'Verona', topic, content }),
  )
  return id as number
}
const message = (text: string) => page.getByRole('log').getByText(text)

describe.skipIf(browserMissing)('what a device keeps to read offline', () => {
  test('is the newest conversations, shown to read only until the server answers', async () => {
    await say('kept', 'Words to keep')
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(
      cordelia.post('/messages', { type: 'direct', to: [web.world.userId('hamlet')], content: 'Between us' }),
    )
    await keptUntil((texts) => texts.includes('Words to keep') && texts.includes('Between us'))
    await say('kept', 'Received later')
    await keptUntil((texts) => texts.includes('Received later'))

    await page.context().setOffline(true)
    await page.goto(web.topic('Verona', 'kept'))
    await page.reload()
    await page.getByText('You read what this device kept on').waitFor()
    await message('Words to keep').waitFor()
    await message('Received later').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    const conversations = page.getByRole('navigation', { name: 'Conversations' })
    await conversations.getByRole('link', { name: 'Cordelia' }).click()
    await message('Between us').waitFor()
    await page.goto(web.topic('Verona', 'never read'))
    await page.getByRole('link', { name: 'Show what is kept' }).click()
    await page.getByRole('main').getByRole('link', { name: 'kept' }).waitFor()

    await page.goto(web.topic('Verona', 'kept'))
    await say('kept', 'Said meanwhile')
    await page.context().setOffline(false)
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return page.getByRole('textbox', { name: 'Message', exact: true }).isVisible()
      })
      .toBe(true)
    await message('Said meanwhile').waitFor()
    expect(await page.getByText('You read what this device kept').count()).toBe(0)
  })

  test('is read by an open page too, in conversations that it has not opened', async () => {
    await say('not opened', 'Kept and not opened')
    await keptUntil((texts) => texts.includes('Kept and not opened'))
    await page.goto(`${web.url}/#inbox`)
    await page.reload()
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await page.context().setOffline(true)
    await page.goto(web.topic('Verona', 'not opened'))
    await message('Kept and not opened').waitFor()
    await page.getByRole('main').getByText('You read what this device kept on').waitFor()
    await page.goto(web.topic('Verona', 'never read at all'))
    await page.getByText('Messages could not be loaded').waitFor()
    await page.goto(web.topic('Verona', 'not opened'))
    await say('not opened', 'Said without a connection')
    await page.context().setOffline(false)
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return message('Said without a connection').isVisible()
      })
      .toBe(true)
    expect(await page.getByText('You read what this device kept').count()).toBe(0)
  })

  test('loses what is deleted, while the page is open and while it is closed, and what the reader may not see', async () => {
    const iago = web.world.client(web.url, 'iago')
    const first = await say('deleted', 'Regretted at once')
    const second = await say('deleted', 'Regretted later')
    const subscriptions = [{ name: 'secrets' }]
    const principals = [web.world.userId('hamlet'), web.world.userId('iago')]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, principals, invite_only: true }))
    await iago.ok(
      iago.post('/messages', { type: 'channel', to: 'secrets', topic: 'plans', content: 'A secret' }),
    )
    await keptUntil((texts) => ['at once', 'Regretted later', 'A secret'].every((one) => texts.includes(one)))
    await iago.ok(iago.delete(`/messages/${first}`))
    await keptUntil((texts) => !texts.includes('at once'))
    await iago.ok(
      iago.delete('/users/me/subscriptions', {
        subscriptions: ['secrets'],
        principals: [web.world.userId('hamlet')],
      }),
    )
    await keptUntil((texts) => !texts.includes('A secret'))
    await page.goto('about:blank')
    await iago.ok(iago.delete(`/messages/${second}`))
    await page.goto(`${web.url}/#inbox`)
    expect(await kept()).toContain('Regretted later')
    await keptUntil((texts) => !texts.includes('Regretted later'))
    expect(await kept()).toContain('Words to keep')
  })

  test('is deleted when the reader turns it off', async () => {
    await page.goto(`${web.url}/#settings/preferences`)
    const choice = page.getByRole('switch', { name: 'Keep recent conversations on this device' })
    expect(await choice.isChecked()).toBe(true)
    await choice.uncheck()
    await expect.poll(kept).toBe('')
    await say('kept', 'Not for this device')
    await page.clock.runFor(120_000)
    expect(await kept()).toBe('')
    await choice.check()
    await keptUntil((texts) => texts.includes('Not for this device'))
  })

  test('is not shown to the next person, and deleted at the log-in', async () => {
    expect(await kept()).toContain('Words to keep')
    await page.context().clearCookies()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(/You are offline|The server cannot be reached/).waitFor()
    await page.context().setOffline(false)
    // The page learns that it has no session, and leads to the log-in page.
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return page.getByLabel('Password').isVisible()
      })
      .toBe(true)
    await logIn('cordelia')
    await expect.poll(kept).toBe('')
    await keptUntil((texts) => texts.includes('Words to keep'))
  })

  test('is deleted at the log-out, also by a page that was open beside it', async () => {
    const beside = await page.context().newPage()
    await beside.goto(`${web.url}/#inbox`)
    await beside.getByRole('button', { name: 'Your account' }).click()
    await beside.getByRole('button', { name: 'Log out' }).click()
    await beside.getByLabel('Password').waitFor()
    await page.getByText('You have been logged out.').waitFor()
    expect(await kept()).toBe('')
    await page.clock.runFor(120_000)
    expect(await kept()).toBe('')
  })

  test('breaks nothing', () => {
    expect(
      web.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 401/.test(fault)),
    ).toEqual([])
  })
})
