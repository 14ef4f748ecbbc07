import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MessageIndex } from '../../../../../core/transfer/imports/from/reading/numbers/message-index.ts'
import { SortedLines } from '../../../../../core/transfer/imports/from/reading/sorted-lines.ts'
import { ViewedPointers } from '../../../../../core/transfer/imports/from/reading/viewed-until.ts'
import { checkProperty } from '../../../../harness/property.ts'

let folder: string
let cases = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-viewed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CHANNELS = 3
/** Conversation n is in channel 1 + n % 3; above this number they are direct. */
const TOPICS = 12
const placeOf = (conversation: number): number =>
  conversation > TOPICS ? -conversation : 1 + (conversation % CHANNELS)

const conversation = fc.integer({ min: 1, max: TOPICS + 2 })
const user = fc.integer({ min: 1, max: 6 })
const time = fc.oneof(fc.nat({ max: 60 }), fc.constant(Number.POSITIVE_INFINITY))
const history = fc.record({
  messages: fc.array(conversation, { maxLength: 60 }),
  viewed: fc.uniqueArray(fc.record({ place: fc.constantFrom(1, 2, 3, -13, -14), user, until: time }), {
    selector: ({ place, user }) => `${place} ${user}`,
    maxLength: 20,
  }),
  own: fc.uniqueArray(fc.record({ conversation, user, until: fc.nat({ max: 60 }) }), {
    selector: ({ conversation, user }) => `${conversation} ${user}`,
    maxLength: 8,
  }),
  max: fc.constantFrom(0, 1, 5, 20, 1_000),
})

test('pointers say what everybody has read, and stay below their number', async () => {
  await checkProperty(history, 300, async ({ messages, viewed, own, max }) => {
    cases += 1
    const index = new MessageIndex()
    // Message n was sent at second n.
    for (const [n, of] of messages.entries()) index.add(n + 1, of, n + 1)
    const views = new SortedLines(folder, `views-${cases}`)
    for (const { conversation, user, until } of own)
      await views.add(conversation, JSON.stringify([user, until]))
    const viewedOf = (place: number) => viewed.filter((one) => one.place === place)
    const pointers = new ViewedPointers(index, { placeOf, viewedOf }, max)
    const rows = new Map<string, number>()
    for await (const { row } of pointers.records(views)) {
      const key = `${row.user_id} ${row.conversation_id}`
      expect(rows.has(key)).toBe(false)
      rows.set(key, Number(row.message_id))
    }
    const inChannels = [...rows.keys()].filter((key) => Number(key.split(' ')[1]) <= TOPICS)
    expect(inChannels.length).toBeLessThanOrEqual(max)
    const changed = new Set<number>()
    for (const [n, of] of messages.entries()) {
      const message = n + 1
      const place = placeOf(of)
      const readTo = pointers.readTo(place)
      const first = messages.indexOf(of) + 1
      for (const { user, until } of viewedOf(place)) {
        const thread = own.find((one) => one.conversation === of && one.user === user)?.until
        const isRead =
          thread === undefined
            ? message <= until
            : message <= thread || (message === first && message <= until)
        const shown = message <= readTo || message <= (rows.get(`${user} ${of}`) ?? 0)
        if (message > readTo) expect(shown).toBe(isRead)
        else if (message > until) changed.add(place)
      }
    }
    expect([...pointers.shortened].sort()).toEqual([...changed].sort())
    if (max === 1_000) expect(changed.size).toBe(0)
  })
})
