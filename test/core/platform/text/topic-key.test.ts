import { afterAll, beforeAll, expect, test } from 'vitest'
import { topicKey } from '../../../../core/platform/text/topic-key.ts'
import { World } from '../../../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

test('topics are one in memory when they are one in Postgres', async () => {
  const written = [
    'Verona',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    'İstanbul',
    'ISPARTA',
    'ıĞ',
    'ÉÀ',
    'Straße',
    'STRASSE',
    'ẞ',
    'Ǆ',
    'ǅ',
    '東京',
    '😀A',
  ]
  const everyCapital = Array.from({ length: 0x10ffff }, (_, code) => code)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && /\p{Lu}|\p{Lt}/u.test(String.fromCodePoint(code)))
    .map((code) => `a${String.fromCodePoint(code)}`)
  const topics = [...written, ...everyCapital]
  const rows = (await world.sql('SELECT lower(topic) AS low FROM unnest($1::text[]) AS topic', [topics])) as {
    low: string
  }[]
  // Postgres may know fewer letters than Node, and leaves the others as they are.
  const differing = topics.filter(
    (topic, n) => topicKey(topic) !== rows[n]!.low && (rows[n]!.low !== topic || written.includes(topic)),
  )
  expect(differing.slice(0, 20)).toEqual([])
})
