import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CHANNEL_LISTS,
  CHANNEL_PARTS,
  GROUP_PARTS,
  ORGANIZATION_SECTIONS,
  type Route,
  SETTINGS_SECTIONS,
} from '../../../gateway/web/model/route.ts'
import { violationsInBothThemes } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

const UNKNOWN = '#nowhere'
const SECTION = /^#(?:settings|organization\/|channels\/\d|groups\/\d)/
const sections = (view: string, parts: readonly string[]) => parts.map((part) => `#${view}/${part}`)

/** Addresses of every view of the web client. A new view fails the types until it has one here. */
const addresses: Readonly<Record<Route['view'], readonly string[]>> = {
  start: ['#'],
  inbox: ['#inbox'],
  recent: ['#recent'],
  drafts: ['#drafts'],
  scheduled: ['#scheduled'],
  reminders: ['#reminders'],
  channels: sections('channels', CHANNEL_LISTS),
  channel: sections('channels/CHANNEL/Verona', CHANNEL_PARTS),
  'new-channel': ['#channels/new'],
  folders: ['#channels/folders'],
  begin: ['#begin'],
  user: ['#user/PERSON'],
  groups: ['#groups'],
  'new-group': ['#groups/new'],
  group: sections('groups/GROUP/cooks', GROUP_PARTS),
  settings: sections('settings', SETTINGS_SECTIONS),
  organization: ['#organization', ...sections('organization', ORGANIZATION_SECTIONS)],
  messages: ['#feed', '#narrow/is/mentioned', '#narrow/has/reaction/sender/me', '#narrow/is/starred'],
  named: ['#narrow/channel/Verona/topic/balcony'],
  message: ['#narrow/id/MESSAGE'],
  // accessibility-overlays.test.ts
  dialog: [],
  unknown: [UNKNOWN],
}

let web: WebWorld
let group: number
let message: number
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const owner = web.world.client(web.url, 'desdemona')
  const members = [web.world.userId('cordelia')]
  const made = { name: 'cooks', description: 'They cook', members }
  group = (await owner.ok(owner.post('/user_groups/create', made))).group_id as number
  const text = { type: 'channel', to: 'Verona', topic: 'balcony', content: 'a first line' }
  message = (await owner.ok(owner.post('/messages', text))).id as number
})
afterAll(() => web?.close())

describe.skipIf(browserMissing)('in the light and the dark theme axe finds nothing', () => {
  let page: Page
  beforeAll(async () => {
    if (browserMissing) return
    page = await web.logIn('desdemona', { colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(web.topic('Verona', 'balcony'))
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('`code`, **words**, #**Verona** and :tada:')
    await box.press('Control+Enter')
    await page.getByRole('log').getByRole('article').locator('strong').first().waitFor()
  })

  test.each(Object.values(addresses).flat())('in %s', async (address) => {
    const hash = address
      .replace('CHANNEL', String(web.world.channelId('Verona')))
      .replace('PERSON', String(web.world.userId('cordelia')))
      .replace('GROUP', String(group))
      .replace('MESSAGE', String(message))
    await page.goto(`${web.url}/${hash}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    if (SECTION.test(hash)) {
      await page.locator(`[aria-current][href="${hash}"]`).waitFor()
      await page.locator('.part > *').first().waitFor()
    }
    const isUnknown = hash === UNKNOWN
    expect(await page.getByText('There is nothing at this address').count()).toBe(isUnknown ? 1 : 0)
    expect(await violationsInBothThemes(page)).toBe('')
  })

  test('in the combined feed, where no day is drawn far below its beginning', async () => {
    await page.goto(`${web.url}/#feed`)
    await page.getByRole('main').getByRole('heading', { level: 2, name: 'balcony' }).first().waitFor()
  })

  test('in a topic with completions, the menu of sending and the list of keys', async () => {
    await page.goto(web.topic('Verona', 'balcony'))
    await page.getByRole('log').getByRole('article').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.pressSequentially('@cor')
    await page.getByRole('option').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await box.press('Enter')
    await page.getByRole('button', { name: 'When to send' }).click()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
    await box.fill('')
    await page.getByRole('log').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.keyboard.press('Escape')
  })
})
