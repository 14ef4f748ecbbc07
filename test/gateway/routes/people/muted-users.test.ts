import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const mute = (name: string, other: unknown) => as(name).post(`/users/me/muted_users/${other}`)
const unmute = (name: string, other: unknown) => as(name).delete(`/users/me/muted_users/${other}`)
const mutedOf = async (name: string): Promise<Body[]> =>
  (await ok(as(name).post('/register', { event_types: ['muted_users'] }))).muted_users
const say = async (name: string, to: unknown, content: string, type = 'channel'): Promise<number> =>
  (await ok(as(name).post('/messages', { type, to, topic: 'muting', content }))).id
const flagsOf = async (name: string, message: number): Promise<string[]> =>
  (await ok(as(name).get(`/messages/${message}`))).message.flags
const unread = async (name: string): Promise<Body> =>
  (await ok(as(name).post('/register', { event_types: ['message', 'update_message_flags'] }))).unread_msgs

describe('muting', () => {
  test('is sent only to the user who mutes, and is in the register response', async () => {
    const before = Math.floor(Date.now() / 1000)
    const events = await eventsDuring(['muted_users'], ['hamlet', 'iago'], async () => {
      expect(await ok(mute('hamlet', id('iago')))).toEqual({ result: 'success', msg: '' })
      await ok(mute('hamlet', id('greeter-bot')))
      await ok(mute('hamlet', id('aaron'))) // deactivated
      await ok(unmute('hamlet', id('iago')))
      await ok(unmute('hamlet', id('aaron')))
    })
    const muted = (...names: string[]) => ({
      type: 'muted_users',
      muted_users: names.map((name) => ({ id: id(name), timestamp: expect.any(Number) })),
    })
    expect(events).toEqual({
      hamlet: [
        muted('iago'),
        muted('iago', 'greeter-bot'),
        muted('iago', 'greeter-bot', 'aaron'),
        muted('greeter-bot', 'aaron'),
        muted('greeter-bot'),
      ],
      iago: [],
    })
    const [bot] = await mutedOf('hamlet')
    expect(bot.id).toBe(id('greeter-bot'))
    expect(bot.timestamp).toBeGreaterThanOrEqual(before)
    expect(await mutedOf('iago')).toEqual([])
    await ok(unmute('hamlet', id('greeter-bot')))
    expect(await mutedOf('hamlet')).toEqual([])
  })

  test('makes new messages arrive as read for the user who mutes only', async () => {
    await ok(mute('hamlet', id('othello')))
    const sent: number[] = []
    const events = await eventsDuring(['update_message_flags'], ['hamlet', 'cordelia'], async () => {
      sent.push(await say('othello', 'Verona', 'to all'))
      sent.push(await say('othello', 'Verona', '@**King Hamlet** to you'))
      sent.push(await say('othello', [id('hamlet'), id('cordelia')], 'to two', 'direct'))
    })
    expect(events).toEqual({ hamlet: [], cordelia: [] })
    const [plain, mentioning, direct] = sent
    expect(await flagsOf('hamlet', plain!)).toEqual(['read'])
    expect(await flagsOf('hamlet', mentioning!)).toEqual(['read', 'mentioned'])
    expect(await flagsOf('hamlet', direct!)).toEqual(['read'])
    expect(await flagsOf('cordelia', direct!)).toEqual([])
    await ok(unmute('hamlet', id('othello')))
    expect(await flagsOf('hamlet', await say('othello', 'Verona', 'heard'))).toEqual([])
  })

  test('marks the events of messages as read', async () => {
    await ok(mute('cordelia', id('othello')))
    const { hamlet, cordelia } = await (async () => {
      const { queue_id, last_event_id } = await ok(
        as('cordelia').post('/register', { event_types: ['message'] }),
      )
      const other = await ok(as('hamlet').post('/register', { event_types: ['message'] }))
      await say('othello', [id('hamlet'), id('cordelia')], 'to both', 'direct')
      const flags = async (name: string, queue: Body) =>
        (await ok(as(name).get('/events', queue))).events.map((event: Body) => event.flags)
      return {
        cordelia: await flags('cordelia', { queue_id, last_event_id }),
        hamlet: await flags('hamlet', { queue_id: other.queue_id, last_event_id: other.last_event_id }),
      }
    })()
    expect({ hamlet, cordelia }).toEqual({ hamlet: [[]], cordelia: [['read']] })
    await ok(unmute('cordelia', id('othello')))
  })

  test('marks earlier messages as read', async () => {
    const theirs = await say('prospero', [id('zoe')], 'before', 'direct')
    const others = await say('iago', [id('zoe')], 'another', 'direct')
    expect(
      (await unread('zoe')).pms.flatMap((conversation: Body) => conversation.unread_message_ids),
    ).toContain(theirs)
    await ok(mute('zoe', id('prospero')))
    const left = (await unread('zoe')).pms.flatMap((conversation: Body) => conversation.unread_message_ids)
    expect(left).toContain(others)
    expect(left).not.toContain(theirs)
    await ok(unmute('zoe', id('prospero')))
  })

  test("applies to the server's own bots", async () => {
    const [bot] = await world.sql('SELECT id FROM user_account WHERE realm_id = $1 AND is_system_bot', [
      realm.id,
    ])
    await ok(mute('polonius', bot!.id))
    expect((await mutedOf('polonius')).map((user) => user.id)).toEqual([bot!.id])
    expect(await refusal(mute('polonius', bot!.id))).toEqual(bad('User already muted'))
    await ok(unmute('polonius', bot!.id))
    expect(await mutedOf('polonius')).toEqual([])
    const [otherClient] = await world.sql(
      'SELECT id FROM user_account WHERE realm_id <> $1 AND is_system_bot',
      [realm.id],
    )
    expect(await refusal(mute('polonius', otherClient!.id))).toEqual(bad('No such user'))
  })

  test('applies to bots and guests too', async () => {
    for (const name of ['polonius', 'greeter-bot']) {
      await ok(mute(name, id('hamlet')))
      expect((await mutedOf(name)).map((user) => user.id)).toEqual([id('hamlet')])
      await ok(unmute(name, id('hamlet')))
    }
  })
})

