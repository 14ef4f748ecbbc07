import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIRECT_MESSAGES, type Narrow } from '../../../../gateway/web/model/narrow.ts'
import { hashOf, parseByName, parseRoute, type Route } from '../../../../gateway/web/model/route.ts'

describe('a fragment of Zulip’s format opens its conversation', () => {
  const topic = { kind: 'topic', channel: 2, topic: 'x' } as const
  test.each<[string, Route]>([
    ['', { view: 'start' }],
    ['#inbox', { view: 'inbox' }],
    ['#recent', { view: 'recent' }],
    ['#feed', { view: 'messages', narrow: { kind: 'feed' } }],
    ['#narrow/channel/2-Verona', { view: 'messages', narrow: { kind: 'channel', channel: 2 } }],
    ['#narrow/stream/2/subject/x', { view: 'messages', narrow: topic }],
    ['#narrow/channel/2-Verona/topic/x/near/15', { view: 'messages', narrow: topic, near: 15 }],
    ['#narrow/channel/2-Verona/topic/x/with/15', { view: 'messages', narrow: topic, near: 15 }],
    ['#narrow/channel/2-Verona/topic/', { view: 'messages', narrow: { ...topic, topic: '' } }],
    ['#narrow/dm/12,10-group', { view: 'messages', narrow: { kind: 'direct', people: [10, 12] } }],
    ['#narrow/pm-with/10-user', { view: 'messages', narrow: { kind: 'direct', people: [10] } }],
    ['#narrow/is/mentioned', { view: 'messages', narrow: { kind: 'mentions' } }],
    ['#channels', { view: 'channels', list: 'all' }],
    ['#channels/subscribed', { view: 'channels', list: 'subscribed' }],
    ['#streams/all', { view: 'channels', list: 'all' }],
    ['#channels/new', { view: 'new-channel' }],
    ['#channels/2/Verona', { view: 'channel', id: 2, part: 'general' }],
    ['#channels/2/Verona/subscribers', { view: 'channel', id: 2, part: 'subscribers' }],
    ['#channels/2/core-team/personal', { view: 'channel', id: 2, part: 'personal' }],
    ['#channels/2-Verona', { view: 'channel', id: 2, part: 'general' }],
    ['#settings', { view: 'settings', section: 'profile' }],
    ['#settings/notifications', { view: 'settings', section: 'notifications' }],
    ['#settings/account-and-privacy', { view: 'settings', section: 'account' }],
    ['#settings/your-bots', { view: 'settings', section: 'bots' }],
    ['#settings/muted-topics', { view: 'settings', section: 'topics' }],
    ['#settings/alert-words', { view: 'settings', section: 'alert-words' }],
    ['#settings/muted-users', { view: 'settings', section: 'muted-users' }],
    ['#settings/nothing', { view: 'settings', section: 'profile' }],
    ['#organization', { view: 'organization', section: undefined }],
    ['#organization/joining', { view: 'organization', section: 'joining' }],
    ['#organization/organization-settings', { view: 'organization', section: 'settings' }],
    ['#organization/nothing', { view: 'organization', section: undefined }],
    [
      '#narrow/stream/2-Verona/topic/a.2fb/near/15',
      { view: 'messages', narrow: { ...topic, topic: 'a/b' }, near: 15 },
    ],
    ['#narrow/pm-with/12%2c10-group', { view: 'messages', narrow: { kind: 'direct', people: [10, 12] } }],
    ['#narrow/channel/2-Verona/topic/x/near/15x', { view: 'messages', narrow: topic }],
    ['#narrow/channel/2-Verona/topic/x/near/15).', { view: 'messages', narrow: topic, near: 15 }],
    ['#narrow/channel/2-Verona/topic/x/near/15%3E', { view: 'messages', narrow: topic, near: 15 }],
    ['#narrow/channel/2/topic/x/near/15?utm_source=mail', { view: 'messages', narrow: topic, near: 15 }],
    ['#narrow%2Fstream%2F2-Verona%2Ftopic%2Fx', { view: 'messages', narrow: topic }],
    [
      '#narrow%252Fchannel%252F2-Verona%252Ftopic%252Fx%252Fnear%252f15',
      { view: 'messages', narrow: topic, near: 15 },
    ],
    [
      '#narrow%252Fchannel%252F2%252Ftopic%252Fa%252520b',
      { view: 'messages', narrow: { ...topic, topic: 'a b' } },
    ],
    ['#narrow/near/15&amp;utm=mail', { view: 'message', id: 15 }],
    ['#narrow/near/15./channel/2/topic/x', { view: 'messages', narrow: topic, near: 15 }],
    [
      '#narrow/dm/10,12-group/with/15',
      { view: 'messages', narrow: { kind: 'direct', people: [10, 12] }, near: 15 },
    ],
    ['#narrow/topic/x/channel/2', { view: 'messages', narrow: topic }],
    ['#narrow/near/15', { view: 'message', id: 15 }],
    ['#narrow/topic/x/near/15', { view: 'message', id: 15 }],
    ['#subscriptions/all', { view: 'channels', list: 'all' }],
    ['#narrow/with/15', { view: 'message', id: 15 }],
    ['#narrow/near/x', { view: 'unknown' }],
    ['#narrow/in/home', { view: 'messages', narrow: { kind: 'feed' } }],
    ['#narrow/is/private', { view: 'messages', narrow: DIRECT_MESSAGES }],
    [
      '#narrow/is/unread',
      {
        view: 'messages',
        narrow: { kind: 'search', terms: [{ operator: 'is', operand: 'unread', negated: false }] },
      },
    ],
    ['#narrow', { view: 'unknown' }],
    ['#narrow/channel', { view: 'unknown' }],
    ['#nowhere', { view: 'unknown' }],
    ['#topics', { view: 'recent' }],
    ['#recent_topics', { view: 'recent' }],
    ['#drafts', { view: 'drafts' }],
    ['#scheduled', { view: 'scheduled' }],
    ['#reminders', { view: 'reminders' }],
    ['#all_messages', { view: 'messages', narrow: { kind: 'feed' } }],
    ['#user/10', { view: 'user', id: 10 }],
    ['#user/10/profile', { view: 'user', id: 10 }],
    ['#groups', { view: 'groups', list: 'all' }],
    ['#groups/your', { view: 'groups', list: 'your' }],
    ['#groups/deactivated', { view: 'groups', list: 'deactivated' }],
    ['#groups/new', { view: 'new-group' }],
    ['#groups/42/stage-crew/members', { view: 'group', id: 42, part: 'members' }],
    ['#groups/42/stage-crew/settings', { view: 'group', id: 42, part: 'general' }],
    ['#channels/notsubscribed', { view: 'channels', list: 'notsubscribed' }],
    ['#channels/available', { view: 'channels', list: 'notsubscribed' }],
    ['#streams/new', { view: 'new-channel' }],
    ['#streams/2/Verona/personal', { view: 'channel', id: 2, part: 'personal' }],
    ['#subscriptions/2/Verona', { view: 'channel', id: 2, part: 'general' }],
    ['#organization/users/invitations', { view: 'organization', section: 'invitations' }],
    ['#organization/users/deactivated', { view: 'organization', section: 'users' }],
    ['#organization/bots/all-bots', { view: 'organization', section: 'bots' }],
    ['#organization/filter-settings', { view: 'organization', section: 'linkifiers' }],
    ['#organization/auth-methods', { view: 'organization', section: 'joining' }],
    ['#organization/channel-folders', { view: 'folders' }],
    ['#organization/user-groups-admin', { view: 'groups', list: 'all' }],
    ['#keyboard-shortcuts', { view: 'dialog', dialog: 'keys' }],
    ['#message-formatting', { view: 'dialog', dialog: 'formatting' }],
    ['#search-operators', { view: 'dialog', dialog: 'operators' }],
    ['#about-zulip', { view: 'dialog', dialog: 'about' }],
    ['#invite', { view: 'dialog', dialog: 'invite' }],
    ['#constructor', { view: 'unknown' }],
  ])('%s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route)
  })
})

