import { serialize } from 'bson'
import sharp from 'sharp'
import type { ArchiveFiles } from './tar.ts'

/**
 * Archives in the shape that `mongodump` gives a database of Rocket.Chat, with people and messages made up.
 */

export type Document = Record<string, unknown>

/** A time in the archive: a day in September 2020, and some seconds. */
export const at = (seconds: number): Date => new Date(1_600_000_000_000 + seconds * 1000)

const person = (id: string, username: string, name: string, more: Document = {}): Document => ({
  ...{ _id: id, username, name, type: 'user', active: true, roles: ['user'], createdAt: at(0) },
  emails: [{ address: `${username}@cove.test`, verified: true }],
  ...more,
})

const ANA = { _id: 'A', username: 'ana', name: 'Ana Reis' }
const BEN = { _id: 'B', username: 'ben.o', name: 'Ben Okoro' }

const message = (id: string, seconds: number, u: Document, msg: string, more: Document = {}): Document => ({
  ...{ _id: id, rid: 'GENERAL', ts: at(seconds), u, msg },
  ...more,
})

const member = (room: string, u: Document, seen: number | undefined, more: Document = {}): Document => ({
  ...{ _id: `${room}${u._id}`, rid: room, u, open: true },
  ...(seen !== undefined && { ls: at(seen) }),
  ...more,
})

