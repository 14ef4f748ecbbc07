import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { button, problem, remove, type TwoAdministrators, twoAdministrators } from './two-administrators.ts'

let world: TwoAdministrators
beforeAll(async () => {
  if (!browserMissing) world = await twoAdministrators()
})
afterAll(() => world?.web.close())

describe.skipIf(browserMissing)('profile fields', () => {
  interface Field {
    readonly name: string
    readonly type: number
    readonly field_data: string
    readonly required: boolean
  }
  const stored = async (): Promise<Field[]> =>
    (await world.member.ok(world.member.get('/realm/profile_fields'))).custom_fields
  const form = () => world.page.getByRole('form', { name: 'New field' })

  test('of each kind are added', async () => {
    const { page, other } = world
    await world.open('profile-fields')
    await form().getByRole('textbox', { name: 'Name', exact: true }).fill('Phone')
    await form().getByLabel('Hint below the field').fill('By day.')
    await form().getByLabel('Ask everybody for it').check()
    await button(page, 'Add').click()
    await button(other, 'Edit Phone').waitFor()
    await form().getByLabel('Kind').selectOption('List of options')
    await form().getByRole('textbox', { name: 'Name', exact: true }).fill('Role')
    await form().getByRole('textbox', { name: 'Option 1', exact: true }).fill('Hero')
    await button(page, 'Add an option').click()
    await form().getByRole('textbox', { name: 'Option 2', exact: true }).fill('Hero')
    await button(page, 'Add').click()
    await problem(page, /\w/)
    await form().getByRole('textbox', { name: 'Option 2', exact: true }).fill('Fool')
    await button(page, 'Add').click()
    await button(other, 'Edit Role').waitFor()
    await form().getByLabel('Kind').selectOption('External account')
    await form()
      .getByLabel(/^Account/)
      .selectOption('GitHub')
    await button(page, 'Add').click()
    await button(other, 'Edit GitHub username').waitFor()
    await form().getByLabel('Kind').selectOption('External account')
    await form().getByRole('textbox', { name: 'Name', exact: true }).fill('Wiki')
    await form().getByLabel('Address of an account').fill('https://example.com/%(username)s')
    await button(page, 'Add').click()
    await button(other, 'Edit Wiki').waitFor()
    const fields = await stored()
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['Phone', 1],
      ['Role', 3],
      ['GitHub username', 7],
      ['Wiki', 7],
    ])
    expect(fields[0]!.required).toBe(true)
    expect(JSON.parse(fields[1]!.field_data)).toEqual({
      0: { text: 'Hero', order: '1' },
      1: { text: 'Fool', order: '2' },
    })
  })

  test('are changed, and an option that is renamed keeps its key', async () => {
    const { page, other } = world
    await button(page, 'Edit Role').click()
    const edit = page.getByRole('form', { name: 'Edit Role' })
    await edit.getByRole('textbox', { name: 'Option 2', exact: true }).fill('Jester')
    await button(page, 'Remove the option Hero').click()
    await button(other, 'Move Wiki').press('ArrowUp')
    await expect
      .poll(async () => (await stored()).map(({ name }) => name), { timeout: 20_000 })
      .toEqual(['Phone', 'Role', 'Wiki', 'GitHub username'])
    expect(await edit.getByRole('textbox', { name: 'Option 1', exact: true }).inputValue()).toBe('Jester')
    await button(page, 'Save').click()
    await edit.waitFor({ state: 'detached' })
    expect(JSON.parse((await stored())[1]!.field_data)).toEqual({ 1: { text: 'Jester', order: '1' } })
    await button(page, 'Edit GitHub username').click()
    const account = page.getByRole('form', { name: 'Edit GitHub username' })
    expect(await account.getByRole('textbox', { name: 'Name', exact: true }).count()).toBe(0)
    await account.getByLabel('Ask everybody for it').check()
    expect(await violations(page)).toBe('')
    await button(page, 'Save').click()
    await account.waitFor({ state: 'detached' })
    expect((await stored())[3]!.required).toBe(true)
  })

  test('are deleted', async () => {
    const { page, other } = world
    await remove(other, 'Phone')
    await button(page, 'Edit Phone').waitFor({ state: 'detached' })
    expect((await stored()).map(({ name }) => name)).not.toContain('Phone')
  })
})

describe.skipIf(browserMissing)('the bots of everybody', () => {
  test('get another name and owner, and are deactivated and reactivated', async () => {
    const { page, other, member, web } = world
    const { user_id } = await member.ok(
      member.post('/bots', { full_name: 'Prompter', short_name: 'prompter', bot_type: 1 }),
    )
    const bot = async () => (await member.ok(member.get(`/users/${user_id}`))).user
    await world.open('bots')
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('prompt')
    await page.getByText('1 bot', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('')
    await button(page, 'Edit Prompter').click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Souffleur')
    await name.press('Enter')
    await expect.poll(async () => (await bot()).full_name, { timeout: 20_000 }).toBe('Souffleur')
    await page.getByRole('combobox', { name: 'Another owner' }).fill('zo')
    await page.getByRole('listbox').getByRole('option', { name: 'Zoe' }).click()
    await expect
      .poll(async () => (await bot()).bot_owner_id, { timeout: 20_000 })
      .toBe(web.world.userId('zoe'))
    expect(await violations(page)).toBe('')
    await button(other, 'Deactivate Souffleur').click()
    await other.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
    await button(page, 'Reactivate Souffleur').click()
    await button(other, 'Deactivate Souffleur').waitFor()
    expect((await bot()).is_active).toBe(true)
  })
})
