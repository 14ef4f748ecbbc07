import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers } from './browsers.ts'

const NEW_PASSWORD = 'four words of a play'

let browsers: Browsers
beforeAll(async () => {
  if (!browserMissing) browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

const as = (name: string) => browsers.world.client(browsers.url, name)
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const verona = (topic: string) =>
  `${browsers.url}/#narrow/channel/${browsers.world.channelId('Verona')}-Verona/topic/${topic}`

async function fillLogIn(page: Page, name: string, password = DEMONSTRATION_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(`${name}@demo.test`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Logs in, in a new tab of a browser. */
async function tabOf(
  context: BrowserContext,
  name: string,
  address: string,
  prepare: (page: Page) => unknown = () => undefined,
): Promise<Page> {
  const page = await context.newPage()
  await prepare(page)
  await page.goto(`${browsers.url}/login?next=${encodeURIComponent(address.slice(browsers.url.length))}`)
  await fillLogIn(page, name)
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  return page
}

describe.skipIf(browserMissing)('who logs in', () => {
  test('comes to the address that was asked for, also after a wrong password', async () => {
    const { page, context } = await browsers.chromium.open()
    await page.goto(verona('balcony'))
    await fillLogIn(page, 'cordelia', 'wrong')
    await page.getByRole('alert').getByText('Your username or password is incorrect').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('cordelia@demo.test')
    expect(await page.evaluate('document.activeElement.name')).toBe('password')
    await fillLogIn(page, 'cordelia')
    await box(page).waitFor()
    expect(page.url()).toBe(verona('balcony'))
    await context.close()
  })

  test('is told that the account is deactivated', async () => {
    const owner = as('desdemona')
    await owner.ok(owner.delete(`/users/${browsers.world.userId('aaron')}`))
    const { page, context } = await browsers.chromium.open()
    await page.goto(`${browsers.url}/login`)
    await fillLogIn(page, 'aaron')
    await page
      .getByRole('alert')
      .getByText(/deactivated/)
      .waitFor()
    await context.close()
  })

  test('is told that an invitation was revoked', async () => {
    const owner = as('desdemona')
    const { invite_link } = await owner.ok(owner.post('/invites/multiuse', { stream_ids: [] }))
    const { invites } = await owner.ok(owner.get('/invites'))
    const { id } = invites.find((one: { is_multiuse: boolean }) => one.is_multiuse)
    const { page, context } = await browsers.chromium.open()
    await page.goto(invite_link)
    await page.getByLabel('E-mail address').fill('viola@demo.test')
    await owner.ok(owner.delete(`/invites/multiuse/${id}`))
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('This invitation has been revoked').waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Password').waitFor()
    await context.close()
  })
})

describe.skipIf(browserMissing)('a page whose session ends', () => {
  test('elsewhere keeps what is being typed, and its person goes on writing after the log-in', async () => {
    const { context } = await browsers.chromium.open()
    const page = await tabOf(context, 'zoe', verona('balcony'))
    await box(page).pressSequentially('It was the lark')
    await as('zoe').ok(
      as('zoe').patch('/settings', { old_password: DEMONSTRATION_PASSWORD, new_password: NEW_PASSWORD }),
    )
    await page.getByRole('status').getByText('You have been logged out.').waitFor()
    await box(page).pressSequentially(', the herald of the morn')
    await page.getByRole('link', { name: 'Log in' }).click()
    await fillLogIn(page, 'zoe', NEW_PASSWORD)
    await box(page).waitFor()
    expect(page.url()).toBe(verona('balcony'))
    expect(await box(page).inputValue()).toBe('It was the lark, the herald of the morn')
    await box(page).press('Control+Enter')
    await page.getByRole('log').getByText('the herald of the morn').waitFor()
    await context.close()
  })

  test('keeps a message that was sent too late', async () => {
    const { context } = await browsers.chromium.open()
    const page = await tabOf(context, 'othello', verona('island'))
    await as('othello').ok(
      as('othello').patch('/settings', { old_password: DEMONSTRATION_PASSWORD, new_password: NEW_PASSWORD }),
    )
    await page.getByRole('status').getByText('You have been logged out.').waitFor()
    await box(page).fill('Our revels now are ended')
    await box(page).press('Control+Enter')
    await page.getByRole('link', { name: 'Log in' }).click()
    await fillLogIn(page, 'othello', NEW_PASSWORD)
    await expect.poll(() => box(page).inputValue()).toBe('Our revels now are ended')
    await context.close()
  })

  test('does nothing in the name of the next person of the browser', async () => {
    const { context } = await browsers.chromium.open()
    const hers = await tabOf(context, 'cordelia', verona('lear'))
    await box(hers).pressSequentially('Nothing, my lord')
    const drafts = () => as('cordelia').ok(as('cordelia').get('/drafts'))
    await expect.poll(async () => (await drafts()).count).toBe(1)

    const his = await context.newPage()
    await his.goto(`${browsers.url}/`)
    await his.getByRole('button', { name: 'Your account' }).click()
    await his.getByRole('button', { name: 'Log out' }).click()
    await fillLogIn(his, 'hamlet')
    await his.getByRole('button', { name: 'Your account' }).waitFor()

    await hers.getByRole('status').getByText('You have been logged out.').waitFor()
    const requests: string[] = []
    hers.on('request', (request) => requests.push(request.url()))
    await box(hers).pressSequentially('. Nothing.')
    await hers
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'general' })
      .click()
    await hers.getByText('Messages could not be loaded').waitFor()
    await hers.goBack()
    await box(hers).press('Control+Enter')
    expect(requests.filter((address) => address.includes('/json/'))).toEqual([])

    // His page shows nothing of hers.
    await his.goto(verona('lear'))
    await box(his).waitFor()
    expect(await box(his).inputValue()).toBe('')
    await his.goto(`${browsers.url}/#drafts`)
    await his.getByText('Nothing here yet').waitFor()
    expect((await as('hamlet').ok(as('hamlet').get('/drafts'))).count).toBe(0)

    // Her words are there when she is back.
    await his.getByRole('button', { name: 'Your account' }).click()
    await his.getByRole('button', { name: 'Log out' }).click()
    await his.waitForURL(/\/login$/)
    await hers.close()
    await his.goto(verona('lear'))
    await fillLogIn(his, 'cordelia')
    await expect.poll(() => box(his).inputValue()).toBe('Nothing, my lord. Nothing.')
    await context.close()
  })

  test('with an old token is refused, even before it knows that its session has ended', async () => {
    const { context } = await browsers.chromium.open()
    // A socket that stays open and brings nothing.
    const hers = await tabOf(context, 'cordelia', verona('lear'), (page) =>
      page.routeWebSocket(/events\/ws/, () => undefined),
    )
    const his = await context.newPage()
    await his.goto(`${browsers.url}/`)
    await his.getByRole('button', { name: 'Your account' }).click()
    await his.getByRole('button', { name: 'Log out' }).click()
    await fillLogIn(his, 'hamlet')
    await his.getByRole('button', { name: 'Your account' }).waitFor()
    await box(hers).fill('I love your majesty')
    const refused = hers.waitForResponse(
      (response) => response.url().includes('/json/') && response.status() === 403,
    )
    await box(hers).press('Control+Enter')
    expect((await refused).status()).toBe(403)
    const found = await as('hamlet').ok(
      as('hamlet').get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: 'search', operand: 'majesty' }],
      }),
    )
    expect(found.messages).toEqual([])
    await context.close()
  })
})
