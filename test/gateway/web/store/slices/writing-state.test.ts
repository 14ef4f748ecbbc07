import { expect, test } from 'vitest'
import type { Registration, ServerEvent } from '../../../../../gateway/web/model/wire.ts'
import { allChannels } from '../../../../../gateway/web/store/slices/all-channels.ts'
import { drafts } from '../../../../../gateway/web/store/slices/drafts.ts'
import { groups } from '../../../../../gateway/web/store/slices/groups.ts'
import { scheduled } from '../../../../../gateway/web/store/slices/scheduled.ts'
import { hasZoomAccount } from '../../../../../gateway/web/store/slices/settings.ts'
import type { Slice } from '../../../../../gateway/web/store/slices/slice.ts'
import { snippets } from '../../../../../gateway/web/store/slices/snippets.ts'

/** The state after the events must equal the state of a later registration. */
function leadsTo<S>(part: Slice<S>, before: object, events: readonly object[], after: object): void {
  const first = part.from(before as Registration)
  const state = events.reduce<S>((known, event) => part.apply(known, event as ServerEvent), first)
  expect(state).toEqual(part.from(after as Registration))
}

test('drafts are added, changed and removed', () => {
  const draft = (id: number, content: string) => ({ id, type: 'stream', to: [2], topic: 'tea', content })
  leadsTo(
    drafts,
    { drafts: [draft(1, 'one'), draft(2, 'two')] },
    [
      { type: 'drafts', op: 'add', drafts: [draft(3, 'three')] },
      { type: 'drafts', op: 'update', draft: draft(2, 'two!') },
      { type: 'drafts', op: 'remove', draft_id: 1 },
    ],
    { drafts: [draft(2, 'two!'), draft(3, 'three')] },
  )
})

test('scheduled messages are added, changed and removed', () => {
  const message = (scheduled_message_id: number, content: string) => ({ scheduled_message_id, content })
  leadsTo(
    scheduled,
    { scheduled_messages: [message(1, 'one'), message(2, 'two')] },
    [
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [message(3, 'three')] },
      { type: 'scheduled_messages', op: 'update', scheduled_message: message(2, 'two!') },
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 },
    ],
    { scheduled_messages: [message(2, 'two!'), message(3, 'three')] },
  )
})

test('snippets are added, changed and removed', () => {
  const snippet = (id: number, title: string) => ({ id, title })
  leadsTo(
    snippets,
    { saved_snippets: [snippet(1, 'one'), snippet(2, 'two')] },
    [
      { type: 'saved_snippets', op: 'add', saved_snippet: snippet(3, 'three') },
      { type: 'saved_snippets', op: 'update', saved_snippet: snippet(2, 'two!') },
      { type: 'saved_snippets', op: 'remove', saved_snippet_id: 1 },
    ],
    { saved_snippets: [snippet(2, 'two!'), snippet(3, 'three')] },
  )
})

test('a Zoom account is connected and no longer accepted', () => {
  const says = (value: boolean) => ({ type: 'has_zoom_token', value })
  leadsTo(hasZoomAccount, { has_zoom_token: false }, [says(true)], { has_zoom_token: true })
  leadsTo(hasZoomAccount, { has_zoom_token: true }, [{ type: 'other' }, says(false)], {
    has_zoom_token: false,
  })
})

test('groups change their name and members', () => {
  const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = []) => ({
    id,
    name,
    members,
    direct_subgroup_ids,
  })
  const change = (op: string, fields: object) => ({ type: 'user_group', op, group_id: 1, ...fields })
  leadsTo(
    groups,
    { realm_user_groups: [group(1, 'cooks', [5]), group(2, 'singers', [])] },
    [
      change('update', { data: { name: 'chefs' } }),
      change('add_members', { user_ids: [6, 7] }),
      change('remove_members', { user_ids: [5] }),
      change('add_subgroups', { direct_subgroup_ids: [3] }),
      { type: 'user_group', op: 'remove', group_id: 2 },
    ],
    { realm_user_groups: [group(1, 'chefs', [6, 7], [3])] },
  )
})

test('channels are known whether the reader is subscribed or not', () => {
  const channel = (stream_id: number, name: string, description = '') => ({
    stream_id,
    name,
    description,
    rendered_description: description,
    invite_only: false,
    is_web_public: false,
    is_archived: false,
  })
  const registration = (subscriptions: object[], unsubscribed: object[], never_subscribed: object[]) => ({
    subscriptions,
    unsubscribed,
    never_subscribed,
  })
  leadsTo(
    allChannels,
    registration([channel(1, 'Verona')], [channel(2, 'Rome')], [channel(3, 'Venice')]),
    [
      { type: 'subscription', op: 'add', subscriptions: [channel(3, 'Venice')] },
      { type: 'stream', op: 'create', streams: [channel(4, 'Padua')] },
      { type: 'stream', op: 'update', stream_id: 4, property: 'name', value: 'Mantua' },
      { type: 'stream', op: 'delete', streams: [{ stream_id: 2 }] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1 }] },
    ],
    registration([channel(3, 'Venice')], [channel(1, 'Verona')], [channel(4, 'Mantua')]),
  )
})
