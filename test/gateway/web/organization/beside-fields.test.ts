import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { button, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  world = await twoAdministrators()
  page = world.page
  for (const one of [page, world.other]) one.setDefaultTimeout(30_000)
})
afterAll(() => world?.web.close())

const owner = () => world.web.world.client(world.web.url, 'desdemona')
interface Place {
  readonly classList: { contains(name: string): boolean }
  readonly textContent: string | null
}

/** The sentences that describe a control and are shown in red. */
const problemsOf = (control: Locator) =>
  control.evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id: string) => one.ownerDocument.getElementById(id))
      .flatMap((place: Place | null) =>
        place?.classList.contains('problem') ? [place.textContent ?? ''] : [],
      )
      .join(''),
  )
/** Whether the control is the only wrong one of its form, has the focus, and says why. */
async function isWrong(control: Locator, sentence: RegExp): Promise<void> {
  await expect.poll(() => problemsOf(control)).toMatch(sentence)
  expect(await control.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => control.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  expect(await page.locator('form [aria-invalid=true]').count()).toBe(1)
}
/** The choice between what is typed and what somebody else has saved. */
const choice = (window: Page, text: string) => window.locator('.saved-meanwhile').filter({ hasText: text })
const addressOf = (section: string) => `location.hash = '#${section}'`

describe.skipIf(browserMissing)('a refusal stands beside the field that it is about', () => {
  test('of a linkifier: its pattern, its address, or neither filled', async () => {
    await world.open('linkifiers', page)
    const form = page.getByRole('form', { name: 'New linkifier' })
    const [pattern, address] = [form.getByLabel('Pattern'), form.getByLabel('Address')]
    await pattern.fill('#(?P<id>[0-9]+')
    await address.fill('https://example.com/{id}')
    await button(page, 'Add').click()
    await isWrong(pattern, /The pattern cannot be read/)
    await pattern.fill(`#(?P<id>(${'a{1,1000}'.repeat(20)}))`)
    await button(page, 'Add').click()
    await isWrong(pattern, /The pattern cannot be read/)
    await pattern.fill('#(?P<id>[0-9]+)')
    await pattern.fill('#[0-9]+')
    await pattern.press('Enter')
    await isWrong(pattern, /not present in linkifier pattern/)
    await pattern.fill('#(?P<id>[0-9]+)')
    await address.fill('https://example.com/')
    await pattern.press('Enter')
    await isWrong(address, /not present in URL template/)
    await address.fill('   ')
    await pattern.press('Enter')
    await isWrong(address, /cannot be blank/)
    expect(await violations(page)).toBe('')
    await address.fill('https://example.com/{id}')
    await address.press('Enter')
    await button(page, 'Edit #(?P<id>[0-9]+)').waitFor()
    expect(await form.locator('[aria-invalid=true]').count()).toBe(0)
  })

  test('of an emoji: the picture, also one of too many pixels, or the name', async () => {
    await world.open('emoji', page)
    const form = page.getByRole('form', { name: 'New emoji' })
    const choose = (name: string, buffer: Buffer) =>
      form.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    const upload = form.getByRole('button', { name: 'Choose a picture' })
    await form.getByLabel('Name').fill('huge')
    await button(page, 'Add').click()
    await expect.poll(() => problemsOf(upload)).toBe('Choose a picture.')
    await choose('large.png', Buffer.alloc(40 * 2 ** 20))
    await expect.poll(() => problemsOf(upload)).toMatch(/5 MiB/)
    const wide = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    await choose('huge.png', wide)
    await button(page, 'Add').click()
    await expect.poll(() => problemsOf(upload)).toBe('The picture has too many pixels.')
    await expect.poll(() => upload.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await choose('small.png', small)
    await form.getByLabel('Name').fill('Ends with-')
    await button(page, 'Add').click()
    await isWrong(form.getByLabel('Name'), /Emoji names must/)
    expect(await owner().ok(owner().get('/realm/emoji'))).not.toHaveProperty('emoji.huge')
  })

  test('of a group that contains itself, and of a group of channels with a known name', async () => {
    await owner().ok(
      owner().post('/default_stream_groups/create', {
        group_name: 'Design',
        description: '',
        stream_names: [],
      }),
    )
    await world.open('channel-groups', page)
    const form = page.getByRole('form', { name: 'New group of channels' })
    await form.getByLabel('Name').fill('design')
    await form.getByLabel('Description').fill('Another one')
    await button(page, 'Add').click()
    await isWrong(form.getByLabel('Name'), /'Design' already exists|'design' already exists/)
  })

  test('of a new channel and a new group: the name, while the other fields stay', async () => {
    await page.evaluate(addressOf('channels/new'))
    await page.getByLabel('Name', { exact: true }).fill('Verona')
    await page.getByLabel('Description').fill('A second one')
    await page.getByRole('button', { name: 'Create' }).click()
    await isWrong(page.getByLabel('Name', { exact: true }), /'Verona' already exists/)
    expect(await page.getByLabel('Description').inputValue()).toBe('A second one')
    await page.evaluate(addressOf('groups/new'))
    await page.getByLabel('Name', { exact: true }).fill('role:players')
    await page.getByRole('button', { name: 'Create' }).click()
    await isWrong(page.getByLabel('Name', { exact: true }), /cannot start with/)
    expect(await violations(page)).toBe('')
  })

  test('of a setting, by its label and not by its parameter, in German too', async () => {
    await world.open('settings', page)
    const jitsi = page.getByLabel('Address of the Jitsi server')
    await jitsi.fill('meet')
    await jitsi.press('Enter')
    await expect.poll(() => problemsOf(jitsi)).toMatch(/^“Address of the Jitsi server” /)
    expect(await problemsOf(jitsi)).not.toMatch(/jitsi_server_url|allowed_type/)
    await owner().ok(owner().patch('/settings', { default_language: 'de' }))
    await page.reload()
    const german = page.getByLabel('Adresse des Jitsi-Servers')
    await german.fill('meet')
    await german.press('Enter')
    await expect.poll(() => problemsOf(german)).toMatch(/^„Adresse des Jitsi-Servers“ /)
    await world.open('linkifiers', page)
    const form = page.getByRole('form').last()
    await form.locator('input').nth(0).fill('#(?P<id>[0-9]+')
    await form.locator('input').nth(1).fill('https://example.com/{id}')
    await form.locator('input').nth(2).fill('#7')
    await form.locator('.try-out').getByText('Der reguläre Ausdruck ist fehlerhaft').waitFor()
    await owner().ok(owner().patch('/settings', { default_language: 'en' }))
    await page.reload()
    await page.getByRole('heading', { name: 'Linkifiers', exact: true }).waitFor()
  })
})

describe.skipIf(browserMissing)('what is edited while somebody else changes or removes it', () => {
  test('a linkifier keeps what is typed, and is added again', async () => {
    const { other } = world
    await world.open('linkifiers')
    await button(page, 'Edit #(?P<id>[0-9]+)').click()
    const edit = page.getByRole('form', { name: 'Edit #(?P<id>[0-9]+)' })
    await edit.getByLabel('Address').fill('https://example.com/typed/{id}')
    const { linkifiers } = await owner().ok(owner().get('/realm/linkifiers'))
    for (const { id } of linkifiers as { id: number }[])
      await owner().ok(owner().delete(`/realm/filters/${id}`))
    await button(other, 'Edit #(?P<id>[0-9]+)').waitFor({ state: 'detached' })
    await page.getByRole('alert').filter({ hasText: 'Somebody has removed' }).waitFor()
    expect(await edit.getByLabel('Address').inputValue()).toBe('https://example.com/typed/{id}')
    await edit.getByRole('button', { name: 'Add it again' }).click()
    await button(other, 'Edit #(?P<id>[0-9]+)').waitFor()
    await other.getByText('https://example.com/typed/{id}').waitFor()
    expect(await page.getByRole('alert').filter({ hasText: 'Somebody has removed' }).count()).toBe(0)
  })

  test('a profile field keeps what is typed while another one orders, changes and removes it', async () => {
    const { other } = world
    const iago = world.web.world.client(world.web.url, 'iago')
    const add = (name: string) => iago.ok(iago.post('/realm/profile_fields', { name, field_type: 1 }))
    const { id } = await add('Dressing room')
    await add('Understudy')
    await world.open('profile-fields')
    await button(page, 'Edit Dressing room').click()
    const edit = page.getByRole('form', { name: 'Edit Dressing room' })
    await edit.getByLabel('Hint').fill('Behind the stage')
    const { custom_fields } = await iago.ok(iago.get('/realm/profile_fields'))
    const order = (custom_fields as { id: number }[]).map((one) => one.id).reverse()
    await iago.ok(iago.patch('/realm/profile_fields', { order }))
    await iago.ok(iago.patch(`/realm/profile_fields/${id}`, { name: 'Cloakroom' }))
    await button(other, 'Edit Cloakroom').waitFor()
    const hint = page.getByLabel('Hint').first()
    expect(await hint.inputValue()).toBe('Behind the stage')
    await hint.press('Enter')
    await other.getByText('Behind the stage').waitFor()
    // The name that the other one gave meanwhile stays.
    await button(page, 'Edit Cloakroom').click()
    await page.getByRole('form', { name: 'Edit Cloakroom' }).getByLabel('Hint').fill('Two doors')
    await iago.ok(iago.delete(`/realm/profile_fields/${id}`))
    await page.getByRole('alert').filter({ hasText: 'Somebody has removed Cloakroom' }).waitFor()
    await page.getByRole('button', { name: 'Add it again' }).click()
    await other.getByText('Two doors').waitFor()
  })

  test('a channel and a group keep what is typed while another one renames them', async () => {
    const iago = world.web.world.client(world.web.url, 'iago')
    const stream = world.web.world.channelId('Verona')
    await page.evaluate(addressOf(`channels/${stream}/Verona/general`))
    const description = page.getByLabel('Description', { exact: true })
    await description.fill('Two households')
    await iago.ok(iago.patch(`/streams/${stream}`, { description: 'Both alike', new_name: 'Verona Beach' }))
    await page.getByRole('heading', { level: 1, name: 'Verona Beach' }).waitFor()
    expect(await description.inputValue()).toBe('Two households')
    await choice(page, 'Both alike').waitFor()
    expect(await violations(page)).toBe('')
    // Neither leaving the field nor the key that saves replaces a text that the person may not have seen.
    await page.getByLabel('Name', { exact: true }).focus()
    await description.press('Control+Enter')
    const stored = async () => (await owner().ok(owner().get(`/streams/${stream}`))).stream.description
    expect(await stored()).toBe('Both alike')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(stored).toBe('Two households')
    expect(await choice(page, 'Both alike').count()).toBe(0)
    await description.fill('Civil blood')
    await iago.ok(iago.patch(`/streams/${stream}`, { description: 'Ancient grudge' }))
    await choice(page, 'Ancient grudge').getByRole('button', { name: 'Use this' }).click()
    expect(await description.inputValue()).toBe('Ancient grudge')
    await page.getByLabel('Name', { exact: true }).focus()
    expect(await stored()).toBe('Ancient grudge')
    const { group_id: group } = await iago.ok(
      iago.post('/user_groups/create', { name: 'Players', description: '', members: [] }),
    )
    await page.evaluate(addressOf(`groups/${group}/Players/general`))
    const about = page.getByLabel('Description', { exact: true })
    await about.fill('Of the Globe')
    await iago.ok(iago.patch(`/user_groups/${group}`, { name: 'Strolling players' }))
    await page.getByRole('heading', { level: 1, name: 'Strolling players' }).waitFor()
    expect(await about.inputValue()).toBe('Of the Globe')
  })

  test('two people who save a channel’s description at once learn of each other', async () => {
    const { other } = world
    const stream = world.web.world.channelId('Denmark')
    for (const window of [page, other]) await window.evaluate(addressOf(`channels/${stream}/Denmark/general`))
    const [mine, theirs] = [page, other].map((one) => one.getByLabel('Description', { exact: true }))
    let saved = (): void => undefined
    const isSaved = new Promise<void>((resolve) => {
      saved = resolve
    })
    await page.route(`**/streams/${stream}`, async (route) => {
      await isSaved
      await route.continue()
    })
    await mine!.fill('Something is rotten')
    await mine!.press('Control+Enter')
    await theirs!.fill('All is well')
    await theirs!.press('Control+Enter')
    await expect.poll(() => mine!.inputValue()).toBe('All is well')
    saved()
    await choice(page, 'All is well').waitFor()
    expect(await mine!.inputValue()).toBe('Something is rotten')
    await choice(page, 'All is well').getByRole('button', { name: 'Use this' }).click()
    await expect.poll(() => theirs!.inputValue()).toBe('All is well')
    expect(await choice(page, 'All is well').count()).toBe(0)
    await page.unroute(`**/streams/${stream}`)
  })

  test('the fields of a form that are saved together', async () => {
    const iago = world.web.world.client(world.web.url, 'iago')
    const { id } = await iago.ok(
      iago.post('/realm/filters', { pattern: 'act(?P<n>[0-9]+)', url_template: 'https://example.com/a/{n}' }),
    )
    await world.open('linkifiers')
    await button(page, 'Edit act(?P<n>[0-9]+)').click()
    await page.getByLabel('Address').first().fill('https://example.com/mine/{n}')
    await iago.ok(
      iago.patch(`/realm/filters/${id}`, {
        pattern: 'scene(?P<n>[0-9]+)',
        url_template: 'https://example.com/theirs/{n}',
      }),
    )
    const form = page.getByRole('form', { name: 'Edit scene(?P<n>[0-9]+)' })
    // What the person has not touched follows.
    expect(await form.getByLabel('Pattern').inputValue()).toBe('scene(?P<n>[0-9]+)')
    await choice(page, 'https://example.com/theirs/{n}').waitFor()
    await form.getByLabel('Address').press('Enter')
    await expect
      .poll(() => form.getByRole('button', { name: 'Use this' }).evaluate((one) => one.matches(':focus')))
      .toBe(true)
    await form.getByRole('button', { name: 'Keep mine' }).click()
    await button(page, 'Save').click()
    await world.other.getByText('https://example.com/mine/{n}').waitFor()
    await iago.ok(iago.delete(`/realm/filters/${id}`))
  })
})
