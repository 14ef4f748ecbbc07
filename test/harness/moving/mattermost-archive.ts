import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** Archives in the shape of Mattermost's bulk export, with people and messages made up. */

type Row = Record<string, unknown>

/** Milliseconds of a time in the archive: a day in September 2020, and some seconds. */
export const at = (seconds: number): number => 1_600_000_000_000 + seconds * 1000

const line = (type: string, value: Row): Row => ({ type, [type]: value })

const user = (username: string, first: string, last: string, channels: readonly Row[], more: Row = {}): Row =>
  line('user', {
    ...{ username, email: `${username}@reef.test`, auth_service: null, nickname: '', position: '' },
    ...{ first_name: first, last_name: last, roles: 'system_user', locale: 'en', delete_at: 0 },
    teams: [{ name: 'reef', roles: 'team_user', channels }],
    ...more,
  })

const member = (name: string, lastViewed: number | undefined, more: Row = {}): Row => ({
  ...{ name, roles: 'channel_user', favorite: false, last_viewed_at: lastViewed },
  ...more,
})

const post = (username: string, seconds: number, message: string, more: Row = {}): Row =>
  line('post', {
    ...{ team: 'reef', channel: 'town-square', user: username, type: '', message },
    ...{ props: {}, create_at: at(seconds), edit_at: 0 },
    ...more,
  })

