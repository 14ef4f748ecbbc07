import { describe, expect, test } from 'vitest'
import type { Parameters } from '../../../harness/client.ts'
import { as, bad, foreign, join, leave, ok, refusal, setUpStage, world } from '../stage.ts'
import { messageEventsDuring, messageOf, messagesOf, privateChannel, send, write } from './message-events.ts'

setUpStage()

const react = (name: string, id: number, emoji: Parameters) =>
  as(name).post(`/messages/${id}/reactions`, emoji)
const takeBack = (name: string, id: number, emoji: Parameters) =>
  as(name).delete(`/messages/${id}/reactions`, emoji)

const OCTOPUS = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }
const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }

const ALREADY = bad('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' })
const MISSING = bad("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
const INVALID = bad('Invalid message(s)')

describe('GET /messages/{message_id}', () => {
  test('returns the message as GET /messages does, and its Markdown', async () => {
    const id = await send('hamlet', 'Verona', 'one', 'To **be**')
    const body = await ok(as('cordelia').get(`/messages/${id}`))
    const [listed] = (await messagesOf('cordelia', [{ operator: 'channel', operand: 'Verona' }])).slice(-1)
    expect(body).toEqual({ result: 'success', msg: '', raw_content: 'To **be**', message: listed })
    expect(body.message).toMatchObject({
      id,
      content: '<p>To <strong>be</strong></p>',
      content_type: 'text/html',
      avatar_url: null,
      reactions: [],
      submessages: [],
      flags: [],
    })
    for (const absent of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp']) {
      expect(body.message).not.toHaveProperty(absent)
    }
    expect(await messageOf('cordelia', id, { apply_markdown: false })).toMatchObject({
      content: 'To **be**',
      content_type: 'text/x-markdown',
    })
  })

  test('returns a name of the empty topic to clients that do not support it', async () => {
    const id = await send('hamlet', 'Verona', '')
    expect((await messageOf('cordelia', id)).subject).toBe('general chat')
    expect((await messageOf('cordelia', id, { allow_empty_topic_name: true })).subject).toBe('')
  })

  test('responds the same for a missing message and for one that the reader may not read', async () => {
    const direct = await write('hamlet', ['cordelia'])
    const inPublic = await send('hamlet', 'Denmark')
    await privateChannel('crypt', ['hamlet'])
    const before = await send('hamlet', 'crypt')
    await ok(join('iago', ['crypt'], { principals: [world.userId('othello')] }))
    const after = await send('hamlet', 'crypt')
    const get = (name: string, id: number | string) => refusal(as(name).get(`/messages/${id}`))
    for (const id of [0, 2 ** 40, direct, before, after]) expect(await get('prospero', id)).toEqual(INVALID)
    expect(await get('polonius', inPublic)).toEqual(INVALID) // A guest who is not subscribed.
    expect(await get('othello', before)).toEqual(INVALID) // Protected history.
    expect(await refusal(foreign.client.get(`/messages/${inPublic}`))).toEqual(INVALID)
    expect((await messageOf('prospero', inPublic)).flags).toEqual([])
    expect((await messageOf('zoe', inPublic)).flags).toEqual(['read', 'historical'])
    expect((await messageOf('othello', after)).id).toBe(after)
    expect((await messageOf('cordelia', direct)).id).toBe(direct)
    expect((await get('aaron', inPublic)).status).toBe(401) // Deactivated.
  })
})

describe('POST and DELETE /messages/{message_id}/reactions', () => {
  test('adds and removes, with one event to everyone in the channel', async () => {
    const id = await send('hamlet', 'Verona')
    const events = await messageEventsDuring(['hamlet', 'cordelia', 'polonius', 'prospero'], async () => {
      await ok(react('cordelia', id, OCTOPUS))
      await ok(takeBack('cordelia', id, OCTOPUS))
    })
    const cordelia = world.userId('cordelia')
    const event = (op: string) => ({
      type: 'reaction',
      op,
      user_id: cordelia,
      user: {
        user_id: cordelia,
        email: 'cordelia@demo.test',
        full_name: "Cordelia, Lear's daughter",
        is_mirror_dummy: false,
      },
      message_id: id,
      ...OCTOPUS,
    })
    const both = [event('add'), event('remove')]
    expect(events).toEqual({ hamlet: both, cordelia: both, polonius: both, prospero: [] })
  })

  test('are returned with the message, in the order in which they were added', async () => {
    const id = await send('hamlet', 'Verona', 'reactions')
    await ok(react('cordelia', id, TADA))
    await ok(react('hamlet', id, { emoji_name: 'octopus' }))
    await ok(react('iago', id, TADA))
    await ok(react('iago', id, { emoji_name: 'zulip' }))
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
    const expected = [
      { ...TADA, user_id: world.userId('cordelia') },
      { ...OCTOPUS, user_id: world.userId('hamlet') },
      { ...TADA, user_id: world.userId('iago') },
      { ...extra, user_id: world.userId('iago') },
    ]
    expect((await messageOf('othello', id)).reactions).toEqual(expected)
    const [listed] = (await messagesOf('othello', [{ operator: 'topic', operand: 'reactions' }])).slice(-1)
    expect(listed.reactions).toEqual(expected)
    await ok(takeBack('cordelia', id, { emoji_name: 'tada' }))
    await ok(takeBack('iago', id, { emoji_code: '1f389' }))
    expect((await messageOf('othello', id)).reactions).toEqual([expected[1], expected[3]])
  })

  test('accepts all names of an emoji that Zulip’s clients know', async () => {
    const id = await send('hamlet', 'Verona')
    const emoji = [
      ['division', '2797'],
      ['kiwi', '1f95d'],
      ['smile', '1f642'],
      ['flag_åland_islands', '1f1e6-1f1fd'],
      ['flag_aland_islands', '1f1e6-1f1fd'],
    ] as const
    for (const [emoji_name, emoji_code] of emoji) {
      const full = { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
      await ok(react('hamlet', id, { emoji_name }))
      expect((await messageOf('iago', id)).reactions).toMatchObject([{ emoji_code }])
      await ok(react('cordelia', id, full))
      await ok(takeBack('hamlet', id, full))
      await ok(takeBack('cordelia', id, { emoji_name }))
    }
    const { code_to_names } = await ok(as('zoe').get('/emoji_data'))
    for (const [name, code] of emoji) expect(code_to_names[code]).toContain(name)
  })

  test('keeps the name of the first reaction with the same emoji', async () => {
    const id = await send('hamlet', 'Verona')
    await ok(react('hamlet', id, { emoji_name: 'thumbs_up' }))
    await ok(react('cordelia', id, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }))
    const { reactions } = await messageOf('iago', id)
    expect(reactions.map((reaction: { emoji_name: string }) => reaction.emoji_name)).toEqual([
      'thumbs_up',
      'thumbs_up',
    ])
  })

  test('rejects an invalid emoji, adding an existing reaction and removing a missing one', async () => {
    const id = await send('hamlet', 'Verona')
    const add = (emoji: Parameters) => refusal(react('hamlet', id, emoji))
    expect(await add({ ...OCTOPUS, emoji_code: 'abcd' })).toEqual(bad('Invalid emoji code'))
    expect(await add({ ...OCTOPUS, emoji_name: 'tada' })).toEqual(bad('Invalid emoji name'))
    expect(await add({ ...OCTOPUS, emoji_name: 'nothing_like_it' })).toEqual(bad('Invalid emoji name'))
    expect(await add({ ...OCTOPUS, reaction_type: 'realm_emoji' })).toEqual(bad('Invalid custom emoji.'))
    expect(await add({ ...OCTOPUS, reaction_type: 'other' })).toEqual(bad('Invalid emoji type'))
    expect(await add({ emoji_name: 'nothing_like_it' })).toEqual(
      bad("Emoji 'nothing_like_it' does not exist"),
    )
    expect(await add({ ...OCTOPUS, reaction_type: 'zulip_extra_emoji' })).toEqual(bad('Invalid emoji code'))
    const extra = { emoji_name: 'tada', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
    expect(await add(extra)).toEqual(bad('Invalid emoji name'))
    expect((await add({})).code).toBe('REQUEST_VARIABLE_MISSING')

    const remove = (emoji: Parameters) => refusal(takeBack('hamlet', id, emoji))
    expect(await remove(OCTOPUS)).toEqual(MISSING)
    expect(await remove({})).toEqual(
      bad('At least one of the following arguments must be present: emoji_name, emoji_code'),
    )
    await ok(react('hamlet', id, OCTOPUS))
    expect(await add(OCTOPUS)).toEqual(ALREADY)
    expect(await refusal(takeBack('cordelia', id, OCTOPUS))).toEqual(MISSING)
  })

  test('is for users who may read the message', async () => {
    const direct = await write('hamlet', ['cordelia'])
    const id = await send('hamlet', 'Denmark')
    const add = (name: string, id: number) => refusal(react(name, id, TADA))
    expect(await add('iago', direct)).toEqual(INVALID)
    expect(await add('polonius', id)).toEqual(INVALID)
    expect(await add('hamlet', 2 ** 40)).toEqual(INVALID)
    expect(await refusal(foreign.client.post(`/messages/${id}/reactions`, TADA))).toEqual(INVALID)
    expect(await refusal(takeBack('iago', direct, TADA))).toEqual(INVALID)
    expect((await add('aaron', id)).status).toBe(401)
    await ok(react('cordelia', direct, TADA))
    expect((await messageOf('hamlet', direct)).reactions).toHaveLength(1)
  })

  test('notifies the recipients of the message and everyone who reacted', async () => {
    const direct = await write('hamlet', ['cordelia'])
    const id = await send('hamlet', 'Denmark')
    const people = ['hamlet', 'cordelia', 'othello', 'zoe']
    const events = await messageEventsDuring(people, async () => {
      await ok(react('cordelia', direct, TADA))
      await ok(react('othello', id, TADA)) // Not subscribed, but the channel is public.
    })
    const about = (name: string) => events[name]!.map((event) => event.message_id)
    expect(people.map(about)).toEqual([[direct, id], [direct, id], [id], []])
  })

  test('notifies nobody who cannot read the message, and no queue twice', async () => {
    await privateChannel('vault', ['hamlet'])
    const id = await send('hamlet', 'vault')
    await ok(join('iago', ['vault'], { principals: [world.userId('othello')] }))
    await ok(leave('hamlet', ['vault']))
    const people = ['iago', 'hamlet', 'othello']
    const events = await messageEventsDuring(people, () => ok(react('iago', id, TADA)), {
      all_public_streams: true,
    })
    expect(people.map((name) => events[name]!.length)).toEqual([1, 0, 0])
    const other = await send('hamlet', 'Denmark')
    const received = await messageEventsDuring(['zoe'], () => ok(react('zoe', other, TADA)), {
      all_public_streams: true,
    })
    expect(received.zoe).toHaveLength(1)
  })

  test('one of two identical concurrent requests succeeds', async () => {
    const id = await send('hamlet', 'Verona')
    const events = await messageEventsDuring(['cordelia'], async () => {
      const answers = await Promise.all([1, 2, 3].map(() => react('hamlet', id, TADA)))
      expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
        'REACTION_ALREADY_EXISTS',
        'REACTION_ALREADY_EXISTS',
        'ok',
      ])
      const gone = await Promise.all([1, 2].map(() => takeBack('hamlet', id, TADA)))
      expect(gone.map(({ status }) => status).sort()).toEqual([200, 400])
    })
    expect(events.cordelia!.map((event) => event.op)).toEqual(['add', 'remove'])
    expect((await messageOf('hamlet', id)).reactions).toEqual([])
  })
})
