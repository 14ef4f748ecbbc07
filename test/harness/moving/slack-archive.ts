import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Archives in the shape that Slack exports, with people and messages made up. */

type Row = Record<string, unknown>

const user = (id: string, name: string, more: Row = {}): Row => ({
  id,
  name: name.toLowerCase().replace(/\W/g, ''),
  real_name: name,
  deleted: false,
  tz: 'Europe/Prague',
  profile: { email: `${id.toLowerCase()}@quay.test`, real_name: name, title: 'Pilot', phone: '' },
  ...more,
})

/** The entries of an archive by name. */
export function slackFiles(): Map<string, unknown> {
  return new Map<string, unknown>([
    [
      'users.json',
      [
        user('U1', 'Mara Quay', { is_primary_owner: true, is_owner: true, is_admin: true }),
        user('U2', 'Jón Sker', { is_admin: true }),
        user('U3', 'Old Hand', { deleted: true }),
        user('U4', 'Vera Guest', { is_restricted: true, profile: { real_name: 'Vera Guest' } }),
        user('U5', 'Tide bot', { is_bot: true, profile: { real_name: 'Tide bot', bot_id: 'B5' } }),
      ],
    ],
    [
      'channels.json',
      [
        {
          ...{ id: 'C1', name: 'general', created: 1_600_000_000, creator: 'U1', is_general: true },
          ...{ members: ['U1', 'U2', 'U3', 'U4', 'U9'], topic: { value: '' } },
          ...{
            purpose: { value: 'All &amp; sundry <#C2|boats>' },
            pins: [{ id: '1600000100.000100', type: 'C' }],
          },
        },
        { id: 'C2', name: 'boats', created: '1600000001', creator: 'U2', is_archived: true, members: ['U2'] },
      ],
    ],
    [
      'groups.json',
      [{ id: 'G1', name: 'skippers', created: 1_600_000_002, creator: 'U1', members: ['U1', 'U2'] }],
    ],
    ['dms.json', [{ id: 'D1', created: 1, members: ['U1', 'U2'] }]],
    ['mpims.json', [{ id: 'M1', name: 'mpdm-a--b--c-1', members: ['U1', 'U2', 'U4'] }]],
    ['integration_logs.json', []],
    [
      'general/2020-09-13.json',
      [
        {
          type: 'message',
          subtype: 'channel_join',
          user: 'U2',
          ts: '1600000050.000000',
          text: '<@U2> has joined',
        },
        {
          ...{
            type: 'message',
            user: 'U1',
            ts: '1600000100.000100',
            thread_ts: '1600000100.000100',
            reply_count: 2,
          },
          ...{ text: 'Who has the *key* to <#C2|boats>, <@U2>? a &lt; b &amp;&amp; c' },
          reactions: [
            { name: '+1::skin-tone-3', users: ['U2', 'U2', 'U3', 'U9'], count: 3 },
            { name: 'quay-parrot', users: ['U2'], count: 1 },
          ],
        },
        {
          type: 'message',
          user: 'U2',
          ts: '1600000101.000100',
          text: '_I_ do ~not~ `a*b*c` snake_case_name',
          edited: { user: 'U2', ts: '1600000109.000000' },
        },
        { type: 'message', user: 'U2', ts: '1600000101.000100', text: 'the same again' },
        { type: 'message', user: 'U3', ts: 'no time', text: 'lost' },
        {
          ...{
            type: 'message',
            subtype: 'bot_message',
            bot_id: 'B9',
            username: 'Weather',
            ts: '1600000102.000000',
            text: '',
          },
          attachments: [
            {
              ...{ pretext: 'Now', title: 'Storm', title_link: 'https://w.test/1', text: '*9* Bft' },
              fields: [{ title: 'Wind', value: 'N' }],
            },
          ],
        },
      ],
    ],
    [
      'general/2020-09-14.json',
      [
        {
          type: 'message',
          user: 'U2',
          ts: '1600080000.000100',
          thread_ts: '1600000100.000100',
          text: 'I do',
        },
        {
          type: 'message',
          user: 'U4',
          ts: '1600080001.000100',
          thread_ts: '1599999999.000100',
          text: 'lost parent',
        },
        { type: 'message', subtype: 'me_message', user: 'U1', ts: '1600080002.000100', text: 'casts off' },
        {
          ...{ type: 'message', user: 'U1', ts: '1600080003.000100', text: 'see' },
          files: [
            {
              id: 'F1',
              name: 'chart.pdf',
              title: 'Chart [1]',
              mode: 'hosted',
              url_private: 'https://files.slack.com/f(1).pdf',
            },
            { id: 'F2', name: 'gone', mode: 'tombstone' },
          ],
        },
        {
          ...{ type: 'message', user: 'U2', ts: '1600080004.000100' },
          text: 'see <https://quay.slack.com/archives/C1/p1600000101000100>, <https://e.test|here>, <mailto:a@b.test|a@b.test>, <!here>, <!date^1392734382^{date}|then>',
        },
        {
          type: 'message',
          subtype: 'channel_topic',
          user: 'U1',
          ts: '1600080005.000100',
          text: '<@U1> set the channel topic: tides',
        },
        {
          type: 'message',
          user: 'W77',
          user_profile: { real_name: 'Stranger Far' },
          ts: '1600080006.000100',
          text: 'hello',
        },
        {
          ...{ type: 'message', subtype: 'thread_broadcast', user: 'U1', ts: '1600080006.500000' },
          ...{ thread_ts: '1600000100.000100', text: 'found it', root: { ts: '1600000100.000100' } },
        },
        {
          ...{ type: 'message', subtype: 'reply_broadcast', user: 'U1', ts: '1600080006.600000', text: '' },
          attachments: [
            { from_url: 'https://quay.slack.com/archives/C1/p1600080006500000', text: 'found it' },
          ],
        },
        {
          ...{ type: 'message', subtype: 'tombstone', user: 'USLACKBOT', ts: '1600080006.700000' },
          ...{
            thread_ts: '1600080006.700000',
            reply_count: 1,
            text: 'This message was deleted.',
            hidden: true,
          },
        },
        {
          ...{ type: 'message', user: 'U2', ts: '1600080006.800000', thread_ts: '1600080006.700000' },
          text: 'why?',
        },
        {
          ...{ type: 'message', subtype: 'message_changed', hidden: true, ts: '1600080006.960000' },
          message: {
            ...{ type: 'message', user: 'U2', ts: '1600080006.900000', text: 'last words' },
            edited: { user: 'U2', ts: '1600080006.950000' },
          },
          original: { type: 'message', user: 'U2', ts: '1600080006.900000', text: 'first words' },
        },
        { type: 'message', user: 'U2', ts: '1600080006.900000', text: 'first words' },
        { type: 'message', user: 'U2', ts: '1600080006.970000', text: 'a slip' },
        {
          ...{ type: 'message', subtype: 'message_deleted', hidden: true, ts: '1600080006.990000' },
          deleted_ts: '1600080006.970000',
        },
        {
          ...{ type: 'message', subtype: 'bot_message', bot_id: 'B8', ts: '1600080006.980000', text: 'beep' },
          bot_profile: { id: 'B8', name: 'Buoy' },
        },
        {
          ...{ type: 'message', user: 'U2', ts: '1600080007.000100', text: 'fall-back' },
          blocks: [
            {
              type: 'rich_text',
              elements: [
                {
                  type: 'rich_text_section',
                  elements: [
                    { type: 'text', text: 'bring ', style: { bold: true } },
                    { type: 'user', user_id: 'U1' },
                  ],
                },
                {
                  ...{ type: 'rich_text_list', style: 'ordered', indent: 0 },
                  elements: [
                    { type: 'rich_text_section', elements: [{ type: 'text', text: 'rope' }] },
                    {
                      type: 'rich_text_section',
                      elements: [{ type: 'link', url: 'https://e.test', text: 'oil' }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    ],
    [
      'skippers/2020-09-13.json',
      [{ type: 'message', user: 'U1', ts: '1600000200.000100', text: '&gt;&gt;&gt;one\ntwo' }],
    ],
    [
      'D1/2020-09-13.json',
      [{ type: 'message', user: 'U2', ts: '1600000300.000100', text: '```\ncode <http://a.test>\n```' }],
    ],
    [
      'mpdm-a--b--c-1/2020-09-13.json',
      [{ type: 'message', user: 'U4', ts: '1600000400.000100', text: 'us three' }],
    ],
  ])
}

/** Writes an archive of JSON files, and of others with these bytes. */
export async function writeZip(
  path: string,
  files: ReadonlyMap<string, unknown>,
  more: readonly (readonly [name: string, bytes: Buffer])[] = [],
): Promise<void> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(JSON.stringify(content)), name)
  for (const [name, bytes] of more) zip.addBuffer(bytes, name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
