import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
/** An administrator. */
let iago: Page
/** An owner, who sees the invitations of everybody. */
let desdemona: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create({ INVITATIONS_PER_DAY: '6000', INVITATIONS_PER_DAY_OF_NEW_REALM: '6000' })
  iago = await web.logIn('iago', { viewport: { width: 1280, height: 900 } })
  desdemona = await web.logIn('desdemona')
  for (const page of [iago, desdemona]) page.setDefaultTimeout(20_000)
  await desdemona.evaluate(`location.hash = '#organization/invitations'`)
  await desdemona.getByRole('heading', { name: 'No invitation waits' }).waitFor()
})
afterAll(() => web?.close())

const as = (name: string) => web.world.client(web.url, name)
const pending = async (): Promise<Body[]> => {
  const owner = as('desdemona')
  return (await owner.ok(owner.get('/invites'))).invites as Body[]
}
const dialog = () => iago.getByRole('dialog', { name: 'Invite people' })
async function openDialog(): Promise<void> {
  await iago
    .getByRole('complementary', { name: 'People' })
    .getByRole('button', { name: 'Invite people' })
    .click()
  await dialog().waitFor()
}
/** As a person pastes, who has thousands of lines in the clipboard. */
const paste = (lines: readonly string[]) =>
  iago.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(lines.join('\n'))})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('dialog textarea').dispatchEvent(event)
  })()`)
const close = async () => {
  await dialog().getByRole('button', { name: 'Close' }).first().click()
  await dialog().waitFor({ state: 'detached' })
}

describe.skipIf(browserMissing)('people are invited', () => {
  test('by mail, to pasted addresses, with a role, channels and an end', async () => {
    await openDialog()
    await dialog().getByLabel('Addresses').fill('Ann <ann@example.com>; "Baker, Bob" <bob@example.com>')
    await dialog().getByText('2 addresses to invite').waitFor()
    await dialog().getByLabel('They join as').selectOption('Guest')
    await dialog().getByLabel('Valid for').selectOption('3 days')
    await dialog().getByLabel('Channels', { exact: true }).selectOption('Verona')
    expect(await violations(iago)).toBe('')
    await dialog().getByRole('button', { name: 'Invite 2 people' }).click()
    await dialog().getByText('2 people were invited.').waitFor()
    const [ann] = await pending()
    expect(ann).toMatchObject({ email: 'ann@example.com', invited_as: 600 })
    expect(Math.round((ann!.expiry_date - ann!.invited) / 86_400)).toBe(3)
    const [row] = await web.world.sql('SELECT channel_ids FROM invitation WHERE email = $1', [
      'bob@example.com',
    ])
    expect(row!.channel_ids).toEqual([web.world.channelId('Verona')])
    await desdemona.getByText('ann@example.com', { exact: true }).waitFor()
    await close()
  })

  test('after wrong addresses and members are named, and nothing is sent before they are left out', async () => {
    await openDialog()
    const before = (await pending()).length
    await dialog().getByLabel('Addresses').fill('cy@example.com, nonsense, hamlet@demo.test')
    await dialog().getByText('1 entry is no address').waitFor()
    await dialog().getByText('1 is a member already').waitFor()
    await dialog().getByRole('button', { name: 'Invite', exact: true }).click({ force: true })
    expect((await pending()).length).toBe(before)
    await dialog().getByRole('button', { name: 'Leave these 2 out' }).click()
    expect(await dialog().getByLabel('Addresses').inputValue()).toBe('cy@example.com')
    await dialog().getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog().getByText('1 person was invited.').waitFor()
    expect((await pending()).length).toBe(before + 1)
    await close()
  })

  test('and each address that the server refuses is named with the reason', async () => {
    await openDialog()
    await dialog().getByLabel('Addresses').fill('ann@example.com\ndee@example.com')
    await dialog().getByRole('button', { name: 'Invite 2 people' }).click()
    await dialog().getByText('1 person was invited.').waitFor()
    const row = dialog().getByRole('row', { name: 'ann@example.com' })
    expect(await row.innerText()).toContain('Is invited already.')
    expect(await violations(iago)).toBe('')
    await close()
  })

  test('5,000 at once: the 40 wrong ones are told before, and nothing is half done', async () => {
    await openDialog()
    const good = Array.from({ length: 4960 }, (_, n) => `person.number${n}@example.com`)
    const wrong = Array.from({ length: 40 }, (_, n) => `wrong${n}(at)example.com`)
    await paste([...good, ...wrong])
    await dialog().getByText('40 entries are no addresses').waitFor()
    await dialog().getByText('4960 addresses to invite').waitFor()
    const before = (await pending()).length
    await dialog().getByRole('button', { name: 'Leave these 40 out' }).click()
    await dialog().getByRole('button', { name: 'Invite 4960 people' }).click()
    await dialog().getByText('4960 people were invited.').waitFor({ timeout: 60_000 })
    expect((await pending()).length).toBe(before + 4960)
    await close()
    // The limit of the day refuses all of a list, and the sentence stands below the field.
    await openDialog()
    await paste(good.map((address) => `x${address}`))
    await dialog().getByRole('button', { name: 'Invite 4960 people' }).click()
    await dialog().getByRole('alert').filter({ hasText: 'no invitations were sent' }).waitFor()
    expect((await pending()).length).toBe(before + 4960)
    await close()
    await web.world.sql(`DELETE FROM invitation WHERE email LIKE 'person.%'`)
  })

  test('by a link, which is copied and works for others', async () => {
    await openDialog()
    await dialog().getByRole('button', { name: 'By a link' }).click()
    await dialog().getByRole('button', { name: 'Make the link' }).click()
    const link = await dialog().getByLabel('The link').inputValue()
    expect(link).toContain('/join/')
    expect((await fetch(link)).status).toBe(200)
    expect(await violations(iago)).toBe('')
    await close()
  })
})

describe.skipIf(browserMissing)('pending invitations', () => {
  test('are sent again and revoked, which others see at once', async () => {
    await desdemona.reload()
    const line = desdemona.getByRole('listitem').filter({ hasText: 'cy@example.com' })
    await line.getByRole('button', { name: 'Send again: cy@example.com' }).click()
    await line.getByText('Saved').waitFor()
    const [row] = await web.world.sql('SELECT mails FROM invitation WHERE email = $1', ['cy@example.com'])
    expect(row!.mails).toBe(2)
    expect(await violations(desdemona)).toBe('')
    await line.getByRole('button', { name: 'Revoke: cy@example.com' }).click()
    await desdemona.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await line.waitFor({ state: 'detached' })
    expect((await pending()).map(({ email }) => email)).not.toContain('cy@example.com')
    const link = desdemona.getByRole('listitem').filter({ hasText: 'Link, joins as: Member' })
    await link.waitFor()
    const other = as('iago')
    const { id } = (await pending()).find(({ is_multiuse }) => is_multiuse)!
    await other.ok(other.delete(`/invites/multiuse/${id}`))
    await link.waitFor({ state: 'detached' })
  })

  test('cannot be made by people without the permission, who see no button', async () => {
    const owner = as('desdemona')
    const groups = (await owner.ok(owner.get('/user_groups'))).user_groups as Body[]
    const admins = groups.find(({ name }) => name === 'role:administrators')!.id
    const hamlet = await web.logIn('hamlet')
    await hamlet
      .getByRole('complementary', { name: 'People' })
      .getByRole('button', { name: 'Invite people' })
      .waitFor()
    await owner.ok(
      owner.patch('/realm', {
        can_invite_users_group: { new: admins },
        create_multiuse_invite_group: { new: admins },
      }),
    )
    await hamlet
      .getByRole('complementary', { name: 'People' })
      .getByRole('button', { name: 'Invite people' })
      .waitFor({ state: 'detached' })
    // The address says who may.
    await hamlet.goto(`${web.url}/#invite`)
    const dialog = hamlet.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByText(/^You may not invite people here\. Who may: .*Administrators/).waitFor()
  })
})
