import { serialize } from 'bson'

/** Archives of Slack, Mattermost and Rocket.Chat in which nothing is as it should be. */

type Row = Record<string, unknown>
export type Files = Map<string, Buffer>

export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
export const lines = (rows: readonly unknown[]): Buffer =>
  Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
export const bson = (documents: readonly Row[]): Buffer =>
  Buffer.concat(documents.map((document) => serialize(document)))

/** Texts that no program expects. */
const TEXTS = [
  'x'.repeat(100_000),
  'half \ud800 of\0 it \udfff',
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '[x](javascript:alert(3)) [y](data:text/html,<script>alert(4)</script>)',
  `${'*'.repeat(5_000)}${'`'.repeat(3_000)}${'> '.repeat(3_000)}`,
  '__proto__ constructor toString',
  // Much of what begins a mention, a link or code, and none of what ends it.
  `@a${'.'.repeat(300_000)}`,
  `${'[](http://a/channel/?'.repeat(30_000)}`,
  `${'<https://a|'.repeat(30_000)}${'`` '.repeat(3)}`,
  '\u202e\u200b\ufeff',
]
const SECONDS = [0, 1, 4_294_967_296, 32_503_680_000]

export function strangeSlack(): Files {
  const person = (id: unknown, name: unknown, email: unknown, more: Row = {}) => ({
    ...{ id, name, profile: { real_name: name, email }, ...more },
  })
  const text = TEXTS.map((content, n) => ({
    type: 'message',
    user: 'U1',
    ts: `${n + 10}.000000`,
    text: content,
  }))
  text.push({ type: 'message', user: 'U1', ts: '19.500000', text: '&lt;script&gt;alert(1)&lt;/script&gt;' })
  const times = SECONDS.map((seconds) => ({
    type: 'message',
    user: 'U1',
    ts: `${seconds}.000001`,
    text: 'time',
  }))
  return new Map([
    [
      'users.json',
      json([
        person('U1', 'Ana', 'ana@x.test', { is_owner: true }),
        person('U2', 'Ana', 'ANA@X.TEST'),
        person('U3', 'Аnа', 'no address'),
        person('__proto__', '<b>@**all**</b>', 12),
        person('U1', 'Twin', 'twin@x.test'),
        person(77, 4711, 'seven@x.test', { tz: {}, profile: 'none' }),
        'nobody',
        null,
      ]),
    ],
    [
      'channels.json',
      json([
        { id: 'C1', name: 'caf\u00e9', members: ['U1', 'U9', {}, null], creator: 'U9', created: -5 },
        { id: 'C2', name: 'CAFE\u0301', created: 'NaN', purpose: 'x', topic: { value: {} } },
        { id: 'C3', name: '../../etc', is_archived: 'yes', created: 1e300 },
        { id: 'C1', name: 'twin' },
        { id: '', name: 'none' },
        { name: ['x'] },
        { id: 'constructor', name: '__proto__', members: {} },
      ]),
    ],
    [
      'dms.json',
      json([
        { id: 'D1', members: ['U8', 'U9'] },
        { id: 'D2', members: 'U1' },
      ]),
    ],
    [
      'caf\u00e9/2020-01-01.json',
      json([
        ...text,
        ...times,
        { type: 'message', user: 'U1', ts: '20.000000', thread_ts: '21.000000', text: 'cycle one' },
        { type: 'message', user: 'U1', ts: '21.000000', thread_ts: '20.000000', text: 'cycle two' },
        { type: 'message', user: 'U1', ts: '22.000000', thread_ts: '-1e9', text: 'in no thread' },
        { type: 'message', user: {}, ts: '23.000000', text: 'by nobody', bot_id: {} },
        {
          type: 'message',
          ts: '24.000000',
          reactions: { a: 1 },
          files: 'x',
          blocks: { a: [] },
          attachments: 3,
          edited: 1,
        },
        {
          type: 'message',
          user: 'U1',
          ts: '25.000000',
          text: 5,
          reactions: [{ name: '__proto__', users: ['U1'], count: 1e300 }],
        },
        {
          type: 'message',
          user: 'U1',
          ts: '26.000000',
          edited: { ts: 'NaN' },
          files: [{ id: 'F', name: '../../<script>x.html', url_private: 'javascript:1' }],
        },
        { type: 'message', user: 'U1', ts: '-5.000000', text: 'before' },
        { type: 'message', user: 'U1', ts: 'NaN', text: 'never' },
        { type: 'message', user: 'U1', text: 'no time' },
        'no message',
        [],
      ]),
    ],
    ['in no list/2020-01-01.json', json([{ type: 'message', user: 'U1', ts: '28.000000', text: 'lost' }])],
    [
      'caf\u00e9/2020-01-02.json',
      Buffer.from('[{"type":"message","user":"U1","ts":"27.0","text":"p","__proto__":{"text":"q"}}]'),
    ],
  ])
}

