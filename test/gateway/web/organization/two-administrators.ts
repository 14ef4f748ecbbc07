import type { Page } from 'playwright-core'
import type { Client } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'

/** An owner and another administrator who have the pages of an organization open, side by side. */
export interface TwoAdministrators {
  readonly web: WebWorld
  /** An owner. */
  readonly page: Page
  /** An administrator, who is no owner. */
  readonly other: Page
  /** A member, over the API. */
  readonly member: Client
  open(section: string, ...windows: Page[]): Promise<void>
}

export async function twoAdministrators(): Promise<TwoAdministrators> {
  const web = await WebWorld.create()
  const page = await web.logIn('desdemona')
  const other = await web.logIn('iago')
  const open = async (section: string, ...windows: Page[]) => {
    for (const window of windows.length > 0 ? windows : [page, other]) {
      await window.evaluate(`location.hash = '#organization/${section}'`)
      await window.locator(`nav [aria-current][href="#organization/${section}"]`).waitFor()
    }
  }
  return { web, page, other, member: web.world.client(web.url, 'cordelia'), open }
}

export const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true })
export const field = (window: Page, name: string) => window.getByLabel(name, { exact: true })
export const problem = (window: Page, text: string | RegExp) =>
  window.getByRole('alert').filter({ hasText: text }).waitFor()

/** Removes an entry of a list, and says yes to the question. */
export async function remove(window: Page, what: string): Promise<void> {
  await button(window, `Remove ${what}`).click()
  await window
    .getByRole('dialog', { name: `Remove ${what}?` })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
}
