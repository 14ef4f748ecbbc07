import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let hamlet: Page
/** An administrator. */
let iago: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  hamlet = await web.logIn('hamlet')
  iago = await web.logIn('iago')
})
afterAll(() => web?.close())

const as = (name: string) => web.world.client(web.url, name)
const open = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`)
async function send(name: string, topic: string, content: string): Promise<number> {
  const client = as(name)
  return (await client.ok(client.post('/messages', { type: 'channel', to: 'Verona', topic, content }))).id
}
/** Opens the menu of a message and chooses an action. */
async function choose(page: Page, text: string, action: string): Promise<void> {
  const message = page.getByRole('log').getByRole('article').filter({ hasText: text })
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: action }).click()
}
async function read(name: string, path: string, key: string): Promise<Body[]> {
  const client = as(name)
  return (await client.ok(client.get(path)))[key]
}

describe.skipIf(browserMissing)('a reminder', () => {
  const reminders = () => read('hamlet', '/reminders', 'reminders')

  test('is set for a suggested time, with a note', async () => {
    const id = await send('iago', 'reminders', 'the balcony holds')
    await hamlet.goto(web.topic('Verona', 'reminders'))
    await choose(hamlet, 'the balcony holds', 'Remind me…')
    const dialog = hamlet.getByRole('dialog', { name: 'Remind me' })
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click()
    await dialog.getByLabel('Note').fill('Bring the\nplan')
    expect(await violations(hamlet)).toBe('')
    await dialog.getByRole('button', { name: 'Remind me then' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [reminder] = await reminders()
    expect(reminder.reminder_target_message_id).toBe(id)
    expect(reminder.content).toContain('> Bring the\n> plan')
    expect(new Date(reminder.scheduled_delivery_timestamp * 1000).getHours()).toBe(9)
  })

  test('is changed and deleted in its list, which follows other devices', async () => {
    await hamlet
      .getByRole('navigation')
      .getByRole('link', { name: /^Reminders/ })
      .click()
    await hamlet.getByRole('button', { name: 'Change the reminder' }).click()
    const dialog = hamlet.getByRole('dialog', { name: 'Change the reminder' })
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Bring the\nplan')
    await dialog.getByLabel('Another time').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Remind me then' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Choose a time in the future.' }).waitFor()
    await dialog.getByRole('button', { name: /^In three hours/ }).click()
    await dialog.getByLabel('Note').fill('Bring nothing')
    await dialog.getByRole('button', { name: 'Remind me then' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await reminders()).length).toBe(1)
    expect((await reminders())[0].content).toContain('> Bring nothing')
    await hamlet.getByRole('main').getByText('Bring nothing').waitFor()
    expect(await violations(hamlet)).toBe('')
    const client = as('hamlet')
    const message_id = (await reminders())[0].reminder_target_message_id
    const scheduled_delivery_timestamp = 4_102_444_800
    await client.ok(
      client.post('/reminders', { message_id, scheduled_delivery_timestamp, note: 'from my phone' }),
    )
    await hamlet.getByRole('main').getByText('from my phone').waitFor()
    // An open list shows the message as it is now.
    const author = as('iago')
    await author.ok(author.patch(`/messages/${message_id}`, { content: 'the *ladder* holds' }))
    await hamlet.getByRole('main').getByText('the ladder holds').first().waitFor()
    expect(await hamlet.getByRole('main').getByText('the balcony holds').count()).toBe(0)
    await hamlet.getByRole('button', { name: 'Delete the reminder' }).first().click()
    await hamlet.getByRole('button', { name: 'Delete the reminder' }).nth(1).waitFor({ state: 'detached' })
    await hamlet.getByRole('button', { name: 'Delete the reminder' }).click()
    await hamlet.getByRole('heading', { name: 'No reminders' }).waitFor()
    expect(await reminders()).toEqual([])
  })
})

test.skipIf(browserMissing)(
  'a message is reported once the organization has a channel for reports',
  async () => {
    await send('iago', 'reports', 'something bad')
    await hamlet.goto(web.topic('Verona', 'reports'))
    const message = hamlet.getByRole('log').getByRole('article').filter({ hasText: 'something bad' })
    await message.hover()
    await message.getByRole('button', { name: 'More actions' }).first().click()
    await hamlet.getByRole('menuitem', { name: 'Remind me…' }).waitFor()
    expect(await hamlet.getByRole('menuitem', { name: 'Report…' }).count()).toBe(0)
    await hamlet.keyboard.press('Escape')
    const client = as('desdemona')
    const channel = web.world.channelId('core team')
    await client.ok(client.patch('/realm', { moderation_request_channel_id: channel }))
    await choose(hamlet, 'something bad', 'Report…')
    const dialog = hamlet.getByRole('dialog', { name: 'Report to the moderators' })
    await dialog.getByLabel('Reason').selectOption('Another reason')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Say what happened' }).waitFor()
    await dialog.getByLabel('What happened').fill('It names the play.')
    expect(await violations(hamlet)).toBe('')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await dialog.waitFor({ state: 'detached' })
    const narrow = JSON.stringify([{ operator: 'channel', operand: channel }])
    const { messages } = await client.ok(
      client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
    )
    expect(messages[0].content).toContain('It names the play.')
  },
)

test.skipIf(browserMissing)('a scheduled message gets another text, topic and time', async () => {
  const client = as('hamlet')
  await client.ok(
    client.post('/scheduled_messages', {
      type: 'channel',
      to: web.world.channelId('Verona'),
      topic: 'later',
      content: 'wake up',
      scheduled_delivery_timestamp: 4_102_444_800,
    }),
  )
  await open(hamlet, '#scheduled')
  await hamlet.getByRole('button', { name: 'Change the scheduled message' }).click()
  const dialog = hamlet.getByRole('dialog', { name: 'Change the scheduled message' })
  await dialog.getByLabel('Text').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await dialog.getByLabel('Text').fill('get up')
  await dialog.getByLabel('Topic').fill('sooner')
  await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click()
  expect(await violations(hamlet)).toBe('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [message] = await read('hamlet', '/scheduled_messages', 'scheduled_messages')
  expect(message).toMatchObject({ content: 'get up', topic: 'sooner' })
  expect(new Date(message.scheduled_delivery_timestamp * 1000).getHours()).toBe(9)
  await hamlet.getByText('get up').waitFor()
})

test.skipIf(browserMissing)('a saved snippet gets another title and text', async () => {
  const client = as('hamlet')
  await client.ok(client.post('/saved_snippets', { title: 'Regards', content: 'Kind regards' }))
  await hamlet.goto(web.topic('Verona', 'snippets'))
  await hamlet.getByRole('button', { name: 'Saved snippets' }).click()
  await hamlet.getByRole('button', { name: 'Change the snippet Regards' }).click()
  const dialog = hamlet.getByRole('dialog', { name: 'Change the snippet' })
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await dialog.getByLabel('Title').fill('Farewell')
  await dialog.getByLabel('Text').fill('Adieu, adieu')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [snippet] = await read('hamlet', '/saved_snippets', 'saved_snippets')
  expect(snippet).toMatchObject({ title: 'Farewell', content: 'Adieu, adieu' })
  await hamlet.getByText('Changed: Regards').waitFor()
  await hamlet.locator('.action-notice').getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await read('hamlet', '/saved_snippets', 'saved_snippets'))[0])
    .toMatchObject({ title: 'Regards', content: 'Kind regards' })
})

test.skipIf(browserMissing)(
  'one’s status is set from a suggestion, seen by others, and removed',
  async () => {
    const status = async () => {
      const client = as('iago')
      return (await client.ok(client.get(`/users/${web.world.userId('hamlet')}/status`))).status
    }
    const openDialog = async () => {
      await hamlet.getByRole('button', { name: 'Your account' }).click()
      await hamlet.getByRole('button', { name: 'Your status…' }).click()
    }
    await openDialog()
    const dialog = hamlet.getByRole('dialog', { name: 'Your status' })
    await dialog.getByRole('button', { name: 'On holiday' }).click()
    await expect.poll(() => dialog.getByLabel('What you do').inputValue()).toBe('On holiday')
    await dialog.getByLabel('What you do').fill('On holiday in Wittenberg')
    expect(await violations(hamlet)).toBe('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(status).toMatchObject({ status_text: 'On holiday in Wittenberg', emoji_code: '1f334' })
    await send('hamlet', 'status', 'adieu')
    await iago.goto(web.topic('Verona', 'status'))
    await iago.getByRole('log').getByRole('button', { name: 'King Hamlet' }).first().click()
    await iago.getByText('On holiday in Wittenberg').waitFor()
    // Another window saves a status meanwhile: the reader chooses, for text and emoji alike.
    const other = as('hamlet')
    const put = (status_text: string, emoji_name: string) =>
      other.ok(other.post('/users/me/status', { status_text, emoji_name }))
    const choices = dialog.locator('.saved-meanwhile')
    await openDialog()
    await put('In a play', 'octopus')
    await expect.poll(() => dialog.getByLabel('What you do').inputValue()).toBe('In a play')
    await dialog.getByRole('button', { name: 'Working from home' }).click()
    await dialog.getByLabel('What you do').fill('At Elsinore')
    await put('On the sea', 'tada')
    await choices.filter({ hasText: 'On the sea' }).waitFor()
    expect(await violations(hamlet)).toBe('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await choices.filter({ hasText: ':tada:' }).getByRole('button', { name: 'Use this' }).click()
    await choices.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(status).toMatchObject({ status_text: 'At Elsinore', emoji_name: 'tada' })
    await dialog.waitFor({ state: 'detached' })
    await openDialog()
    await dialog.getByRole('button', { name: 'Remove the status' }).click()
    await expect.poll(status).toEqual({})
    await iago.getByText('At Elsinore').waitFor({ state: 'detached' })
  },
)

test.skipIf(browserMissing)('a reminder that another window changes meanwhile is replaced once', async () => {
  const client = as('hamlet')
  const message_id = await send('hamlet', 'reminders', 'remember me')
  const set = (note: string) =>
    client.ok(client.post('/reminders', { message_id, scheduled_delivery_timestamp: 4_102_444_800, note }))
  const remove = (id: number) => client.ok(client.delete(`/reminders/${id}`))
  const contents = async () => (await read('hamlet', '/reminders', 'reminders')).map(({ content }) => content)
  const { reminder_id: first } = await set('an oath')
  await open(hamlet, '#reminders')
  // Far away, the year belongs to the date.
  await hamlet.getByText(/^Reminds .* 2100/).waitFor()
  await hamlet.getByRole('button', { name: 'Change the reminder' }).click()
  const dialog = hamlet.getByRole('dialog', { name: 'Change the reminder' })
  const note = dialog.getByLabel('Note')
  const { reminder_id: second } = await set('two oaths')
  await remove(first)
  await expect.poll(() => note.inputValue()).toBe('two oaths')
  await note.fill('swear!')
  const { reminder_id: third } = await set('three oaths')
  await remove(second)
  await dialog.locator('.saved-meanwhile').filter({ hasText: 'three oaths' }).waitFor()
  expect(await violations(hamlet)).toBe('')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  // The reminder is deleted elsewhere while it is changed here.
  await hamlet.route('**/json/reminders', async (route) => {
    if (route.request().method() === 'POST') await remove(third)
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Remind me then' }).click()
  await dialog.waitFor({ state: 'detached' })
  await hamlet.unroute('**/json/reminders')
  expect(await contents()).toEqual([expect.stringContaining('> swear!')])
})

test.skipIf(browserMissing)(
  'the topics of a channel are sorted, resolved, followed, read and deleted',
  async () => {
    await send('hamlet', 'alpha', 'first')
    await send('hamlet', 'omega', 'last')
    await open(iago, `#channels/${web.world.channelId('Verona')}/Verona/topics`)
    await open(hamlet, `#channels/${web.world.channelId('Verona')}/Verona/topics`)
    const main = iago.getByRole('main')
    await main.getByRole('link', { name: 'omega' }).waitFor()
    const names = () => main.locator('.topics a.name').allInnerTexts()
    expect((await names())[0]).toBe('omega')
    await iago.getByLabel('Order').selectOption('By name')
    const sorted = await names()
    expect(sorted.indexOf('alpha')).toBeLessThan(sorted.indexOf('omega'))
    await iago.getByRole('button', { name: 'Mark alpha as read' }).click()
    await expect.poll(() => iago.getByRole('button', { name: 'Mark alpha as read' }).isDisabled()).toBe(true)
    await iago.getByLabel('Notifications of omega').selectOption('Followed')
    await iago.getByRole('button', { name: 'Mark omega as resolved' }).click()
    await hamlet.getByRole('main').getByRole('link', { name: '✔ omega' }).waitFor()
    const topics = async () =>
      (await read('zoe', `/users/me/${web.world.channelId('Verona')}/topics`, 'topics')).map(
        ({ name }) => name,
      )
    expect(await topics()).toContain('✔ omega')
    expect(await violations(iago)).toBe('')
    expect(await hamlet.getByRole('button', { name: 'Delete the topic alpha' }).isDisabled()).toBe(true)
    await iago.getByRole('button', { name: 'Delete the topic alpha' }).click()
    const dialog = iago.getByRole('dialog', { name: 'Delete the topic alpha?' })
    let requests = 0
    // The first answers say that messages are left.
    await iago.route('**/delete_topic', async (route) => {
      requests++
      if (requests < 3) return route.fulfill({ json: { result: 'success', msg: '', complete: false } })
      return route.continue()
    })
    await dialog.getByRole('button', { name: 'Delete the topic' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(requests).toBe(3)
    expect(await topics()).not.toContain('alpha')
    await hamlet.getByRole('main').getByRole('link', { name: 'alpha' }).waitFor({ state: 'detached' })
  },
)

