import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../core/state/users/record.ts'
import type { Body, Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { checkProperty } from '../harness/property.ts'
import { World } from '../harness/world.ts'
import { applyGroupEvent } from './group-model.ts'

const PEOPLE = ['hamlet', 'cordelia', 'othello', 'zoe'] as const
const ROLES = [Role.moderator, Role.member, Role.guest]

let world: World
let urls: string[]
let system: Record<string, number>
let runs = 0

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
  const groups = await groupsOf(world.client(urls[0]!, 'desdemona'))
  system = Object.fromEntries(
    groups.filter((group) => group.is_system_group).map((group) => [group.name.slice(5), group.id]),
  )
})
afterAll(() => world.close())

const person = fc.constantFrom(...PEOPLE)
const nth = fc.nat(5)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    who: fc.subarray([...PEOPLE]),
    subgroup: fc.option(nth),
  }),
  fc.record({ kind: fc.constantFrom('add' as const, 'delete' as const), group: nth, who: person }),
  fc.record({ kind: fc.constantFrom('nest' as const, 'unnest' as const), group: nth, subgroup: nth }),
  fc.record({
    kind: fc.constantFrom('nest' as const),
    group: nth,
    role: fc.constantFrom('moderators', 'members'),
  }),
  fc.record({
    kind: fc.constantFrom('deactivate' as const, 'reactivate' as const, 'rename' as const),
    group: nth,
  }),
  fc.record({ kind: fc.constant('role' as const), who: person, role: fc.constantFrom(...ROLES) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface NaiveGroup {
  readonly id: number
  name: string
  isDeactivated: boolean
  readonly members: Set<number>
  readonly subgroups: Set<number>
}

/** Groups as lists of direct members; every question walks them again. */
class Naive {
  readonly groups: NaiveGroup[] = []
  readonly roles = new Map<number, number>()

  get(id: number): NaiveGroup | undefined {
    return this.groups.find((group) => group.id === id)
  }

  contains(group: number, other: number): boolean {
    return (
      group === other ||
      [...(this.get(group)?.subgroups ?? [])].some((subgroup) => this.contains(subgroup, other))
    )
  }

  membersOf(id: number): Set<number> {
    const group = this.get(id)
    if (group === undefined) return this.#byRole(id)
    const found = new Set(group.members)
    for (const subgroup of group.subgroups) for (const user of this.membersOf(subgroup)) found.add(user)
    return found
  }

  isInUse(id: number): boolean {
    return this.groups.some((group) => !group.isDeactivated && group.subgroups.has(id))
  }

  #byRole(id: number): Set<number> {
    const most = id === system.moderators ? Role.moderator : Role.member
    return new Set([...this.roles].filter(([, role]) => role <= most).map(([user]) => user))
  }
}

/** Requests one change and returns whether the model allows it; if it does, changes the model too. */
async function applyStep(naive: Naive, client: Client, one: Step): Promise<void> {
  const group = 'group' in one ? naive.groups[one.group % naive.groups.length] : undefined
  if ('group' in one && group === undefined) return
  const path = `/user_groups/${group?.id}`
  const expectAllowed = async (isAllowed: boolean, answer: ReturnType<Client['get']>) => {
    const { status, body } = await answer
    expect([one, status, body.msg].slice(0, isAllowed ? 3 : 2)).toEqual(
      isAllowed ? [one, 200, ''] : [one, 400],
    )
    return body
  }
  switch (one.kind) {
    case 'create': {
      const members = one.who.map((name) => world.userId(name))
      const inner = one.subgroup === null ? undefined : naive.groups[one.subgroup % naive.groups.length]
      const name = `run ${runs} group ${naive.groups.length}`
      const subgroups = inner === undefined ? [] : [inner.id]
      const isAllowed = inner === undefined || !inner.isDeactivated
      const given = { name, description: '', members, subgroups }
      const { group_id: id } = await expectAllowed(isAllowed, client.post('/user_groups/create', given))
      if (!isAllowed) return
      naive.groups.push({
        id,
        name,
        isDeactivated: false,
        members: new Set(members),
        subgroups: new Set(subgroups),
      })
      return
    }
    case 'add':
    case 'delete': {
      const user = world.userId(one.who)
      const isAllowed = group!.members.has(user) === (one.kind === 'delete')
      await expectAllowed(isAllowed, client.post(`${path}/members`, { [one.kind]: [user] }))
      if (isAllowed) group!.members[one.kind](user)
      return
    }
    case 'nest': {
      const inner = 'role' in one ? undefined : naive.groups[one.subgroup % naive.groups.length]!
      const id = inner?.id ?? system[(one as { role: string }).role]!
      const isGone = inner?.isDeactivated ?? false
      const isAllowed = !isGone && !group!.subgroups.has(id) && !naive.contains(id, group!.id)
      await expectAllowed(isAllowed, client.post(`${path}/subgroups`, { add: [id] }))
      if (isAllowed) group!.subgroups.add(id)
      return
    }
    case 'unnest': {
      const inner = naive.groups[(one as { subgroup: number }).subgroup % naive.groups.length]!
      const isAllowed = group!.subgroups.has(inner.id)
      await expectAllowed(isAllowed, client.post(`${path}/subgroups`, { delete: [inner.id] }))
      if (isAllowed) group!.subgroups.delete(inner.id)
      return
    }
    case 'deactivate': {
      const isAllowed = !group!.isDeactivated && !naive.isInUse(group!.id)
      await expectAllowed(isAllowed, client.post(`${path}/deactivate`))
      if (isAllowed) group!.isDeactivated = true
      return
    }
    case 'reactivate':
      await expectAllowed(true, client.patch(path, { deactivated: false }))
      group!.isDeactivated = false
      return
    case 'rename':
      group!.name = `${group!.name}!`
      await expectAllowed(true, client.patch(path, { name: group!.name }))
      return
    case 'role':
      await expectAllowed(true, client.patch(`/users/${world.userId(one.who)}`, { role: one.role }))
      naive.roles.set(world.userId(one.who), one.role)
  }
}

async function groupsOf(client: Client, include_deactivated_groups = true): Promise<Body[]> {
  const parameters = {
    fetch_event_types: ['realm_user_groups'],
    event_types: ['user_group'],
    client_capabilities: { include_deactivated_groups },
  }
  return (await client.ok(client.post('/register', parameters))).realm_user_groups
}

test('after any changes, every gateway and every client has the groups of the model', async () => {
  await checkProperty(
    fc.array(fc.tuple(step, fc.nat(1)), { minLength: 10, maxLength: 40 }),
    8,
    async (steps) => {
      runs++
      const owners = urls.map((url) => world.client(url, 'desdemona'))
      const naive = new Naive()
      const { members } = await owners[0]!.ok(owners[0]!.get('/users'))
      for (const user of members) if (user.is_active) naive.roles.set(user.user_id, user.role)
      const kinds = [true, false]
      const readers = await Promise.all(
        kinds.map((include_deactivated_groups, n) =>
          EventReader.start(world.client(urls[n]!, 'polonius'), {
            fetch_event_types: ['realm_user_groups'],
            event_types: ['user_group'],
            client_capabilities: { include_deactivated_groups },
          }),
        ),
      )
      for (const [one, gateway] of steps) await applyStep(naive, owners[gateway]!, one)

      const last = `last ${runs}`
      const marker = { name: last, description: '', members: [] }
      await owners[0]!.ok(owners[0]!.post('/user_groups/create', marker))
      for (const [n, reader] of readers.entries()) {
        await reader.waitFor((event) => event.group?.name === last)
        await reader.stop()
        const { realm_user_groups: known } = structuredClone(reader.initial)
        for (const event of reader.events) if (event.type === 'user_group') applyGroupEvent(known, event)
        known.sort((a: Body, b: Body) => a.id - b.id)
        expect(known).toEqual(await groupsOf(owners[n]!, kinds[n]))
      }
      const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
      for (const owner of owners) {
        const known = await groupsOf(owner)
        for (const group of naive.groups) {
          expect(known.find((candidate) => candidate.id === group.id)).toMatchObject({
            name: group.name,
            deactivated: group.isDeactivated,
            members: ascending(group.members),
            direct_subgroup_ids: ascending(group.subgroups),
          })
          const { members } = await owner.ok(owner.get(`/user_groups/${group.id}/members`))
          expect(members).toEqual(ascending(naive.membersOf(group.id)))
        }
      }
    },
  )
}, 600_000)
