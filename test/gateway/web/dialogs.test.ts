import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { choose, messageWith } from './browsers.ts'

const CLIENT = 'gateway/web'
const TOPIC = 'dialogs'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const owner = web.world.client(web.url, 'desdemona')
  const to = 'Verona'
  await owner.ok(owner.post('/messages', { type: 'channel', to, topic: TOPIC, content: 'her own' }))
  const cordelia = web.world.client(web.url, 'cordelia')
  await cordelia.ok(cordelia.post('/messages', { type: 'channel', to, topic: TOPIC, content: 'of others' }))
  await owner.ok(owner.post('/saved_snippets', { title: 'Regards', content: 'Kind regards' }))
  await owner.ok(
    owner.post('/scheduled_messages', {
      type: 'channel',
      to: web.world.channelId(to),
      topic: 'later',
      content: 'wake up',
      scheduled_delivery_timestamp: 4_102_444_800,
    }),
  )
  const moderation_request_channel_id = web.world.channelId('core team')
  await owner.ok(owner.patch('/realm', { moderation_request_channel_id }))
  await owner.ok(owner.delete(`/users/${web.world.userId('othello')}`))
  page = await web.logIn('desdemona')
  page.setDefaultTimeout(20_000)
})
afterAll(() => web?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true }).click()
const profile = (name: string) => page.goto(`${web.url}/#user/${web.world.userId(name)}`)
const inTopic = async () => {
  await page.goto(web.topic('Verona', TOPIC))
  await messageWith(page, 'of others').waitFor()
}
const byKey = async (key: string) => {
  await inTopic()
  await messageWith(page, 'of others').focus()
  await page.keyboard.press(key)
}

type Field = readonly [
  role: 'textbox' | 'combobox' | 'checkbox' | 'switch' | 'radio' | 'button',
  name: string | RegExp,
]

/** How each dialog with fields is opened, and the field that then has the focus. */
const WITH_FIELDS: Readonly<Record<string, readonly (readonly [() => Promise<void>, Field])[]>> = {
  'compose/destination.tsx': [
    [
      async () => {
        await inTopic()
        await tool('Send somewhere else')
      },
      ['combobox', 'Conversation, person or channel'],
    ],
  ],
  'compose/widget-form/widget-dialog.tsx': [
    [
      async () => {
        await inTopic()
        await tool('New poll')
      },
      ['textbox', 'Question'],
    ],
  ],
  'compose/snippet-dialog.tsx': [
    [
      async () => {
        await inTopic()
        await press('Saved snippets')
        await press('Change the snippet Regards')
      },
      ['textbox', 'Title'],
    ],
  ],
  'later/remind-dialog.tsx': [
    [
      async () => {
        await inTopic()
        await choose(page, 'of others', 'Remind me…')
      },
      ['button', /^In half an hour/],
    ],
  ],
  'later/scheduled-dialog.tsx': [
    [
      async () => {
        await page.goto(`${web.url}/#scheduled`)
        await press('Change the scheduled message')
      },
      ['textbox', 'Topic'],
    ],
  ],
  'message/overlays/forward-dialog.tsx': [
    [() => byKey('<'), ['combobox', 'Conversation, person or channel']],
  ],
  'message/overlays/move-dialog.tsx': [
    [() => byKey('m'), ['combobox', 'Channel']],
    [
      async () => {
        await inTopic()
        await page
          .getByRole('main')
          .getByRole('button', { name: `Menu of ${TOPIC}` })
          .click()
        await page.getByRole('menuitem', { name: 'Rename or move…' }).click()
      },
      ['combobox', 'Topic'],
    ],
  ],
  'message/overlays/report-dialog.tsx': [
    [
      async () => {
        await inTopic()
        await choose(page, 'of others', 'Report…')
      },
      ['combobox', 'Reason'],
    ],
  ],
  'message/overlays/status-dialog.tsx': [
    [
      async () => {
        await press('Your account')
        await press('Your status…')
      },
      ['textbox', 'What you do'],
    ],
  ],
  'sidebar/views-dialog.tsx': [[() => press('Show and hide views'), ['switch', /Inbox/]]],
  'sidebar/new-message.tsx': [[() => press('New message'), ['combobox', 'To']]],
  'invite/invite-dialog.tsx': [
    [
      async () => {
        await page.goto(`${web.url}/#invite`)
      },
      ['textbox', /addresses/i],
    ],
  ],
  'person/deactivate-dialog.tsx': [
    [
      async () => {
        await profile('iago')
        await press('Deactivate')
      },
      ['checkbox', /mail/],
    ],
  ],
  'forms/merge-dialog.tsx': [
    [
      async () => {
        await profile('hamlet')
        await press('Merge with another account…')
      },
      ['combobox', 'The account that stays'],
    ],
  ],
  'person/erase-dialog.tsx': [
    [
      async () => {
        await profile('othello')
        await press('Erase the person…')
      },
      ['radio', /Keep/],
    ],
  ],
  'organization/general/deactivate.tsx': [
    [
      async () => {
        await page.goto(`${web.url}/#organization/deactivate`)
        await press('Deactivate…')
      },
      ['combobox', 'Delete the data'],
    ],
  ],
}

/** Other tests open these dialogs and expect the same. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'forms/confirm-identity.tsx': 'security.test.ts',
  'forms/picture/crop-dialog.tsx': 'forms/picture.test.ts',
  'organization/people/unclaimed.tsx': 'organization/bring-history.test.ts',
}

/** The reader fills in nothing there. */
const WITHOUT_FIELDS: readonly string[] = [
  'forms/confirm.tsx',
  'help/help-dialog.tsx',
  'keyboard/shortcut-list.tsx',
  'message/overlays/delete-topic-dialog.tsx',
  'message/overlays/lost-edit-dialog.tsx',
  'message/overlays/message-dialogs.tsx',
  'settings/recovery-codes.tsx',
]

test('every dialog is listed', () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  const found = files.filter(
    (file) => file.endsWith('.tsx') && /<Dialog\b/.test(readFileSync(`${CLIENT}/${file}`, 'utf8')),
  )
  const listed = [...Object.keys(WITH_FIELDS), ...Object.keys(ELSEWHERE), ...WITHOUT_FIELDS]
  expect(found.sort()).toEqual(listed.sort())
  for (const file of Object.values(ELSEWHERE))
    expect(readFileSync(`test/gateway/web/${file}`, 'utf8'), file).toContain(`locator(':focus')`)
})

describe.skipIf(browserMissing)('a dialog opens with the focus in its first field', () => {
  test.each(
    Object.entries(WITH_FIELDS).flatMap(([file, ways]) => ways.map((way) => [file, ...way] as const)),
  )('%s', async (_file, open, [role, name]) => {
    await page.goto(`${web.url}/#inbox`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await open()
    const dialog = page.getByRole('dialog')
    await dialog.locator(':focus').and(dialog.getByRole(role, { name })).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  })
})