test('an address names several people of dm-including as one condition each, or together', () => {
  const [first, second] = [10, 12].map((operand) => ({ operator: 'dm-including', operand, negated: false }))
  const narrow: Narrow = { kind: 'search', terms: [first!, second!] }
  expect(parseRoute('#narrow/dm-including/10,12-group')).toEqual({ view: 'messages', narrow })
  expect(parseRoute(hashOf(narrow))).toEqual({ view: 'messages', narrow })
})

describe('an older address names channels and people', () => {
  const term = (operator: string, operand: string) => ({ operator, operand, negated: false })
  test.each([
    ['#narrow/channel/Verona', [term('channel', 'Verona')]],
    ['#narrow/stream/great.20hall/subject/x', [term('channel', 'great hall'), term('topic', 'x')]],
    ['#narrow/stream/2031.20plans', [term('channel', '2031 plans')]],
    ['#narrow/pm-with/hamlet@demo.test', [term('dm', 'hamlet@demo.test')]],
    ['#narrow/pm-with/hamlet.40demo.2Etest', [term('dm', 'hamlet@demo.test')]],
    ['#narrow/dm-including/Hamlet', [term('dm-including', 'Hamlet')]],
    ['#narrow/from/10x', [term('sender', '10x')]],
  ])('%s', (hash, terms) => {
    expect(parseRoute(hash)).toEqual({ view: 'named', terms })
  })

  test('also by a number, once no channel has this id', () => {
    expect(parseByName('#narrow/stream/2031-plans')).toEqual({
      view: 'named',
      terms: [term('channel', '2031-plans')],
    })
  })
})

