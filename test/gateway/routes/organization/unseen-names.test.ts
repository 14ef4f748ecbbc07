import { describe, expect, test } from 'vitest'
import type { Answer, Body } from '../../../harness/client.ts'
import { as, ok, setUpStage, world } from '../stage.ts'

// Names that must be unique: none has invisible characters, and none looks like another one because of
// joiners.

setUpStage()

/** Letters that join, with and without a joiner, look the same. */
const PLAIN = 'علی رضا'
const JOINED = 'عل\u200dی رضا'
/** Without its joiner the word looks otherwise. */
const NEEDED = 'می\u200cخواهم'

const UNSEEN = [
  'one\u200btwo',
  'one\u200etwo',
  'one\u202etwo',
  'one\u2066two',
  'one\ufefftwo',
  'one\u00adtwo',
  'one\ufe0ftwo',
  'one\u{e0041}two',
  'one\u3164two',
  '\u2800',
  '\u3164',
]

interface Kind {
  readonly create: (name: string) => Promise<Answer>
  /** Gives the newest thing of this kind the name. */
  readonly rename: (name: string) => Promise<Answer>
  readonly names: () => Promise<string[]>
}

const iago = () => as('iago')
const namesIn = (list: readonly Body[]): string[] => list.map(({ name }) => name)
const newestOf = (list: readonly Body[]): number =>
  Math.max(...list.map(({ id, stream_id }) => id ?? stream_id))

const channels = async (): Promise<Body[]> =>
  (await ok(iago().get('/streams', { include_all: true }))).streams
const folders = async (): Promise<Body[]> => (await ok(iago().get('/channel_folders'))).channel_folders
const groups = async (): Promise<Body[]> => (await ok(iago().get('/user_groups'))).user_groups
const fields = async (): Promise<Body[]> => (await ok(iago().get('/realm/profile_fields'))).custom_fields
const defaults = async (): Promise<Body[]> =>
  (await ok(iago().post('/register', { fetch_event_types: ['default_stream_groups'] })))
    .realm_default_stream_groups

const KINDS: Readonly<Record<string, Kind>> = {
  channel: {
    create: (name) => iago().post('/users/me/subscriptions', { subscriptions: [{ name }] }),
    rename: async (name) => iago().patch(`/streams/${newestOf(await channels())}`, { new_name: name }),
    names: async () => namesIn(await channels()),
  },
  'folder of channels': {
    create: (name) => iago().post('/channel_folders/create', { name }),
    rename: async (name) => iago().patch(`/channel_folders/${newestOf(await folders())}`, { name }),
    names: async () => namesIn(await folders()),
  },
  group: {
    create: (name) =>
      iago().post('/user_groups/create', { name, description: '', members: [world.userId('iago')] }),
    rename: async (name) => iago().patch(`/user_groups/${newestOf(await groups())}`, { name }),
    names: async () => namesIn(await groups()),
  },
  'group of default channels': {
    create: (group_name) =>
      iago().post('/default_stream_groups/create', { group_name, description: '', stream_names: [] }),
    rename: async (new_group_name) =>
      iago().patch(`/default_stream_groups/${newestOf(await defaults())}`, { new_group_name }),
    names: async () => namesIn(await defaults()),
  },
  'profile field': {
    create: (name) => iago().post('/realm/profile_fields', { name, field_type: 1 }),
    rename: async (name) => iago().patch(`/realm/profile_fields/${newestOf(await fields())}`, { name }),
    names: async () => namesIn(await fields()),
  },
  person: {
    create: (full_name) => as('zoe').patch('/settings', { full_name }),
    rename: (full_name) => as('prospero').patch('/settings', { full_name }),
    names: async () => {
      const { members } = await ok(iago().get('/users'))
      return members.map(({ full_name }: Body) => full_name)
    },
  },
}

describe.each(Object.entries(KINDS))('the name of a %s', (kind, { create, rename, names }) => {
  test('has no invisible characters', async () => {
    if (kind !== 'person') await ok(create(`A ${kind}`))
    const before = await names()
    for (const name of UNSEEN) {
      for (const give of [create, rename]) {
        const { status, body } = await give(name)
        expect([name, status, body.code]).toEqual([name, 400, 'BAD_REQUEST'])
      }
    }
    expect(await names()).toEqual(before)
  })

  test('has the joiners that it needs, and looks like no other', async () => {
    await ok(as('desdemona').patch('/realm', { require_unique_names: true }))
    await ok(create(PLAIN))
    const { status, body } = kind === 'person' ? await rename(JOINED) : await create(JOINED)
    expect([status, body.result]).toEqual([kind === 'channel' ? 409 : 400, 'error'])
    expect((await names()).filter((name) => name.includes('رضا'))).toEqual([PLAIN])
    await ok(kind === 'person' ? rename(NEEDED) : create(NEEDED))
    expect(await names()).toContain(NEEDED)
    expect((await rename(JOINED)).body.result).toBe('error')
    expect(await names()).toContain(NEEDED)
  })
})
