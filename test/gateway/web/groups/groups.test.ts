import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
/** Creates the groups, and so manages them. */
let iago: Page
/** A member without permissions on them at first. */
let hamlet: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  iago = await web.logIn('iago', { viewport: { width: 1280, height: 900 } })
  hamlet = await web.logIn('hamlet')
  for (const page of [iago, hamlet]) page.setDefaultTimeout(30_000)
})
afterAll(() => web?.close())

const as = (name: string) => web.world.client(web.url, name)
async function groupNamed(name: string): Promise<Body> {
  const cordelia = as('cordelia')
  const { user_groups } = await cordelia.ok(
    cordelia.get('/user_groups', { include_deactivated_groups: true }),
  )
  return (user_groups as Body[]).find((group) => group.name === name)!
}
async function open(page: Page, name: string, part: string): Promise<void> {
  const { id } = await groupNamed(name)
  await page.evaluate(`location.hash = '#groups/${id}/x/${part}'`)
  await page.getByRole('main').getByRole('heading', { level: 1, name }).waitFor()
  await page.locator(`nav [aria-current][href$="/${part}"]`).waitFor()
}
const problem = (text: string) => iago.getByRole('alert').filter({ hasText: text }).waitFor()

describe.skipIf(browserMissing)('groups', () => {
  test('are created with people and groups in them; the error of the server stands below the name', async () => {
    await iago.evaluate(`location.hash = '#groups'`)
    await iago.getByRole('heading', { name: 'There are no groups yet' }).waitFor()
    await iago.getByRole('link', { name: 'New group' }).click()
    await iago.getByLabel('Name', { exact: true }).fill('role:stage')
    await iago.getByRole('button', { name: 'Create the group' }).click()
    await problem('cannot start with')
    await iago.getByLabel('Name', { exact: true }).fill('stage crew')
    await iago.getByLabel('Description').fill('Who moves scenery')
    await iago.getByLabel('Members').fill('cord')
    await iago.getByLabel('Members').press('Enter')
    expect(await violations(iago)).toBe('')
    await iago.getByRole('button', { name: 'Create the group' }).click()
    await iago.getByRole('main').getByRole('heading', { level: 1, name: 'stage crew' }).waitFor()
    expect(await groupNamed('stage crew')).toMatchObject({
      description: 'Who moves scenery',
      members: [web.world.userId('iago'), web.world.userId('cordelia')].sort((a, b) => a - b),
    })
    await hamlet.evaluate(`location.hash = '#groups'`)
    await hamlet.getByRole('link', { name: /stage crew/ }).waitFor()
    expect(await violations(hamlet)).toBe('')
  })

  test('get and lose members and groups, live for others; one inside itself is refused by the server’s sentence', async () => {
    const owner = as('iago')
    await owner.ok(owner.post('/user_groups/create', { name: 'chorus', description: '', members: [] }))
    await open(iago, 'stage crew', 'members')
    await open(hamlet, 'stage crew', 'members')
    await iago.getByLabel('Add people').fill('zo')
    await iago.getByLabel('Add people').press('Enter')
    await hamlet.getByRole('main').getByRole('link', { name: 'Zoe' }).waitFor()
    await iago.getByRole('button', { name: 'Remove Zoe' }).click()
    await hamlet.getByRole('main').getByRole('link', { name: 'Zoe' }).waitFor({ state: 'detached' })
    // Many at once: pasted addresses, of which an unknown one stays, and everybody in a group.
    await iago.getByText('Paste many addresses').click()
    const addresses = iago.getByLabel('E-mail addresses, however they are separated')
    await addresses.fill('Zoe <zoe@demo.test>; othello@demo.test,\nnobody@demo.test')
    await iago.getByRole('button', { name: 'Add 3 addresses' }).click()
    await problem('No account that you can see has these addresses: nobody@demo.test')
    await hamlet.getByRole('main').getByRole('link', { name: 'Zoe' }).waitFor()
    await iago.getByText('Added 2 people.').waitFor()
    expect(await addresses.inputValue()).toBe('nobody@demo.test')
    expect(await violations(iago)).toBe('')
    await iago.getByLabel('Add people').fill('moder')
    await iago.getByRole('option', { name: 'Moderators Everybody in the group' }).click()
    const moderator = web.world.userId('shiva')
    await expect.poll(async () => (await groupNamed('stage crew')).members).toContain(moderator)
    await iago.getByLabel('Add a group').selectOption('chorus')
    await hamlet.getByRole('main').getByRole('link', { name: 'chorus' }).waitFor()
    await open(iago, 'chorus', 'members')
    await iago.getByLabel('Add a group').selectOption('stage crew')
    await problem('A group cannot contain itself.')
    await iago.getByLabel('Add a group').selectOption('chorus')
    await problem('A group cannot contain itself.')
    expect((await groupNamed('chorus')).direct_subgroup_ids).toEqual([])
    expect(await violations(iago)).toBe('')
    await open(iago, 'stage crew', 'members')
    await iago.getByRole('button', { name: 'Remove chorus' }).click()
    await hamlet.getByRole('main').getByRole('link', { name: 'chorus' }).waitFor({ state: 'detached' })
  })

  test('have permissions of people and groups, which others get at once', async () => {
    await open(iago, 'stage crew', 'permissions')
    await hamlet.getByRole('main').getByRole('heading', { level: 1, name: 'stage crew' }).waitFor()
    expect(await hamlet.getByRole('button', { name: 'Join' }).count()).toBe(0)
    const joining = iago.getByRole('combobox', { name: 'Who joins: add' })
    await joining.fill('Members')
    await joining.press('Enter')
    await hamlet.getByRole('button', { name: 'Join' }).click()
    await hamlet.getByRole('button', { name: 'Leave' }).waitFor()
    expect((await groupNamed('stage crew')).members).toContain(web.world.userId('hamlet'))
    await hamlet.getByRole('button', { name: 'Leave' }).click()
    await hamlet.getByRole('button', { name: 'Join' }).waitFor()
    const row = iago.locator('.setting', { hasText: 'Who manages the group' })
    await row.getByRole('combobox').fill('king')
    await row.getByRole('combobox').press('Enter')
    const remove = row.getByRole('button', { name: 'Who manages the group: remove King Hamlet' })
    await remove.waitFor()
    const managers = async () => (await groupNamed('stage crew')).can_manage_group.direct_members ?? []
    await expect.poll(managers).toContain(web.world.userId('hamlet'))
    expect(await violations(iago)).toBe('')
    await remove.click()
    await expect.poll(managers).not.toContain(web.world.userId('hamlet'))
  })

  test('say where they are used, and are deactivated only when nothing uses them', async () => {
    const owner = as('desdemona')
    const { id } = await groupNamed('stage crew')
    const before = (await owner.ok(owner.post('/register', { event_types: ['realm'] })))
      .realm_can_create_bots_group
    await owner.ok(owner.patch('/realm', { can_create_bots_group: { new: id } }))
    const verona = web.world.channelId('Verona')
    await owner.ok(owner.patch(`/streams/${verona}`, { can_send_message_group: { new: id } }))
    await open(iago, 'stage crew', 'general')
    await iago.getByText('Organization: who creates bots').waitFor()
    await iago.getByRole('main').getByRole('link', { name: '#Verona' }).waitFor()
    expect(await violations(iago)).toBe('')
    const deactivate = async () => {
      await iago.getByRole('button', { name: 'Deactivate the group' }).click()
      await iago.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    }
    await deactivate()
    await problem('Its uses are listed above.')
    expect((await groupNamed('stage crew')).deactivated).toBe(false)
    const everyone = (await groupNamed('role:everyone')).id
    await owner.ok(owner.patch(`/streams/${verona}`, { can_send_message_group: { new: everyone } }))
    await owner.ok(owner.patch('/realm', { can_create_bots_group: { new: before } }))
    await iago.getByText('No permission and no other group names it.').waitFor()
    await deactivate()
    await iago.getByText('This group is deactivated.').waitFor()
    expect((await groupNamed('stage crew')).deactivated).toBe(true)
    await iago.getByRole('button', { name: 'Activate the group again' }).click()
    await iago.getByRole('button', { name: 'Deactivate the group' }).waitFor()
    expect((await groupNamed('stage crew')).deactivated).toBe(false)
  })

  test('keep the name of each other, and members change nothing of them', async () => {
    const name = iago.getByLabel('Name', { exact: true })
    await name.fill('chorus')
    await name.press('Enter')
    await problem("User group 'chorus' already exists.")
    await open(hamlet, 'stage crew', 'general')
    expect(await hamlet.getByLabel('Name', { exact: true }).count()).toBe(0)
    expect(await hamlet.getByRole('button', { name: 'Deactivate the group' }).count()).toBe(0)
    await hamlet.evaluate(`location.hash = '#groups/99999/x/general'`)
    await hamlet.getByRole('heading', { name: 'This group is not here' }).waitFor()
  })
})