test.skipIf(browserMissing)('one’s files are listed with their sizes and messages, and deleted', async () => {
  await hamlet.goto(web.topic('Verona', 'files'))
  const buffer = Buffer.from('scene 1')
  await hamlet
    .locator('input[type=file]')
    .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer }])
  const box = hamlet.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => box.inputValue()).toContain('/user_uploads/')
  await box.press('Control+Enter')
  await hamlet.getByRole('log').getByRole('link', { name: 'plan.txt' }).first().waitFor()
  await open(hamlet, '#settings/uploads')
  await hamlet.getByText('1 file, 7 byte').first().waitFor()
  await hamlet.getByRole('link', { name: /^Message of/ }).waitFor()
  expect(await violations(hamlet)).toBe('')
  await hamlet.getByRole('button', { name: 'Delete the file plan.txt' }).click()
  const question = hamlet.getByRole('dialog', { name: 'Delete plan.txt?' })
  await question.getByText('which then lead nowhere').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await hamlet.getByRole('heading', { name: 'You have uploaded no files' }).waitFor()
  expect(await read('hamlet', '/attachments', 'attachments')).toEqual([])
})

test.skipIf(browserMissing)('no error occurs, and no violation of the Content-Security-Policy', () => {
  const isExpected = (fault: string) => /status of 4\d\d/.test(fault)
  expect(web.faults.filter((fault) => !isExpected(fault))).toEqual([])
})
