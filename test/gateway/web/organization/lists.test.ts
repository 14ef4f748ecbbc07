import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import {
  button,
  field,
  problem,
  remove,
  type TwoAdministrators,
  twoAdministrators,
} from './two-administrators.ts'

let world: TwoAdministrators
beforeAll(async () => {
  if (!browserMissing) world = await twoAdministrators()
})
afterAll(() => world?.web.close())

describe.skipIf(browserMissing)('linkifiers', () => {
  const stored = async () => {
    const { linkifiers } = await world.member.ok(world.member.get('/realm/linkifiers'))
    return (linkifiers as { pattern: string; url_template: string }[]).map(
      ({ pattern, url_template }) => `${pattern} ${url_template}`,
    )
  }
  const form = () => world.page.getByRole('form', { name: 'New linkifier' })

  test('are tried out as the server understands them, and added', async () => {
    const { page, other } = world
    await world.open('linkifiers')
    await page.getByRole('heading', { name: 'There are no linkifiers yet' }).waitFor()
    await form().getByLabel('Pattern').fill('#(?P<id>[0-9]+')
    await form().getByLabel('Address').fill('https://example.com/{id}')
    await form().getByLabel('Try it out').fill('See #7, and #8!')
    await form().getByText('The pattern cannot be read').waitFor()
    await button(page, 'Add').click()
    await problem(page, 'The pattern cannot be read')
    await form().getByLabel('Pattern').fill('#(?P<id>[0-9]+)')
    await form().getByText('“#8” leads to').waitFor()
    expect(await form().locator('code').allInnerTexts()).toEqual([
      'https://example.com/7',
      'https://example.com/8',
    ])
    await form().getByLabel('Try it out').fill('Nothing#7')
    await form().getByText('Nothing in the text becomes a link.').waitFor()
    await button(page, 'Add').click()
    await button(other, 'Edit #(?P<id>[0-9]+)').waitFor()
    await expect.poll(() => form().getByLabel('Pattern').inputValue()).toBe('')
    expect(await stored()).toEqual(['#(?P<id>[0-9]+) https://example.com/{id}'])
  })

  test('are edited while somebody else removes another one', async () => {
    const { page, other } = world
    await world.member.ok(
      world.web.world.client(world.web.url, 'iago').post('/realm/filters', {
        pattern: 'PR(?P<id>[0-9]+)',
        url_template: 'https://example.com/pr/{id}',
      }),
    )
    await button(page, 'Edit #(?P<id>[0-9]+)').click()
    const edit = page.getByRole('form', { name: 'Edit #(?P<id>[0-9]+)' })
    await edit.getByLabel('Address').fill('https://example.com/issues/{id}')
    await remove(other, 'PR(?P<id>[0-9]+)')
    await button(page, 'Edit PR(?P<id>[0-9]+)').waitFor({ state: 'detached' })
    expect(await edit.getByLabel('Address').inputValue()).toBe('https://example.com/issues/{id}')
    await button(page, 'Save').click()
    await edit.waitFor({ state: 'detached' })
    expect(await stored()).toEqual(['#(?P<id>[0-9]+) https://example.com/issues/{id}'])
  })

  test('are ordered by keys and by dragging', async () => {
    const { page, other } = world
    const iago = world.web.world.client(world.web.url, 'iago')
    for (const name of ['A', 'B'])
      await iago.ok(
        iago.post('/realm/filters', {
          pattern: `${name}(?P<id>[0-9]+)`,
          url_template: `https://example.com/${name}/{id}`,
        }),
      )
    const names = async () => (await stored()).map((one) => one[0])
    const handle = button(page, 'Move B(?P<id>[0-9]+)')
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(names).toEqual(['#', 'B', 'A'])
    await page.keyboard.press('ArrowUp')
    await expect.poll(names).toEqual(['B', '#', 'A'])
    await page.locator('.handle[aria-label^="Move B"]:focus').waitFor({ timeout: 20_000 })
    await expect
      .poll(() => other.locator('.ordered li code:first-child').allInnerTexts())
      .toEqual(['B(?P<id>[0-9]+)', '#(?P<id>[0-9]+)', 'A(?P<id>[0-9]+)'])
    const from = (await handle.boundingBox())!
    const to = (await button(page, 'Move A(?P<id>[0-9]+)').boundingBox())!
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 5 })
    await page.mouse.up()
    await expect.poll(names).toEqual(['#', 'A', 'B'])
    // Another administrator adds one while a handle is held.
    const held = (await handle.boundingBox())!
    const first = (await button(page, 'Move #(?P<id>[0-9]+)').boundingBox())!
    await page.mouse.move(held.x + 5, held.y + 5)
    await page.mouse.down()
    await page.mouse.move(first.x + 5, first.y + 5, { steps: 5 })
    await iago.ok(
      iago.post('/realm/filters', { pattern: 'C(?P<id>[0-9]+)', url_template: 'https://example.com/C/{id}' }),
    )
    await button(page, 'Move C(?P<id>[0-9]+)').waitFor()
    await page.mouse.up()
    await expect.poll(names).toEqual(['B', '#', 'A', 'C'])
    expect(await violations(page)).toBe('')
  })
})

