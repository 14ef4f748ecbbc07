import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
/** An owner. */
let desdemona: Page
/** An administrator, who is no owner. */
let iago: Page
/** A member. */
let hamlet: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  desdemona = await web.logIn('desdemona')
  iago = await web.logIn('iago')
  hamlet = await web.logIn('hamlet')
})
afterAll(() => web?.close())

async function open(hash: string, ...pages: Page[]): Promise<void> {
  for (const page of pages) await page.evaluate(`location.hash = '${hash}'`)
}
const channel = (name: string, part = 'general') => `#channels/${web.world.channelId(name)}/${name}/${part}`
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** What another person gets from the server. */
async function stored(path: string, key: string): Promise<unknown> {
  const client = web.world.client(web.url, 'zoe')
  return (await client.ok(client.get(path)))[key]
}
const property = async (name: string, key: string) =>
  ((await stored(`/streams/${web.world.channelId(name)}`, 'stream')) as Record<string, unknown>)[key]

describe.skipIf(browserMissing)('a channel', () => {
  test('gets its topics, its retention and its place among the defaults', async () => {
    await open(channel('Verona'), desdemona, hamlet)
    await field(desdemona, 'Topics').selectOption('Every message has a topic')
    await expect.poll(() => property('Verona', 'topics_policy')).toBe('disable_empty_topic')
    await expect.poll(() => field(hamlet, 'Topics').inputValue()).toBe('disable_empty_topic')
    await field(desdemona, 'Delete messages after').selectOption('days')
    await expect.poll(() => property('Verona', 'message_retention_days')).toBe(365)
    await field(desdemona, 'Delete messages after').fill('30')
    await field(desdemona, 'Delete messages after').press('Enter')
    await expect.poll(() => property('Verona', 'message_retention_days')).toBe(30)
    await field(desdemona, 'Delete messages after').fill('soon')
    await field(desdemona, 'Delete messages after').press('Enter')
    await desdemona.getByRole('alert').filter({ hasText: 'Enter a whole number of days.' }).waitFor()
    await desdemona.getByLabel('Delete messages after: kind of limit').selectOption('Never')
    await expect.poll(() => property('Verona', 'message_retention_days')).toBe(-1)
    const isDefault = async () => {
      const streams = (await stored('/streams?include_default=true', 'streams')) as {
        name: string
        is_default: boolean
      }[]
      return streams.find(({ name }) => name === 'Verona')?.is_default
    }
    const before = await isDefault()
    await field(desdemona, 'Default channel').click()
    await expect.poll(isDefault).toBe(!before)
    await expect.poll(() => field(hamlet, 'Default channel').isChecked()).toBe(!before)
    await field(desdemona, 'Default channel').click()
    await expect.poll(isDefault).toBe(before)
  })

  test('shows what others may change with the permission and who has it', async () => {
    await hamlet
      .getByText(/^Administrators and those who administer this channel can change it: .*Iago/)
      .waitFor()
    for (const name of ['Topics', 'Folder', 'Delete messages after', 'Default channel'])
      expect(await field(hamlet, name).isDisabled(), name).toBe(true)
    expect(await hamlet.getByRole('button', { name: 'Archive', exact: true }).isDisabled()).toBe(true)
    await open(channel('Verona'), iago)
    await iago.getByText(/^Owners can change this: .*Desdemona/).waitFor()
    expect(await field(iago, 'Delete messages after').isDisabled()).toBe(true)
    await open(channel('Verona', 'permissions'), hamlet)
    await hamlet.getByRole('heading', { name: 'Writing' }).waitFor()
    expect(await hamlet.getByRole('main').getByRole('combobox').count()).toBe(0)
    expect(await violations(hamlet)).toBe('')
  })

  test('gives permissions to roles, groups and people', async () => {
    await open(channel('Verona', 'permissions'), iago)
    const add = iago.getByLabel('Move messages to other channels: add', { exact: true })
    await add.fill('hamlet')
    await iago.getByRole('option', { name: 'King Hamlet' }).click()
    const hamletAlone = { direct_members: [web.world.userId('hamlet')], direct_subgroups: [] }
    await expect.poll(() => property('Verona', 'can_move_messages_out_of_channel_group')).toEqual(hamletAlone)
    await hamlet.getByRole('main').locator('.chips', { hasText: 'King Hamlet' }).first().waitFor()
    await iago.getByLabel('Write messages: add', { exact: true }).fill('moder')
    await iago.getByRole('option', { name: 'Moderators' }).click()
    await iago.getByLabel('Write messages: remove Everyone, guests too', { exact: true }).click()
    await expect.poll(() => property('Verona', 'is_announcement_only')).toBe(false)
    await expect.poll(() => property('Verona', 'stream_post_policy')).toBe(4)
    expect(await violations(iago)).toBe('')
    await open(channel('Verona'), hamlet)
    await hamlet.getByText(/^Only those who may write in the channel get it/).waitFor()
    expect(await hamlet.getByRole('button', { name: 'Show the e-mail address' }).isDisabled()).toBe(true)
  })

  test('keeps two quick changes of one permission', async () => {
    await open(channel('Denmark', 'permissions'), iago)
    let letThrough = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const address = '**/json/streams/*'
    await iago.route(address, async (route) => {
      await isHeld
      await route.continue()
    })
    await iago.getByLabel('Write messages: add', { exact: true }).fill('moder')
    await iago.getByRole('option', { name: 'Moderators' }).click()
    await iago.getByLabel('Write messages: remove Everyone, guests too', { exact: true }).click()
    letThrough()
    await expect.poll(() => property('Denmark', 'stream_post_policy')).toBe(4)
    await iago.unroute(address)
    await iago.getByLabel('Write messages: add', { exact: true }).fill('everyone')
    await iago.getByRole('option', { name: 'Everyone, guests too' }).click()
    await iago.getByLabel('Write messages: remove Moderators', { exact: true }).click()
    await expect.poll(() => property('Denmark', 'stream_post_policy')).toBe(1)
  })

  test('has an address for mails, which shows when it is asked for', async () => {
    await open(channel('Denmark'), hamlet)
    await hamlet.getByRole('button', { name: 'Show the e-mail address' }).click()
    const address = field(hamlet, 'E-mail address')
    await expect.poll(() => address.inputValue()).toMatch(/^denmark\.[0-9a-f]+\.show-sender@/)
    const ofBot = await address.inputValue()
    await hamlet.getByLabel('Who posts the mails').selectOption('King Hamlet')
    await expect.poll(() => address.inputValue()).not.toBe(ofBot)
    const client = web.world.client(web.url, 'hamlet')
    const path = `/streams/${web.world.channelId('Denmark')}/email_address`
    const { email } = await client.ok(client.get(path, { sender_id: web.world.userId('hamlet') }))
    expect(await address.inputValue()).toBe(email)
  })

  test('gets subscribers by group, by another channel and by pasted addresses', async () => {
    const members = async () =>
      (await stored(`/streams/${web.world.channelId('Venice')}/members`, 'subscribers')) as number[]
    const principals = [...(await members())]
    const client = web.world.client(web.url, 'iago')
    await client.ok(client.delete('/users/me/subscriptions', { subscriptions: ['Venice'], principals }))
    await open(channel('Venice', 'subscribers'), iago)
    await iago.getByText('0 subscribers').waitFor()
    const people = iago.getByLabel('Subscribe people', { exact: true })
    await people.fill('owners')
    await iago.getByRole('option', { name: 'Owners' }).click()
    await expect.poll(async () => (await members()).includes(web.world.userId('desdemona'))).toBe(true)
    await people.fill('Denmark')
    await iago.getByRole('option', { name: 'Denmark' }).click()
    const ofDenmark = (await stored(
      `/streams/${web.world.channelId('Denmark')}/members`,
      'subscribers',
    )) as number[]
    await expect
      .poll(async () => {
        const now = new Set(await members())
        return ofDenmark.every((id) => now.has(id))
      })
      .toBe(true)
    await client.ok(
      client.delete('/users/me/subscriptions', {
        subscriptions: ['Venice'],
        principals: [web.world.userId('cordelia'), web.world.userId('zoe')],
      }),
    )
    await iago.getByText('Paste many addresses').click()
    await iago
      .getByLabel('E-mail addresses, however they are separated')
      .fill('Cordelia <cordelia@demo.test>; ZOE@demo.test\nnobody@nowhere.example')
    await iago.getByRole('button', { name: 'Add 3 addresses' }).click()
    await iago.getByRole('alert').filter({ hasText: 'nobody@nowhere.example' }).waitFor()
    await expect
      .poll(async () => {
        const now = await members()
        return ['cordelia', 'zoe'].every((name) => now.includes(web.world.userId(name)))
      })
      .toBe(true)
    const field = iago.getByLabel('E-mail addresses, however they are separated')
    await expect.poll(() => field.inputValue()).toBe('nobody@nowhere.example')
    await open(channel('Denmark', 'subscribers'), hamlet)
    expect(await violations(iago)).toBe('')
  })
})