export function strangeMattermost(): Files {
  const line = (type: string, value: unknown) => ({ type, [type]: value })
  const post = (message: unknown, create_at: unknown, more: Row = {}) =>
    line('post', { team: 'reef', channel: 'town', user: 'ana', message, create_at, ...more })
  const user = (username: unknown, email: unknown, more: Row = {}) =>
    line('user', { username, email, first_name: username, last_name: '', roles: 'system_user', ...more })
  return new Map([
    [
      'import.jsonl',
      Buffer.concat([
        lines([
          { type: 'version', version: 1 },
          line('team', { name: 'reef', display_name: 5, type: [] }),
          line('team', { name: 'REEF', display_name: 'Twin' }),
          line('team', 'none'),
          line('channel', { team: 'reef', name: 'town', display_name: 'caf\u00e9', type: 'O', header: {} }),
          line('channel', {
            team: 'reef',
            name: 'other',
            display_name: 'CAFE\u0301',
            type: 7,
            deleted_at: 'x',
          }),
          line('channel', { team: 'reef', name: 'TOWN', display_name: 'twin', type: 'O' }),
          line('channel', { team: 'nowhere', name: 'x' }),
          user('ana', 'ana@x.test', {
            ...{ roles: 'system_admin', profile_image: '../../etc/passwd' },
            teams: [
              { name: 'reef', channels: [{ name: 'town', last_viewed_at: 'NaN' }, { name: 'gone' }, 4] },
              'x',
            ],
          }),
          user('ben', 'ANA@X.TEST', { timezone: 5, teams: 'none', delete_at: 'never' }),
          user('ANA', 'twin@x.test'),
          user('__proto__', 12, { position: {} }),
          user(['cho'], 'cho@x.test'),
          line('bot', { username: 'ben' }),
          line('emoji', { name: '../x', image: '/etc/passwd' }),
          line('direct_channel', { members: [], participants: [{ username: 'ana' }, { username: {} }] }),
          ...TEXTS.map((text, n) => post(text, (n + 10) * 1000)),
          ...SECONDS.map((seconds) => post('time', seconds * 1000 + 1)),
          post('twice', 30_000),
          post('twice', 30_000),
          post('before', -1),
          post('never', 'yesterday'),
          post('lost', 31_000, { channel: 'nowhere' }),
          post(5, 32_000, {
            user: {},
            props: 'x',
            reactions: 'x',
            attachments: [{ path: {} }, 3],
            replies: [4, {}],
          }),
          post('props', 33_000, {
            ...{
              props: { attachments: [{ text: {} }, 'x', { fields: 'y' }] },
              flagged_by: {},
              edit_at: 'NaN',
            },
            reactions: [
              { user: 'ana', emoji_name: 'constructor' },
              { user: '__proto__', emoji_name: '+1' },
            ],
          }),
          line('direct_post', {
            channel_members: ['ana', 'nobody'],
            user: 'ana',
            message: 'x',
            create_at: 34_000,
          }),
          line('direct_post', { channel_members: 'ana', user: 'ana', message: 'x', create_at: 35_000 }),
          line('direct_post', {
            channel_members: ['ana', 'ana'],
            user: 'ana',
            message: 'to me',
            create_at: 36_000,
          }),
          ['no object'],
          7,
          { type: '__proto__' },
          { type: 'post', post: null },
        ]),
        Buffer.from(
          '\n{"type":"post","post":{"team":"reef","channel":"town","user":"ana","message":"p","create_at":37000,"__proto__":{"message":"q"}}}\n',
        ),
      ]),
    ],
  ])
}

