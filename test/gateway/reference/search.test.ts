import { beforeAll, describe, expect, test } from 'vitest'
import { createFinder, type Entry } from '../../../gateway/reference/browser/find.ts'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'
import { readGuides, readIntroduction } from '../../../gateway/reference/guides.ts'
import { createReference } from '../../../gateway/reference/model.ts'
import { searchIndex } from '../../../gateway/reference/search-index.ts'
import { SEARCH_WORDS } from '../../../gateway/reference/search-words.ts'

const docs = new URL('../../../docs/', import.meta.url)
let entries: Entry[]
let find: (text: string) => Entry[]

beforeAll(() => {
  const reference = createReference(declaredEndpoints(), readGuides(docs), { responses: {}, events: {} })
  entries = searchIndex(readIntroduction(docs), reference)
  find = createFinder(entries)
})

describe('what a developer types finds the right page first', () => {
  test.each([
    ['upload', 'post-user_uploads'],
    ['mark read', 'post-messages-flags'],
    ['mark messages as read', 'post-messages-flags'],
    ['flags', 'post-messages-flags'],
    ['typing', 'post-typing'],
    ['rate limit', '#rate-limits'],
    ['429', '#rate-limits'],
    ['bot avatar', 'patch-bots-bot_id'],
    ['avatar', 'post-users-me-avatar'],
    ['BAD_EVENT_QUEUE_ID', 'get-events'],
    ['INVALID_API_KEY', '#authentication'],
    ['api key', 'post-fetch_api_key'],
    ['login', 'post-fetch_api_key'],
    ['send message', 'post-messages'],
    ['direct message', 'post-messages'],
    ['how to edit a message', 'patch-messages-message_id'],
    ['resolve topic', 'patch-messages-message_id'],
    ['search', 'get-messages'],
    ['pagination', 'get-messages'],
    ['narrow', 'get-messages'],
    ['create channel', 'post-channels-create'],
    ['unsubscribe', 'delete-users-me-subscriptions'],
    ['list users', 'get-users'],
    ['who am i', 'get-users-me'],
    ['register', 'post-register'],
    ['events', 'events'],
    ['websocket', 'get-events-ws'],
    ['long poll', 'get-events'],
    ['drafts', 'operations/drafts'],
    ['user groups', 'operations/user-groups'],
    ['tus', 'guides/uploading#in-parts-with-tus'],
    ['openapi', '#documents-for-programs'],
    ['outgoing webhook', 'guides/bots#outgoing-webhooks'],
    ['slash command', 'guides/integrations#slash-commands'],
    ['propagate_mode', 'patch-messages-message_id'],
    ['heartbeat', 'events/heartbeat'],
    ['cors', '#requests'],
  ])('%s', (text, page) => {
    expect(find(text)[0]?.[2]).toBe(`/api/${page}`)
  })

  test('a word with a wrong letter', () => {
    expect(find('subscripton').length).toBeGreaterThan(0)
    expect(find('reacton')[0]?.[2]).toBe('/api/post-messages-message_id-reactions')
  })

  test('a path finds its operation', () => {
    expect(find('/messages/flags')[0]?.[2]).toBe('/api/post-messages-flags')
    expect(find('POST /messages/{message_id}/reactions')[0]?.[2]).toBe(
      '/api/post-messages-message_id-reactions',
    )
  })

  test('nothing for nothing', () => {
    expect(find('')).toEqual([])
    expect(find('xyzzyplugh')).toEqual([])
  })
})

test('every page with other words exists', () => {
  const known = new Set(entries.map(([, , address]) => address))
  expect(Object.keys(SEARCH_WORDS).filter((page) => !known.has(`/api/${page}`))).toEqual([])
})
