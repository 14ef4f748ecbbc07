import { beforeAll, expect, test } from 'vitest'
import type { Body } from '../../../../../harness/client.ts'
import {
  importFrom,
  type Moved,
  newPath,
  setUpMovingStage,
} from '../../../../../harness/moving/moving-stage.ts'
import { slackFiles, writeZip } from '../../../../../harness/moving/slack-archive.ts'

setUpMovingStage()

let moved: Moved
beforeAll(async () => {
  const path = newPath('zip')
  await writeZip(path, slackFiles())
  moved = await importFrom(path)
})

const mara = () => moved.as('u1@quay.test')
const idOf = (email: string) => moved.realm.users.byEmail(email)!.id
async function messagesIn(...narrow: [string, unknown][]): Promise<Body[]> {
  const terms = JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand })))
  const parameters = { narrow: terms, anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
  const { messages } = await mara().ok(
    mara().get('/messages', { ...parameters, allow_empty_topic_name: true }),
  )
  return messages
}

test('people keep their roles, and bots, strangers and the deleted are deactivated', async () => {
  const { members } = await mara().ok(mara().get('/users', { client_gravatar: false }))
  const shown = (members as Body[]).map((member) => [
    member.full_name,
    member.role,
    member.is_active,
    member.is_bot,
  ])
  expect(shown.sort()).toEqual(
    [
      ['Mara Quay', 100, true, false],
      ['Jón Sker', 200, true, false],
      ['Old Hand', 400, false, false],
      ['Vera Guest', 600, true, false],
      ['Tide bot', 400, false, true],
      ['Weather', 400, false, true],
      ['Buoy', 400, false, true],
      ['Slackbot', 400, false, false],
      ['Stranger Far', 400, false, false],
    ].sort(),
  )
})

test('threads are topics, everything else is in the topic without a name', async () => {
  const messages = await messagesIn(['channel', 'general'])
  const jon = `@**Jón Sker|${idOf('u2@quay.test')}**`
  const boats = '#**boats**'
  const second = messages.find(({ content }) => content.startsWith('*I* do'))!.id
  const general = messages[0]!.stream_id
  expect(
    messages.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content]),
  ).toEqual([
    [
      expect.stringMatching(/^Who has the key/),
      'Mara Quay',
      `Who has the **key** to ${boats}, ${jon}? a < b && c`,
    ],
    ['', 'Jón Sker', '*I* do ~~not~~ `a*b*c` snake_case_name'],
    ['', 'Weather', 'Now\n> [Storm](https://w.test/1)\n> **9** Bft\n> **Wind**: N'],
    [expect.stringMatching(/^Who has the key.* · 2020-09-13$/), 'Jón Sker', 'I do'],
    ['Thread · 2020-09-13', 'Vera Guest', 'lost parent'],
    ['', 'Mara Quay', '/me casts off'],
    ['', 'Mara Quay', 'see\n[Chart [1]](https://files.slack.com/f%281%29.pdf)\n(gone: deleted)'],
    [
      '',
      'Jón Sker',
      expect.stringMatching(
        new RegExp(
          `#narrow/channel/${general}-general/near/${second}\\), \\[here\\]\\(https://e.test\\), a@b.test, @\\*\\*all\\*\\*, <time:2014-02-18T14:39:42Z>$`,
        ),
      ),
    ],
    ['', 'Notification Bot', `@**Mara Quay|${idOf('u1@quay.test')}** set the channel topic: tides`],
    ['', 'Stranger Far', 'hello'],
    [expect.stringMatching(/^Who has the key/), 'Mara Quay', 'found it'],
    ['Thread · 2020-09-14', 'Slackbot', '(deleted message)'],
    ['Thread · 2020-09-14', 'Jón Sker', 'why?'],
    ['', 'Jón Sker', 'last words'],
    ['', 'Buoy', 'beep'],
    ['', 'Jón Sker', `**bring** @**Mara Quay|${idOf('u1@quay.test')}**\n1. rope\n2. [oil](https://e.test)`],
  ])
  expect(messages.every(({ flags }) => flags.includes('read'))).toBe(true)
  expect(messages[1]!.last_edit_timestamp).toBe(1_600_000_109)
  expect((messages[0]!.reactions as Body[]).map((row) => [row.emoji_name, row.user_id]).sort()).toEqual(
    [
      ['+1', idOf('u2@quay.test')],
      ['+1', idOf('u3@quay.test')],
    ].sort(),
  )
})

test('private channels and direct conversations are read by their members alone', async () => {
  expect((await messagesIn(['channel', 'skippers'])).map(({ content }) => content)).toEqual(['> one\n> two'])
  const direct = await messagesIn(['is', 'dm'])
  expect(direct.map(({ content }) => content)).toEqual(['```\ncode http://a.test\n```', 'us three'])
  expect(direct[1]!.display_recipient.length).toBe(3)
  const channels = await mara().ok(mara().get('/streams', { include_all: true, exclude_archived: false }))
  expect(
    (channels.streams as Body[]).map((row) => [row.name, row.invite_only, row.is_archived]).sort(),
  ).toEqual([
    ['boats', false, true],
    ['general', false, false],
    ['skippers', true, false],
  ])
})

test('the report says what is left out, and why', () => {
  const { notes } = moved.moved.report
  const leftOut = notes.filter(({ action }) => action === 'left out').map(({ text, count }) => [text, count])
  expect(leftOut).toEqual(
    expect.arrayContaining([
      ['messages without a time', 1],
      ['former versions of edited messages', 2],
      ['messages that were deleted later', 1],
      ['reactions: user is not in the archive', 1],
      ['reactions: emoji is not in the archive', 1],
      ['pins: messages are not pinned here', 1],
      ['the file integration_logs.json', 1],
    ]),
  )
})