describe.skipIf(browserMissing)('folders', () => {
  const folders = async () =>
    (await stored('/channel_folders?include_archived=true', 'channel_folders')) as {
      id: number
      name: string
      description: string
      is_archived: boolean
    }[]
  const names = async () => (await folders()).filter((one) => !one.is_archived).map(({ name }) => name)

  test('are created, named, described and ordered', async () => {
    await open('#channels/folders', iago, hamlet)
    for (const name of ['Plays', 'Crew']) {
      await field(iago, 'New folder').fill(name)
      await iago.getByRole('button', { name: 'Add', exact: true }).click()
      await hamlet.getByRole('heading', { name, level: 3 }).waitFor()
    }
    await field(iago, 'New folder').fill('crew')
    await iago.getByRole('button', { name: 'Add', exact: true }).click()
    await iago.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    await field(iago, 'New folder').fill('')
    const crew = iago.getByRole('region', { name: 'Crew', exact: true })
    await crew.getByLabel('Description').fill('Who builds')
    await crew.getByLabel('Description').press('Enter')
    await expect.poll(async () => (await folders()).map((one) => one.description)).toContain('Who builds')
    await iago.getByRole('button', { name: 'Move Crew up' }).click()
    await expect.poll(async () => (await names()).slice(-2)).toEqual(['Crew', 'Plays'])
    await crew.getByLabel('Name').fill('Stage crew')
    await crew.getByLabel('Name').press('Enter')
    await hamlet.getByRole('heading', { name: 'Stage crew', level: 3 }).waitFor()
    expect(await hamlet.getByRole('button', { name: 'Archive Stage crew' }).isDisabled()).toBe(true)
    await hamlet.getByText(/^Administrators can change this: .*Iago/).waitFor()
    expect(await violations(iago)).toBe('')
    expect(await violations(hamlet)).toBe('')
  })

  test('hold channels, and are archived once they hold none', async () => {
    await open(channel('Denmark'), iago)
    await field(iago, 'Folder').selectOption('Plays')
    const plays = (await folders()).find(({ name }) => name === 'Plays')!.id
    await expect.poll(() => property('Denmark', 'folder_id')).toBe(plays)
    await open('#channels/folders', iago)
    const folder = iago.getByRole('region', { name: 'Plays', exact: true })
    await folder.getByRole('link', { name: 'Denmark' }).waitFor()
    const archive = async () => {
      await iago.getByRole('button', { name: 'Archive Plays' }).click()
      await iago.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
    }
    await archive()
    await folder.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    await open(channel('Denmark'), iago)
    await field(iago, 'Folder').selectOption('None')
    await expect.poll(() => property('Denmark', 'folder_id')).toBe(null)
    await open('#channels/folders', iago)
    await archive()
    await expect.poll(names).not.toContain('Plays')
    await iago.getByRole('button', { name: 'Unarchive Plays' }).click()
    await expect.poll(names).toContain('Plays')
  })
})

