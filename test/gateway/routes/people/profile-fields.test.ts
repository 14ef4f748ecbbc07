import { afterEach, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const [SHORT, LONG, SELECT, DATE, URL, USER, ACCOUNT, PRONOUNS] = [1, 2, 3, 4, 5, 6, 7, 8]
const id = (name: string) => world.userId(name)
const create = (fields: object, name = 'iago') => as(name).post('/realm/profile_fields', { ...fields })
const change = (field: unknown, fields: object, name = 'iago') =>
  as(name).patch(`/realm/profile_fields/${field}`, { ...fields })
const made = async (field_type: number, fields: object = {}): Promise<number> =>
  (await ok(create({ name: `Field ${++count}`, field_type, ...fields }))).id
const fields = async (): Promise<Body[]> =>
  (await ok(as('hamlet').get('/realm/profile_fields'))).custom_fields
const say = (field: number, value: unknown, name = 'hamlet') =>
  as(name).patch('/users/me/profile_data', { data: [{ id: field, value }] })
const profile = async (name: string): Promise<Body> => (await ok(as(name).get('/users/me'))).profile_data
let count = 0
const OPTIONS = { v: { text: 'Vim', order: '1' }, e: { text: 'Emacs', order: '2' } }

afterEach(async () => {
  for (const field of await fields()) await ok(as('iago').delete(`/realm/profile_fields/${field.id}`))
})

describe('fields', () => {
  test('have names without white space around them, which no other field may have', async () => {
    const field = await made(SHORT, { name: ' Favorite play ' })
    expect((await fields()).map(({ name }) => name)).toEqual(['Favorite play'])
    const other = await made(SHORT)
    const taken = bad('A field with that label already exists.')
    expect(await refusal(create({ name: 'Favorite play ', field_type: LONG }))).toEqual(taken)
    expect(await refusal(change(other, { name: ' Favorite play' }))).toEqual(taken)
    await ok(change(field, { name: 'Favorite play ' }))
  })

  test('are created, changed, reordered and deleted, each with an event to everyone', async () => {
    const ids: number[] = []
    const { polonius } = await eventsDuring(['custom_profile_fields'], ['polonius'], async () => {
      ids.push((await ok(create({ name: 'Phone', hint: 'With the code', field_type: SHORT }))).id)
      ids.push(
        (await ok(create({ name: 'Editor', field_type: SELECT, field_data: OPTIONS, required: true }))).id,
      )
      await ok(
        change(ids[0], { name: 'Telephone', editable_by_user: false, display_in_profile_summary: true }),
      )
      await ok(as('iago').patch('/realm/profile_fields', { order: [ids[1], ids[0]] }))
      await ok(as('iago').delete(`/realm/profile_fields/${ids[1]}`))
    })
    const phone = {
      id: ids[0],
      type: SHORT,
      order: 1,
      name: 'Phone',
      hint: 'With the code',
      field_data: '',
      display_in_profile_summary: false,
      required: false,
      editable_by_user: true,
    }
    const editor = {
      ...phone,
      id: ids[1],
      type: SELECT,
      order: 2,
      name: 'Editor',
      hint: '',
      field_data: JSON.stringify(OPTIONS),
      required: true,
    }
    const telephone = {
      ...phone,
      name: 'Telephone',
      editable_by_user: false,
      display_in_profile_summary: true,
    }
    expect(polonius!.map((event) => event.fields)).toEqual([
      [phone],
      [phone, editor],
      [telephone, editor],
      [
        { ...editor, order: 1 },
        { ...telephone, order: 2 },
      ],
      [{ ...telephone, order: 2 }],
    ])
    expect(await fields()).toEqual(polonius!.at(-1)!.fields)
    const state = await ok(as('polonius').post('/register', { event_types: ['custom_profile_fields'] }))
    expect(state.custom_profile_fields).toEqual(polonius!.at(-1)!.fields)
    expect(state.custom_profile_field_types.SELECT).toEqual({ id: 3, name: 'List of options' })
  })

  test('are created by administrators only', async () => {
    const field = await made(SHORT)
    const must = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    for (const name of ['shiva', 'hamlet', 'polonius', 'greeter-bot']) {
      expect(await refusal(create({ name: 'Mine', field_type: SHORT }, name))).toEqual(must)
      expect(await refusal(change(field, { name: 'Mine' }, name))).toEqual(must)
      expect(await refusal(as(name).delete(`/realm/profile_fields/${field}`))).toEqual(must)
      expect(await refusal(as(name).patch('/realm/profile_fields', { order: [field] }))).toEqual(must)
    }
    for (const name of ['desdemona', 'iago']) await ok(change(field, { hint: name }, name))
  })

  const option = (fields: object) => ({ field_type: SELECT, field_data: fields })
  const account = (field_data: object) => ({ field_type: ACCOUNT, field_data })
  test.each([
    [{ field_type: 0 }, 'Invalid field type.'],
    [{ field_type: 9 }, 'Invalid field type.'],
    [{ field_type: 'x' }, 'field_type is not valid JSON'],
    [{ field_type: '"x"' }, 'field_type is not an integer'],
    [{ name: ' ' }, 'Label cannot be blank.'],
    [{ name: undefined }, 'Label cannot be blank.'],
    [{ name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ name: 'Taken' }, 'A field with that label already exists.'],
    [{ name: 'nul\0' }, 'name must not contain null bytes'],
    [
      { field_type: LONG, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [
      { field_type: USER, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [{ field_type: SELECT }, 'Field must have at least one choice.'],
    [option({}), 'Field must have at least one choice.'],
    [option({ a: 'Vim' }), 'field_data is not a dict'],
    [option({ a: { text: 'Vim' } }), 'order key is missing from field_data'],
    [option({ a: { text: 'Vim', order: 1 } }), 'field_data["order"] is not a string'],
    [option({ a: { text: '', order: '1' } }), 'field_data["text"] cannot be blank.'],
    [option({ '': { text: 'Vim', order: '1' } }), "'value' cannot be blank."],
    [option({ a: OPTIONS.v, b: OPTIONS.v }), 'Field must not have duplicate choices.'],
    [account({}), 'subtype key is missing from field_data'],
    [account({ subtype: 'nowhere' }), 'Invalid external account type'],
    [account({ subtype: 'custom' }), 'Custom external account must define URL pattern'],
    [
      account({ subtype: 'custom', url_pattern: 'https://x.test/' }),
      "URL pattern must contain '%(username)s'.",
    ],
    [account({ subtype: 'custom', url_pattern: 'ftp://%(username)s' }), 'url_pattern is not a URL'],
  ])('cannot be %j', async (given, msg) => {
    await made(SHORT, { name: 'Taken' })
    expect(await refusal(create({ name: 'New', field_type: SHORT, ...given }))).toEqual(bad(msg))
    expect(await fields()).toHaveLength(1)
  })

  test('of a known account type have its name and keep it', async () => {
    const field = await made(ACCOUNT, { name: 'ignored', field_data: { subtype: 'github' } })
    expect((await fields())[0]).toMatchObject({ name: 'GitHub username', field_data: '{"subtype":"github"}' })
    expect(await refusal(change(field, { name: 'Mine' }))).toEqual(
      bad('Default custom field cannot be updated.'),
    )
    await ok(change(field, { display_in_profile_summary: true }))
    const { realm_default_external_accounts } = await ok(
      as('iago').post('/register', { event_types: ['realm'] }),
    )
    expect(realm_default_external_accounts.github.url_pattern).toContain('%(username)s')
  })

  test('are in the profile summary at most twice', async () => {
    const summary = { display_in_profile_summary: true }
    const ids = [await made(SHORT, summary), await made(DATE, summary), await made(URL)]
    const msg = 'Only 2 custom profile fields can be displayed in the profile summary.'
    expect(await refusal(create({ name: 'Third', field_type: SHORT, ...summary }))).toEqual(bad(msg))
    expect(await refusal(change(ids[2], summary))).toEqual(bad(msg))
    await ok(change(ids[0], { ...summary, hint: 'still' }))
  })

  test('are reordered only all together', async () => {
    const [one, two] = [await made(SHORT), await made(SHORT)]
    for (const order of [[], [one], [one, one], [one, two, 0], [one, two, two]]) {
      expect(await refusal(as('iago').patch('/realm/profile_fields', { order }))).toEqual(
        bad('Invalid order mapping.'),
      )
    }
    expect((await as('iago').patch('/realm/profile_fields', { order: 'x' })).status).toBe(400)
    expect((await as('iago').patch('/realm/profile_fields')).body.code).toBe('REQUEST_VARIABLE_MISSING')
  })

  test('must exist to be changed', async () => {
    expect(await refusal(change(999, { name: 'x' }))).toEqual(bad('Field id 999 not found.'))
    expect(await refusal(as('iago').delete('/realm/profile_fields/999'))).toEqual(
      bad('Field id 999 not found.'),
    )
    expect(await refusal(say(999, 'x'))).toEqual(bad('Field id 999 not found.'))
  })
})

describe('values', () => {
  test('are sent to everyone, and appear in profiles', async () => {
    const [text, people] = [await made(SHORT), await made(USER)]
    const { iago } = await eventsDuring(['realm_user'], ['iago'], async () => {
      await ok(say(text, '**bold**'))
      await ok(say(text, '**bold**')) // The event is sent once.
      await ok(say(people, [id('iago'), id('zoe')]))
      await ok(as('hamlet').delete('/users/me/profile_data', { data: [people, people] }))
    })
    const [value, rendered_value] = ['**bold**', '<p><strong>bold</strong></p>']
    expect(iago!.map(({ person }) => person)).toEqual([
      { user_id: id('hamlet'), custom_profile_field: { id: text, value, rendered_value } },
      { user_id: id('hamlet'), custom_profile_field: { id: people, value: `[${id('iago')},${id('zoe')}]` } },
      { user_id: id('hamlet'), custom_profile_field: { id: people, value: null } },
    ])
    const expected = { [text]: { value, rendered_value } }
    expect(await profile('hamlet')).toEqual(expected)
    const options = { include_custom_profile_fields: true }
    expect((await ok(as('zoe').get(`/users/${id('hamlet')}`, options))).user.profile_data).toEqual(expected)
    const { members } = await ok(as('zoe').get('/users', options))
    const { realm_users } = await ok(as('zoe').post('/register', { event_types: ['realm_user'] }))
    for (const users of [members, realm_users]) {
      const of = (name: string) => users.find((user: Body) => user.user_id === id(name)).profile_data
      expect([of('hamlet'), of('zoe'), of('greeter-bot')]).toEqual([expected, {}, undefined])
    }
  })

  test('are deleted with the field, and with the option', async () => {
    const [text, editor] = [await made(SHORT), await made(SELECT, { field_data: OPTIONS })]
    await ok(say(text, 'x'))
    await ok(say(editor, 'v'))
    await ok(say(editor, 'e', 'zoe'))
    const { iago } = await eventsDuring(['realm_user'], ['iago'], async () => {
      await ok(change(editor, { field_data: { e: OPTIONS.e } }))
      await ok(as('iago').delete(`/realm/profile_fields/${text}`))
    })
    expect(iago!.map(({ person }) => person)).toEqual([
      { user_id: id('hamlet'), custom_profile_field: { id: editor, value: null } },
    ])
    expect([await profile('hamlet'), await profile('zoe')]).toEqual([{}, { [editor]: { value: 'e' } }])
  })

  test.each([
    [
      SHORT,
      ['', 'x'.repeat(50), '<b>'],
      [
        ['x'.repeat(51), ' is too long (limit: 50 characters)'],
        [[1], ' is not a string'],
      ],
    ],
    [LONG, ['x'.repeat(500)], [['x'.repeat(501), ' is too long (limit: 500 characters)']]],
    [PRONOUNS, ['they'], [['x'.repeat(51), ' is too long (limit: 50 characters)']]],
    [
      DATE,
      ['1909-04-05', '2024-02-29'],
      [
        ['2023-02-29', ' is not a date'],
        ['5 April', ' is not a date'],
        ['', ' is not a date'],
      ],
    ],
    [
      URL,
      ['https://x.test/a?b'],
      [
        ['x.test', ' is not a URL'],
        ['javascript:alert(1)', ' is not a URL'],
        ['http://a b', ' is not a URL'],
      ],
    ],
  ] as const)('of type %i are validated', async (type, good, wrong) => {
    const field = await made(type)
    const { name } = (await fields()).find((candidate) => candidate.id === field)!
    for (const value of good) {
      await ok(say(field, value))
      expect((await profile('hamlet'))[field].value).toBe(value)
    }
    for (const [value, msg] of wrong) expect(await refusal(say(field, value))).toEqual(bad(`${name}${msg}`))
  })

  test('must be existing options and active users', async () => {
    const [editor, people] = [await made(SELECT, { field_data: OPTIONS }), await made(USER)]
    const { name } = (await fields())[0]
    for (const value of ['nano', '__proto__', 'toString']) {
      expect(await refusal(say(editor, value))).toEqual(
        bad(`'${value}' is not a valid choice for '${name}'.`),
      )
    }
    expect(await refusal(say(people, 'iago'))).toEqual(bad('User IDs is not a list'))
    expect(await refusal(say(people, [0]))).toEqual(bad('Invalid user ID: 0'))
    expect(await refusal(say(people, [id('aaron')]))).toEqual(
      bad(`User with ID ${id('aaron')} is deactivated`),
    )
    expect(await refusal(say(people, [id('greeter-bot')]))).toEqual(
      bad(`User with ID ${id('greeter-bot')} is a bot`),
    )
  })

  test('of fields that users may not edit are changed by administrators', async () => {
    const field = await made(SHORT, { editable_by_user: false })
    const msg = 'You are not allowed to change this field. Contact an administrator to update it.'
    expect(await refusal(say(field, 'x'))).toEqual(bad(msg))
    expect(await refusal(as('hamlet').delete('/users/me/profile_data', { data: [field] }))).toEqual(bad(msg))
    const set = (value: unknown) =>
      as('iago').patch(`/users/${id('hamlet')}`, { profile_data: [{ id: field, value }] })
    await ok(set('by Iago'))
    expect((await profile('hamlet'))[field].value).toBe('by Iago')
    await ok(set(''))
    expect(await profile('hamlet')).toEqual({})
    expect(
      await refusal(as('zoe').patch(`/users/${id('hamlet')}`, { profile_data: [{ id: field, value: 'x' }] })),
    ).toEqual(bad('Insufficient permission'))
    await ok(say(field, 'mine', 'iago'))
  })

  test('have a limit together with their HTML, which formulas make long', async () => {
    const [first, second, third] = [await made(LONG), await made(LONG), await made(SHORT)]
    const formula = (n: number) => `$$${'\\vec x'.repeat(n)}$$`
    const tooLong = bad(
      'The formatted values of your profile are too long together (limit: 65536 characters).',
    )
    expect(await refusal(say(first, formula(80)))).toEqual(tooLong)
    await ok(say(first, formula(40)))
    const both = [
      { id: third, value: 'x' },
      { id: second, value: formula(40) },
    ]
    expect(await refusal(as('hamlet').patch('/users/me/profile_data', { data: both }))).toEqual(tooLong)
    expect(await refusal(as('iago').patch(`/users/${id('hamlet')}`, { profile_data: both }))).toEqual(tooLong)
    expect(Object.keys(await profile('hamlet'))).toEqual([String(first)])
    // Whoever has more from former times can still shorten it, and change other values.
    await world.sql('UPDATE custom_profile_field_value SET rendered_value = $1', ['x'.repeat(70_000)])
    expect(await refusal(say(third, 'x'))).toEqual(tooLong)
    await ok(say(first, formula(40)))
    await ok(as('hamlet').patch('/users/me/profile_data', { data: [{ id: first, value: null }, ...both] }))
  })

  test('are changed all or none', async () => {
    const [text, date] = [await made(SHORT), await made(DATE)]
    const data = [
      { id: text, value: 'x' },
      { id: date, value: 'never' },
    ]
    expect((await as('hamlet').patch('/users/me/profile_data', { data })).status).toBe(400)
    expect(await profile('hamlet')).toEqual({})
    for (const wrong of [
      'x',
      '{}',
      '[1]',
      '[{"id":1}]',
      '[{"id":"a","value":"b"}]',
      '[{"id":1,"value":{}}]',
    ]) {
      expect((await as('hamlet').patch('/users/me/profile_data', { data: wrong })).status, wrong).toBe(400)
    }
    expect(await refusal(say(text, 'x', 'greeter-bot'))).toEqual(
      bad('This endpoint does not accept bot requests.'),
    )
  })
})
