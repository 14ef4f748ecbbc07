import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  markdownOf,
  type RocketChatNames,
} from '../../../../../core/transfer/imports/from/rocketchat/markdown.ts'
import type { Body } from '../../../../harness/client.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import {
  folder,
  importFrom,
  type Moved,
  setUpMovingStage,
  writeArchive,
} from '../../../../harness/moving/moving-stage.ts'
import {
  at,
  type Document,
  dumpOf,
  rocketChatCollections,
} from '../../../../harness/moving/rocketchat-archive.ts'
import type { ArchiveFiles } from '../../../../harness/moving/tar.ts'

setUpMovingStage()

let moved: Moved
let collections: Map<string, Document[]>
beforeAll(async () => {
  collections = await rocketChatCollections()
  moved = await importFrom(await writeArchive(dumpOf(collections)))
})

const as = (name: string) => moved.as(`${name}@cove.test`)
const idOf = (name: string) => moved.realm.users.byEmail(`${name}@cove.test`)!.id

async function messagesIn(reader: string, ...narrow: [string, unknown][]): Promise<Body[]> {
  const terms = JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand })))
  const parameters = { narrow: terms, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
  const client = as(reader)
  const { messages } = await client.ok(
    client.get('/messages', { ...parameters, allow_empty_topic_name: true }),
  )
  return messages
}

const contents = async (reader: string, ...narrow: [string, unknown][]): Promise<string[]> =>
  (await messagesIn(reader, ...narrow)).map(({ content }) => content)

describe('a database of Rocket.Chat', () => {
  test('people keep roles, names, pictures and biographies; bots and the deleted are deactivated', async () => {
    const { members } = await as('ana').ok(
      as('ana').get('/users', { client_gravatar: false, include_custom_profile_fields: true }),
    )
    const shown = (members as Body[]).map((row) => [row.full_name, row.role, row.is_active, row.is_bot])
    expect(shown.sort()).toEqual(
      [
        ['Ana Reis', 100, true, false],
        ['Ben Okoro', 400, true, false],
        ['Cho', 600, true, false],
        ['Gone Away', 400, false, false],
        ['Rocket.Cat', 400, false, true],
        ['Weather', 400, false, true],
        ['Zed', 400, false, false],
      ].sort(),
    )
    const ana = (members as Body[]).find(({ full_name }) => full_name === 'Ana Reis')!
    expect(Object.values(ana.profile_data as Record<string, Body>).map(({ value }) => value)).toEqual([
      ...['Captain', 'ana'],
    ])
    expect((await fetch(`${moved.origin}${ana.avatar_url}`)).headers.get('content-type')).toBe('image/png')
  })

  test('threads and discussions are topics; marks, names, quotations and files become ours', async () => {
    const messages = await messagesIn('ana', ['channel', 'general'])
    const ben = `@**Ben Okoro|${idOf('ben.o')}**`
    const thread = 'Who has the key? · 2020-09-13'
    const general = messages[0]!.stream_id
    const second = messages[1]!.id
    expect(messages.map((row) => [row.subject, row.sender_full_name, row.content])).toEqual([
      ['', 'Ana Reis', `Hello ${ben}. and @**all**, see #**Divers** :check: :reef: **b** \`@ben.o\``],
      [thread, 'Ben Okoro', 'Who has the **key**?'],
      [thread, 'Ana Reis', 'I **do**, see *it* ~~now~~ `*a*` snake_case_name'],
      ['', 'Ben Okoro', `yes\n> @**Ana Reis|${idOf('ana')}**:\n> Hello`],
      [
        '',
        'Ana Reis',
        expect.stringMatching(
          new RegExp(
            `^look http\\S+/#narrow/channel/${general}-general/near/${second}\n> chart\n\n\\[a b\\.png\\]\\(/user_uploads/\\d+/\\w\\w/\\w+/a-b\\.png\\)\n\\(lost\\.pdf: not in the archive\\)$`,
          ),
        ),
      ],
      ['', 'Weather', 'Gale'],
      ['', 'Notification Bot', 'Ana Reis: room changed topic rain'],
      ['', 'Ana Reis', '(deleted message)'],
      ['New mast', 'Ben Okoro', 'oak or pine?'],
      ['Its sail', 'Ben Okoro', 'red'],
      ['', 'Zed', 'from afar'],
    ])
    expect(messages[1]!.last_edit_timestamp).toBe(at(25).getTime() / 1000)
    expect((messages[0]!.reactions as Body[]).map((row) => [row.emoji_name, row.reaction_type])).toEqual([
      ['+1', 'unicode_emoji'],
      ['shark', 'realm_emoji'],
    ])
  })

  test('a file has its pieces in order, for whoever may read its message', async () => {
    const { attachments } = await as('ana').ok(as('ana').get('/attachments'))
    expect(attachments).toMatchObject([{ name: 'a b.png' }])
    const { url } = await as('ben.o').ok(as('ben.o').get(`/user_uploads/${attachments[0].path_id}`))
    const bytes = Buffer.from(await (await fetch(`${moved.origin}${url}`)).arrayBuffer())
    const pieces = collections.get('rocketchat_uploads.chunks')!
    expect(bytes).toEqual(Buffer.concat([pieces[1]!.data as Buffer, pieces[0]!.data as Buffer]))
  })

  test('reading, stars, mentions, pins and mutes are as they were', async () => {
    expect(await contents('ana', ['is', 'unread'])).toEqual(['deep'])
    expect(await contents('ben.o', ['is', 'dm'], ['is', 'unread'])).toEqual(['are you there?'])
    expect((await contents('ben.o', ['is', 'unread'])).slice(-1)).toEqual(['from afar'])
    expect(await contents('cho', ['is', 'unread'])).toEqual([])
    expect(await contents('ben.o', ['is', 'starred'])).toEqual([expect.stringMatching(/^Hello/)])
    expect(await contents('ben.o', ['is', 'mentioned'])).toEqual([expect.stringMatching(/^Hello/)])
    const ana = await as('ana').ok(as('ana').get('/users/me/subscriptions'))
    expect((ana.subscriptions as Body[]).map((row) => [row.name, row.pin_to_top]).sort()).toEqual([
      ['Divers', false],
      ['Salaries', false],
      ['general', true],
    ])
    const ben = await as('ben.o').ok(as('ben.o').get('/users/me/subscriptions'))
    expect((ben.subscriptions as Body[]).map((row) => [row.name, row.is_muted]).sort()).toEqual([
      ['general', true],
      ['notices', false],
    ])
  })

  test('a closed discussion of an open channel stays closed, and a read-only channel read-only', async () => {
    const { streams } = await as('ana').ok(
      as('ana').get('/streams', { exclude_archived: false, include_all: true }),
    )
    expect((streams as Body[]).map((row) => [row.name, row.invite_only, row.is_archived]).sort()).toEqual([
      ['Divers', true, false],
      ['Salaries', true, false],
      ['general', false, false],
      ['news', false, true],
      ['notices', false, false],
    ])
    const news = (streams as Body[]).find(({ name }) => name === 'news')!
    expect(news.stream_post_policy).toBe(4)
    const settingsOf = (of: string) => (streams as Body[]).find(({ name }) => name === of)!
    expect(settingsOf('notices').can_send_message_group.direct_members).toEqual([idOf('ben.o')])
    expect(settingsOf('notices').can_send_message_group.direct_subgroups).toHaveLength(1)
    expect(settingsOf('general').can_administer_channel_group.direct_members).toEqual([idOf('ana')])
    expect((streams as Body[]).find(({ name }) => name === 'Divers')!.folder_id).not.toBeNull()
    const denied = await as('ben.o').get('/messages', {
      ...{ narrow: JSON.stringify([{ operator: 'channel', operand: 'Salaries' }]), anchor: 'newest' },
      ...{ num_before: 1, num_after: 0 },
    })
    expect(denied.body.msg).toContain('Invalid narrow operator: unknown channel')
  })

  test('the report says what is left out', () => {
    const { notes } = moved.moved.report
    const leftOut = notes
      .filter(({ action }) => action === 'left out')
      .map(({ text, count }) => [text, count])
    expect(leftOut.sort()).toEqual(
      [
        ['visitors of the live chat', 1],
        ['rooms of the live chat', 1],
        ['direct conversations of people who are not in the archive', 1],
        ['former versions of messages, and notices without a text', 1],
        ['messages to a place that is not in the archive', 1],
        ['messages without a time', 1],
        ['messages: it is there twice', 1],
        ['pins: messages are not pinned here', 1],
        ['reactions: user is not in the archive', 1],
        ['files whose bytes are missing', 1],
      ].sort(),
    )
  })

  test('a dump that is packed gives the same archive', async () => {
    const packed: ArchiveFiles = new Map(
      [...dumpOf(collections)].map(([name, bytes]) => [`${name}.gz`, gzipSync(bytes)]),
    )
    const read = await readArchive(await writeArchive(packed), folder)
    expect(read.report.counts).toEqual(moved.moved.report.counts)
  })
})