export function strangeRocketChat(): Files {
  const u = { _id: 'A', username: 'ana' }
  const message = (_id: unknown, msg: unknown, ts: unknown, more: Row = {}) => ({
    _id,
    rid: 'R',
    u,
    msg,
    ts,
    ...more,
  })
  const at = (seconds: number) => new Date(seconds * 1000 + 1)
  const user = (_id: unknown, username: unknown, address: unknown, more: Row = {}) => ({
    ...{ _id, username, name: username, type: 'user', active: true, emails: [{ address }], ...more },
  })
  return new Map([
    [
      'dump/x/users.bson',
      bson([
        user('A', 'ana', 'ana@x.test', { roles: ['admin'], createdAt: new Date(-8e15) }),
        user('B', 'ANA', 'Ana@X.test', { roles: 'admin', createdAt: 'x' }),
        user('A', 'twin', 'twin@x.test'),
        user('__proto__', '<b>', 12, { emails: 'none', bio: {} }),
        user(3, 4711, 'seven@x.test'),
        user({}, 'none', 'none@x.test'),
      ]),
    ],
    [
      'dump/x/rocketchat_room.bson',
      bson([
        { _id: 'R', t: 'c', name: 'caf\u00e9' },
        { _id: 'R2', t: 'c', name: 'CAFE\u0301', ts: new Date(8e15), u: 5 },
        { _id: 'R', t: 'c', name: 'twin' },
        // Discussions of each other, and of themselves.
        { _id: 'X', t: 'c', prid: 'Y', fname: 'x' },
        { _id: 'Y', t: 'c', prid: 'X', fname: 'y' },
        { _id: 'Z', t: 'c', prid: 'Z', fname: 'z' },
        { _id: 'W', t: 'c', prid: 'nowhere', fname: 'w' },
        { _id: 'D', t: 'd', uids: 'A' },
        { _id: 'D2', t: 'd', uids: ['A', 'nobody'] },
        { _id: 5, t: {}, name: [] },
      ]),
    ],
    [
      'dump/x/rocketchat_subscription.bson',
      bson([
        { rid: 'R', u, ls: 'x' },
        { rid: 'Q', u },
        { rid: 'R', u: 5 },
        { rid: 'R', u },
      ]),
    ],
    [
      'dump/x/rocketchat_uploads.chunks.bson',
      bson([
        { files_id: 'F', n: 'x', data: 'y' },
        { files_id: {}, n: 0, data: Buffer.from('z') },
      ]),
    ],
    ['dump/x/rocketchat_custom_emoji.bson', bson([{ _id: 'E', name: '../x', aliases: 'y', extension: {} }])],
    [
      'dump/x/rocketchat_message.bson',
      bson([
        ...TEXTS.map((text, n) => message(`t${n}`, text, at(n + 10))),
        ...SECONDS.map((seconds) => message(`s${seconds}`, 'time', at(seconds))),
        message('c1', 'cycle one', at(20), { tmid: 'c2' }),
        message('c2', 'cycle two', at(21), { tmid: 'c1' }),
        message('c3', 'its own', at(22), { tmid: 'c3' }),
        message('c1', 'twin', at(23)),
        message('', 'no id', at(24)),
        message({}, 'no id', at(24)),
        message('n1', 'never', 'yesterday'),
        message('n2', 'before', new Date(-5000)),
        message('n3', 'never', new Date(Number.NaN)),
        message('l', 'lost', at(25), { rid: 'nowhere' }),
        message('x1', 'in x', at(26), { rid: 'X' }),
        message('z1', 'in z', at(26.5), { rid: 'Z' }),
        message('w1', 'in w', at(26.7), { rid: 'W' }),
        message(7, 5, at(27), {
          u: 5,
          reactions: 'x',
          starred: 'y',
          attachments: [1],
          files: [{ _id: {} }],
          tcount: 'z',
        }),
        message('r', 'reacted', at(28), {
          reactions: { ':constructor:': { usernames: ['ana'] }, ':+1:': { usernames: 'x' } },
          editedAt: 'x',
        }),
        message('f', 'file', at(29), { files: [{ _id: 'F9', name: '../../<script>x.html', type: {} }] }),
      ]),
    ],
  ])
}
