import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { button, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
beforeAll(async () => {
  if (!browserMissing) world = await twoAdministrators()
})
afterAll(() => world?.web.close())

/** The name of the control that has the focus; empty when nothing has it. */
const focused = () =>
  world.page.evaluate<string>(`(() => {
    const { activeElement: one } = document
    if (one === document.body) return ''
    return one.ariaLabel ?? one.labels?.[0]?.firstChild?.textContent ?? one.textContent
  })()`)
const isFocused = (name: string | RegExp) =>
  typeof name === 'string' ? expect.poll(focused).toBe(name) : expect.poll(focused).toMatch(name)
const press = async (...keys: string[]) => {
  for (const key of keys) await world.page.keyboard.press(key)
}
/** Removes the entry whose button has the focus, by keys alone. */
async function removeByKeys(what: string): Promise<void> {
  await isFocused(`Remove ${what}`)
  await press('Enter')
  await world.page.getByRole('dialog', { name: `Remove ${what}?` }).waitFor()
  while ((await focused()) !== 'Remove') await press('Tab')
  await press('Enter')
  await button(world.page, `Remove ${what}`).waitFor({ state: 'detached' })
}
const owner = () => world.web.world.client(world.web.url, 'desdemona')

describe.skipIf(browserMissing)('by keys alone', () => {
  test('linkifiers are edited and removed one after the other', async () => {
    const { page } = world
    for (const name of ['A', 'B', 'C'])
      await owner().ok(
        owner().post('/realm/filters', {
          pattern: `${name}(?P<id>[0-9]+)`,
          url_template: 'https://example.com/{id}',
        }),
      )
    const pattern = (name: string) => `${name}(?P<id>[0-9]+)`
    await world.open('linkifiers', page)
    await button(page, `Edit ${pattern('B')}`).focus()
    await press('Enter')
    await isFocused('Pattern')
    await press('Escape')
    await isFocused(`Edit ${pattern('B')}`)
    await press('Enter', 'End', 'x')
    await press('Enter')
    await isFocused(`Edit ${pattern('B')}x`)
    await press('Tab')
    await removeByKeys(`${pattern('B')}x`)
    await isFocused(`Remove ${pattern('C')}`)
    await removeByKeys(pattern('C'))
    await isFocused(`Remove ${pattern('A')}`)
    await removeByKeys(pattern('A'))
    await isFocused('Pattern')
  })

  test('profile fields are edited, ordered and removed', async () => {
    const { page } = world
    const { custom_fields: fields } = await owner().ok(owner().get('/realm/profile_fields'))
    for (const { id } of fields as { id: number }[])
      await owner().ok(owner().delete(`/realm/profile_fields/${id}`))
    for (const name of ['Phone', 'Room'])
      await owner().ok(owner().post('/realm/profile_fields', { name, field_type: 1 }))
    await world.open('profile-fields', page)
    await button(page, 'Edit Phone').focus()
    await press('Enter')
    await isFocused('Name')
    await press('Escape')
    await isFocused('Edit Phone')
    await press('Shift+Tab', 'ArrowDown')
    await isFocused('Move Phone')
    await expect
      .poll(() => page.locator('.ordered strong').allInnerTexts(), { timeout: 30_000 })
      .toEqual(['Room', 'Phone'])
    await press('Tab', 'Tab')
    await removeByKeys('Phone')
    await isFocused('Remove Room')
  })

  test('another page takes the focus of no field', async () => {
    const { page } = world
    await world.open('linkifiers', page)
    await page.getByLabel('Pattern').focus()
    await world.open('profile', page)
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await focused()).toBe('')
  })

  test('bots are deactivated and brought back', async () => {
    const { page } = world
    await owner().ok(owner().post('/bots', { full_name: 'Courier', short_name: 'courier', bot_type: 1 }))
    await world.open('bots', page)
    await button(page, 'Deactivate Courier').focus()
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    while ((await focused()) !== 'Deactivate') await press('Tab')
    await press('Enter')
    await isFocused('Reactivate Courier')
    await press('Enter')
    await isFocused('Edit Courier')
  })

  test('people are invited, by mail and by a link', async () => {
    const { page } = world
    await world.open('invitations', page)
    await button(page, 'Invite people').last().focus()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel('Addresses').focus()
    await page.keyboard.type('ann@example.com')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).focus()
    await press('Enter')
    await dialog.getByText('1 person was invited.').waitFor()
    await isFocused('Invite others')
    await press('Enter')
    await isFocused('Addresses')
    await dialog.getByRole('button', { name: 'By a link' }).focus()
    await press('Enter')
    await dialog.getByRole('button', { name: 'Make the link' }).focus()
    await press('Enter')
    await isFocused(/^(The link|Copy the link)$/)
    await press('Escape')
    await isFocused(/Invite people/)
  })

  test('scheduled messages and drafts are deleted one after the other', async () => {
    const { page, web } = world
    const to = web.world.channelId('Verona')
    const at = Math.floor(Date.now() / 1000) + 86_400
    for (const n of [1, 2]) {
      const topic = `plan ${n}`
      const scheduled = { type: 'channel', to, topic, content: 'Later', scheduled_delivery_timestamp: at + n }
      await owner().ok(owner().post('/scheduled_messages', scheduled))
      const drafts = [{ type: 'stream', to: [to], topic, content: `Draft ${n}`, timestamp: at + n }]
      await owner().ok(owner().post('/drafts', { drafts }))
    }
    for (const [view, name] of [
      ['scheduled', 'Delete the scheduled message'],
      ['drafts', 'Delete the draft'],
    ] as const) {
      await page.evaluate(`location.hash = '#${view}'`)
      const rows = page.locator('.written-line')
      await rows.nth(1).waitFor()
      await button(page, name).first().focus()
      await press('Enter')
      await expect.poll(() => rows.count()).toBe(1)
      await isFocused(name)
    }
  })
})
