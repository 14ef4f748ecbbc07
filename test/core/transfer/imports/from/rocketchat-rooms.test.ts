import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../../../harness/client.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import {
  folder,
  importFrom,
  type Moved,
  setUpMovingStage,
  writeArchive,
} from '../../../../harness/moving/moving-stage.ts'

setUpMovingStage()

const OWNER = 'ana@cove.test'
const HTML_HEAD = '<meta http-equiv="content-type" content="text/html; charset=utf-8">'

/** The files as `Export messages` writes them: JSON lines for one room, HTML for another. */
function roomFiles(): Map<string, string | Buffer> {
  const line = (message: Body) => JSON.stringify(message)
  const at = (second: number) => new Date(Date.UTC(2021, 4, 6, 7, 8, second)).toISOString()
  return new Map<string, string | Buffer>([
    [
      'general.json',
      `${[
        line({ msg: 'User joined the channel', username: 'ben', ts: at(1), type: 'uj' }),
        line({ msg: 'Hello @ana and *all*', username: 'ben', ts: at(2) }),
        line({ msg: 'general', username: 'ana', ts: at(3), type: 'r' }),
        line({
          ...{ msg: 'see', username: 'ana', ts: at(4) },
          attachments: [
            {
              type: 'file',
              title: 'plan.txt',
              title_link: '/file-upload/f1/plan.txt',
              fileId: 'f1',
              fileName: 'plan.txt',
              remote: false,
            },
            { type: 'file', title: 'lost.txt', fileId: 'f2', fileName: 'lost.txt', remote: false },
          ],
        }),
        line({ msg: 'when?', username: 'ben', ts: 'yesterday' }),
        line({ msg: '', username: '', ts: at(5) }),
      ].join('\n')}\n`,
    ],
    [
      'harbour/GENERALxyz.html',
      `${HTML_HEAD}<p><strong>cho</strong> (Thu, 06 May 2021 07:08:06 GMT):
two
lines <script>alert(1)</script>
</p>
<p><strong>ben</strong> (Thu, 06 May 2021 07:08:07 GMT):<br/>
<i>User left the channel</i>
</p>
`.replace('GMT):\ntwo', 'GMT):<br/>\ntwo') +
        `<p><strong>cho</strong> (Thu, 06 May 2021 07:08:08 GMT):<br/>
here
<br/><a href="./assets/f3-a b.txt">a b</a>
</p>
`,
    ],
    ['assets/f1-plan.txt', 'the plan'],
    ['harbour/assets/f3-a b.txt', 'a and b'],
  ])
}

let moved: Moved
beforeAll(async () => {
  moved = await importFrom(await writeArchive(roomFiles()), { owner: OWNER })
})

describe('exports of single rooms of Rocket.Chat', () => {
  const messagesIn = async (channel: string): Promise<Body[]> => {
    const narrow = JSON.stringify([{ operator: 'channel', operand: channel }])
    const parameters = { narrow, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
    const client = moved.as(OWNER)
    const { messages } = await client.ok(
      client.get('/messages', { ...parameters, allow_empty_topic_name: true }),
    )
    return messages
  }

  test('become private channels with the messages, senders, times and files', async () => {
    const general = await messagesIn('general')
    expect(general.map((row) => [row.sender_full_name, row.content])).toEqual([
      ['ben', expect.stringMatching(/^Hello @\*\*ana\|\d+\*\* and \*\*all\*\*$/)],
      ['Notification Bot', 'ana: r general'],
      [
        'ana',
        expect.stringMatching(
          /^see\n\[plan\.txt\]\(\/user_uploads\/[^)]+\)\n\(lost\.txt: not in the archive\)$/,
        ),
      ],
      ['Somebody', '(empty message)'],
    ])
    expect(general[0]!.timestamp).toBe(Date.UTC(2021, 4, 6, 7, 8, 2) / 1000)
    const harbour = await messagesIn('GENERALxyz')
    expect(harbour.map((row) => [row.sender_full_name, row.content])).toEqual([
      ['cho', 'two\nlines <script>alert(1)</script>'],
      ['Notification Bot', 'ben: notice User left the channel'],
      ['cho', expect.stringMatching(/^here\n\[a b\.txt\]\(\/user_uploads\/[^)]+\)$/)],
    ])
    const client = moved.as(OWNER)
    const { subscriptions } = await client.ok(client.get('/users/me/subscriptions'))
    expect((subscriptions as Body[]).map((row) => [row.name, row.invite_only]).sort()).toEqual([
      ['GENERALxyz', true],
      ['general', true],
    ])
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(harbour[2]!.content)![1]!
    const { url } = await client.ok(client.get(path))
    expect(await (await fetch(`${moved.origin}${url}`)).text()).toBe('a and b')
  })

  test('the people who wrote in a room are in it, with internal addresses, and the named owner owns all', async () => {
    const client = moved.as(OWNER)
    const { members } = await client.ok(client.get('/users'))
    expect(
      (members as Body[])
        .filter(({ is_bot }) => !is_bot)
        .map((row) => [row.full_name, row.role])
        .sort(),
    ).toEqual([
      ['Somebody', 400],
      ['ana', 100],
      ['ana', 400],
      ['ben', 400],
      ['cho', 400],
    ])
    const general = moved.realm.channels.byName('general')!
    const { subscribers } = await client.ok(client.get(`/streams/${general.id}/members`))
    expect(subscribers).toHaveLength(3)
  })

  test('the report says what is missing', () => {
    const notes = moved.moved.report.notes.map(({ text, count }) => [text, count])
    expect(notes).toContainEqual([
      'rooms become private channels of the people who wrote in them: the archive does not say who may read them',
      2,
    ])
    expect(notes).toContainEqual(['messages without a time', 1])
    expect(notes).toContainEqual(['files whose bytes are missing', 1])
  })

  test('need somebody who owns the organization', async () => {
    await expect(readArchive(await writeArchive(roomFiles()), folder)).rejects.toThrow(
      'Nobody in the archive is an active owner: name one by the e-mail address, with --owner.',
    )
  })
})

describe('a broken export of a room is refused', () => {
  const deep = `{"msg":${'['.repeat(200)}${']'.repeat(200)}}`
  test.each([
    ['other JSON', 'a.json', '{"messages":[]}', 'is no export of a room'],
    ['other HTML', 'a.html', '<html><body>hello</body></html>', 'is no export of a room'],
    [
      'a line that is cut',
      'a.json',
      '{"msg":"x","username":"a","ts":"2021-01-01"}\n{"msg":"y',
      'has a line that is no JSON',
    ],
    [
      'a deep line',
      'a.json',
      `{"msg":"x","username":"a","ts":"2021-01-01"}\n${deep}`,
      'is nested too deeply',
    ],
    [
      'a huge message of HTML',
      'a.html',
      `${HTML_HEAD}<p><strong>a</strong> (Thu, 06 May 2021 07:08:06 GMT):<br/>\n${'x'.repeat(9_000_000)}`,
      'is too large',
    ],
  ])('%s', async (_, name, text, message) => {
    const read = readArchive(await writeArchive(new Map([[name, text]])), folder, { owner: OWNER })
    await expect(read).rejects.toThrow(message)
  })
})
