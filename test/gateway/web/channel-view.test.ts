import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
/** An administrator of the organization. */
let iago: Page
/** A member, who is not subscribed to Venice at first. */
let hamlet: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  iago = await web.logIn('iago')
  hamlet = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const open = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`)
const venice = (part = '') => `#channels/${web.world.channelId('Venice')}/Venice${part}`
const title = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, level: 1 })

describe.skipIf(browserMissing)('the view of a channel', () => {
  test('says calmly that a channel does not exist, or is not for the reader', async () => {
    await open(hamlet, '#channels/999999/nothing')
    await title(hamlet, 'This channel is not here').waitFor()
    await open(hamlet, '#channels/notsubscribed')
    await hamlet.getByRole('link', { name: 'Settings of Venice' }).waitFor()
    await open(hamlet, `#channels/${web.world.channelId('core team')}/core-team/general`)
    await title(hamlet, 'This channel is not here').waitFor()
  })

  test('says what the channel is, and subscribes', async () => {
    await open(hamlet, venice('/personal'))
    await hamlet.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
    await open(hamlet, venice())
    await hamlet.locator('.message-content code', { hasText: 'manifest.csv' }).waitFor()
    await hamlet.getByText('Who can read it: Everyone but guests').waitFor()
    expect(await hamlet.getByLabel('Name', { exact: true }).count()).toBe(0)
    await hamlet.getByRole('button', { name: 'Subscribe to Venice' }).click()
    await hamlet.getByRole('link', { name: 'Open the channel' }).waitFor()
  })

  test('of a conversation shows all of it to people who subscribe again', async () => {
    const topic = web.topic('Venice', 'gondolas')
    await hamlet.goto(topic)
    await hamlet.getByText('No messages yet').waitFor()
    const { world } = web
    const client = world.client(web.url, 'iago')
    const write = (content: string) =>
      client.ok(client.post('/messages', { type: 'channel', to: 'Venice', topic: 'gondolas', content }))
    const subscriptions = ['Venice']
    const principals = [world.userId('hamlet')]
    const message = (text: string) => hamlet.getByRole('log').getByRole('article').filter({ hasText: text })
    await write('before')
    await message('before').waitFor()
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions, principals }))
    await hamlet.getByText('You are not subscribed to Venice').waitFor()
    await write('meanwhile')
    await hamlet.getByRole('button', { name: 'Subscribe to Venice' }).click()
    await message('meanwhile').waitFor()
    await write('after')
    await message('after').waitFor()
    expect(await message('before').count()).toBe(1)
    await open(hamlet, venice())
  })

  test('saves how it looks and notifies the subscriber alone', async () => {
    await hamlet.getByRole('link', { name: 'Personal' }).click()
    await hamlet.getByLabel('Colour').fill('#112233')
    await hamlet.getByRole('switch', { name: 'Pin above the other channels' }).click()
    await hamlet.getByRole('switch', { name: 'Mute the channel' }).click()
    await hamlet.getByLabel('Desktop').selectOption('On')
    await hamlet.getByLabel('Mentions of everyone').selectOption('Off')
    const own = () =>
      web.world.sql(
        `SELECT color, pin_to_top, is_muted, desktop_notifications AS desktop, wildcard_mentions_notify AS wildcards,
           push_notifications AS push FROM subscription WHERE user_id = $1 AND channel_id = $2`,
        [web.world.userId('hamlet'), web.world.channelId('Venice')],
      )
    const changed = {
      color: '#112233',
      pin_to_top: true,
      is_muted: true,
      desktop: true,
      wildcards: false,
      push: null,
    }
    await expect.poll(own).toEqual([changed])
    const pinned = hamlet.getByRole('navigation').locator('section', { hasText: 'Pinned' })
    await pinned.getByRole('link', { name: 'Venice' }).waitFor()
  })

  test('lets an administrator change name, description and privacy, which others see at once', async () => {
    await open(hamlet, venice())
    await open(iago, venice())
    const name = iago.getByLabel('Name', { exact: true })
    await name.fill('Rome')
    await name.press('Enter')
    await iago.getByRole('alert').filter({ hasText: "Channel 'Rome' already exists" }).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('La Serenissima')
    await name.press('Enter')
    await title(hamlet, 'La Serenissima').waitFor()
    await iago.getByLabel('Description').fill('Now with **gondolas**')
    await iago.getByLabel('Description').press('Control+Enter')
    await hamlet.locator('.message-content strong', { hasText: 'gondolas' }).waitFor()
    await iago.getByLabel('Who can read it').selectOption('Subscribers, all messages')
    await iago.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await hamlet.getByText('Who can read it: Subscribers, all messages').waitFor()
    await expect.poll(() => iago.getByLabel('Who can read it').inputValue()).toBe('sharedHistory')
  })

  test('lists the subscribers, whom an administrator adds and removes', async () => {
    await open(hamlet, venice('/subscribers'))
    await open(iago, venice('/subscribers'))
    await hamlet.getByText('7 subscribers').waitFor()
    expect(await hamlet.getByRole('button', { name: 'Remove Zoe' }).count()).toBe(0)
    await iago.getByRole('combobox', { name: 'Subscribe people' }).fill('aar')
    await iago.getByRole('option', { name: 'Aaron' }).click()
    await hamlet.locator('#main').getByRole('link', { name: 'Aaron' }).waitFor()
    await hamlet.getByText('8 subscribers').waitFor()
    await iago.getByRole('button', { name: 'Remove Aaron' }).click()
    await hamlet.getByText('7 subscribers').waitFor()
    await iago.getByRole('searchbox', { name: 'Filter by name' }).fill('zo')
    await iago.getByText('1 subscriber', { exact: true }).waitFor()
  })

  test('is not the only place that asks before somebody leaves a private channel', async () => {
    const id = web.world.channelId('Venice')
    const question = hamlet.getByRole('dialog', { name: 'Unsubscribe from La Serenissima?' })
    await open(hamlet, '#channels/subscribed')
    await hamlet.getByRole('button', { name: 'Unsubscribe from La Serenissima' }).click()
    await question.getByText('you can come back only if somebody subscribes you').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await open(hamlet, `#narrow/channel/${id}-La-Serenissima`)
    await hamlet.getByRole('main').getByRole('button', { name: 'Menu of La Serenissima' }).click()
    await hamlet.getByRole('menuitem', { name: 'Unsubscribe', exact: true }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await open(hamlet, `#channels/${id}/La-Serenissima/subscribers`)
    await hamlet.getByText('7 subscribers').waitFor()
  })

  test('asks before somebody leaves a private channel, and is gone then', async () => {
    await hamlet.getByRole('button', { name: 'Unsubscribe from La Serenissima' }).click()
    await hamlet.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
    await title(hamlet, 'This channel is not here').waitFor()
  })
})

