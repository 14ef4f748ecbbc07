import { describe, expect, test } from 'vitest'
import { changeRole } from '../../../../core/people/accounts/change-role.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { newcomer } from '../changes.ts'
import { ids } from '../channels/channel-events.ts'
import { eventsDuring } from '../events-during.ts'
import {
  as,
  bad,
  channelOf,
  core,
  foreign,
  join,
  ok,
  otherGateway,
  realm,
  refusal,
  setUpStage,
  url,
  world,
} from '../stage.ts'

setUpStage()

const FORBIDDEN = bad('Insufficient permission')
const NO_GROUP = bad('Invalid user group')
const system = (name: string): number =>
  (realm.record.systemGroups as Record<string, number>)[`role:${name}`]!

let count = 0
const create = (name: string, over: Parameters = {}) =>
  as(name).post('/user_groups/create', { name: `group ${++count}`, description: '', members: [], ...over })
const created = async (name: string, over: Parameters = {}): Promise<number> =>
  (await ok(create(name, over))).group_id
const edit = (name: string, id: number, parameters: Parameters) =>
  as(name).patch(`/user_groups/${id}`, parameters)
const members = (name: string, id: number, parameters: Parameters) =>
  as(name).post(`/user_groups/${id}/members`, parameters)
const subgroups = (name: string, id: number, parameters: Parameters) =>
  as(name).post(`/user_groups/${id}/subgroups`, parameters)
const deactivate = (name: string, id: number) => as(name).post(`/user_groups/${id}/deactivate`)

async function groupOf(id: number, include_deactivated_groups = true): Promise<Body> {
  const { user_groups } = await ok(as('iago').get('/user_groups', { include_deactivated_groups }))
  return user_groups.find((group: Body) => group.id === id)
}
async function registered(name: string, capabilities: Record<string, boolean> = {}): Promise<Body[]> {
  const parameters = { event_types: ['realm_user_groups'], client_capabilities: capabilities }
  return (await ok(as(name).post('/register', parameters))).realm_user_groups
}
const hear = (names: readonly string[], change: () => Promise<unknown>, capabilities = {}) =>
  eventsDuring(['user_group'], names, change, capabilities)
const only = (...names: string[]) => ({ direct_members: ids(...names), direct_subgroups: [] })

