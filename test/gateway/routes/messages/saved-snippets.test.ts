import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const PATH = '/saved_snippets'
const post = (name: string, title: unknown, content: unknown) => as(name).post(PATH, { title, content })
const create = async (name: string, title: unknown = 'Greeting', content: unknown = 'Good morrow!') =>
  (await ok(post(name, title, content))).saved_snippet_id as number
const snippetsOf = async (name: string): Promise<Body[]> => (await ok(as(name).get(PATH))).saved_snippets
const remove = (name: string, id: number) => as(name).delete(`${PATH}/${id}`)
const snippetEventsDuring = (change: () => Promise<unknown>) =>
  eventsDuring(['saved_snippets'], ['hamlet', 'iago', 'desdemona'], change)

const gone = bad('Saved snippet does not exist.', { status: 404 })

describe('POST /saved_snippets', () => {
  test('saves a snippet without surrounding white space, with an event to its author only', async () => {
    let id = 0
    const before = Math.floor(Date.now() / 1000)
    const events = await snippetEventsDuring(async () => {
      id = await create('hamlet', '  Greeting ', '\n Good *morrow*! \n')
    })
    const [snippet] = await snippetsOf('hamlet')
    const { date_created } = snippet
    expect(snippet).toEqual({ id, title: 'Greeting', content: 'Good *morrow*!', date_created })
    expect(Number.isInteger(date_created)).toBe(true)
    expect(date_created).toBeGreaterThanOrEqual(before)
    expect(date_created).toBeLessThanOrEqual(Date.now() / 1000)
    const add = { type: 'saved_snippets', op: 'add', saved_snippet: snippet }
    expect(events).toEqual({ hamlet: [add], iago: [], desdemona: [] })
    expect(await snippetsOf('iago')).toEqual([])
    await ok(remove('hamlet', id))
  })

  test('returns snippets in the order of creation, also with equal titles', async () => {
    const ids = [await create('hamlet', 'b'), await create('hamlet', 'a'), await create('hamlet', 'b')]
    expect((await snippetsOf('hamlet')).map((snippet) => snippet.id)).toEqual(ids)
    for (const id of ids) await ok(remove('hamlet', id))
  })

  test.each([
    ['an empty title', '', 'x', 'Title cannot be empty.'],
    ['a blank title', ' \n', 'x', 'Title cannot be empty.'],
    ['a long title', 'é'.repeat(61), 'x', 'title is too long (limit: 60 characters)'],
    ['empty content', 'x', '', 'Content cannot be empty.'],
    ['blank content', 'x', '\t', 'Content cannot be empty.'],
    ['long content', 'x', 'x'.repeat(10_001), 'content is too long (limit: 10000 characters)'],
    ['NUL in a title', 'a\0b', 'x', 'title must not contain null bytes'],
    ['NUL in content', 'x', 'a\0b', 'content must not contain null bytes'],
  ])('refuses %s', async (_, title, content, msg) => {
    expect(await refusal(post('hamlet', title, content))).toEqual(bad(msg))
    expect(await snippetsOf('hamlet')).toEqual([])
  })

  test('accepts the maximum lengths, counted in characters', async () => {
    const id = await create('hamlet', '🎭'.repeat(60), `${'x'.repeat(9_999)}é`)
    expect((await snippetsOf('hamlet'))[0].title).toBe('🎭'.repeat(60))
    await ok(remove('hamlet', id))
  })

  test('requires both parameters', async () => {
    const missing = (name: string) => bad(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING' })
    expect(await refusal(post('hamlet', undefined, 'x'))).toMatchObject(missing('title'))
    expect(await refusal(post('hamlet', 'x', undefined))).toMatchObject(missing('content'))
  })

  test('refuses more snippets than the limit of a user', async () => {
    await world.sql(
      `INSERT INTO saved_snippet (user_id, title, content) SELECT $1, 'x', n FROM generate_series(1, 999) n`,
      [world.userId('zoe')],
    )
    await create('zoe')
    expect(await refusal(post('zoe', 'x', 'x'))).toEqual(
      bad('You cannot have more than 1000 saved snippets.'),
    )
    expect(await snippetsOf('zoe')).toHaveLength(1000)
  })

  test('is for all users with credentials', async () => {
    expect((await refusal(world.client(url).post(PATH, { title: 'x', content: 'x' }))).status).toBe(401)
    for (const name of ['polonius', 'greeter-bot']) await ok(remove(name, await create(name)))
  })
})

describe('PATCH /saved_snippets/{saved_snippet_id}', () => {
  const patch = (name: string, id: number, given: object) => as(name).patch(`${PATH}/${id}`, { ...given })

  test('changes the given fields, with an event to the author', async () => {
    const id = await create('hamlet')
    const [{ date_created }] = (await snippetsOf('hamlet')) as [Body]
    const events = await snippetEventsDuring(async () => {
      await ok(patch('hamlet', id, { title: ' Hello ' }))
      await ok(patch('hamlet', id, { content: ' Hail! ' }))
      await ok(patch('hamlet', id, { title: 'Both', content: 'of them' }))
    })
    const update = (title: string, content: string) => ({
      type: 'saved_snippets',
      op: 'update',
      saved_snippet: { id, title, content, date_created },
    })
    expect(events).toEqual({
      hamlet: [update('Hello', 'Good morrow!'), update('Hello', 'Hail!'), update('Both', 'of them')],
      iago: [],
      desdemona: [],
    })
    expect(await snippetsOf('hamlet')).toEqual([{ id, title: 'Both', content: 'of them', date_created }])
    await ok(remove('hamlet', id))
  })

  test('sends no event when nothing is given', async () => {
    const id = await create('hamlet')
    const events = await snippetEventsDuring(() => ok(patch('hamlet', id, {})))
    expect(events).toEqual({ hamlet: [], iago: [], desdemona: [] })
    await ok(remove('hamlet', id))
  })

  test('refuses snippets of other users and missing ones with the same error', async () => {
    const id = await create('hamlet')
    const before = await snippetsOf('hamlet')
    for (const client of [as('iago'), foreign.client]) {
      expect(await refusal(client.patch(`${PATH}/${id}`, { title: 'mine' }))).toEqual(gone)
      expect(await refusal(client.patch(`${PATH}/${id}`))).toEqual(gone)
    }
    expect(await refusal(patch('hamlet', 2_000_000_000, { title: 'x' }))).toEqual(gone)
    expect(await snippetsOf('hamlet')).toEqual(before)
    await ok(remove('hamlet', id))
  })

  test('refuses the same values as POST', async () => {
    const id = await create('hamlet')
    const before = await snippetsOf('hamlet')
    expect(await refusal(patch('hamlet', id, { title: ' ', content: 'x' }))).toEqual(
      bad('Title cannot be empty.'),
    )
    expect(await refusal(patch('hamlet', id, { title: 'x', content: ' ' }))).toEqual(
      bad('Content cannot be empty.'),
    )
    expect(await refusal(patch('hamlet', id, { title: 'x'.repeat(61) }))).toEqual(
      bad('title is too long (limit: 60 characters)'),
    )
    expect(await snippetsOf('hamlet')).toEqual(before)
    await ok(remove('hamlet', id))
  })
})

describe('DELETE /saved_snippets/{saved_snippet_id}', () => {
  test('deletes a snippet, with an event to its author', async () => {
    const id = await create('hamlet')
    const events = await snippetEventsDuring(() => ok(remove('hamlet', id)))
    const event = { type: 'saved_snippets', op: 'remove', saved_snippet_id: id }
    expect(events).toEqual({ hamlet: [event], iago: [], desdemona: [] })
    expect(await snippetsOf('hamlet')).toEqual([])
  })

  test('refuses snippets of other users and missing ones', async () => {
    const id = await create('hamlet')
    expect(await refusal(remove('iago', id))).toEqual(gone)
    expect(await refusal(foreign.client.delete(`${PATH}/${id}`))).toEqual(gone)
    await ok(remove('hamlet', id))
    expect(await refusal(remove('hamlet', id))).toEqual(gone)
  })
})

test('the register response has the snippets as GET returns them, on request', async () => {
  await create('hamlet', 'one')
  await create('hamlet', 'two')
  const register = (event_types?: string[]) => ok(as('hamlet').post('/register', { event_types }))
  expect((await register(['saved_snippets'])).saved_snippets).toEqual(await snippetsOf('hamlet'))
  expect((await register()).saved_snippets).toHaveLength(2)
  expect(await register(['message'])).not.toHaveProperty('saved_snippets')
})