describe.skipIf(browserMissing)('code playgrounds', () => {
  test('are added and removed', async () => {
    const { page, other, member } = world
    await world.open('playgrounds')
    const form = page.getByRole('form', { name: 'New playground' })
    await form.getByLabel('Language of code blocks').fill('Rust')
    await form.getByLabel('Name').fill('Rust playground')
    await form.getByLabel('Address').fill('https://play.rust-lang.org/')
    await button(page, 'Add').click()
    await problem(page, 'Missing the required variable "code"')
    await form.getByLabel('Address').fill('https://play.rust-lang.org/?code={code}')
    await button(page, 'Add').click()
    await button(other, 'Remove Rust playground').waitFor()
    const known = async () =>
      (await member.ok(member.post('/register', { event_types: ['realm_playgrounds'] }))).realm_playgrounds
    expect(await known()).toMatchObject([{ name: 'Rust playground', pygments_language: 'Rust' }])
    await remove(other, 'Rust playground')
    await page.getByRole('heading', { name: 'There are no playgrounds yet' }).waitFor()
    expect(await known()).toEqual([])
  })
})

describe.skipIf(browserMissing)('allowed domains', () => {
  const stored = async () => (await world.member.ok(world.member.get('/realm/domains'))).domains

  test('are added, changed and removed by owners, and read by other administrators', async () => {
    const { page, other } = world
    await world.open('domains')
    await field(page, 'Domain').fill('nowhere')
    await button(page, 'Add').click()
    await problem(page, 'Domain must have at least one dot')
    await field(page, 'Domain').fill('example.com')
    await button(page, 'Add').click()
    const subdomains = (window: typeof page) => field(window, 'Subdomains of example.com too')
    await subdomains(other).waitFor()
    expect(await subdomains(other).isDisabled()).toBe(true)
    await other.getByText('Owners can change this: Desdemona.').waitFor()
    await subdomains(page).check()
    await expect.poll(() => subdomains(other).isChecked()).toBe(true)
    expect(await stored()).toEqual([{ domain: 'example.com', allow_subdomains: true }])
    await remove(page, 'example.com')
    await other.getByRole('heading', { name: 'No domain is allowed yet' }).waitFor()
    expect(await stored()).toEqual([])
    expect(await violations(page)).toBe('')
  })
})

describe.skipIf(browserMissing)('default channels', () => {
  const stored = async () => {
    const state = await world.member.ok(world.member.post('/register', { event_types: ['default_streams'] }))
    return (state.realm_default_streams as { name: string }[]).map(({ name }) => name)
  }

  test('are added and removed', async () => {
    const { page, other } = world
    await world.open('default-channels')
    await page.getByRole('combobox', { name: 'Add a default channel' }).fill('ver')
    await page.getByRole('listbox').getByRole('option', { name: 'Verona' }).click()
    await button(other, 'Verona: no longer a default channel').click()
    await button(page, 'Verona: no longer a default channel').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Add a default channel' }).fill('ro')
    await page.getByRole('listbox').getByRole('option', { name: 'Rome' }).click()
    await button(other, 'Rome: no longer a default channel').waitFor()
    expect(await stored()).toContain('Rome')
    expect(await stored()).not.toContain('Verona')
    await button(page, 'Rome: no longer a default channel').click()
    await expect.poll(stored, { timeout: 20_000 }).not.toContain('Rome')
    await page.locator('.action-notice').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stored).toContain('Rome')
  })

  test('stand in groups, which have a name and a description', async () => {
    const { page, other, member } = world
    const groups = async () =>
      (await member.ok(member.post('/register', { event_types: ['default_stream_groups'] })))
        .realm_default_stream_groups
    await world.open('channel-groups')
    const form = page.getByRole('form', { name: 'New group of channels' })
    await form.getByLabel('Name').fill('Design')
    await form.getByLabel('Description').fill('Sets and light.')
    await button(page, 'Add').click()
    await other.getByRole('combobox', { name: 'Add a channel to Design' }).fill('ven')
    await other.getByRole('listbox').getByRole('option', { name: 'Venice' }).click()
    await button(page, 'Remove Venice from Design').waitFor()
    const id = world.web.world.channelId('Venice')
    expect(await groups()).toMatchObject([{ name: 'Design', description: 'Sets and light.', streams: [id] }])
    await button(page, 'Edit Design').click()
    const edit = page.getByRole('form', { name: 'Edit Design' })
    await edit.getByLabel('Name').fill('Light')
    await button(other, 'Remove Venice from Design').click()
    await expect.poll(async () => (await groups())[0].streams, { timeout: 20_000 }).toEqual([])
    await other.locator('.action-notice').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await groups())[0].streams).toEqual([id])
    expect(await edit.getByLabel('Name').inputValue()).toBe('Light')
    await button(page, 'Save').click()
    await button(other, 'Edit Light').waitFor()
    expect(await violations(other)).toBe('')
    await remove(other, 'Light')
    await page.getByRole('heading', { name: 'There are no groups of channels yet' }).waitFor()
    expect(await groups()).toEqual([])
  })
})