describe('POST /user_groups/create', () => {
  test('creates a group with the given properties, with an event to everyone, guests too', async () => {
    const inner = await created('hamlet')
    let id = 0
    const events = await hear(['cordelia', 'polonius'], async () => {
      id = await created('hamlet', {
        name: ' Players ',
        description: 'Who *plays*',
        members: [...ids('zoe', 'cordelia'), world.userId('zoe')],
        subgroups: [inner, system('moderators'), inner],
        can_join_group: { direct_members: [], direct_subgroups: [system('members')] },
        can_mention_group: { direct_members: ids('zoe'), direct_subgroups: [inner] },
      })
    })
    const group = {
      id,
      name: 'Players',
      description: 'Who *plays*',
      creator_id: world.userId('hamlet'),
      date_created: expect.closeTo(Date.now() / 1000, -2),
      members: ids('cordelia', 'zoe'),
      direct_subgroup_ids: [system('moderators'), inner].sort((a, b) => a - b),
      is_system_group: false,
      deactivated: false,
      can_add_members_group: only('hamlet'),
      can_join_group: system('members'),
      can_leave_group: system('everyone'),
      can_manage_group: only('hamlet'),
      can_mention_group: { direct_members: ids('zoe'), direct_subgroups: [inner] },
      can_remove_members_group: system('nobody'),
    }
    const event = { type: 'user_group', op: 'add', group }
    expect(events).toEqual({ cordelia: [event], polonius: [event] })
    expect(await groupOf(id)).toEqual(group)
    expect(await registered('polonius')).toContainEqual(group)
  })

  test.each([
    ['', "User group name can't be empty!"],
    [' \t', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['@role:x', "User group name cannot start with '@'."],
    ['role:members', "User group name cannot start with 'role:'."],
    ['Role:x', "User group name cannot start with 'role:'."],
    ['user:1', "User group name cannot start with 'user:'."],
    ['stream:1', "User group name cannot start with 'stream:'."],
    ['channel:1', "User group name cannot start with 'channel:'."],
    ['a\0b', 'name must not contain null bytes'],
  ])('refuses the name %j', async (name, msg) => {
    expect(await refusal(create('hamlet', { name }))).toEqual(bad(msg))
    const id = await created('hamlet')
    expect(await refusal(edit('hamlet', id, { name }))).toEqual(bad(msg))
  })

  test('refuses a used name in any case, also of a deactivated group', async () => {
    const id = await created('hamlet', { name: 'Taken' })
    await ok(deactivate('hamlet', id))
    expect(await refusal(create('zoe', { name: 'tAKEN' }))).toEqual(bad("User group 'tAKEN' already exists."))
    expect(
      (await Promise.all(['a', 'A'].map((name) => create('zoe', { name })))).map((a) => a.status).sort(),
    ).toEqual([200, 400])
  })

  test('refuses unknown users, groups and settings', async () => {
    const gone = await created('hamlet')
    await ok(deactivate('hamlet', gone))
    const cases: [Parameters, Body][] = [
      [{ members: [500_000] }, bad('Invalid user ID: 500000')],
      [{ members: [foreign.id] }, bad(`Invalid user ID: ${foreign.id}`)],
      [{ members: ids('aaron') }, bad('User is deactivated')],
      [{ subgroups: [500_000] }, bad('Invalid user group ID: 500000')],
      [{ subgroups: [gone] }, bad('User group is deactivated.')],
      [{ can_join_group: 500_000 }, NO_GROUP],
      [{ can_join_group: gone }, bad('User group is deactivated.')],
      [
        { can_join_group: system('internet') },
        bad("'can_join_group' setting cannot be set to 'role:internet' group."),
      ],
      [
        { can_join_group: system('everyone') },
        bad("'can_join_group' setting cannot be set to 'role:everyone' group."),
      ],
      [
        { can_join_group: { direct_members: [500_000], direct_subgroups: [] } },
        bad('Invalid user ID: 500000'),
      ],
      [
        { can_join_group: { direct_members: ids('zoe'), direct_subgroups: [gone] } },
        bad('User group is deactivated.'),
      ],
      [{ description: 'x'.repeat(1025) }, bad('description is too long (limit: 1024 characters)')],
    ]
    for (const [over, error] of cases) expect(await refusal(create('hamlet', over))).toEqual(error)
    for (const over of [
      { name: undefined },
      { members: undefined },
      { members: 'x' },
      { members: [-1] },
      { members: [2 ** 31] },
      { members: ['1'] },
      { can_join_group: 'role:members' },
      { can_join_group: { direct_members: [] } },
      { can_join_group: [] },
    ]) {
      expect(await refusal(create('hamlet', over))).toMatchObject({ status: 400, result: 'error' })
    }
  })

  test('is not for guests, and for members according to the organization', async () => {
    expect(await refusal(create('polonius'))).toEqual(FORBIDDEN)
  })
})

describe('PATCH /user_groups/{user_group_id}', () => {
  test('changes only different values, with an event to everyone', async () => {
    const id = await created('hamlet', { name: 'before', description: 'same' })
    const events = await hear(['zoe'], async () => {
      await ok(edit('hamlet', id, { name: 'after', description: 'same' }))
      await ok(edit('hamlet', id, { name: 'AFTER' }))
      await ok(edit('hamlet', id, { name: 'AFTER', deactivated: false }))
      await ok(edit('hamlet', id, { can_leave_group: { new: system('nobody'), old: system('everyone') } }))
      await ok(edit('hamlet', id, { can_join_group: { new: only('zoe', 'hamlet') } }))
      const again = { direct_members: ids('zoe', 'hamlet').reverse(), direct_subgroups: [] }
      await ok(edit('hamlet', id, { can_join_group: { new: again, old: again } }))
    })
    const update = (data: object) => ({ type: 'user_group', op: 'update', group_id: id, data })
    expect(events.zoe).toEqual([
      update({ name: 'after' }),
      update({ name: 'AFTER' }),
      update({ can_leave_group: system('nobody') }),
      update({ can_join_group: only('zoe', 'hamlet') }),
    ])
    expect(await groupOf(id)).toMatchObject({ name: 'AFTER', can_leave_group: system('nobody') })
  })

  test('refuses a change with an outdated old value, and then changes nothing', async () => {
    const id = await created('hamlet', { description: 'kept' })
    const change = { new: system('nobody'), old: system('members') }
    expect(await refusal(edit('hamlet', id, { description: 'lost', can_leave_group: change }))).toEqual(
      bad("'old' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' }),
    )
    expect(await groupOf(id)).toMatchObject({ description: 'kept', can_leave_group: system('everyone') })
  })

  test('refuses one of two concurrent changes with the same old value', async () => {
    const id = await created('hamlet')
    const { url: second } = await otherGateway()
    const change = (to: number) => ({ can_leave_group: { new: to, old: system('everyone') } })
    const answers = await Promise.all([
      edit('hamlet', id, change(system('nobody'))),
      world.client(second, 'hamlet').patch(`/user_groups/${id}`, change(system('members'))),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  test('is for users who manage the group or all groups', async () => {
    const id = await created('hamlet', { can_manage_group: only('zoe') })
    expect(await refusal(edit('hamlet', id, { description: 'a' }))).toEqual(FORBIDDEN)
    expect(await refusal(edit('iago', id, { description: 'a' }))).toEqual(FORBIDDEN)
    await ok(edit('zoe', id, { description: 'b' }))
    await ok(edit('desdemona', id, { description: 'c' }))
    expect(await refusal(edit('polonius', id, { description: 'd' }))).toEqual(
      bad('Not allowed for guest users'),
    )
    expect(await refusal(edit('desdemona', system('members'), { description: 'e' }))).toEqual(FORBIDDEN)
    expect(await refusal(edit('desdemona', 500_000, { description: 'e' }))).toEqual(NO_GROUP)
    expect(await refusal(edit('zoe', id, {}))).toEqual(bad('No new data supplied'))
    expect(await refusal(foreign.client.patch(`/user_groups/${id}`, { description: 'f' }))).toEqual(NO_GROUP)
  })

  test('refuses a user at once after another gateway removed the permission', async () => {
    const id = await created('hamlet', { can_manage_group: only('zoe', 'hamlet') })
    const { url: second } = await otherGateway()
    for (let n = 0; n < 5; n++) {
      await ok(edit('hamlet', id, { can_manage_group: { new: only('hamlet') } }))
      const answer = world.client(second, 'zoe').patch(`/user_groups/${id}`, { description: `${n}` })
      expect(await refusal(answer)).toEqual(FORBIDDEN)
      await ok(edit('hamlet', id, { can_manage_group: { new: only('zoe', 'hamlet') } }))
      await ok(world.client(second, 'zoe').patch(`/user_groups/${id}`, { description: `${n}!` }))
    }
  })
})

describe('POST /user_groups/{user_group_id}/members', () => {
  test('adds and removes users and groups, with events to everyone', async () => {
    const inner = await created('hamlet')
    const id = await created('hamlet', { members: ids('zoe') })
    const all = { add: ids('cordelia', 'othello'), delete: ids('zoe', 'cordelia') }
    const events = await hear(['polonius'], async () => {
      await ok(members('hamlet', id, { ...all, add_subgroups: [inner] }))
      await ok(members('hamlet', id, { delete_subgroups: [inner] }))
    })
    const event = (op: string, of: object) => ({ type: 'user_group', op, group_id: id, ...of })
    expect(events.polonius).toEqual([
      event('add_members', { user_ids: all.add }),
      event('remove_members', { user_ids: all.delete }),
      event('add_subgroups', { direct_subgroup_ids: [inner] }),
      event('remove_subgroups', { direct_subgroup_ids: [inner] }),
    ])
    expect(await groupOf(id)).toMatchObject({ members: ids('othello'), direct_subgroup_ids: [] })
  })

  test('notifies users whom others add or remove', async () => {
    const id = await created('hamlet', { name: 'Told' })
    await ok(members('hamlet', id, { add: [...ids('zoe', 'hamlet'), world.userId('greeter-bot')] }))
    await ok(members('hamlet', id, { delete: ids('zoe') }))
    const narrow = [{ operator: 'sender', operand: 'notification-bot@loquat.invalid' }]
    const parameters = { narrow, anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false }
    const said = async (name: string) =>
      (await ok(as(name).get('/messages', parameters))).messages.map((message: Body) => message.content)
    const hamlet = `@_**King Hamlet|${world.userId('hamlet')}**`
    expect((await said('zoe')).slice(-2)).toEqual([
      `${hamlet} added you to the group @_*Told*.`,
      `${hamlet} removed you from the group @_*Told*.`,
    ])
    expect(await said('hamlet')).toEqual([])
  })

  test('refuses existing members, missing members and users who cannot be members', async () => {
    const id = await created('hamlet', { members: ids('zoe') })
    const zoe = world.userId('zoe')
    const cases: [Parameters, Body][] = [
      [{ add: [zoe] }, bad(`User ${zoe} is already a member of this group`)],
      [{ add: ids('aaron') }, bad('User is deactivated')],
      [{ add: [500_000] }, bad('Invalid user ID: 500000')],
      [{ add: [foreign.id] }, bad(`Invalid user ID: ${foreign.id}`)],
      [{ delete: ids('othello') }, bad(`There is no member '${ids('othello')}' in this user group`)],
      [{ delete: [500_000] }, bad('Invalid user ID: 500000')],
      [
        { add: ids('othello'), delete: ids('cordelia') },
        bad(`There is no member '${ids('cordelia')}' in this user group`),
      ],
      [
        {},
        bad('Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'),
      ],
      [{ add_subgroups: [500_000] }, bad('Invalid user group ID: 500000')],
    ]
    for (const [parameters, error] of cases) {
      expect(await refusal(members('hamlet', id, parameters))).toEqual(error)
    }
    expect(await refusal(members('desdemona', system('members'), { add: ids('polonius') }))).toEqual(
      FORBIDDEN,
    )
    expect(await refusal(members('desdemona', 500_000, { add: ids('zoe') }))).toEqual(NO_GROUP)
    expect(await groupOf(id)).toMatchObject({ members: [zoe] })
  })

  test('requires the permission to add, to join, to remove or to leave', async () => {
    const id = await created('desdemona', {
      can_manage_group: system('nobody'),
      can_add_members_group: only('hamlet'),
      can_join_group: only('zoe'),
      can_remove_members_group: only('othello'),
      can_leave_group: only('zoe'),
    })
    const [hamlet, zoe, othello, cordelia] = ['hamlet', 'zoe', 'othello', 'cordelia'].map((name) =>
      world.userId(name),
    )
    const steps: [string, Parameters, boolean][] = [
      ['zoe', { add: [zoe] }, true],
      ['zoe', { add: [cordelia] }, false],
      ['zoe', { add: [zoe, cordelia] }, false],
      ['cordelia', { add: [cordelia] }, false],
      ['hamlet', { add: [cordelia] }, true],
      ['hamlet', { add: [hamlet] }, true],
      ['hamlet', { delete: [hamlet] }, false],
      ['cordelia', { delete: [cordelia] }, false],
      ['zoe', { delete: [hamlet] }, false],
      ['zoe', { delete: [zoe] }, true],
      ['othello', { delete: [hamlet, cordelia] }, true],
      ['othello', { add: [othello] }, false],
      ['hamlet', { delete_subgroups: [system('owners')] }, false],
      ['othello', { add_subgroups: [system('owners')] }, false],
      ['hamlet', { add_subgroups: [system('owners')] }, true],
      ['desdemona', { delete_subgroups: [system('owners')] }, true],
    ]
    for (const [name, parameters, isAllowed] of steps) {
      const answer = await refusal(members(name, id, parameters))
      expect([name, parameters, answer.msg]).toEqual([name, parameters, isAllowed ? '' : FORBIDDEN.msg])
    }
    expect(await refusal(members('polonius', id, { add: ids('polonius') }))).toEqual(
      bad('Not allowed for guest users'),
    )
  })
})

describe('groups within groups', () => {
  test('find members through each other, and never contain themselves', async () => {
    const inner = await created('hamlet', { members: ids('zoe') })
    const middle = await created('hamlet', { members: ids('othello'), subgroups: [inner] })
    const outer = await created('hamlet', { subgroups: [middle, system('administrators')] })
    const path = `/user_groups/${outer}`
    const get = (rest: string, parameters: Parameters = {}) => ok(as('zoe').get(`${path}${rest}`, parameters))
    const byRole = [system('administrators'), system('owners')]
    expect(await get('/subgroups')).toMatchObject({
      subgroups: [...byRole, middle, inner].sort((a, b) => a - b),
    })
    expect(await get('/subgroups', { direct_subgroup_only: true })).toMatchObject({
      subgroups: [system('administrators'), middle].sort((a, b) => a - b),
    })
    expect(await get('/members')).toMatchObject({
      members: [...ids('zoe', 'othello', 'iago', 'desdemona')].sort((a, b) => a - b),
    })
    expect(await get('/members', { direct_member_only: true })).toMatchObject({ members: [] })
    const isIn = async (name: string, direct_member_only = false) =>
      (await get(`/members/${world.userId(name)}`, { direct_member_only })).is_user_group_member
    expect(await Promise.all(['zoe', 'iago', 'hamlet'].map((name) => isIn(name)))).toEqual([
      true,
      true,
      false,
    ])
    expect(await isIn('zoe', true)).toBe(false)

    const cycle = (id: number) =>
      bad(`User group ${id} is already a subgroup of one of the passed subgroups.`)
    expect(await refusal(subgroups('hamlet', inner, { add: [outer] }))).toEqual(cycle(inner))
    expect(await refusal(subgroups('hamlet', inner, { add: [inner] }))).toEqual(cycle(inner))
    expect(await refusal(members('hamlet', inner, { add_subgroups: [middle] }))).toEqual(cycle(inner))
    expect(await refusal(subgroups('hamlet', outer, { add: [middle] }))).toEqual(
      bad(`User group ${middle} is already a subgroup of this group.`),
    )
    expect(await refusal(subgroups('hamlet', outer, { delete: [inner] }))).toEqual(
      bad(`User group ${inner} is not a subgroup of this group.`),
    )
    expect(await refusal(subgroups('hamlet', outer, {}))).toEqual(
      bad('Nothing to do. Specify at least one of "add" or "delete".'),
    )
    await ok(subgroups('hamlet', outer, { add: [inner], delete: [middle] }))
    expect(await get('/members')).toMatchObject({ members: ids('zoe', 'iago', 'desdemona') })
  })

  test('refuse one of two concurrent requests that would make them contain each other', async () => {
    const [a, b] = [await created('hamlet'), await created('hamlet')]
    const { url: second } = await otherGateway()
    const answers = await Promise.all([
      subgroups('hamlet', a, { add: [b] }),
      world.client(second, 'hamlet').post(`/user_groups/${b}/subgroups`, { add: [a] }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  test('must exist', async () => {
    for (const rest of ['members', 'subgroups', `members/${world.userId('zoe')}`]) {
      expect(await refusal(as('zoe').get(`/user_groups/500000/${rest}`))).toEqual(NO_GROUP)
      expect(await refusal(foreign.client.get(`/user_groups/${system('members')}/${rest}`))).toEqual(NO_GROUP)
      expect(await refusal(as('polonius').get(`/user_groups/${system('members')}/${rest}`))).toEqual(
        bad('Not allowed for guest users'),
      )
    }
    const memberOf = (user: number) => as('zoe').get(`/user_groups/${system('members')}/members/${user}`)
    expect(await refusal(memberOf(500_000))).toEqual(bad('No such user'))
    expect(await refusal(memberOf(foreign.id))).toEqual(bad('No such user'))
    expect(await refusal(memberOf(world.userId('aaron')))).toEqual(bad('User is deactivated'))
    expect(await refusal(as('polonius').get('/user_groups'))).toEqual(bad('Not allowed for guest users'))
  })
})

describe('a deactivated group', () => {
  const KNOWS = { include_deactivated_groups: true }

  test('disappears for clients that do not know deactivated groups, and returns unchanged', async () => {
    const id = await created('hamlet', { members: ids('zoe') })
    const change = async () => {
      await ok(deactivate('hamlet', id))
      await ok(edit('hamlet', id, { description: 'hidden' }))
      await ok(members('hamlet', id, { add: ids('othello') }))
      await ok(edit('hamlet', id, { deactivated: false }))
    }
    const old = await hear(['cordelia'], change)
    const group = await groupOf(id)
    expect(group).toMatchObject({ description: 'hidden', members: ids('zoe', 'othello'), deactivated: false })
    expect(old.cordelia).toEqual([
      { type: 'user_group', op: 'remove', group_id: id },
      { type: 'user_group', op: 'add', group },
    ])
    await ok(edit('desdemona', id, { description: '' }))
    await ok(members('desdemona', id, { delete: ids('othello') }))
    const update = (data: object) => ({ type: 'user_group', op: 'update', group_id: id, data })
    expect((await hear(['cordelia'], change, KNOWS)).cordelia).toEqual([
      update({ deactivated: true }),
      update({ description: 'hidden' }),
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: ids('othello') },
      update({ deactivated: false }),
    ])
  })

  test('is sent only to clients that request it', async () => {
    const id = await created('hamlet')
    await ok(deactivate('hamlet', id))
    expect(await groupOf(id, false)).toBeUndefined()
    expect(await groupOf(id)).toMatchObject({ deactivated: true })
    const has = (groups: Body[]) => groups.some((group) => group.id === id)
    expect(has(await registered('zoe'))).toBe(false)
    expect(has(await registered('zoe', KNOWS))).toBe(true)
  })

  test('accepts subgroups and gives them up, as members', async () => {
    const [id, inner] = [await created('hamlet'), await created('hamlet')]
    await ok(deactivate('hamlet', id))
    const add = async () => ok(subgroups('hamlet', id, { add: [inner] }))
    const { cordelia, zoe } = {
      ...(await hear(['cordelia'], add, KNOWS)),
      ...(await hear(['zoe'], () => ok(members('hamlet', id, { delete_subgroups: [inner] })))),
    }
    const of = { type: 'user_group', group_id: id }
    expect(cordelia).toEqual([{ ...of, op: 'add_subgroups', direct_subgroup_ids: [inner] }])
    expect(zoe).toEqual([])
    expect(await groupOf(id)).toMatchObject({ direct_subgroup_ids: [] })
    await ok(subgroups('hamlet', id, { add: [inner] }))
    await ok(deactivate('hamlet', inner))
    await ok(subgroups('hamlet', id, { delete: [inner] }))
    const gone = bad('User group is deactivated.')
    expect(await refusal(subgroups('hamlet', id, { add: [inner] }))).toEqual(gone)
  })

  test('cannot be deactivated twice', async () => {
    const id = await created('hamlet')
    await ok(deactivate('hamlet', id))
    expect(await refusal(deactivate('hamlet', id))).toEqual(bad('User group is deactivated.'))
    expect(await refusal(deactivate('zoe', id))).toEqual(FORBIDDEN)
    expect(await refusal(deactivate('desdemona', system('owners')))).toEqual(FORBIDDEN)
    expect(await refusal(deactivate('desdemona', 500_000))).toEqual(NO_GROUP)
  })

  test('cannot be in use by a setting; the error names the setting', async () => {
    const id = await created('hamlet')
    const outer = await created('hamlet', { subgroups: [id] })
    const user = await created('hamlet', {
      can_join_group: id,
      can_leave_group: { direct_members: ids('zoe'), direct_subgroups: [id] },
    })
    expect(await refusal(deactivate('hamlet', id))).toEqual(
      bad('Cannot deactivate user group in use.', {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [
          { type: 'subgroup', supergroup_ids: [outer] },
          { type: 'user_group', group_id: user, settings: ['can_join_group', 'can_leave_group'] },
        ],
      } as object),
    )
    await ok(deactivate('hamlet', outer))
    await ok(deactivate('hamlet', user))
    const used = { direct_members: [], direct_subgroups: [id, system('owners')] }
    await ok(as('desdemona').patch('/realm', { can_create_groups: { new: used } }))
    expect(await refusal(deactivate('hamlet', id))).toMatchObject({
      objections: [{ type: 'realm', settings: ['can_create_groups'] }],
    })
    expect(await refusal(create('zoe'))).toEqual(FORBIDDEN)
    await ok(as('desdemona').patch('/realm', { can_create_groups: { new: system('members') } }))
    await ok(deactivate('hamlet', id))
  })
})

describe('a group with a permission in a channel', () => {
  test('shows the channel to new members, and hides it from former ones', async () => {
    const inner = await created('hamlet', { members: ids('othello') })
    const id = await created('hamlet')
    await ok(join('hamlet', ['Cellar'], { invite_only: true }))
    const { stream_id } = await channelOf('Cellar')
    const grant = { can_subscribe_group: { new: id } }
    await ok(as('hamlet').patch(`/streams/${stream_id}`, grant))
    const events = await eventsDuring(['stream'], ['zoe', 'othello', 'cordelia'], async () => {
      await ok(members('hamlet', id, { add: ids('zoe'), add_subgroups: [inner] }))
      await ok(members('hamlet', id, { delete: ids('zoe') }))
      await ok(members('hamlet', id, { delete_subgroups: [inner] }))
    })
    const summarize = (of: Body[]) =>
      of.map((event) => [event.op, (event.streams ?? []).map((stream: Body) => stream.stream_id)])
    const seen = [
      ['create', [stream_id]],
      ['delete', [stream_id]],
    ]
    expect([summarize(events.zoe!), summarize(events.othello!), events.cordelia]).toEqual([seen, seen, []])
  })

  test('cannot be deactivated', async () => {
    const id = await created('hamlet')
    await ok(join('hamlet', ['Guarded']))
    const { stream_id: channel_id } = await channelOf('Guarded')
    const some = { direct_members: ids('zoe'), direct_subgroups: [id] }
    await ok(as('hamlet').patch(`/streams/${channel_id}`, { can_send_message_group: { new: some } }))
    expect(await refusal(deactivate('hamlet', id))).toMatchObject({
      objections: [{ type: 'channel', channel_id, settings: ['can_send_message_group'] }],
    })
  })
})

describe('the role groups', () => {
  test('have the users with the role as members, and follow changes', async () => {
    const user = { email: 'follower@demo.test' }
    const { record, client } = await newcomer(core, realm, url, user)
    const shown = async () =>
      (await registered('zoe'))
        .filter((group) => group.is_system_group && group.members.includes(record.id))
        .map((group) => group.name)
    expect(await shown()).toEqual(['role:members', 'role:fullmembers'])
    const events = await hear(['zoe'], async () => {
      await changeRole(core, realm, record.id, Role.moderator)
      expect(await shown()).toEqual(['role:moderators'])
      await changeRole(core, realm, record.id, Role.guest)
      expect(await shown()).toEqual(['role:everyone'])
      await newcomer(core, realm, url, { email: 'another@demo.test', role: Role.administrator })
    })
    const another = realm.users.byEmail('another@demo.test')!.id
    const event = (op: string, name: string, id: number = record.id) => ({
      type: 'user_group',
      op,
      group_id: system(name),
      user_ids: [id],
    })
    expect(events.zoe).toEqual([
      event('remove_members', 'members'),
      event('remove_members', 'fullmembers'),
      event('add_members', 'moderators'),
      event('remove_members', 'moderators'),
      event('add_members', 'everyone'),
      event('add_members', 'administrators', another),
    ])
    expect(await refusal(client.get('/user_groups'))).toEqual(bad('Not allowed for guest users'))
  })

  test('contain each other, and have no permissions at first', async () => {
    const groups = (await registered('polonius')).filter((group) => group.is_system_group)
    const chain = ['owners', 'administrators', 'moderators', 'fullmembers', 'members', 'everyone', 'internet']
    for (const [n, name] of chain.entries()) {
      expect(groups.find((group) => group.name === `role:${name}`)).toMatchObject({
        direct_subgroup_ids: n === 0 ? [] : [system(chain[n - 1]!)],
        can_mention_group: system('nobody'),
        can_manage_group: system('nobody'),
        creator_id: null,
      })
    }
    expect(groups.find((group) => group.name === 'role:nobody')).toMatchObject({
      members: [],
      direct_subgroup_ids: [],
    })
  })
})

test('clients get the allowed values of each permission setting', async () => {
  const { server_supported_permission_settings: supported } = await ok(
    as('zoe').post('/register', { event_types: ['realm'] }),
  )
  expect(supported.realm.can_create_public_channel_group).toEqual({
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: false,
    allow_everyone_group: false,
    default_group_name: 'role:members',
    default_for_system_groups: null,
    allowed_system_groups: ['role:administrators', 'role:moderators', 'role:fullmembers', 'role:members'],
  })
  expect(supported.stream.can_administer_channel_group.default_group_name).toBe('channel_creator')
  expect(supported.group.can_manage_group).toMatchObject({
    default_group_name: 'group_creator',
    default_for_system_groups: 'role:nobody',
  })
})