describe.skipIf(browserMissing)('a new channel', () => {
  test('is created with its first subscribers, who see it at once', async () => {
    await open(iago, '#channels/new')
    await open(hamlet, '#channels/subscribed')
    await iago.getByLabel('Name', { exact: true }).fill('Rome')
    await iago.getByRole('button', { name: 'Create the channel' }).click()
    await iago.getByRole('alert').filter({ hasText: "Channel 'Rome' already exists" }).waitFor()
    await iago.getByLabel('Name', { exact: true }).fill('stage design')
    await iago.getByLabel('Description').fill('Sets and light')
    await iago.getByLabel('Who can read it').selectOption('Subscribers, from their subscription on')
    await iago.getByRole('combobox', { name: 'Subscribe others' }).fill('hamlet')
    await iago.getByRole('option', { name: 'King Hamlet' }).click()
    await iago.getByRole('button', { name: 'Create the channel' }).click()
    await title(iago, 'stage design').waitFor()
    expect(new URL(iago.url()).hash).toMatch(/^#channels\/\d+\/stage-design\/general$/)
    await hamlet.getByRole('link', { name: 'Settings of stage design' }).waitFor()
    expect(await iago.getByLabel('Who can read it').inputValue()).toBe('ownHistory')
  })

  test('keeps the focus on the page of somebody who is removed from it', async () => {
    const { world } = web
    // Requests that arrive after the removal would be refused.
    const loaded = ['/messages?', '/topics?', '/members'].map((part) =>
      hamlet.waitForResponse((response) => response.url().includes(part)),
    )
    await hamlet.getByRole('navigation').getByRole('link', { name: 'stage design' }).first().click()
    await hamlet.getByRole('textbox', { name: 'Message', exact: true }).focus()
    await Promise.all(loaded)
    const client = world.client(web.url, 'iago')
    const principals = [world.userId('hamlet')]
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions: ['stage design'], principals }))
    await title(hamlet, 'This channel is not here').waitFor()
    expect(await hamlet.evaluate('document.activeElement.id')).toBe('main')
  })

  test('is only for those who may create one', async () => {
    await open(hamlet, '#channels/new')
    await hamlet.getByLabel('Name', { exact: true }).waitFor()
    const client = web.world.client(web.url, 'iago')
    const { user_groups } = await client.ok(client.get('/user_groups'))
    const { id } = user_groups.find((group: { name: string }) => group.name === 'role:administrators')
    const administrators = { new: id }
    await client.ok(
      client.patch('/realm', {
        can_create_public_channel_group: administrators,
        can_create_private_channel_group: administrators,
        can_create_web_public_channel_group: administrators,
      }),
    )
    await title(hamlet, 'You may not create channels here').waitFor()
  })
})

