import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchesOf } from '../../../../core/messaging/fetching/search-highlights.ts'
import { readSearch, type Search } from '../../../../core/messaging/search/read-search.ts'
import type { Sql } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
/** The words whose stems Postgres was asked for. */
let asked: string[] = []
const sql: Sql = {
  run: (statement, values = []) => {
    asked.push(...(values[1] as string[]))
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
async function marked(search: Search, html: string, topic: string): Promise<string[]> {
  asked = []
  const terms = [{ kind: 'search', text: '', search, negated: false }] as const
  const [match] = await matchesOf(sql, terms, [{ html, topic }])
  return [match!.match_content, match!.match_subject].map((text) =>
    text.replaceAll('<span class="highlight">', '[').replaceAll('</span>', ']'),
  )
}

const read = (text: string) => readSearch(core.db, realm, text)

test('Postgres is asked once for the stems of a word, and only of words that may match', async () => {
  // Made-up words, which no other test of this process has asked for.
  const search = await read('blicketions')
  const first = await marked(search, 'Blicket the <b>blicketed</b> blonsoles', 'Blicketion bliversations')
  expect(first).toEqual(['[Blicket] the <b>[blicketed]</b> blonsoles', '[Blicketion] bliversations'])
  expect(asked.sort()).toEqual(['blicket', 'blicketed', 'blicketion', 'bliversations', 'blonsoles'])
  const second = await marked(search, 'blonsoles blicketing Blicket', 'bliversations')
  expect(second).toEqual(['blonsoles [blicketing] [Blicket]', 'bliversations'])
  expect(asked).toEqual(['blicketing'])
  await marked(search, 'Blicket blonsoles', 'Blicketion bliversations')
  expect(asked).toEqual([])
})

test('long words, whose stems are not remembered, are still recognized', async () => {
  const long = `b${'e'.repeat(45)}`
  const search = await read(`${long}s x`)
  for (let run = 0; run < 2; run++) {
    expect((await marked(search, `${long} beginnings`, ''))[0]).toBe(`[${long}] beginnings`)
    expect(asked).toContain(long)
  }
})

test.each([
  ['otters swim', 'otters and <i>swimming</i>', '[otters] and <i>[swimming]</i>'],
  ['site.conf', 'site.conf, site conf, conf.site', '[site.conf], [site] [conf], conf.site'],
  ['"can swim"', 'can swim, swim can', '[can] [swim], swim can'],
  ['東京都', '東京都と京都', '[東京都]と京都'],
  ['京', '東京', '東[京]'],
  ['cafe', 'Café', '[Café]'],
  ['deploym', 'deployments deploy', '[deployments] deploy'],
  ['user', '<code>getUserId</code>', '<code>[getUserId]</code>'],
  ['the otter', 'the otter', 'the [otter]'],
])('%s is marked in %s', async (text, html, expected) => {
  expect((await marked(await read(text), html, ''))[0]).toBe(expected)
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