/** The collections of an archive by their names. */
export async function rocketChatCollections(): Promise<Map<string, Document[]>> {
  const square = (size: number, colour: string) =>
    sharp({ create: { width: size, height: size, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const [shark, avatar, chart] = [
    await square(64, '#369'),
    await square(200, '#936'),
    await square(300, '#693'),
  ]
  const half = chart.length >> 1
  return new Map<string, Document[]>([
    [
      'users',
      [
        person('A', 'ana', 'Ana Reis', { roles: ['user', 'admin'], bio: 'Captain' }),
        person('B', 'ben.o', 'Ben Okoro'),
        person('C', 'cho', 'Cho', { roles: ['guest'] }),
        person('G', 'gone', 'Gone Away', { active: false, emails: undefined }),
        person('rocket.cat', 'rocket.cat', 'Rocket.Cat', { type: 'bot', emails: undefined }),
        person('V', 'guest-1', 'Visitor', { type: 'visitor' }),
      ],
    ],
    ['rocketchat_avatars', [{ _id: 'avatar-A', userId: 'A', name: 'ana.png' }]],
    ['rocketchat_avatars.chunks', [{ _id: 'c1', files_id: 'avatar-A', n: 0, data: avatar }]],
    [
      'rocketchat_room',
      [
        {
          _id: 'GENERAL',
          t: 'c',
          name: 'general',
          default: true,
          description: 'See #divers',
          ts: at(0),
          u: ANA,
        },
        { _id: 'P1', t: 'p', name: 'divers', fname: 'Divers', ts: at(1), teamId: 'T1', teamMain: true },
        { _id: 'RO', t: 'c', name: 'news', ro: true, archived: true, ts: at(2) },
        { _id: 'D1', t: 'd', uids: ['A', 'B'], usernames: ['ana', 'ben.o'] },
        { _id: 'D2', t: 'd', uids: ['A', 'X'] },
        { _id: 'DSC', t: 'c', prid: 'GENERAL', fname: 'New mast', name: 'x7' },
        { _id: 'DSP', t: 'p', prid: 'GENERAL', fname: 'Salaries', name: 'x8' },
        { _id: 'ANN', t: 'c', name: 'notices', ro: true, ts: at(3) },
        { _id: 'DSN', t: 'c', prid: 'DSC', fname: 'Its sail' },
        { _id: 'L1', t: 'l', fname: 'Visitor' },
      ],
    ],
    [
      'rocketchat_subscription',
      [
        member('GENERAL', ANA, 500, { f: true, roles: ['owner'] }),
        member('GENERAL', BEN, 32, { hideUnreadStatus: true }),
        member('GENERAL', { _id: 'C' }, undefined),
        member('ANN', BEN, undefined, { roles: ['moderator'] }),
        member('P1', ANA, 150),
        member('DSP', ANA, 500),
        member('DSC', BEN, 0),
        member('D1', ANA, 500),
        member('D1', BEN, 300),
      ],
    ],
    ['rocketchat_custom_emoji', [{ _id: 'E', name: 'reef', aliases: ['shark'], extension: 'png' }]],
    ['custom_emoji.chunks', [{ _id: 'c2', files_id: 'reef.png', n: 0, data: shark }]],
    ['rocketchat_uploads', [{ _id: 'F1', name: 'a b.png', type: 'image/png', store: 'GridFS:Uploads' }]],
    [
      'rocketchat_uploads.chunks',
      [
        { _id: 'c3', files_id: 'F1', n: 1, data: chart.subarray(half) },
        { _id: 'c4', files_id: 'F1', n: 0, data: chart.subarray(0, half) },
      ],
    ],
    [
      'rocketchat_message',
      [
        message('m3', 30, ANA, 'I *do*, see _it_ ~now~ `*a*` snake_case_name', { tmid: 'm2' }),
        message('m0', 1, BEN, 'ben.o', { t: 'uj' }),
        message(
          'm1',
          10,
          ANA,
          'Hello @ben.o. and @all, see #divers :white_check_mark: :reef: **b** `@ben.o`',
          {
            reactions: { ':+1:': { usernames: ['ben.o', 'nobody'] }, ':shark:': { usernames: ['ben.o'] } },
            starred: [{ _id: 'B' }],
            pinned: true,
          },
        ),
        message('m2', 20, BEN, 'Who has the *key*?', { tcount: 2, replies: ['A'], editedAt: at(25) }),
        message('m4', 40, BEN, '[ ](https://chat.cove.test/channel/general?msg=m1) yes', {
          attachments: [
            {
              message_link: 'https://chat.cove.test/channel/general?msg=m1',
              author_name: 'ana',
              text: 'Hello',
            },
          ],
        }),
        message('m5', 41, ANA, 'look https://chat.cove.test/channel/general?msg=m2', {
          files: [
            { _id: 'F1', name: 'a b.png', type: 'image/png' },
            { _id: 'T1', name: 'thumb-a b.png', type: 'image/png', typeGroup: 'thumb' },
            { _id: 'F9', name: 'lost.pdf', type: 'application/pdf' },
          ],
          attachments: [
            { type: 'file', title: 'a b.png', title_link: '/file-upload/F1/a%20b.png', description: 'chart' },
          ],
        }),
        message('m6', 42, { _id: 'rocket.cat', username: 'rocket.cat' }, 'Gale', {
          alias: 'Weather',
          bot: { i: '1' },
        }),
        message('m7', 43, ANA, 'rain', { t: 'room_changed_topic' }),
        message('m8', 44, ANA, '', { t: 'rm' }),
        message('m9', 45, ANA, 'old', { _hidden: true }),
        message('m10', 46, BEN, 'oak or pine?', { rid: 'DSC' }),
        message('m10b', 46.5, BEN, 'red', { rid: 'DSN' }),
        message('m11', 47, ANA, 'a lot', { rid: 'DSP' }),
        message('m12', 250, BEN, 'deep', { rid: 'P1' }),
        message('m13', 299, ANA, 'psst', { rid: 'D1' }),
        message('m14', 301, ANA, 'are you there?', { rid: 'D1' }),
        message('m14', 302, ANA, 'twice', { rid: 'D1' }),
        message('m15', 303, ANA, 'nowhere', { rid: 'D2' }),
        message('m16', 304, ANA, 'never', { ts: 'yesterday' }),
        message('m17', 305, { _id: 'Z', username: 'zed', name: 'Zed' }, 'from afar'),
      ],
    ],
  ])
}

/** The files of a dump with these collections. */
export function dumpOf(collections: ReadonlyMap<string, readonly Document[]>): ArchiveFiles {
  return new Map(
    [...collections].map(([name, documents]) => [
      `dump/rocketchat/${name}.bson`,
      Buffer.concat(documents.map((document) => serialize(document, { ignoreUndefined: true }))),
    ]),
  )
}
