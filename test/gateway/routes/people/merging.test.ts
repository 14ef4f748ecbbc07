import { describe, expect, test } from 'vitest'
import { Role } from '../../../../core/state/users/record.ts'
import { tidyPersonTasksJob } from '../../../../workers/jobs/upkeep/tidy-person-tasks.ts'
import type { Body } from '../../../harness/client.ts'
import { uploadFile } from '../../../harness/upload.ts'
import { silent } from '../../../harness/world.ts'
import { as, bad, core, foreign, ok, otherGateway, refusal, setUpStage, world } from '../stage.ts'
import { dyingCore, merge, mergeWhole, person, runMerges } from './merging-stage.ts'

setUpStage()

const check = (from: number, into: number, by = 'iago') =>
  as(by).get(`/users/${from}/merge/check`, { into_id: into })
const mergedAccounts = async (who = 'hamlet'): Promise<Body[]> =>
  (await ok(as(who).get('/merged_accounts'))).accounts
const userOf = async (id: number): Promise<Body> => (await ok(as('iago').get(`/users/${id}`))).user
const post = async (client: ReturnType<typeof as>, parameters: Body): Promise<number> =>
  (await ok(client.post('/messages', { content: 'hello', ...parameters }))).id
const read = async (client: ReturnType<typeof as>, id: number): Promise<Body> =>
  (await ok(client.get(`/messages/${id}`, { apply_markdown: false }))).message

