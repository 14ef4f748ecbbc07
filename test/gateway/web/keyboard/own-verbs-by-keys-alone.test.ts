import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { keysAlone } from './keys-alone.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet', { viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(30_000)
  // From the first listener on the browser reports its file choosers: a key is quicker than that.
  page.on('filechooser', () => undefined)
})
afterAll(() => web?.close())

const { open, press, reach, enter, choose, type, isFocused, dialog, focused } = keysAlone(
  () => page,
  () => web.url,
)
const hamlet = () => web.world.client(web.url, 'hamlet')
const owner = () => web.world.client(web.url, 'desdemona')
const read = async (path: string): Promise<Body> => hamlet().ok(hamlet().get(path))

describe.skipIf(browserMissing)('from a page that was just opened, by keys alone', () => {
  test('a message is reported', async () => {
    const channel = web.world.channelId('core team')
    await owner().ok(owner().patch('/realm', { moderation_request_channel_id: channel }))
    const message = { type: 'channel', to: 'Verona', topic: 'keys', content: 'something rotten' }
    await owner().ok(owner().post('/messages', message))
    await open(web.topic('Verona', 'keys'))
    await page.getByRole('article').last().waitFor()
    await reach('Messages', 'Shift+Tab')
    await press('k')
    await choose('Report')
    await dialog('Report to the moderators')
    await reach('Reason')
    await press('End')
    await enter('Report')
    // The refusal brings the focus to its field.
    await page.getByRole('alert').filter({ hasText: 'Say what happened' }).waitFor()
    await isFocused('What happened')
    await type('It smells.')
    await enter('Report')
    await page.getByText('The moderators have your report.').waitFor()
    expect(await focused()).not.toBe('')
    const narrow = JSON.stringify([{ operator: 'channel', operand: channel }])
    const { messages } = await owner().ok(
      owner().get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
    )
    expect(messages[0].content).toContain('It smells.')
  })

  test('a call is started', async () => {
    await owner().ok(owner().patch('/realm', { video_chat_provider: 1 }))
    await open(web.topic('Verona', 'a call'))
    await reach('Attach files')
    // The toolbar is one stop; arrows go on.
    await reach('Start a video call', 'ArrowRight')
    await press('Enter')
    await isFocused('Message')
    await press('Control+Enter')
    await page.getByRole('log').getByRole('link', { name: 'Join the video call' }).waitFor()
  })

  test('an avatar is chosen, cut and removed', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    await open('#settings/profile')
    await reach('Choose a picture')
    const chosen = page.waitForEvent('filechooser')
    await press('Enter')
    await (await chosen).setFiles({ name: 'face.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('dialog').waitFor()
    await reach('Zoom')
    const moved = () => page.locator('.crop-area').evaluate((one) => one.innerHTML)
    const before = await moved()
    await press('ArrowRight', 'ArrowRight')
    await expect.poll(moved).not.toBe(before)
    await enter('Use this part')
    const avatar = async () => (await read('/users/me')).avatar_url
    await expect.poll(avatar).toMatch(/user_avatars/)
    await reach(/^Remove$/)
    await press('Enter')
    await dialog('Picture: remove this picture?')
    await reach('Cancel')
    await enter('Remove')
    await expect.poll(avatar).not.toMatch(/user_avatars/)
    expect(await focused()).not.toBe('')
  })

  test('an uploaded file is deleted', async () => {
    await open(web.topic('Verona', 'files'))
    await reach('Attach files')
    const chosen = page.waitForEvent('filechooser')
    await press('Enter')
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }
    await (await chosen).setFiles(file)
    const files = async () => (await read('/attachments')).attachments.map(({ name }: Body) => name)
    await expect.poll(files).toEqual(['plan.txt'])
    await open('#settings/uploads')
    await enter('Delete the file plan.txt')
    await dialog('Delete plan.txt?')
    await reach('Cancel')
    await enter('Delete')
    await expect.poll(files).toEqual([])
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).not.toBe('')
  })

  test('other sessions are logged out, one and all', async () => {
    const others = [await web.logIn('hamlet'), await web.logIn('hamlet')]
    const sessions = async () => (await read('/users/me/sessions')).sessions.length
    await expect.poll(sessions).toBe(3)
    await open('#settings/security')
    await enter('Log out: ')
    await expect.poll(sessions).toBe(2)
    expect(await focused()).not.toBe('')
    await enter('Log out of all others')
    await dialog('Log out of all other devices?')
    await reach('Cancel')
    await enter('Log out')
    await expect.poll(sessions).toBe(1)
    expect(await focused()).not.toBe('')
    for (const other of others)
      expect((await other.request.get(`${web.url}/json/users/me`)).status()).toBe(401)
  })

  test('the topics of a channel are sorted, found, resolved and opened', async () => {
    for (const topic of ['zenith', 'nadir'])
      await hamlet().ok(hamlet().post('/messages', { type: 'channel', to: 'Denmark', topic, content: topic }))
    const channel = web.world.channelId('Denmark')
    await open(`#channels/${channel}/Denmark/topics`)
    const first = () => page.getByRole('main').locator('.topics a.name').first().textContent()
    await expect.poll(first).toBe('nadir')
    await reach('Order')
    await press('ArrowDown')
    await reach('Filter topics', 'Shift+Tab')
    await type('zen')
    await expect.poll(first).toBe('zenith')
    await enter('Mark zenith as resolved')
    await page.getByRole('main').getByRole('link', { name: '✔ zenith' }).waitFor()
    expect(await focused()).not.toBe('')
    const { topics } = await read(`/users/me/${channel}/topics`)
    expect(topics.map(({ name }: Body) => name)).toContain('✔ zenith')
    await reach('✔ zenith', 'Shift+Tab')
    await press('Enter')
    await page.getByRole('article').filter({ hasText: 'zenith' }).first().waitFor()
  })
})
