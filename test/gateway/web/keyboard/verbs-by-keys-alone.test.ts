import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { keysAlone } from './keys-alone.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('desdemona', { viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(30_000)
})
afterAll(() => web?.close())

const { open, press, reach, enter, choose, type, isFocused, dialog, focused } = keysAlone(
  () => page,
  () => web.url,
)

const api = () => web.world.client(web.url, 'iago')
const read = async (path: string): Promise<Body> => api().ok(api().get(path))
const userOf = async (name: string) => (await read(`/users/${web.world.userId(name)}`)).user

describe.skipIf(browserMissing)('from a page that was just opened, by Tab, Enter, arrows and Escape', () => {
  test('somebody is invited', async () => {
    await open('#organization/invitations')
    await enter('Invite people')
    await dialog('Invite people')
    await reach('Addresses')
    await type('ann@example.com')
    await enter('Invite')
    await page.getByText('1 person was invited.').waitFor()
    await press('Escape')
    await isFocused('Invite people')
    expect((await read('/invites')).invites.map(({ email }: Body) => email)).toContain('ann@example.com')
  })

  test('a person is found, gets another role, is deactivated and activated', async () => {
    await open('#organization/users')
    await reach('Find by name or address')
    await type('zoe')
    await enter(/zoe@demo\.test/)
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Zoe' }).waitFor()
    await reach('Role')
    await press('ArrowUp')
    await expect.poll(async () => (await userOf('zoe')).role).toBe(300)
    await enter('Deactivate')
    await dialog('Deactivate Zoe')
    await reach('Cancel')
    await enter('Deactivate')
    await expect.poll(async () => (await userOf('zoe')).is_active).toBe(false)
    await isFocused('Activate again')
    await press('Enter')
    await expect.poll(async () => (await userOf('zoe')).is_active).toBe(true)
  })

  test('a channel is created with a subscriber, archived and brought back', async () => {
    await open('#channels')
    await enter('New channel')
    await reach('Name')
    await type('by keys')
    await reach('Subscribe')
    await type('cord')
    await page.getByRole('option', { name: /Cordelia/ }).waitFor()
    await press('Enter')
    await enter('Create the channel')
    await page.getByRole('main').getByRole('heading', { name: 'by keys' }).first().waitFor()
    const { streams } = await read('/streams?include_all=true')
    const { stream_id } = streams.find(({ name }: Body) => name === 'by keys')
    const { subscribers } = await read(`/streams/${stream_id}/members`)
    expect(subscribers).toContain(web.world.userId('cordelia'))
    await enter('Archive')
    await dialog('Archive by keys?')
    await reach('Cancel')
    await enter('Archive')
    await enter('Unarchive by keys')
    await dialog('Unarchive by keys?')
    await reach('Cancel')
    await enter('Unarchive')
    await expect.poll(async () => (await read(`/streams/${stream_id}`)).stream.is_archived).toBe(false)
  })

  test('a group is created, gets a member, and is deactivated', async () => {
    await open('#groups')
    await enter('New group')
    await reach('Name')
    await type('key holders')
    await enter('Create the group', 'Members')
    await reach('Add people')
    await type('othello')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await press('Enter')
    const group = async () =>
      (await read('/user_groups?include_deactivated_groups=true')).user_groups.find(
        ({ name }: Body) => name === 'key holders',
      )
    await expect.poll(async () => (await group()).members).toContain(web.world.userId('othello'))
    await enter('General', 'Deactivate the group')
    await dialog('Deactivate key holders?')
    await reach('Cancel')
    await enter('Deactivate')
    await expect.poll(async () => (await group()).deactivated).toBe(true)
  })

  describe('a message', () => {
    let id: number
    beforeEach(async () => {
      const message = { type: 'channel', to: 'Verona', topic: 'keys', content: 'a message about keys' }
      id = (await api().ok(api().post('/messages', message))).id
      await open(web.topic('Verona', 'keys'))
      await page.getByRole('article').last().waitFor()
      await reach('Messages', 'Shift+Tab')
      // The newest message: the list opens at its end.
      await press('k')
    })

    test('is reminded of', async () => {
      await choose('Remind me')
      await dialog('Remind me')
      await enter('Tomorrow morning', 'Remind me then')
      const mine = web.world.client(web.url, 'desdemona')
      await expect
        .poll(async () =>
          (await mine.ok(mine.get('/reminders'))).reminders.map(
            (one: Body) => one.reminder_target_message_id,
          ),
        )
        .toEqual([id])
      expect(await focused()).not.toBe('')
    })

    test('is moved', async () => {
      await choose('Move')
      await dialog('Move messages')
      await reach('Topic')
      await press('End')
      await type(' elsewhere')
      await enter('Move')
      await expect.poll(async () => (await read(`/messages/${id}`)).message.subject).toBe('keys elsewhere')
    })
  })

  test('a text is written, kept as a snippet, and scheduled', async () => {
    await open(web.topic('Verona', 'keys of writing'))
    await reach('Message')
    await type('written without a mouse')
    await enter('Saved snippets')
    await reach('Title of a new snippet')
    await type('mouse')
    await press('Enter')
    const mine = web.world.client(web.url, 'desdemona')
    await expect
      .poll(async () =>
        (await mine.ok(mine.get('/saved_snippets'))).saved_snippets.map(({ title }: Body) => title),
      )
      .toEqual(['mouse'])
    await press('Escape')
    await enter('When to send', 'Tomorrow')
    await expect
      .poll(async () =>
        (await mine.ok(mine.get('/scheduled_messages'))).scheduled_messages.map(
          ({ content }: Body) => content,
        ),
      )
      .toEqual(['written without a mouse'])
  })

  test('one’s own status, alert words and sessions are changed', async () => {
    await open('#settings/alert-words')
    await enter('Your account')
    await enter('Your status')
    await dialog('Your status')
    await reach('What you do')
    await type('at the keyboard')
    await press('Enter')
    await expect
      .poll(async () => (await read(`/users/${web.world.userId('desdemona')}/status`)).status.status_text)
      .toBe('at the keyboard')
    await isFocused('Your account')
    await reach('New alert word')
    await type('mouse')
    await press('Enter')
    const mine = web.world.client(web.url, 'desdemona')
    const words = async () => (await mine.ok(mine.get('/users/me/alert_words'))).alert_words
    await expect.poll(words).toEqual(['mouse'])
    await enter('Remove mouse')
    await expect.poll(words).toEqual([])
    expect(await focused()).not.toBe('')
  })

  test('a domain and a permission of the organization are changed', async () => {
    await open('#organization/domains')
    await reach('Domain')
    await type('keys.example.com')
    await press('Enter')
    const domains = async () => (await read('/realm/domains')).domains.map(({ domain }: Body) => domain)
    await expect.poll(domains).toEqual(['keys.example.com'])
    await enter('Remove keys.example.com')
    await dialog('Remove keys.example.com?')
    await reach('Cancel')
    await enter('Remove')
    await expect.poll(domains).toEqual([])
    await open('#organization/permissions')
    await reach('Invite people by mail: add')
    await type('moder')
    await page.getByRole('listbox').getByRole('option', { name: 'Moderators' }).waitFor()
    await press('Enter')
    await page.getByRole('main').locator('.chips', { hasText: 'Moderators' }).first().waitFor()
  })

  test('each link of the list of pages is seen when it has the focus, and the current one at once', async () => {
    const isSeen = (selector: string) =>
      page.evaluate<boolean>(`(() => {
        const { top, bottom } = document.querySelector('main').querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })()`)
    await page.setViewportSize({ width: 1280, height: 700 })
    await open('#organization/permissions')
    await reach('Audit log')
    expect(await isSeen('nav a:focus')).toBe(true)
    await press('Enter')
    await page.getByRole('main').getByRole('heading', { name: 'Audit log' }).waitFor()
    await open('#organization/audit-log')
    await expect.poll(() => isSeen('nav [aria-current]')).toBe(true)
  })
})
