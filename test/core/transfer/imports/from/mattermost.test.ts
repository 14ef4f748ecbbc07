import { beforeAll, describe, expect, test } from 'vitest'
import { world } from '../../../../gateway/routes/stage.ts'
import type { Body } from '../../../../harness/client.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import {
  at,
  mattermostFiles,
  mattermostLines,
  writeMattermostArchive,
} from '../../../../harness/moving/mattermost-archive.ts'
import {
  folder,
  importFrom,
  type Moved,
  newPath,
  setUpMovingStage,
} from '../../../../harness/moving/moving-stage.ts'

setUpMovingStage()

let moved: Moved
beforeAll(async () => {
  const path = newPath('zip')
  await writeMattermostArchive(path, mattermostLines(), await mattermostFiles())
  moved = await importFrom(path)
})

const as = (name: string) => moved.as(`${name}@reef.test`)
const idOf = (name: string) => moved.realm.users.byEmail(`${name}@reef.test`)!.id

async function messagesIn(reader: string, ...narrow: [string, unknown][]): Promise<Body[]> {
  const terms = JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand })))
  const parameters = { narrow: terms, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
  const client = as(reader)
  const { messages } = await client.ok(
    client.get('/messages', { ...parameters, allow_empty_topic_name: true }),
  )
  return messages
}

/** The contents that a person has not read. */
async function unread(reader: string): Promise<string[]> {
  return (await messagesIn(reader, ['is', 'unread'])).map(({ content }) => content)
}