describe('what is refused', () => {
  test('changes nothing', async () => {
    const id = (name: string) => world.userId(name)
    const owner = 'Must be an organization owner'
    for (const [from, into, by, error] of [
      [id('hamlet'), id('hamlet'), 'iago', 'An account cannot be merged into itself'],
      [id('iago'), id('hamlet'), 'iago', 'You cannot merge your own account into another one'],
      [id('desdemona'), id('hamlet'), 'iago', owner],
      [id('hamlet'), id('desdemona'), 'iago', owner],
      [id('desdemona'), id('iago'), 'desdemona', 'You cannot merge your own account into another one'],
      [id('greeter-bot'), id('hamlet'), 'iago', 'No such user'],
      [id('hamlet'), id('greeter-bot'), 'iago', 'No such user'],
      [foreign.id, id('hamlet'), 'iago', 'No such user'],
      [id('hamlet'), foreign.id, 'iago', 'No such user'],
      [999_999, id('hamlet'), 'iago', 'No such user'],
      [id('hamlet'), id('aaron'), 'iago', 'User is deactivated'],
      [id('hamlet'), id('cordelia'), 'othello', 'Must be an organization administrator'],
      [id('hamlet'), id('cordelia'), 'polonius', 'Must be an organization administrator'],
    ] as const) {
      const given = `${from} into ${into} by ${by}`
      expect((await refusal(merge(from, into, by))).msg, given).toBe(error)
      expect((await refusal(check(from, into, by))).msg, given).toBe(error)
    }
    expect(await refusal(as('iago').post(`/users/${id('hamlet')}/merge`))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await world.sql('SELECT FROM account_merge')).toEqual([])
    expect((await userOf(id('hamlet'))).is_active).toBe(true)
  })

  test('the only owner is not merged into somebody without that role', async () => {
    const owner = await person('Second Owner', { role: Role.owner })
    const other = await person('No Owner')
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [world.userId('desdemona')])
    try {
      const { findAccountsAsOperator } = await import('../../../../core/transfer/merging/request.ts')
      const realm = (await core.realms.get(world.organization.realmId as never))!
      await realm.startOver()
      expect(() => findAccountsAsOperator(realm, { from: owner.id, into: other.id })).toThrow(
        'Cannot merge the only organization owner into another account',
      )
    } finally {
      await world.sql('UPDATE user_account SET is_active = true WHERE id = $1', [world.userId('desdemona')])
      await (await core.realms.get(world.organization.realmId as never))!.startOver()
    }
  })

  test('two at once happen once, and no cycle is made', async () => {
    const [one, other, third] = [await person('One'), await person('Other'), await person('Third')]
    const answers = await Promise.all([
      merge(one.id, other.id),
      merge(one.id, other.id, 'desdemona'),
      merge(other.id, one.id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const gone = (await userOf(one.id)).is_active ? other : one
    const stays = gone === one ? other : one
    expect(await refusal(merge(stays.id, third.id))).toEqual(
      bad('Another merge of this organization is not finished'),
    )
    const isMerged = bad('The account was merged into another one')
    expect(await refusal(merge(gone.id, third.id))).toEqual(isMerged)
    expect(await refusal(merge(third.id, gone.id))).toEqual(isMerged)
    const erase = (id: number) => as('desdemona').post(`/users/${id}/data/erase`, { delete_messages: false })
    expect(await refusal(erase(gone.id))).toEqual(bad('A merge of the account is not finished'))
    expect(await refusal(erase(stays.id))).toEqual(bad('A merge of the account is not finished'))
    await runMerges()
    expect(await refusal(merge(stays.id, gone.id))).toEqual(isMerged)
    await mergeWhole(stays.id, third.id)
    // Accounts that were merged before follow.
    expect(await mergedAccounts()).toContainEqual({ user_id: gone.id, into_id: third.id })
    for (const path of ['reactivate']) {
      expect(await refusal(as('iago').post(`/users/${gone.id}/${path}`))).toEqual(isMerged)
    }
    expect(await refusal(as('iago').patch(`/users/${gone.id}`, { full_name: 'Back' }))).toEqual(isMerged)
  })
})

describe('a merge', () => {
  test('says before what it does, and afterwards that it is done', async () => {
    const [from, into] = [await person('Old Portia'), await person('Portia')]
    const { client } = from
    await post(client, { type: 'direct', to: [world.userId('hamlet')] })
    await post(into.client, { type: 'direct', to: [world.userId('hamlet')] })
    await uploadFile(client, { name: 'a.txt', bytes: 'a' })
    await ok(client.post('/users/me/alert_words', { alert_words: ['venice', 'belmont'] }))
    await ok(into.client.post('/users/me/alert_words', { alert_words: ['Venice'] }))
    await ok(
      client.post('/drafts', { drafts: [{ type: 'private', to: [into.id], topic: '', content: 'd' }] }),
    )
    await ok(client.post('/saved_snippets', { title: 't', content: `@**Old Portia|${from.id}**` }))
    await ok(client.post('/bots', { full_name: 'Ring', short_name: 'ring', bot_type: 1 }))
    await ok(
      as('hamlet').post('/messages', {
        ...{ type: 'direct', to: JSON.stringify([from.id]), content: `@**Old Portia|${from.id}** hi` },
      }),
    )
    const written = await post(into.client, { type: 'stream', to: 'Verona', topic: 'caskets' })
    for (const emoji_name of ['tada', 'heart'])
      await ok(client.post(`/messages/${written}/reactions`, { emoji_name }))
    await ok(into.client.post(`/messages/${written}/reactions`, { emoji_name: 'tada' }))
    for (const name of ['hamlet', 'othello'])
      await ok(client.post(`/users/me/muted_users/${world.userId(name)}`))
    await ok(into.client.post(`/users/me/muted_users/${world.userId('othello')}`))
    await ok(client.post(`/users/me/muted_users/${into.id}`))
    await ok(client.post('/navigation_views', { fragment: 'narrow/is/dm', is_pinned: true, name: 'Mine' }))
    await ok(client.post('/users/me/status', { status_text: 'In Belmont' }))
    const before = await ok(check(from.id, into.id))
    expect(before.check).toMatchObject({
      moves: {
        messages: 1,
        conversations: 1,
        files: 1,
        mentions: 1,
        bots: 1,
        drafts: 1,
        saved_snippets: 1,
        alert_words: 1,
        reactions: 2,
        muted_users: 1,
        views: 1,
        invitations: 0,
      },
      drops: { statuses: 1, zoom_accounts: 0 },
      united_conversations: 1,
    })
    expect((await ok(as('iago').get(`/users/${from.id}/merge`))).merge).toBeNull()
    await ok(merge(from.id, into.id))
    expect((await client.get('/users/me')).status).toBe(401)
    expect((await ok(as('iago').get(`/users/${from.id}/merge`))).merge).toMatchObject({
      status: 'started',
      into_id: into.id,
      acting_user_id: world.userId('iago'),
    })
    await runMerges()
    const { merge: done } = await ok(as('iago').get(`/users/${from.id}/merge`))
    expect(done).toMatchObject({ status: 'succeeded', finished_at: expect.any(Number) })
    expect(done.done).toBe(done.total)
    expect(await userOf(from.id)).toMatchObject({ is_active: false })
    expect(await mergedAccounts()).toContainEqual({ user_id: from.id, into_id: into.id })
    // Strict clients refuse a member of a user that they do not know.
    expect(Object.keys(await userOf(from.id))).toEqual(Object.keys(await userOf(into.id)))
    const { reactions } = await read(as('iago'), written)
    expect(reactions.map(({ emoji_name, user_id }: Body) => [emoji_name, user_id]).sort()).toEqual([
      ['heart', into.id],
      ['tada', into.id],
    ])
    const { muted_users } = await ok(into.client.post('/register', { fetch_event_types: ['muted_users'] }))
    expect(muted_users.map(({ id }: Body) => id).sort()).toEqual(
      [world.userId('hamlet'), world.userId('othello')].sort(),
    )
    const words = await ok(into.client.get('/users/me/alert_words'))
    expect(words.alert_words.sort()).toEqual(['Venice', 'belmont'])
    const { drafts } = await ok(into.client.get('/drafts'))
    expect(drafts).toMatchObject([{ to: [into.id], content: 'd' }])
    const { saved_snippets } = await ok(into.client.get('/saved_snippets'))
    expect(saved_snippets).toMatchObject([{ content: `@**Portia|${into.id}**` }])
    expect((await ok(into.client.get('/attachments'))).attachments).toHaveLength(1)
    expect((await ok(into.client.get('/bots'))).bots).toMatchObject([{ full_name: 'Ring' }])
    expect((await ok(check(into.id, world.userId('hamlet')))).check.moves.conversations).toBe(1)
  })

  test('stands in the audit log', async () => {
    const { entries } = await ok(as('iago').get('/audit_log', { limit: 100 }))
    const found = entries.find(
      ({ property, object_name }: Body) => property === 'merged_into' && object_name === 'Old Portia',
    )
    expect(found).toMatchObject({ kind: 'user', action: 'changed', acting_user_id: world.userId('iago') })
  })

  test('ends the queues of everybody at every gateway, and processes know the new sender', async () => {
    const second = (await otherGateway()).url
    const [from, into] = [await person('Old Nerissa'), await person('Nerissa')]
    const reader = world.client(second, 'hamlet')
    const id = await post(from.client, { type: 'stream', to: 'Verona', topic: 'rings' })
    expect((await read(reader, id)).sender_id).toBe(from.id)
    const { queue_id, last_event_id } = await ok(reader.post('/register', { event_types: ['message'] }))
    const poll = { queue_id, last_event_id }
    const waiting = reader.get('/events', poll)
    await mergeWhole(from.id, into.id)
    await waiting
    expect(await refusal(reader.get('/events', { ...poll, dont_block: true }))).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
    const again = await ok(
      reader.post('/register', { event_types: ['message'], fetch_event_types: ['realm_user'] }),
    )
    expect(again.realm_users.find(({ user_id }: Body) => user_id === from.id)).toBeUndefined()
    expect((await read(reader, id)).sender_id).toBe(into.id)
    expect((await read(reader, id)).sender_full_name).toBe('Nerissa')
    // The new queue gets what comes next.
    await post(into.client, { type: 'stream', to: 'Verona', topic: 'rings' })
    const { events } = await ok(
      reader.get('/events', { queue_id: again.queue_id, last_event_id: again.last_event_id }),
    )
    expect(events[0].message.sender_id).toBe(into.id)
  })

  test('unites long conversations, and keeps who has read what', async () => {
    const [from, into] = [await person('Old Antonio'), await person('Antonio')]
    const other = await person('Bassanio')
    const direct = (to: number) => ({ type: 'direct', to: [to] })
    const first = await post(from.client, direct(other.id))
    const second = await post(into.client, direct(other.id))
    for (const [id, count] of [
      [first, 1_200],
      [second, 300],
    ] as const)
      await world.sql(
        `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content, bits, words)
         SELECT nextval('message_id_seq'), realm_id, conversation_id, sender_id, client, content, rendered_content, 0, words
         FROM message, generate_series(1, $2::int) WHERE id = $1`,
        [id, count],
      )
    const narrow = (one: number) => [{ operator: 'dm', operand: [one] }]
    const all = { anchor: 'oldest', num_before: 0, num_after: 5_000 }
    const read = async (one: number) =>
      (await ok(other.client.get('/messages', { ...all, narrow: narrow(one) }))).messages as Body[]
    // Bassanio has read the older half of one conversation, and all of the other but one message.
    const mark = (messages: readonly Body[], op: string) =>
      ok(other.client.post('/messages/flags', { messages: messages.map(({ id }) => id), op, flag: 'read' }))
    await mark((await read(from.id)).slice(0, 700), 'add')
    const known = await read(into.id)
    await mark(known, 'add')
    await mark(known.slice(40, 41), 'remove')
    const isRead = ({ flags }: Body) => flags.includes('read')
    const states = (messages: readonly Body[]) =>
      messages.map((message) => [message.id, isRead(message)]).sort(([a], [b]) => Number(a) - Number(b))
    const before = states([...(await read(from.id)), ...(await read(into.id))])
    expect(before.filter(([, state]) => state)).toHaveLength(700 + 300)
    await mergeWhole(from.id, into.id)
    const after = await read(into.id)
    expect(states(after)).toEqual(before)
    expect(new Set(after.map(({ sender_id }) => sender_id))).toEqual(new Set([into.id]))
    const { unread_msgs } = await ok(
      other.client.post('/register', { event_types: ['message', 'update_message_flags'] }),
    )
    const [unread] = unread_msgs.pms.filter(({ other_user_id }: Body) => other_user_id === into.id)
    expect(unread.unread_message_ids).toHaveLength(502)
  })

  test('gives permissions, groups and protected history', async () => {
    const [from, into] = [await person('Old Shylock'), await person('Shylock', { role: Role.moderator })]
    const made = {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
    }
    await ok(from.client.post('/users/me/subscriptions', made))
    const id = await post(from.client, { type: 'stream', to: 'vault', topic: 'bond' })
    const { groups } = {
      groups: await ok(
        as('desdemona').post('/user_groups/create', { name: 'lenders', description: '', members: [from.id] }),
      ),
    }
    expect((await into.client.get(`/messages/${id}`)).status).toBe(400)
    await mergeWhole(from.id, into.id)
    expect((await read(into.client, id)).sender_id).toBe(into.id)
    const { subscriptions } = await ok(into.client.get('/users/me/subscriptions'))
    const vault = subscriptions.find(({ name }: Body) => name === 'vault')
    expect(vault).toMatchObject({ creator_id: into.id })
    expect(vault.can_administer_channel_group).toEqual({ direct_members: [into.id], direct_subgroups: [] })
    const { members } = await ok(as('iago').get(`/user_groups/${groups.group_id}/members`))
    expect(members).toEqual([into.id])
    expect((await userOf(into.id)).role).toBe(Role.moderator)
  })

  test('of a deactivated account works, and a later erasure forgets both names', async () => {
    const [from, into] = [await person('Old Tubal'), await person('Tubal')]
    await ok(as('iago').delete(`/users/${from.id}`))
    await mergeWhole(from.id, into.id)
    await ok(as('desdemona').post(`/users/${into.id}/data/erase`, { delete_messages: false }))
    for (const { id } of [from, into]) expect((await userOf(id)).full_name).toBe(`Deleted user ${id}`)
    const rows = await world.sql(`SELECT FROM audit_entry t WHERE row_to_json(t)::text ILIKE '%tubal%'`)
    expect(rows).toEqual([])
  })

  test('that no worker continues for a day begins again', async () => {
    const [from, into] = [await person('Old Gobbo'), await person('Gobbo')]
    const id = await post(from.client, { type: 'stream', to: 'Verona', topic: 'g' })
    await ok(merge(from.id, into.id))
    const broken = dyingCore(2, 'before')
    await expect(runMerges(broken, { outboxId: undefined, isLastAttempt: true })).rejects.toThrow('killed')
    expect((await ok(as('iago').get(`/users/${from.id}/merge`))).merge).toMatchObject({ status: 'failed' })
    await world.sql("DELETE FROM job_outbox WHERE name = 'merge-accounts'")
    await world.sql("UPDATE account_merge SET alive_at = now() - interval '2 days'")
    const attempt = { outboxId: undefined, isLastAttempt: false }
    await tidyPersonTasksJob.run({ core, data: undefined as never, log: silent, ...attempt })
    await runMerges()
    expect((await read(as('hamlet'), id)).sender_id).toBe(into.id)
  })
})