const TOPICS = ['a/b', '100% (sure).', "it's *fine*!", 'Grüße 🎻', '.2E', 'v1.25', '%20', '.', '..%', '']
const anyTopic = fc.oneof(fc.constantFrom(...TOPICS), fc.string({ unit: 'grapheme', maxLength: 60 }))
const id = fc.integer({ min: 1, max: 10 ** 12 })

/** Programs encode different characters of addresses, with different signs and digits. */
const encodings: readonly ((topic: string) => string)[] = [
  (topic) => hashOf({ kind: 'topic', channel: 7, topic }).split('/')[4]!,
  (topic) => hashOf({ kind: 'topic', channel: 7, topic }).split('/')[4]!.replaceAll('.', '%'),
  (topic) => encodeURIComponent(topic).replaceAll('.', '%2E'),
  (topic) => encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.'),
  (topic) =>
    encodeURIComponent(topic)
      .replaceAll('.', '%2E')
      .replace(/%../g, (byte) => byte.toLowerCase()),
  // Only the bytes that an address needs.
  (topic) => topic.replace(/[%./]/g, (sign) => `.${sign.charCodeAt(0).toString(16)}`),
]

test('a topic of any characters is found in an address of any form', () => {
  const form = fc.record({
    topic: anyTopic,
    channel: id,
    near: fc.option(id, { nil: undefined }),
    encode: fc.constantFrom(...encodings),
    start: fc.constantFrom('#narrow/channel', '#narrow/stream', '#/narrow/stream', 'narrow/channel'),
    name: fc.constantFrom('', '-Verona', '-great-hall', '-.D6.20x', '-%C3%96'),
    subject: fc.constantFrom('topic', 'subject'),
    place: fc.constantFrom('near', 'with'),
    end: fc.constantFrom('', '/'),
  })
  fc.assert(
    fc.property(form, ({ topic, channel, near, encode, start, name, subject, place, end }) => {
      const message = near === undefined ? '' : `/${place}/${near}`
      const hash = `${start}/${channel}${name}/${subject}/${encode(topic)}${message}${end}`
      const narrow: Narrow = { kind: 'topic', channel, topic }
      expect(parseRoute(hash)).toEqual({ view: 'messages', narrow, ...(near !== undefined && { near }) })
    }),
    { numRuns: 1000 },
  )
})

test('the address of a narrow leads to this narrow', () => {
  const people = fc.uniqueArray(id, { minLength: 1, maxLength: 8 }).map((all) => all.sort((a, b) => a - b))
  const narrows: fc.Arbitrary<Narrow> = fc.oneof(
    fc.record({ kind: fc.constant('topic' as const), channel: id, topic: anyTopic }),
    fc.record({ kind: fc.constant('channel' as const), channel: id }),
    fc.record({ kind: fc.constant('direct' as const), people }),
    fc.constantFrom<Narrow>({ kind: 'feed' }, { kind: 'mentions' }, { kind: 'starred' }, DIRECT_MESSAGES),
    anyTopic.map(
      (operand): Narrow => ({
        kind: 'search',
        terms: [{ operator: 'search', operand, negated: false }],
      }),
    ),
  )
  fc.assert(
    fc.property(narrows, fc.string({ unit: 'grapheme' }), (narrow, name) => {
      expect(parseRoute(hashOf(narrow, name))).toEqual({ view: 'messages', narrow })
    }),
    { numRuns: 1000 },
  )
})

test('no address is too strange to parse', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'narrow',
      'channel',
      'stream',
      'topic',
      'dm',
      'near',
      'is',
      '-is',
      '2-x',
      '.',
      '%',
      '.E2',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(parseRoute(`#${parts.join('/')}`)).toHaveProperty('view')
    }),
    { numRuns: 2000 },
  )
})