describe('an archive with one team', () => {
  test('people keep roles, names, pictures and positions; bots and the deleted are deactivated', async () => {
    const { members } = await as('ana').ok(
      as('ana').get('/users', { client_gravatar: false, include_custom_profile_fields: true }),
    )
    const shown = (members as Body[]).map((member) => [
      ...[member.full_name, member.role, member.is_active, member.is_bot],
    ])
    expect(shown.sort()).toEqual(
      [
        ['Ana Reis', 100, true, false],
        ['Ben Okoro', 400, true, false],
        ['Cho', 600, true, false],
        ['Gone Away', 400, false, false],
        ['Tide Bot', 400, false, true],
        ['Weather', 400, false, true],
      ].sort(),
    )
    const ana = (members as Body[]).find(({ full_name }) => full_name === 'Ana Reis')!
    expect(Object.values(ana.profile_data as Record<string, Body>).map(({ value }) => value)).toEqual([
      'Captain',
      'ana',
    ])
    expect((await fetch(`${moved.origin}${ana.avatar_url}`)).headers.get('content-type')).toBe('image/png')
    const { realm_name } = await as('ana').ok(as('ana').get('/server_settings'))
    expect(realm_name).toBe('Reef')
  })

  test('threads are topics; mentions, channels, emoji and attachments become ours', async () => {
    const messages = await messagesIn('ana', ['channel', 'Town Square'])
    const ben = `@**Ben Okoro|${idOf('ben.o')}**`
    const thread = 'Who has the key? · 2020-09-13'
    expect(messages.map((row) => [row.subject, row.sender_full_name, row.content])).toEqual([
      ['', 'Ana Reis', `Hello ${ben}. and @**all**, see #**Divers** :check: :Reef Shark: \`@ben.o ~divers\``],
      [thread, 'Ben Okoro', 'Who has the **key**?'],
      [
        thread,
        'Ana Reis',
        expect.stringMatching(/^I do\n\[a b\.png\]\(\/user_uploads\/\d+\/\w\w\/\w+\/a-b\.png\)$/),
      ],
      [thread, 'Ben Okoro', 'Thanks @nobody'],
      [
        '',
        'Weather',
        'Now\n> [Storm](https://w.test/1)\n> **9** Bft\n> **Wind**: N\n\n> The **whole** forecast',
      ],
      ['', 'Ana Reis', '/me casts off'],
      ['', 'Notification Bot', 'Ana updated the channel header'],
      ['', 'Ana Reis', 'file\n(lost.pdf: not in the archive)\n(passwd: not in the archive)'],
    ])
    expect(messages[1]!.last_edit_timestamp).toBe(at(25) / 1000)
    expect(
      (messages[0]!.reactions as Body[]).map((row) => [row.emoji_name, row.reaction_type, row.user_id]),
    ).toEqual([
      ['+1', 'unicode_emoji', idOf('ben.o')],
      ['Reef Shark', 'realm_emoji', idOf('ben.o')],
    ])
  })

  test('a file is served to whoever may read its message, and to nobody else', async () => {
    const message = (await messagesIn('ana', ['channel', 'Town Square']))[2]!
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(message.content)![1]!
    const { attachments } = await as('ana').ok(as('ana').get('/attachments'))
    expect(attachments).toMatchObject([{ name: 'a b.png', messages: [{ id: message.id }] }])
    const { url } = await as('ben.o').ok(as('ben.o').get(path))
    expect((await fetch(`${moved.origin}${url}`)).headers.get('content-type')).toBe('image/png')
    expect((await as('cho').get(path)).status).toBe(403)
  })

  test('reading, stars and mentions are as they were', async () => {
    expect(await unread('ana')).toEqual(['deeper'])
    // Ben has looked at the channel before the end, and at the direct conversation between two messages.
    expect(await unread('ben.o')).toEqual([
      'Now\n> [Storm](https://w.test/1)\n> **9** Bft\n> **Wind**: N\n\n> The **whole** forecast',
      '/me casts off',
      'Ana updated the channel header',
      'file\n(lost.pdf: not in the archive)\n(passwd: not in the archive)',
      'are you there?',
    ])
    expect((await messagesIn('ben.o', ['is', 'starred'])).map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Hello/),
    ])
    expect((await messagesIn('ben.o', ['is', 'mentioned'])).map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Hello/),
    ])
  })

  test('followers of a thread follow its topic, and people keep their status', async () => {
    const { user_topics, user_status } = await as('ana').ok(
      as('ana').post('/register', { fetch_event_types: ['user_topic', 'user_status'] }),
    )
    const town = moved.realm.channels.byName('Town Square')!
    expect(user_topics).toMatchObject([
      { stream_id: town.id, topic_name: 'Who has the key? · 2020-09-13', visibility_policy: 3 },
    ])
    expect(user_status[idOf('ana')]).toMatchObject({ status_text: 'At sea', emoji_name: 'palm_tree' })
    expect(user_status[idOf('ben.o')]).toMatchObject({ status_text: 'Away' })
    const ben = await moved
      .as('ben.o@reef.test')
      .ok(as('ben.o').post('/register', { fetch_event_types: ['user_topic'] }))
    expect(ben.user_topics).toEqual([])
    const [end] = await world.sql<{ at: number }>(
      `SELECT extract(epoch FROM clear_at)::float8 AS at FROM user_status WHERE user_id = $1`,
      [idOf('ben.o')],
    )
    expect(end!.at).toBe(Date.UTC(2030, 4, 6, 7, 8, 9) / 1000)
  })

  test('channels keep privacy, archival, pins and mutes; names that differ in case alone get a number', async () => {
    const { subscriptions } = await as('ana').ok(as('ana').get('/users/me/subscriptions'))
    expect(
      (subscriptions as Body[]).map((row) => [row.name, row.invite_only, row.pin_to_top]).sort(),
    ).toEqual([
      ['Divers', true, true],
      ['Town Square', false, false],
    ])
    const divers = (subscriptions as Body[]).find(({ name }) => name === 'Divers')!
    expect(divers.can_administer_channel_group.direct_members).toEqual([idOf('ana')])
    const { streams } = await as('ana').ok(as('ana').get('/streams', { exclude_archived: false }))
    expect((streams as Body[]).map((row) => [row.name, row.is_archived, row.description]).sort()).toEqual([
      ['Divers', false, ''],
      ['Town Square', false, 'All of us — See #**Divers**'],
      ['Town square (2)', true, ''],
    ])
    expect((await as('cho').get('/streams')).body.streams).toEqual([])
    const ben = await as('ben.o').ok(as('ben.o').get('/users/me/subscriptions'))
    expect((ben.subscriptions as Body[]).map((row) => [row.name, row.is_muted]).sort()).toEqual([
      ['Divers', false],
      ['Town Square', true],
    ])
    expect((await messagesIn('ben.o', ['is', 'dm'])).map(({ content }) => content)).toEqual([
      ...['psst', 'are you there?', 'yes'],
    ])
  })

  test('the report says what is changed and left out', () => {
    const { notes } = moved.moved.report
    const leftOut = notes
      .filter(({ action }) => action === 'left out')
      .map(({ text, count }) => [text, count])
    expect(leftOut.sort()).toEqual(
      [
        ['roles and permissions', 1],
        ['lines of an unknown kind', 1],
        ['channels of other teams', 1],
        ['custom emoji without a picture or an id', 1],
        ['messages to a place that is not in the archive', 2],
        ['messages without a time', 1],
        ['messages: it is there twice', 1],
        ['pins: messages are not pinned here', 1],
        ['buttons of integrations', 1],
        ['favorite direct conversations: only channels are pinned here', 1],
        ['topic policies: it is there twice', 1],
        ['reactions: user is not in the archive', 1],
        ['reactions: emoji is not in the archive', 1],
        ['files whose bytes are missing', 2],
      ].sort(),
    )
  })
})

