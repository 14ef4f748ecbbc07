import { expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'
import { messagesOf, privateChannel, send, write } from './message-events.ts'

setUpStage()

const report = (name: string, id: number, parameters: Parameters) =>
  as(name).post(`/messages/${id}/report`, parameters)
const moderateIn = (channel: number) =>
  ok(as('desdemona').patch('/realm', { moderation_request_channel_id: channel }))

test('a report needs a channel for reports', async () => {
  const id = await send('hamlet', 'Verona')
  expect(await refusal(report('zoe', id, { report_type: 'spam' }))).toEqual(
    bad('Moderation request channel must be specified to enable message reporting.'),
  )
})

test('a report tells the moderators the reporter, the sender and the message', async () => {
  const moderation = await privateChannel('moderation', ['desdemona', 'shiva'])
  await moderateIn(moderation)
  const id = await send('hamlet', 'Verona', 'play', 'Words, *words*, words.')
  const direct = await write('hamlet', ['cordelia'])
  await ok(report('zoe', id, { report_type: 'norms', description: 'These are words.\nMany.' }))
  await ok(report('cordelia', direct, { report_type: 'spam' }))
  const reports = (await messagesOf('shiva', [{ operator: 'channel', operand: moderation }])).filter(
    (message: Body) => message.sender_full_name === 'Notification Bot' && /reported/.test(message.content),
  )
  expect(reports.map((message: Body) => message.subject)).toEqual(
    Array(2).fill("King Hamlet's moderation requests"),
  )
  const [first, second] = reports.map((message: Body) => message.content)
  expect(first).toContain(`data-user-id="${world.userId('zoe')}"`)
  expect(first).toContain(`/near/${id}`)
  expect(first).toContain('<strong>Violates community norms</strong>')
  expect(first).toMatch(/<blockquote>\s*<p>These are words\.<br>\s*Many\.<\/p>/)
  expect(first).toContain('<p>Words, <em>words</em>, words.</p>')
  expect(second).toContain(`/near/${direct}">direct message</a>`)
  expect(second).not.toContain('Notes')
})

test('an unreadable message and a report without explanation are refused', async () => {
  const moderation = world.channelId('Verona')
  await moderateIn(moderation).catch(() => undefined)
  const direct = await write('hamlet', ['cordelia'])
  const invalid = bad('Invalid message(s)')
  expect(await refusal(report('zoe', direct, { report_type: 'spam' }))).toEqual(invalid)
  expect(await refusal(report('zoe', 999_999_999, { report_type: 'spam' }))).toEqual(invalid)
  const id = await send('hamlet', 'Verona')
  for (const description of [undefined, '', ' \n']) {
    expect(await refusal(report('zoe', id, { report_type: 'other', description }))).toEqual(
      bad('An explanation is required when the reason is not one of the others.'),
    )
  }
  for (const wrong of [{ report_type: 'none' }, {}, { report_type: 'spam', description: 'x'.repeat(1001) }]) {
    expect((await report('zoe', id, wrong)).status).toBe(400)
  }
})
