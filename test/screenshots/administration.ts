import type { Page } from 'playwright-core'
import type { View } from './views.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading').first().waitFor()

const page = (name: string, text: string, path: string, prepare: View['prepare'] = heading): View => ({
  ...{ name, text, path: () => `/#${path}`, prepare },
  isSmall: true,
})

/** The pages that administer an organization, for docs/administration.md. */
export const ADMINISTRATION: readonly View[] = [
  page('begin', 'First steps of a new organization', 'begin'),
  page('invite', 'Inviting people by mail', 'organization/invitations', async (page) => {
    await page.getByRole('button', { name: 'Invite people' }).last().click()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .first()
      .fill('Ophelia <ophelia@example.com>, laertes@example')
  }),
  page('invitations', 'Invitations that wait for somebody', 'organization/invitations', (page) =>
    page.locator('.invitation').first().waitFor(),
  ),
  page('people', 'Everybody of the organization', 'organization/users', (page) =>
    page.locator('.user-line').first().waitFor(),
  ),
  {
    ...page('person', 'The page of a person', ''),
    path: ({ users }) => `/#user/${users.cordelia}`,
  },
  page('security', 'A second factor', 'settings/security'),
  page('permissions', 'Who may do what', 'organization/permissions'),
  {
    ...page('group', 'The members of a group', 'groups'),
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'stage crew' }).click()
      await page.getByRole('link', { name: 'Members' }).click()
    },
  },
  {
    ...page('channel', 'The permissions of a channel', ''),
    path: ({ channels }) => `/#channels/${channels.Verona}/Verona/permissions`,
  },
  page('linkifiers', 'Linkifiers', 'organization/linkifiers'),
  page('usage', 'How much the organization is used', 'organization/usage', (page) =>
    page.locator('.plot canvas').first().waitFor(),
  ),
  page('audit-log', 'Who changed what', 'organization/audit-log', (page) =>
    page.locator('.audit li').first().waitFor(),
  ),
]