describe('an archive with two teams', () => {
  const lines = () => [
    ...mattermostLines(),
    { type: 'team', team: { name: 'other', display_name: 'Other', type: 'O' } },
    {
      type: 'channel',
      channel: { team: 'other', name: 'town-square', display_name: 'Town Square', type: 'O' },
    },
  ]

  test('becomes one organization with folders, in which a team by invitation stays closed', async () => {
    const path = newPath('zip')
    await writeMattermostArchive(path, lines())
    const both = await importFrom(path)
    const ana = both.as('ana@reef.test')
    const { streams } = await ana.ok(ana.get('/streams', { include_all: true }))
    expect((streams as Body[]).map((row) => [row.name, row.invite_only, row.folder_id]).sort()).toEqual([
      ['Divers', true, expect.any(Number)],
      ['Town Square (Other)', false, expect.any(Number)],
      ['Town Square', true, expect.any(Number)],
      ['X', false, expect.any(Number)],
    ])
    expect(new Set((streams as Body[]).map(({ folder_id }) => folder_id)).size).toBe(2)
    const { channel_folders } = await ana.ok(ana.get('/channel_folders'))
    expect((channel_folders as Body[]).map(({ name }) => name)).toEqual(['Reef', 'Other'])
  })

  test('gives one team when it is asked for, and refuses an unknown one', async () => {
    const path = newPath('zip')
    await writeMattermostArchive(path, lines())
    const one = await readArchive(path, folder, { teams: ['other'] })
    expect(one.report.counts).toContainEqual({ what: 'channels', found: 2, kept: 2 })
    await expect(readArchive(path, folder, { teams: ['pond'] })).rejects.toThrow(
      'The archive has no team "pond"; it has reef, other.',
    )
  })
})

describe('what the exporter leaves out or adds', () => {
  let later: Moved
  beforeAll(async () => {
    const post = (user: string, seconds: number, message: string, more = {}) => ({
      type: 'post',
      post: {
        ...{ team: 'reef', channel: 'divers', user, type: '', message, props: {}, create_at: at(seconds) },
        ...more,
      },
    })
    const path = newPath('zip')
    const lines = mattermostLines().filter(({ type }) => !/post|direct/.test(String(type)))
    const files = await mattermostFiles()
    await writeMattermostArchive(
      path,
      [
        ...lines,
        {
          type: 'bot',
          bot: { username: 'buoy', owner: 'ana', display_name: 'Buoy', profile_image: 'profile/ana.png' },
        },
        post('buoy', 5, 'hello'),
        // Ana has looked at the channel at 200, at one thread later, and at another one never.
        post('ben.o', 100, 'Late thread', {
          replies: [
            { user: 'ben.o', message: 'first', create_at: at(150) },
            { user: 'ben.o', message: 'second', create_at: at(250) },
            { user: 'ben.o', message: 'third', create_at: at(350) },
          ],
          thread_followers: [{ user: 'ana', last_viewed: at(300), unread_mentions: 0 }],
        }),
        post('ben.o', 110, 'Unseen thread', {
          replies: [{ user: 'ben.o', message: 'never seen', create_at: at(120) }],
          thread_followers: [{ user: 'ana', last_viewed: 0, unread_mentions: 1 }],
        }),
        // A participant without a time has never looked at it.
        {
          type: 'direct_channel',
          direct_channel: {
            participants: [{ username: 'ana', last_viewed_at: at(400) }, { username: 'ben.o' }],
          },
        },
        {
          type: 'direct_post',
          direct_post: {
            channel_members: ['ana', 'ben.o'],
            user: 'ana',
            message: 'psst',
            create_at: at(299),
          },
        },
      ],
      files,
    )
    later = await importFrom(path)
  })

  const unreadOf = async (name: string): Promise<string[]> => {
    const client = later.as(`${name}@reef.test`)
    const narrow = JSON.stringify([{ operator: 'is', operand: 'unread' }])
    const range = { narrow, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
    const { messages } = await client.ok(client.get('/messages', { ...range, allow_empty_topic_name: true }))
    return messages.map(({ content }: Body) => content)
  }

  test('followers of a thread have read it up to when they looked at it, and its first message with the channel', async () => {
    expect(await unreadOf('ana')).toEqual(['never seen', 'third'])
  })

  test('who has no time in a direct conversation has never looked at it', async () => {
    expect(await unreadOf('ben.o')).toEqual(['psst'])
  })

  test('bots keep their pictures', async () => {
    const ana = later.as('ana@reef.test')
    const { members } = await ana.ok(ana.get('/users', { client_gravatar: false }))
    const buoy = (members as Body[]).find(({ full_name }) => full_name === 'Buoy')!
    expect((await fetch(`${later.origin}${buoy.avatar_url}`)).headers.get('content-type')).toBe('image/png')
    expect(buoy.avatar_url).toMatch(/^\/user_avatars\//)
  })
})

describe('a broken archive is refused', () => {
  const deep = `{"type":"post","post":{"message":${'['.repeat(200)}${']'.repeat(200)}}}`
  test.each([
    ['no version', [{ type: 'team', team: { name: 'a' } }], 'its first line names no version'],
    ['a newer version', [{ type: 'version', version: 2 }], 'only version 1 can be read'],
    ['no line', [''], 'its first line names no version'],
    ['no team', [{ type: 'version', version: 1 }], 'has no team'],
    [
      'a line that is cut',
      [...mattermostLines(), '{"type":"post","post":{"mess'],
      'has a line that is no JSON',
    ],
    ['a deep line', [...mattermostLines(), deep], 'is nested too deeply'],
    [
      'a huge line',
      [...mattermostLines(), `{"type":"post","post":{"message":"${'x'.repeat(9_000_000)}"}}`],
      'is too large',
    ],
  ])('%s', async (_, lines, message) => {
    const path = newPath('zip')
    await writeMattermostArchive(path, lines)
    await expect(readArchive(path, folder)).rejects.toThrow(message)
  })
})