describe.skipIf(browserMissing)('the list of channels', () => {
  test('is sorted by name, activity and subscribers', async () => {
    await open('#channels/all', hamlet)
    await hamlet
      .getByText(/^\d+ subscribers?$/)
      .first()
      .waitFor()
    await hamlet.getByLabel('Order').selectOption('By subscribers')
    const counts = await hamlet.getByText(/^\d+ subscribers?$/).allInnerTexts()
    const numbers = counts.map((text) => Number.parseInt(text, 10))
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    expect(await violations(hamlet)).toBe('')
  })

  test('loses an archived channel, which comes back from the archived ones', async () => {
    const isArchived = () => property('Scotland', 'is_archived')
    await open(channel('Scotland'), iago)
    await iago.getByRole('button', { name: 'Archive', exact: true }).click()
    const question = iago.getByRole('dialog', { name: 'Archive Scotland?' })
    await question.getByText('nobody can write in it').waitFor()
    await question.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect.poll(isArchived).toBe(true)
    await hamlet.getByRole('link', { name: 'Settings of Scotland' }).waitFor({ state: 'detached' })
    await iago.getByRole('button', { name: 'Unarchive Scotland' }).click()
    expect(await violations(iago)).toBe('')
    await iago.getByRole('dialog').getByRole('button', { name: 'Unarchive', exact: true }).click()
    await expect.poll(isArchived).toBe(false)
    await hamlet.getByRole('link', { name: 'Settings of Scotland' }).waitFor()
    await iago.getByRole('heading', { name: 'No channel is archived' }).waitFor()
  })
})