describe('a broken dump is refused', () => {
  const withMessages = (bytes: Buffer): ArchiveFiles =>
    new Map([...dumpOf(collections), ['dump/rocketchat/rocketchat_message.bson', bytes]])
  const whole = () => dumpOf(collections).get('dump/rocketchat/rocketchat_message.bson') as Buffer
  const length = (value: number): Buffer => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32LE(value)
    return bytes
  }
  test.each([
    ['a file that is cut', () => whole().subarray(0, -3), 'is cut'],
    ['no BSON', () => Buffer.from('\u0000\u0000\u0000\u0000 hello'), 'is no BSON'],
    ['a negative length', () => length(-5), 'is no BSON'],
    ['a huge length', () => length(2_000_000_000), 'is too large'],
    [
      'a document that ends wrongly',
      () => Buffer.concat([whole().subarray(0, -1), Buffer.from('x')]),
      'cannot be read',
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(readArchive(await writeArchive(withMessages(bytes())), folder)).rejects.toThrow(message)
  })
})

test.each([
  ['*bold* and *a b*', '**bold** and **a b**'],
  ['_it_ and __under__', '*it* and *under*'],
  ['~gone~ ~~twice~~', '~~gone~~ ~~twice~~'],
  ['2*3*4 and a_b_c', '2*3*4 and a_b_c'],
  ['*_both_*', '***both***'],
  ['```\n*code*\n```\n*b*', '```\n*code*\n```\n**b**'],
  ['mail ana@cove.test, @ana', 'mail ana@cove.test, @**Ana**'],
  ['[ ](https://x.test/group/a?msg=abc) so', 'so'],
])('the text %s becomes %s', (given, expected) => {
  const names: RocketChatNames = {
    person: (name) => (name === 'ana' ? '@**Ana**' : undefined),
    channel: () => undefined,
    message: () => undefined,
    isCustomEmoji: () => false,
  }
  expect(markdownOf(given, names)).toBe(expected)
})