/** The lines of an archive with one team. */
export function mattermostLines(): Row[] {
  const everybody = (viewed: number | undefined) => member('town-square', viewed)
  return [
    { type: 'version', version: 1 },
    line('emoji', { name: 'Reef Shark', image: 'emoji/shark.png' }),
    line('emoji', { name: 'lost', image: 'emoji/lost.png' }),
    line('role', { name: 'system_user' }),
    line('team', { name: 'reef', display_name: 'Reef', type: 'I', description: '' }),
    line('channel', {
      ...{ team: 'reef', name: 'town-square', display_name: 'Town Square', type: 'O' },
      ...{ header: 'See ~divers', purpose: 'All of us' },
    }),
    line('channel', {
      team: 'reef',
      name: 'divers',
      display_name: 'Divers',
      type: 'P',
      header: '',
      purpose: '',
    }),
    line('channel', { team: 'reef', name: 'old', display_name: 'Town square', type: 'O', deleted_at: at(9) }),
    line('channel', { team: 'other', name: 'x', display_name: 'X', type: 'O' }),
    user(
      'ana',
      'Ana',
      'Reis',
      [
        everybody(at(100)),
        member('divers', at(200), { favorite: true, roles: 'channel_user channel_admin' }),
      ],
      {
        ...{ roles: 'system_user system_admin', profile_image: 'profile/ana.png', position: 'Captain' },
        custom_status: { emoji: 'palm_tree', text: 'At sea', expires_at: '0001-01-01T00:00:00Z' },
      },
    ),
    user(
      'ben.o',
      'Ben',
      'Okoro',
      [{ ...everybody(at(32)), notify_props: { mark_unread: 'mention' } }, member('divers', undefined)],
      {
        props: {
          customStatus: '{"emoji":"no_such_emoji","text":"Away","expires_at":"2030-05-06T07:08:09Z"}',
        },
      },
    ),
    user('cho', '', '', [everybody(0)], { nickname: 'Cho', roles: 'system_guest', teams: [] }),
    user('gone', 'Gone', 'Away', [], { delete_at: at(5), email: 'ANA@reef.test' }),
    line('bot', { username: 'tide', owner: 'ana', display_name: 'Tide Bot' }),
    post('ana', 1, 'Ana joined', { type: 'system_join_channel', props: { username: 'ana' } }),
    post('ana', 10, 'Hello @ben.o. and @all, see ~divers :white_check_mark: :Reef Shark: `@ben.o ~divers`', {
      reactions: [
        { user: 'ben.o', emoji_name: '+1', create_at: at(11) },
        { user: 'ben.o', emoji_name: '+1', create_at: at(12) },
        { user: 'ben.o', emoji_name: 'Reef Shark', create_at: at(12) },
        { user: 'nobody', emoji_name: '+1', create_at: at(12) },
        { user: 'ana', emoji_name: 'no_such_emoji', create_at: at(12) },
      ],
      flagged_by: ['ben.o', 'nobody'],
      is_pinned: true,
    }),
    post('ben.o', 20, 'Who has the **key**?', {
      edit_at: at(25),
      thread_followers: [
        { user: 'ana', last_viewed: at(36), unread_mentions: 0 },
        { user: 'ana', last_viewed: at(36), unread_mentions: 0 },
        { user: 'nobody', last_viewed: 0, unread_mentions: 0 },
      ],
      replies: [
        {
          user: 'ana',
          message: 'I do',
          create_at: at(30),
          edit_at: 0,
          attachments: [{ path: '20200913/a b.png' }],
        },
        { user: 'ben.o', message: 'Thanks @nobody', create_at: at(35), edit_at: 0 },
      ],
    }),
    post('ben.o', 20, 'Who has the **key**?'),
    post('tide', 40, '', {
      props: {
        from_webhook: 'true',
        override_username: 'Weather',
        attachments: [
          {
            ...{ pretext: 'Now', title: 'Storm', title_link: 'https://w.test/1', text: '**9** Bft' },
            fields: [{ title: 'Wind', value: 'N', short: true }],
            actions: [{ name: 'Take shelter', integration: { url: 'https://w.test/act' } }],
          },
        ],
        card: 'The **whole** forecast',
      },
    }),
    post('ana', 50, '*casts off*', { type: 'me' }),
    post('ana', 60, 'Ana updated the channel header', { type: 'system_header_change' }),
    post('ana', 61, 'file', { attachments: [{ path: '20200913/lost.pdf' }, { path: '../../etc/passwd' }] }),
    post('ana', 62, 'somewhere', { channel: 'nowhere' }),
    post('ana', 63, 'never', { create_at: 'yesterday' }),
    post('ana', 150, 'deep', { channel: 'divers' }),
    post('ben.o', 250, 'deeper', { channel: 'divers' }),
    line('direct_channel', {
      members: ['ana', 'ben.o'],
      favorited_by: ['ana'],
      participants: [
        { username: 'ana', last_viewed_at: at(400) },
        { username: 'ben.o', last_viewed_at: at(300) },
      ],
    }),
    line('direct_post', {
      ...{ channel_members: ['ana', 'ben.o'], user: 'ana', message: 'psst', create_at: at(299), replies: [] },
    }),
    line('direct_post', {
      ...{ channel_members: ['ana', 'ben.o'], user: 'ana', message: 'are you there?', create_at: at(301) },
      replies: [{ user: 'ben.o', message: 'yes', create_at: at(302) }],
    }),
    line('direct_post', {
      channel_members: ['ana', 'stranger'],
      user: 'ana',
      message: 'lost',
      create_at: at(303),
    }),
    { type: 'future_thing', future_thing: {} },
  ]
}

/** The files that the lines name. */
export async function mattermostFiles(): Promise<Map<string, Buffer>> {
  const square = (size: number, colour: string) =>
    sharp({ create: { width: size, height: size, channels: 3, background: colour } })
      .png()
      .toBuffer()
  return new Map([
    ['data/emoji/shark.png', await square(64, '#336699')],
    ['data/profile/ana.png', await square(200, '#993366')],
    ['data/20200913/a b.png', await square(300, '#669933')],
  ])
}

/** Writes an archive with these lines and files. */
export async function writeMattermostArchive(
  path: string,
  lines: readonly (Row | string)[],
  files: ReadonlyMap<string, Buffer> = new Map(),
): Promise<void> {
  const zip = new ZipFile()
  const text = lines.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
  zip.addBuffer(Buffer.from(`${text}\n`), 'import.jsonl')
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
