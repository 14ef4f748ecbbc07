import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { violations } from '../axe.ts'
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
    await form().getByText('Bad regular expression').waitFor()
    await button(page, 'Add').click()
    await problem(page, 'Bad regular expression')
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