describe('rejects', () => {
  test('muting oneself, a missing user, or a user who is already muted', async () => {
    expect(await refusal(mute('hamlet', id('hamlet')))).toEqual(bad('Cannot mute self'))
    for (const nobody of [0, 999_999, 99_999_999_999, foreign.id]) {
      expect(await refusal(mute('hamlet', nobody))).toEqual(bad('No such user'))
      expect(await refusal(unmute('hamlet', nobody))).toEqual(bad('No such user'))
    }
    await ok(mute('hamlet', id('iago')))
    expect(await refusal(mute('hamlet', id('iago')))).toEqual(bad('User already muted'))
    await ok(unmute('hamlet', id('iago')))
    expect(await refusal(unmute('hamlet', id('iago')))).toEqual(bad('User is not muted'))
    expect(await refusal(unmute('hamlet', id('hamlet')))).toEqual(bad('User is not muted'))
  })

  test('an invalid id', async () => {
    for (const wrong of ['-1', '1.5', '99999999999', 'iago', '%00']) {
      expect((await mute('hamlet', wrong)).status, wrong).toBeGreaterThanOrEqual(400)
      expect((await mute('hamlet', wrong)).status, wrong).toBeLessThan(500)
    }
    expect(
      (await ok(as('hamlet').post(`/users/me/muted_users/${id('iago')}`, { x: 1 })))
        .ignored_parameters_unsupported,
    ).toEqual(['x'])
    await ok(unmute('hamlet', id('iago')))
  })

  test('the second of two concurrent requests', async () => {
    const answers = await Promise.all([mute('hamlet', id('zoe')), mute('hamlet', id('zoe'))])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
    await ok(unmute('hamlet', id('zoe')))
  })
})
