import { describe, expect, test } from 'vitest'
import type { Seq } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { FeedEntry } from '../../../gateway/realtime/feed-entry.ts'
import type { QueueFilter } from '../../../gateway/realtime/queue-record.ts'
import { violationsOfCatalogue } from '../../contract/catalogue-checker.ts'
import { queueFilter } from '../../harness/queue-filter.ts'

const realm = { users: new Map() } as unknown as RealmState
const entryOf = (event: object) =>
  new FeedEntry({ seq: 1 as Seq, payload: JSON.stringify(event), audience: 'r' })
const seenBy = (event: object, given: Partial<QueueFilter> = {}): { type: string; op?: string }[] =>
  entryOf(event)
    .serialiseFor(queueFilter(given), 'queue', realm)
    .map((text) => JSON.parse(text))

describe('a client gets of an event', () => {
  test('all fields except internal ones, when the catalogue does not declare it', () => {
    const former = { type: 'of_another_version', value: 1, _secret: 2 }
    expect(entryOf(former).isFor(queueFilter())).toBe(true)
    expect(seenBy(former)).toEqual([{ type: 'of_another_version', value: 1, id: 65_536 }])
  })

  test.each([
    [
      { type: 'user_settings', op: 'update', property: 'enter_sends', value: true, _user: 'a@b.c' },
      ['user_settings', 'update_display_settings'],
    ],
    [
      { type: 'user_settings', op: 'update', property: 'enable_sounds', value: true, _user: 'a@b.c' },
      ['user_settings', 'update_global_notifications'],
    ],
    [
      { type: 'delete_message', message_type: 'stream', stream_id: 1, topic: '', message_ids: [1, 2] },
      ['delete_message', 'delete_message'],
    ],
    [{ type: 'user_group', op: 'update', group_id: 1, data: { deactivated: true } }, ['user_group']],
    [{ type: 'muted_topics', muted_topics: [['Verona', '', 1]] }, ['muted_topics']],
  ])('what the catalogue declares: %o', (event, types) => {
    for (const knows of [false, true]) {
      const capabilities = { bulk_message_deletion: knows, empty_topic_name: knows }
      for (const seen of seenBy(event, { capabilities })) {
        const name = seen.op === undefined ? seen.type : `${seen.type}/${seen.op}`
        expect(violationsOfCatalogue(name, seen)).toEqual([])
      }
    }
    expect(seenBy(event).map((seen) => seen.type)).toEqual(types)
  })

  test('nothing, when the event is for other clients', () => {
    const linkifiers = entryOf({ type: 'realm_linkifiers', realm_linkifiers: [] })
    expect(linkifiers.isFor(queueFilter())).toBe(false)
    expect(linkifiers.isFor(queueFilter({ capabilities: { linkifier_url_template: true } }))).toBe(true)
    const archived = entryOf({
      type: 'stream',
      op: 'delete',
      streams: [],
      stream_ids: [],
      _with: 'archived_channels',
    })
    expect(archived.isFor(queueFilter())).toBe(false)
    expect(archived.isFor(queueFilter({ capabilities: { archived_channels: true } }))).toBe(true)
    const muted = entryOf({ type: 'muted_topics', muted_topics: [] })
    expect(muted.isFor(queueFilter({ eventTypes: ['muted_topics'] }))).toBe(true)
    expect(muted.isFor(queueFilter({ eventTypes: ['muted_topics', 'user_topic'] }))).toBe(false)
  })
})
