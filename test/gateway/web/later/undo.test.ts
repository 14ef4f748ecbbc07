import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const hamlet = () => web.world.client(web.url, 'hamlet')
const open = (hash: string) => page.evaluate(`location.hash = '#${hash}'`)
const undo = () => page.locator('.action-notice').getByRole('button', { name: 'Undo' })
const says = (text: string) => page.locator('.action-notice').getByText(text).waitFor()
const contents = (list: string, field: string) => async () => {
  const answer = await hamlet().ok(hamlet().get(`/${list}`))
  return (answer[list] as Body[]).map((one) => one[field])
}

describe.skipIf(browserMissing)('what is deleted comes back', () => {
  test('a draft, by its button and by Ctrl+Z, with its text, place and time', async () => {
    const draft = {
      ...{ type: 'stream', to: [web.world.channelId('Verona')], topic: 'undone' },
      ...{ content: 'To be, or\n\nnot to be', timestamp: 1_790_000_000 },
    }
    await hamlet().ok(hamlet().post('/drafts', { drafts: [draft] }))
    await open('drafts')
    const stored = async () => {
      const { drafts } = await hamlet().ok(hamlet().get('/drafts'))
      return (drafts as Body[]).map(({ id: _, ...one }) => one)
    }
    await page.getByRole('button', { name: 'Delete the draft' }).click()
    await says('Removed: To be, or not to be')
    expect(await stored()).toEqual([])
    // On a phone the line has the width of the page.
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = (await page.locator('.action-notice p').boundingBox())!
    expect(bar.width).toBeGreaterThan(390 / 2)
    expect(bar.x + bar.width).toBeLessThan(390)
    await page.setViewportSize({ width, height })
    expect(await violations(page)).toBe('')
    await undo().click()
    await says('Back again: To be, or not to be')
    expect(await stored()).toEqual([draft])
    await page.getByRole('button', { name: 'Delete the draft' }).press('Enter')
    await undo().waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(stored).toEqual([draft])
  })

  test('a scheduled message, unless its time has passed, which the page says', async () => {
    const at = Math.floor(Date.now() / 1000) + 86_400
    const given = {
      ...{ type: 'channel', to: web.world.channelId('Verona'), topic: 'later' },
      ...{ content: 'Tomorrow, and tomorrow', scheduled_delivery_timestamp: at },
    }
    const { scheduled_message_id: id } = await hamlet().ok(hamlet().post('/scheduled_messages', given))
    const stored = contents('scheduled_messages', 'content')
    await open('scheduled')
    const remove = page.getByRole('button', { name: 'Delete the scheduled message' })
    await remove.click()
    await expect.poll(stored).toEqual([])
    await undo().click()
    await expect.poll(stored).toEqual(['Tomorrow, and tomorrow'])
    const { scheduled_messages } = await hamlet().ok(hamlet().get('/scheduled_messages'))
    expect(scheduled_messages).toMatchObject([{ topic: 'later', scheduled_delivery_timestamp: at }])
    expect((scheduled_messages as Body[])[0]!.scheduled_message_id).not.toBe(id)
    // A time that has passed by then: the channel is gone, which the server refuses as well.
    await remove.click()
    await undo().waitFor()
    const owner = web.world.client(web.url, 'desdemona')
    await owner.ok(owner.delete(`/streams/${web.world.channelId('Verona')}`))
    await undo().click()
    await says('It could not be brought back.')
    await page.locator('.action-notice').getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('a reminder, an alert word and a muted person', async () => {
    const hidden = web.world.userId('zoe')
    await hamlet().ok(hamlet().post('/users/me/alert_words', { alert_words: ['ghost'] }))
    await hamlet().ok(hamlet().post(`/users/me/muted_users/${hidden}`))
    await open('settings/alert-words')
    await page.getByRole('button', { name: /ghost/ }).click()
    await says('Removed: ghost')
    await undo().click()
    await says('Back again: ghost')
    expect((await hamlet().ok(hamlet().get('/users/me/alert_words'))).alert_words).toEqual(['ghost'])
    await open('settings/muted-users')
    await page.getByRole('button', { name: 'Unmute Zoe' }).click()
    await says('Removed: Zoe')
    await undo().click()
    await page.getByRole('button', { name: 'Unmute Zoe' }).waitFor()
    const { id: message_id } = await hamlet().ok(
      hamlet().post('/messages', { type: 'direct', to: [hidden], content: 'Remember me' }),
    )
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 86_400
    await hamlet().ok(
      hamlet().post('/reminders', { message_id, scheduled_delivery_timestamp, note: 'Swear!\nTwice' }),
    )
    await open('reminders')
    await page.getByRole('button', { name: 'Delete the reminder' }).click()
    await says('Removed: Swear! Twice')
    await undo().click()
    await page.getByRole('button', { name: 'Delete the reminder' }).waitFor()
    const { reminders } = await hamlet().ok(hamlet().get('/reminders'))
    expect(reminders).toMatchObject([
      { scheduled_delivery_timestamp, reminder_target_message_id: message_id },
    ])
    expect((reminders as Body[])[0]!.content).toContain('> Swear!\n> Twice')
  })

  test('a member and a subgroup of a group', async () => {
    const { world } = web
    const group = async (name: string, ...people: string[]): Promise<number> => {
      const members = people.map((one) => world.userId(one))
      const created = hamlet().post('/user_groups/create', { name, description: '', members })
      return (await hamlet().ok(created)).group_id
    }
    const [inner, outer] = [await group('Ghosts'), await group('Cast', 'hamlet', 'zoe')]
    await hamlet().ok(hamlet().post(`/user_groups/${outer}/subgroups`, { add: [inner] }))
    const members = async () => (await hamlet().ok(hamlet().get(`/user_groups/${outer}/members`))).members
    const subgroups = async () =>
      (await hamlet().ok(hamlet().get(`/user_groups/${outer}/subgroups`))).subgroups
    const before = await members()
    await open(`groups/${outer}/Cast/members`)
    await page.getByRole('button', { name: 'Remove Zoe' }).click()
    await says('Removed: Zoe')
    expect(await members()).not.toContain(world.userId('zoe'))
    await undo().click()
    await says('Back again: Zoe')
    expect(await members()).toEqual(before)
    await page.getByRole('button', { name: 'Remove Ghosts' }).click()
    await says('Removed: Ghosts')
    expect(await subgroups()).toEqual([])
    await undo().click()
    await says('Back again: Ghosts')
    expect(await subgroups()).toEqual([inner])
  })

  test('a subscriber of a channel; who leaves a private one is asked first', async () => {
    const { world } = web
    const create = async (name: string, invite_only: boolean): Promise<number> => {
      const principals = [world.userId('hamlet'), world.userId('zoe')]
      const subscriptions = [{ name }]
      const made = hamlet().post('/users/me/subscriptions', { subscriptions, principals, invite_only })
      await hamlet().ok(made)
      return (await hamlet().ok(hamlet().get('/get_stream_id', { stream: name }))).stream_id
    }
    const open_ = await create('castle', false)
    const closed = await create('crypt', true)
    const members = async (id: number): Promise<number[]> =>
      (await hamlet().ok(hamlet().get(`/streams/${id}/members`))).subscribers
    await open(`channels/${open_}/castle/subscribers`)
    await page.getByRole('button', { name: 'Remove Zoe' }).click()
    await says('Removed: Zoe')
    expect(await members(open_)).toEqual([world.userId('hamlet')])
    await undo().click()
    await says('Back again: Zoe')
    expect(await members(open_)).toContain(world.userId('zoe'))
    await open(`channels/${closed}/crypt/subscribers`)
    await page.getByRole('button', { name: 'Remove King Hamlet' }).click()
    await page.getByRole('dialog', { name: /crypt/ }).getByRole('button', { name: 'Cancel' }).click()
    expect(await members(closed)).toContain(world.userId('hamlet'))
  })
})