describe.skipIf(browserMissing)('a new channel', () => {
  test('is created with its folder, permissions and the people of a group', async () => {
    await open('#channels/new', iago)
    await field(iago, 'Name').fill('fencing')
    await field(iago, 'Subscribe others').fill('owners')
    await iago.getByRole('option', { name: 'Owners' }).click()
    await iago.getByRole('button', { name: 'Remove Desdemona' }).waitFor()
    await iago.getByText('More options').click()
    await field(iago, 'Folder').selectOption('Plays')
    await field(iago, 'Topics').selectOption('No topics')
    await field(iago, 'Default channel').click()
    await iago.locator('summary', { hasText: 'Permissions' }).click()
    await field(iago, 'Write messages: add').fill('admin')
    await iago.getByRole('option', { name: 'Administrators' }).click()
    await field(iago, 'Write messages: remove Everyone, guests too').click()
    expect(await violations(iago)).toBe('')
    await iago.getByRole('button', { name: 'Create the channel' }).click()
    await iago.getByRole('heading', { name: 'fencing', level: 1 }).waitFor()
    const client = web.world.client(web.url, 'zoe')
    const { streams } = await client.ok(client.get('/streams', { include_default: true }))
    const fencing = streams.find((one: { name: string }) => one.name === 'fencing')
    const plays = (await client.ok(client.get('/channel_folders'))).channel_folders.find(
      (one: { name: string }) => one.name === 'Plays',
    )
    expect(fencing).toMatchObject({
      topics_policy: 'empty_topic_only',
      folder_id: plays.id,
      is_default: true,
      stream_post_policy: 2,
    })
    const { subscribers } = await client.ok(client.get(`/streams/${fencing.stream_id}/members`))
    expect(subscribers).toContain(web.world.userId('desdemona'))
  })
})

test.skipIf(browserMissing)('no error occurs, and no violation of the Content-Security-Policy', () => {
  const isExpected = (fault: string) => /status of 4\d\d/.test(fault)
  expect(web.faults.filter((fault) => !isExpected(fault))).toEqual([])
})
