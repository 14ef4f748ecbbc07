import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Parameters } from '../../../harness/client.ts'
import { as, bad, foreign, join, ok, refusal, setUpStage, world } from '../stage.ts'
import { messageEventsDuring, messageOf, messagesOf, privateChannel, send, write } from './message-events.ts'

setUpStage()

const edit = (name: string, id: number, change: Parameters) => as(name).patch(`/messages/${id}`, change)
const historyOf = async (name: string, id: number, parameters: Parameters = {}) =>
  (await ok(as(name).get(`/messages/${id}/history`, parameters))).message_history

/** Sets the time of a message `seconds` back. */
const age = (id: number, seconds: number) =>
  world.sql("UPDATE message SET sent_at = sent_at - $2 * interval '1 second' WHERE id = $1", [id, seconds])

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const now = () => Date.now() / 1000
const INVALID = bad('Invalid message(s)')

describe('PATCH /messages/{message_id} with content', () => {
  test('changes the content of the message and notifies everyone who may read it', async () => {
    const id = await send('hamlet', 'Verona', 'play', 'To be')
    await ok(as('cordelia').post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    await ok(as('othello').post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    const people = ['hamlet', 'cordelia', 'othello', 'zoe', 'prospero']
    const events = await messageEventsDuring(people, async () => {
      const body = await ok(edit('hamlet', id, { content: 'Not to **be**  ' }))
      expect(body).toEqual({ result: 'success', msg: '', detached_uploads: [] })
    })
    const { edit_timestamp, flags, ...event } = events.hamlet![0]
    expect(Math.abs(edit_timestamp - now())).toBeLessThan(120)
    expect(event).toEqual({
      type: 'update_message',
      user_id: world.userId('hamlet'),
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_name: 'Verona',
      stream_id: world.channelId('Verona'),
      orig_content: 'To be',
      orig_rendered_content: '<p>To be</p>',
      content: 'Not to **be**',
      rendered_content: '<p>Not to <strong>be</strong></p>',
      is_me_message: false,
    })
    for (const name of people.slice(0, 4)) {
      expect(events[name]).toEqual([{ ...event, edit_timestamp, flags: events[name]![0].flags }])
    }
    expect(events.prospero).toEqual([])
    expect(people.slice(0, 4).map((name) => events[name]![0].flags)).toEqual([
      ['read'],
      ['starred'],
      ['read'],
      [],
    ])
    const found = await messageOf('cordelia', id)
    expect(found).toMatchObject({
      content: '<p>Not to <strong>be</strong></p>',
      flags: ['starred'],
      last_edit_timestamp: edit_timestamp,
      edit_history: [
        {
          user_id: world.userId('hamlet'),
          timestamp: edit_timestamp,
          prev_content: 'To be',
          prev_rendered_content: '<p>To be</p>',
        },
      ],
    })
    // The time is noted once, so that the event, the message and its history never name different seconds.
    const [noted] = await world.sql(
      `SELECT round(extract(epoch FROM last_edit_at) * 1000000) = (edit_history->0->>'at')::int8 AS "isOne" FROM message WHERE id = $1`,
      [id],
    )
    expect(noted.isOne).toBe(true)
    expect(found).not.toHaveProperty('last_moved_timestamp')
    const [listed] = (await messagesOf('cordelia', [{ operator: 'channel', operand: 'Verona' }])).slice(-1)
    expect(listed).toEqual(found)
  })

  test('recomputes who is mentioned', async () => {
    const name = (person: string) => `@**|${world.userId(person)}**`
    const id = await send('hamlet', 'Verona', 'play', `${name('cordelia')} ${name('othello')}`)
    await ok(as('cordelia').post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    const content = `${name('othello')} ${name('zoe')} ${name('prospero')} @**topic**`
    // Zoe is a participant of the topic, Prospero is only subscribed to the channel.
    await ok(as('zoe').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    const people = ['cordelia', 'othello', 'zoe', 'iago']
    const events = await messageEventsDuring(people, () => ok(edit('hamlet', id, { content })))
    const wildcard = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const expected = [['starred'], ['mentioned'], ['mentioned', ...wildcard], []]
    expect(people.map((person) => events[person]![0].flags)).toEqual(expected)
    for (const [i, one] of people.entries()) expect((await messageOf(one, id)).flags).toEqual(expected[i])
    // Users who are not subscribed are not mentioned.
    expect((await messageOf('prospero', id)).flags).toEqual(['read', 'historical'])
    await ok(edit('hamlet', id, { content: 'nobody' }))
    expect((await messageOf('zoe', id)).flags).toEqual([])
    expect(await world.sql('SELECT 1 FROM message_flag WHERE message_id = $1', [id])).toHaveLength(1)
  })

  test('recomputes which users its alert words notify', async () => {
    await ok(as('zoe').post('/users/me/alert_words', { alert_words: ['lighthouse'] }))
    await ok(as('prospero').post('/users/me/alert_words', { alert_words: ['lighthouse'] }))
    const id = await send('hamlet', 'Verona')
    await ok(edit('hamlet', id, { content: 'the lighthouse' }))
    expect((await messageOf('zoe', id)).flags).toEqual(['has_alert_word'])
    expect((await messageOf('prospero', id)).flags).toEqual(['read', 'historical'])
    await ok(edit('hamlet', id, { content: 'the harbour' }))
    expect((await messageOf('zoe', id)).flags).toEqual([])
  })

  test('changes direct messages, and replaces removed text with a placeholder', async () => {
    const id = await write('hamlet', ['cordelia'], 'psst')
    const events = await messageEventsDuring(['hamlet', 'cordelia', 'zoe'], () =>
      ok(edit('hamlet', id, { content: ' ' })),
    )
    expect(events.zoe).toEqual([])
    expect(events.cordelia).toHaveLength(1)
    expect(events.cordelia![0]).toMatchObject({ message_ids: [id], content: '(deleted)', flags: [] })
    for (const absent of ['stream_id', 'stream_name', 'subject', 'orig_subject', 'propagate_mode']) {
      expect(events.cordelia![0]).not.toHaveProperty(absent)
    }
    expect((await messageOf('cordelia', id)).content).toBe('<p>(deleted)</p>')
  })

  test('is for the sender, for ten minutes', async () => {
    const id = await send('hamlet', 'Verona')
    const direct = await write('hamlet', ['cordelia'])
    const change = (name: string, id: number) => refusal(edit(name, id, { content: 'other' }))
    const notAllowed = bad("You don't have permission to edit this message")
    expect(await change('cordelia', id)).toEqual(notAllowed)
    expect(await change('desdemona', id)).toEqual(notAllowed)
    expect(await change('polonius', id)).toEqual(notAllowed)
    expect(await change('cordelia', direct)).toEqual(notAllowed)
    expect(await change('iago', direct)).toEqual(INVALID)
    expect(await change('hamlet', 2 ** 40)).toEqual(INVALID)
    expect((await change('aaron', id)).status).toBe(401)
    expect(await refusal(foreign.client.patch(`/messages/${id}`, { content: 'x' }))).toEqual(INVALID)
    await age(id, 615)
    await ok(edit('hamlet', id, { content: 'in time' }))
    await age(id, 10)
    expect(await change('hamlet', id)).toEqual(bad('The time limit for editing this message has passed'))
    const own = await send('polonius', 'Verona')
    await ok(edit('polonius', own, { content: 'a guest may' }))
    expect((await messageOf('hamlet', id)).content).toBe('<p>in time</p>')
  })

  test('refuses contradictory parameters', async () => {
    const id = await send('hamlet', 'Verona', 'play')
    const direct = await write('hamlet', ['cordelia'])
    const change = (change: Parameters, of = id) => refusal(edit('hamlet', of, change))
    expect(await change({})).toEqual(bad('Nothing to change'))
    expect(await change({ topic: 'play' })).toEqual(bad('Nothing to change'))
    expect(await change({ content: 'x'.repeat(10_001) })).toEqual(
      bad('content is too long (limit: 10000 characters)'),
    )
    expect(await change({ content: 'x', propagate_mode: 'change_all' })).toEqual(
      bad('Invalid propagate_mode without topic edit'),
    )
    const stream_id = world.channelId('Denmark')
    expect(await change({ content: 'x', stream_id })).toEqual(
      bad('Cannot change message content while changing channel'),
    )
    expect(await change({ topic: 'x' }, direct)).toEqual(bad('Direct messages cannot have topics.'))
    expect(await change({ stream_id }, direct)).toEqual(bad('Direct messages cannot be moved to channels.'))
    expect((await change({ topic: 'x', propagate_mode: 'some' })).status).toBe(400)
    expect(await change({ content: 'x', prev_content_sha256: hash('another') })).toEqual(
      bad("'prev_content_sha256' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' }),
    )
    expect(await messageOf('hamlet', id)).not.toHaveProperty('edit_history')
    await ok(edit('hamlet', id, { content: 'x', prev_content_sha256: hash('words') }))
  })

  test('concurrent edits are applied one after the other, and an outdated hash is rejected', async () => {
    const id = await send('hamlet', 'Verona', 'play', 'zero')
    const hashed = { prev_content_sha256: hash('zero') }
    const answers = await Promise.all(
      ['one', 'two'].map((content) => edit('hamlet', id, { content, ...hashed })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await Promise.all(['three', 'four'].map((content) => edit('hamlet', id, { content })))
    const history = await historyOf('cordelia', id)
    expect(history).toHaveLength(4)
    for (const [i, version] of history.entries()) {
      if (i > 0) expect(version.prev_content).toBe(history[i - 1].content)
    }
  })
})

describe('a message that is changed very often', () => {
  test('keeps its first version and its newest changes', async () => {
    const id = await send('hamlet', 'Verona', 'often', 'version 0')
    await send('hamlet', 'Verona', 'often', 'staying')
    for (let n = 1; n <= 105; n++) await ok(edit('hamlet', id, { content: `version ${n}` }))
    await ok(edit('hamlet', id, { topic: 'elsewhere', propagate_mode: 'change_one' }))

    expect((await messageOf('cordelia', id)).edit_history).toHaveLength(100)
    const history = await historyOf('cordelia', id)
    expect(history).toHaveLength(101)
    expect(history[0]).toMatchObject({ content: 'version 0', topic: 'often' })
    expect(history[1]).toMatchObject({ content: 'version 7', prev_content: 'version 0' })
    expect(history[2]).toMatchObject({ content: 'version 8', prev_content: 'version 7' })
    expect(history.at(-1)).toMatchObject({ content: 'version 105', topic: 'elsewhere', prev_topic: 'often' })
  })

  test('has word-by-word differences of its newest changes, and simple ones of older long texts', async () => {
    const words = (step: number) => Array.from({ length: 450 }, (_, n) => `w${(n * step) % 97}`).join(' ')
    const id = await send('hamlet', 'Verona', 'long texts', `a ${words(2)} z`)
    for (let n = 3; n <= 30; n++) await ok(edit('hamlet', id, { content: `b${n} ${words(n)} y${n}` }))
    const history = await historyOf('cordelia', id)
    const deletions = history.map(
      ({ content_html_diff: diff = '' }) => diff.split('highlight_text_deleted').length - 1,
    )
    expect(deletions.at(-1)).toBeGreaterThan(1)
    expect(deletions[1]).toBe(1)
  })

  test('keeps the first of many places', async () => {
    const id = await send('hamlet', 'Verona', 'place 0', 'moving')
    await send('hamlet', 'Verona', 'place 0', 'staying')
    const long = Array.from({ length: 300 }, (_, n) => ({
      at: n + 1,
      user_id: world.userId('hamlet'),
      timestamp: n + 1,
      topic: `place ${n + 1}`,
      prev_topic: `place ${n}`,
    })).reverse()
    await world.sql('UPDATE message SET edit_history = $2::jsonb WHERE id = $1', [id, JSON.stringify(long)])
    await ok(edit('hamlet', id, { topic: 'place 301', propagate_mode: 'change_one' }))

    const history = await historyOf('cordelia', id)
    expect(history).toHaveLength(101)
    expect(history[0]).toMatchObject({ topic: 'place 0' })
    expect(history[1]).toMatchObject({ topic: 'place 202', prev_topic: 'place 0', timestamp: 202 })
  })
})

describe('GET /messages/{message_id}/history', () => {
  test('contains every version of the message, from the first', async () => {
    const id = await send('hamlet', 'Verona', '', 'To be or not')
    expect(await historyOf('cordelia', id)).toEqual([
      {
        topic: 'general chat',
        content: 'To be or not',
        rendered_content: '<p>To be or not</p>',
        timestamp: (await messageOf('hamlet', id)).timestamp,
        user_id: world.userId('hamlet'),
      },
    ])
    await ok(edit('hamlet', id, { content: 'To **see** or not <b>' }))
    await ok(edit('iago', id, { topic: 'quotations' }))
    await ok(edit('hamlet', id, { content: 'To see', topic: 'more' }))
    const [first, second, third, fourth, ...rest] = await historyOf('cordelia', id, {
      allow_empty_topic_name: true,
    })
    expect(rest).toEqual([])
    const at = { timestamp: expect.any(Number), user_id: world.userId('hamlet') }
    const [to, see] = ['<p>To be or not</p>', '<p>To <strong>see</strong> or not &lt;b&gt;</p>']
    expect(first).toEqual({ ...at, topic: '', content: 'To be or not', rendered_content: to })
    expect(second).toEqual({
      ...at,
      topic: '',
      content: 'To **see** or not <b>',
      rendered_content: see,
      prev_content: 'To be or not',
      prev_rendered_content: to,
      content_html_diff:
        '<div><p>To <span class="highlight_text_deleted">be</span><strong><span class="highlight_text_inserted">see</span></strong> or not<span class="highlight_text_inserted"> &lt;b&gt;</span></p></div>',
    })
    expect(third).toEqual({
      ...at,
      user_id: world.userId('iago'),
      topic: 'quotations',
      prev_topic: '',
      content: 'To **see** or not <b>',
      rendered_content: see,
    })
    expect(fourth).toEqual({
      ...at,
      topic: 'more',
      prev_topic: 'quotations',
      content: 'To see',
      rendered_content: '<p>To see</p>',
      prev_content: 'To **see** or not <b>',
      prev_rendered_content: see,
      content_html_diff: expect.stringContaining('highlight_text_deleted'),
    })
    expect((await historyOf('cordelia', id))[2].prev_topic).toBe('general chat')
  })

  test('is for users who may read the message', async () => {
    const direct = await write('hamlet', ['cordelia'])
    await privateChannel('archive', ['hamlet'])
    const before = await send('hamlet', 'archive')
    await ok(join('iago', ['archive'], { principals: [world.userId('othello')] }))
    const get = (name: string, id: number) => refusal(as(name).get(`/messages/${id}/history`))
    expect(await get('iago', direct)).toEqual(INVALID)
    expect(await get('othello', before)).toEqual(INVALID)
    expect(await get('zoe', before)).toEqual(INVALID)
    expect(await get('hamlet', 2 ** 40)).toEqual(INVALID)
    expect(await refusal(foreign.client.get(`/messages/${before}/history`))).toEqual(INVALID)
    expect(await historyOf('cordelia', direct)).toHaveLength(1)
  })

  test('no events about an unreadable message are sent', async () => {
    await privateChannel('cellar', ['hamlet'])
    const id = await send('hamlet', 'cellar')
    await ok(join('iago', ['cellar'], { principals: [world.userId('othello')] }))
    const events = await messageEventsDuring(['iago', 'othello'], () =>
      ok(edit('hamlet', id, { content: 'secret' })),
    )
    expect(events.iago).toHaveLength(1)
    expect(events.othello).toEqual([])
  })
})