describe.skipIf(browserMissing)('two administrators', () => {
  test('keep what they are typing while the other one saves', async () => {
    await open(iago, `#channels/${web.world.channelId('Scotland')}/Scotland/general`)
    const description = iago.getByLabel('Description')
    await description.fill('Heath, castle')
    await description.press('Control+Enter')
    await iago.getByText('Saved', { exact: true }).waitFor()
    await description.pressSequentially(', three witches')
    const desdemona = web.world.client(web.url, 'desdemona')
    const path = `/streams/${web.world.channelId('Scotland')}`
    await desdemona.ok(desdemona.patch(path, { description: 'A moor', new_name: 'Alba' }))
    await title(iago, 'Alba').waitFor()
    expect(await description.inputValue()).toBe('Heath, castle, three witches')
    await description.press('Escape')
    expect(await description.inputValue()).toBe('A moor')
  })
})

describe.skipIf(browserMissing)('the list of channels', () => {
  test('keeps the focus when a channel leaves it', async () => {
    await hamlet.goto(`${web.url}/#channels/subscribed`)
    const buttons = hamlet.getByRole('main').getByRole('button', { name: /^Unsubscribe from/ })
    await buttons.first().waitFor()
    const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
    await hamlet.getByRole('button', { name: names[0]!, exact: true }).press('Enter')
    await hamlet.getByRole('button', { name: names[0]!, exact: true }).waitFor({ state: 'detached' })
    const focused = () => hamlet.evaluate(`document.activeElement.getAttribute('aria-label')`)
    expect(await focused()).toBe(names[1])
    await hamlet.getByRole('searchbox', { name: 'Filter channels' }).fill(names[1]!.replace(/.* from /, ''))
    await expect.poll(() => buttons.count()).toBe(1)
    await buttons.press('Enter')
    await hamlet.locator('#main .blank').waitFor()
    expect(await focused()).toBe('Filter channels')
    for (const name of names.slice(0, 2)) {
      const subscriptions = [{ name: name.replace(/.* from /, '') }]
      const client = web.world.client(web.url, 'hamlet')
      await client.ok(client.post('/users/me/subscriptions', { subscriptions }))
    }
  })
})

test.skipIf(browserMissing)('no error occurs, and no violation of the Content-Security-Policy', () => {
  // A message may become unreadable while the page marks it as read.
  const isExpected = (fault: string) => fault.includes('status of 409') || fault.endsWith('/messages/flags')
  expect(web.faults.filter((fault) => !isExpected(fault))).toEqual([])
})
