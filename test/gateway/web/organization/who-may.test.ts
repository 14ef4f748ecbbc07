import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let member: Page
let guest: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  member = await web.logIn('hamlet')
  guest = await web.logIn('polonius')
  for (const page of [member, guest]) page.setDefaultTimeout(30_000)
})
afterAll(() => web?.close())

const open = (page: Page, hash: string) => page.evaluate(`location.hash = '#${hash}'`)
const owner = () => web.world.client(web.url, 'desdemona')
const says = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor()
async function groupNamed(name: string): Promise<{ id: number }> {
  const { realm_user_groups } = await owner().ok(
    owner().post('/register', { fetch_event_types: ['realm_user_groups'] }),
  )
  return realm_user_groups.find((one: { name: string }) => one.name === name)
}

describe.skipIf(browserMissing)('who may not do something reads who may', () => {
  test.each([
    ['audit-log', 'Audit log', 'Administrators see this page: Desdemona and Iago.'],
    ['usage', 'Usage', 'Administrators see this page: Desdemona and Iago.'],
    ['deactivate', 'Deactivation', 'Owners see this page: Desdemona.'],
  ])('at the address of the page %s', async (section, title, text) => {
    await open(member, `organization/${section}`)
    await member.getByRole('heading', { level: 2, name: title }).waitFor()
    await says(member, text)
    expect(await member.locator(`nav [href="#organization/${section}"]`).count()).toBe(0)
    expect(await violations(member)).toBe('')
  })

  test('and finds no button that logs everybody out', async () => {
    await open(member, 'organization/joining')
    await says(member, 'Administrators can change this: Desdemona and Iago.')
    expect(await member.getByRole('button', { name: 'Log everybody out' }).isDisabled()).toBe(true)
  })

  test('as a guest, at the address of invitations', async () => {
    await open(guest, 'organization/invitations')
    await says(guest, 'Guests do not see this page.')
  })

  test('before creating groups and channels, and inviting people', async () => {
    const { id } = await groupNamed('role:moderators')
    await owner().ok(
      owner().patch('/realm', {
        can_create_groups: { new: id },
        can_create_public_channel_group: {
          new: { direct_members: [web.world.userId('zoe')], direct_subgroups: [id] },
        },
        can_create_private_channel_group: { new: id },
        can_create_bots_group: { new: id },
        can_create_write_only_bots_group: { new: id },
      }),
    )
    await open(member, 'groups')
    await member.getByRole('main').getByRole('link', { name: 'New group' }).click()
    await says(member, 'Who may: Moderators.')
    await open(member, 'channels')
    await member.getByRole('main').getByRole('link', { name: 'New channel' }).click()
    await says(member, 'Who may: Moderators and Zoe.')
    await open(member, 'settings/bots')
    await says(member, 'You may not create bots here. Who may: Moderators.')
    expect(await violations(member)).toBe('')
  })

  test('on the page of a group that others manage', async () => {
    const desdemona = web.world.userId('desdemona')
    const can_manage_group = { direct_members: [desdemona], direct_subgroups: [] }
    const { group_id: actors } = await owner().ok(
      owner().post('/user_groups/create', {
        name: 'Actors',
        description: '',
        members: [web.world.userId('hamlet')],
        can_manage_group,
      }),
    )
    for (const part of ['general', 'members', 'permissions']) {
      await open(member, `groups/${actors}/Actors/${part}`)
      await says(member, 'Who may: Owners and Desdemona.')
    }
    expect(await violations(member)).toBe('')
  })
})
