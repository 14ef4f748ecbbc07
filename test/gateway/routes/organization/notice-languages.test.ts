import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'
import { noticeTexts } from '../../../../core/state/notices/texts.ts'
import type { Body } from '../../../harness/client.ts'
import { setRealm } from '../changes.ts'
import { as, core, join, ok, realm, setUpStage, world } from '../stage.ts'

setUpStage()

const messages = async (name: string, narrow: unknown[]): Promise<Body[]> =>
  (await ok(as(name).get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow }))).messages

const raw = async (name: string, narrow: unknown[]): Promise<string[]> =>
  Promise.all(
    (await messages(name, narrow)).map(
      async ({ id }) =>
        (await ok(as(name).get(`/messages/${id}`, { apply_markdown: false }))).message.content,
    ),
  )

describe.each(Object.keys(LANGUAGES) as Language[])('an organization that speaks %s', (language) => {
  const channel = `play in ${language}`
  const iago = () => `@_**Iago|${world.userId('iago')}**`
  const within = (topic: string) => [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]

  test('reads notices of channels and topics in it', async () => {
    await setRealm(core, realm, { default_language: language })
    const t = noticeTexts(realm)
    await ok(join('iago', [channel]))
    await ok(join('iago', [channel], { principals: [world.userId('zoe')] }))
    const { stream_id: id } = await ok(as('iago').get('/get_stream_id', { stream: channel }))
    await ok(as('iago').patch(`/streams/${id}`, { description: 'A tale.' }))
    const [created, described] = await raw('iago', within(t.topics.channelEvents))
    expect(created).toContain(t.channelCreated(t.privacy.public, iago()))
    expect(described).toContain(t.described(iago()))

    const send = (topic: string) =>
      as('iago').post('/messages', { type: 'channel', to: id, topic, content: 'x' })
    const { id: message } = await ok(send('act'))
    const { id: other } = await ok(send('scene'))
    await ok(as('iago').patch(`/messages/${message}`, { topic: '✔ act', propagate_mode: 'change_all' }))
    expect(await raw('iago', within('✔ act'))).toContain(t.resolved(iago()))
    await ok(as('iago').patch(`/messages/${other}`, { topic: 'end', propagate_mode: 'change_all' }))
    const moved = t.movedHere({ isAll: true, count: 1 }, `#**${channel}>scene**`, iago())
    expect(await raw('iago', within('end'))).toContain(moved)

    const direct = await raw('zoe', [{ operator: 'is', operand: 'dm' }])
    expect(direct.at(-1)).toContain(t.subscribed(iago(), `#**${channel}**`))
  })

  test('gets reminders in it', async () => {
    const t = noticeTexts(realm)
    const { stream_id: id } = await ok(as('iago').get('/get_stream_id', { stream: channel }))
    const { id: message } = await ok(
      as('iago').post('/messages', { type: 'channel', to: id, topic: 'act', content: 'Remember me.' }),
    )
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 100_000
    await ok(as('iago').post('/reminders', { message_id: message, scheduled_delivery_timestamp, note: 'n' }))
    const { reminders } = await ok(as('iago').get('/reminders'))
    expect(reminders.at(-1).content).toContain(
      `${t.reminder(`#**${channel}>act@${message}**`)} ${t.note}\n> n`,
    )
    const [said] = t.said(undefined, 'URL').split('URL')
    expect(reminders.at(-1).content).toContain(said)
  })
})
