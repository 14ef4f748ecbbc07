import { describe, expect, test } from 'vitest'
import type { Narrow } from '../../../../gateway/web/model/narrow.ts'
import { hashOf, parseRoute, type Route } from '../../../../gateway/web/model/route.ts'

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
    ['#narrow/channel/Verona', { view: 'unknown' }],
    ['#nowhere', { view: 'unknown' }],
  ])('%s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route)
  })
})

test('an address names several people of dm-including as one condition each, or together', () => {
  const [first, second] = [10, 12].map((operand) => ({ operator: 'dm-including', operand, negated: false }))
  const narrow: Narrow = { kind: 'search', terms: [first!, second!] }
  expect(parseRoute('#narrow/dm-including/10,12-group')).toEqual({ view: 'messages', narrow })
  expect(parseRoute(hashOf(narrow))).toEqual({ view: 'messages', narrow })
  expect(parseRoute('#narrow/dm-including/Hamlet')).toEqual({ view: 'unknown' })
})

test('a topic of any characters survives encoding in a fragment', () => {
  const topics = ['a/b', '100% (sure).', "it's *fine*!", 'Grüße 🎻', '.2E', '']
  for (const topic of topics) {
    const narrow: Narrow = { kind: 'topic', channel: 7, topic }
    expect(parseRoute(hashOf(narrow, 'core team'))).toEqual({ view: 'messages', narrow })
  }
})