describe.skipIf(browserMissing)('emoji', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('are shown before they are added, and deactivated', async () => {
    const { page, other, member } = world
    await world.open('emoji')
    const form = page.getByRole('form', { name: 'New emoji' })
    await form.getByLabel('Name').fill('Bad name!')
    await button(page, 'Add').click()
    await problem(page, 'Choose a picture.')
    const picture = form.getByLabel('Picture')
    const mimeType = 'image/png'
    await picture.setInputFiles({ name: 'large.png', mimeType, buffer: Buffer.alloc(6 * 2 ** 20) })
    await problem(page, 'The picture is larger than 5 MiB.')
    expect(await form.getByRole('img').count()).toBe(0)
    // A file that this browser cannot show stands there by its name, and the server judges it.
    await picture.setInputFiles({ name: 'notes.png', mimeType, buffer: Buffer.from('no picture') })
    await form.getByText('notes.png', { exact: true }).waitFor()
    expect(await form.getByRole('img').count()).toBe(0)
    await form.getByLabel('Name').fill('notes')
    await button(page, 'Add').click()
    await problem(page, /image/)
    const side = 10_000
    const wide = sharp({ create: { width: side, height: side, channels: 3, background: '#c52' } })
    await picture.setInputFiles({ name: 'wide.png', mimeType, buffer: await wide.png().toBuffer() })
    await form.getByLabel('Name').fill('wide')
    await button(page, 'Add').click()
    await problem(page, 'The picture has too many pixels.')
    await form.getByLabel('Name').fill('Bad name!')
    await form
      .getByLabel('Picture')
      .setInputFiles({ name: 'Party Parrot.png', mimeType: 'image/png', buffer: PNG })
    await form.getByRole('img', { name: 'How it will look' }).waitFor()
    await button(page, 'Add').click()
    await problem(page, 'Emoji names must contain only')
    await form.getByLabel('Name').fill('parrot')
    await button(page, 'Add').click()
    await button(other, 'Remove :parrot:').waitFor()
    expect(await violations(page)).toBe('')
    const names = async () => {
      const { emoji } = await member.ok(member.get('/realm/emoji'))
      const all = Object.values(emoji as Record<string, { name: string; deactivated: boolean }>)
      return all.filter(({ deactivated }) => !deactivated).map(({ name }) => name)
    }
    expect(await names()).toContain('parrot')
    await remove(other, ':parrot:')
    await button(page, 'Remove :parrot:').waitFor({ state: 'detached' })
    expect(await names()).not.toContain('parrot')
  })
})

describe.skipIf(browserMissing)('exports', () => {
  const stored = async () => {
    const iago = world.web.world.client(world.web.url, 'iago')
    return (await iago.ok(iago.get('/export/realm'))).exports
  }

  test('are started where the notice of a finished one leads, and show who consents', async () => {
    const { page, other, member } = world
    for (const window of [page, other]) {
      await window.evaluate("location.hash = '#organization/data-exports-admin'")
      await window.getByRole('heading', { name: 'There are no exports yet' }).waitFor()
    }
    await page.getByText(/^0 of \d+ people let exports/).waitFor()
    await member.ok(member.patch('/settings', { allow_private_data_export: true }))
    await page.getByText(/^1 of \d+ people let exports/).waitFor()
    await page.getByLabel('What it contains').selectOption('Also private data of people who consent')
    await button(page, 'Start the export').click()
    await problem(page, /owner/i)
    await page.getByLabel('What it contains').selectOption('Public data')
    await button(page, 'Start the export').click()
    await other.getByText('It is being made…').waitFor()
    expect(await stored()).toMatchObject([{ pending: true, export_type: 1 }])
    expect(await violations(other)).toBe('')
  })

  test('are downloaded and deleted once they are made', async () => {
    const { page, other } = world
    await world.web.world.sql(
      `UPDATE realm_export SET status = 'succeeded', storage_key = 'exports/nothing', size = 1, finished_at = now()`,
    )
    await page.reload()
    await page.getByRole('link', { name: /^Download the export of / }).waitFor()
    await page.getByRole('button', { name: /^Remove the export of / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await other.getByText(/^It was deleted on /).waitFor()
    await page.getByText(/^It was deleted on /).waitFor()
    expect((await stored())[0].deleted_timestamp).not.toBeNull()
  })

  test('are no page of members', async () => {
    const page = await world.web.logIn('hamlet')
    await page.goto(`${world.web.url}/#organization/exports`)
    await page.getByRole('navigation', { name: 'Pages of the organization' }).waitFor()
    expect(await page.locator('[href="#organization/exports"]').count()).toBe(0)
  })
})
