import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchesOf } from '../../../../core/messaging/fetching/search-highlights.ts'
import { learnWords, WordMatcher } from '../../../../core/messaging/search/find-words.ts'
import { highlight } from '../../../../core/messaging/search/highlight.ts'
import { readSearch, type Search } from '../../../../core/messaging/search/read-search.ts'
import type { Sql } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
/** The words that Postgres was asked about. */
let asked: string[] = []
const sql: Sql = {
  run: (statement, values = []) => {
    asked.push(...(values[0] as string[]), ...(values[1] as string[]))
    return core.db.run(statement, values)
  },
}

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

/** Marks the words of a message and of its topic with `[]`. */
async function marked(search: Search, message: string, topic: string): Promise<string[]> {
  asked = []
  const content = new WordMatcher([search], 'content')
  const ofTopic = new WordMatcher([search], 'topic')
  const words = [content.candidatesOf(message), ofTopic.candidatesOf(topic)] as const
  await learnWords(sql, content, ofTopic)
  const html = [highlight(message, words[0], content.isMatch), highlight(topic, words[1], ofTopic.isMatch)]
  return html.map((text) => text.replaceAll('<span class="highlight">', '[').replaceAll('</span>', ']'))
}

const read = (text: string) => readSearch(core.db, realm, text)

test('Postgres is asked once about a word of a search', async () => {
  const search = await read('connections')
  const first = await marked(search, 'Connect the <b>connected</b> consoles', 'Connection conversations')
  expect(first).toEqual(['[Connect] the <b>[connected]</b> consoles', '[Connection] conversations'])
  expect(asked.sort()).toEqual(['Connect', 'Connection', 'connected', 'consoles', 'conversations'])
  const second = await marked(search, 'consoles connecting Connect', 'conversations')
  expect(second).toEqual(['consoles [connecting] [Connect]', 'conversations'])
  expect(asked).toEqual(['connecting'])
  await marked(search, 'Connect consoles', 'Connection conversations')
  expect(asked).toEqual([])
})

test('what is known of a word in messages is not taken for topics, nor for other searches', async () => {
  const search = await read('numbers')
  expect(await marked(search, 'number', 'other')).toEqual(['[number]', 'other'])
  expect(await marked(search, 'other', 'number')).toEqual(['other', '[number]'])
  expect(asked).toEqual(['number'])
  expect(await marked(await read('numeral'), 'number numerals', '')).toEqual(['number [numerals]', ''])
})

test('more words than are remembered, and long ones, are still recognized', async () => {
  const search = await read('beginning')
  const many = Array.from({ length: 3_000 }, (_, n) => `b${n}`)
  const long = `b${'e'.repeat(200)}`
  for (let run = 0; run < 2; run++) {
    const [text] = await marked(search, [...many, long, 'beginnings'].join(' '), '')
    expect(text).toBe([...many, long, '[beginnings]'].join(' '))
    expect(asked.length).toBe(run === 0 ? 3_002 : 2_002)
  }
})

test('long messages are highlighted in slices, so that they do not pause the process', async () => {
  const search = await read('lunch')
  const messages = Array.from({ length: 200 }, (_, n) => ({
    html: `<p>${`lunch ${n} `.repeat(1_000)}</p>`,
    topic: 'lunch',
  }))
  let turns = 0
  const count = () => {
    turns += 1
    pending = setImmediate(count)
  }
  let pending = setImmediate(count)
  const matches = await matchesOf(
    core.db,
    [{ kind: 'search', text: 'lunch', search, negated: false }],
    messages,
  )
  clearImmediate(pending)
  const marked = '<span class="highlight">lunch</span>'
  expect(matches.map(({ match_content }) => match_content)).toEqual(
    messages.map(({ html }) => html.replaceAll('lunch', marked)),
  )
  expect(matches[0]!.match_subject).toBe(marked)
  // Two passes over 1.8 million characters.
  expect(turns).toBeGreaterThan(60)
})
