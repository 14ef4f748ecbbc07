import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '../../../../core/messaging/words/tokens.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { setRealm } from '../../../gateway/routes/changes.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

interface Pair {
  readonly language: string
  readonly message: string
  readonly search: string
  readonly isFound: boolean
}

/** The table. */
function readPairs(): Pair[] {
  const pairs: Pair[] = []
  let language = 'en'
  for (const line of readFileSync(join(import.meta.dirname, 'pairs.txt'), 'utf8').split('\n')) {
    language = /^\[(\w+)\]$/.exec(line)?.[1] ?? language
    const [message, search, isFound] = line.split(' | ')
    if (isFound !== undefined)
      pairs.push({ language, message: message!, search: search!, isFound: isFound === 'yes' })
  }
  return pairs
}

const pairs = readPairs()
const languages = [...new Set(pairs.map(({ language }) => language))]

let world: World
let core: Core
let realm: RealmState
let hamlet: Client

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
  hamlet = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const send = async (content: string): Promise<number> =>
  (await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: '?', content }))).id

async function found(search: string): Promise<Body[]> {
  const narrow = JSON.stringify([
    { operator: 'channel', operand: 'Verona' },
    { operator: 'search', operand: search },
  ])
  const range = { anchor: 'newest', num_before: 1_000, num_after: 0 }
  return (await hamlet.ok(hamlet.get('/messages', { ...range, narrow }))).messages
}

test('the table has at least 300 pairs', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(300)
})

describe.each(languages)('in the language %s', (language) => {
  const own = pairs.filter((pair) => pair.language === language)
  const ids = new Map<string, number>()

  beforeAll(async () => {
    if (language !== realm.record.settings.default_language)
      await setRealm(core, realm, { default_language: language })
    for (const { message } of own) if (!ids.has(message)) ids.set(message, await send(message))
  })

  test.each(own)('"$message" by $search: $isFound', async ({ message, search, isFound }) => {
    const match = (await found(search)).find(({ id }) => id === ids.get(message))
    expect(match !== undefined).toBe(isFound)
    // Formulas are not marked.
    if (isFound && !message.includes('$$')) expect(match!.match_content).toContain('<span class="highlight">')
  })
})

test('every word of a message finds it, and every two neighbours in quotes do', {
  timeout: 600_000,
}, async () => {
  const piece = fc.oneof(
    fc.constantFrom(...pairs.map(({ message }) => message.replaceAll('$$', ''))),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  const texts = fc.array(piece, { minLength: 1, maxLength: 3 })
  await checkProperty(texts, 25, async (pieces) => {
    const content = pieces
      .join(' ')
      .replace(/[\s`]+/g, ' ')
      .trim()
    // In code nothing is formatted, so the message has the words of the text.
    fc.pre(tokensOf(content).length > 0)
    const id = await send(`\`\`\`text\n${content}\n\`\`\``)
    const words = tokensOf(content)
    for (const [index, { word, kind, to }] of words.entries()) {
      // Nobody searches for a mark or a middle dot without its letter: pairs of Thai, Burmese and Chinese
      // characters may begin with one.
      if (kind === 'end' || /^[\p{M}\p{P}]/u.test(word)) continue
      const next = words[index + 1]
      const searches = [`"${word}"`]
      if (kind === 'word' && next?.kind === 'word' && next.from > to) searches.push(`"${word} ${next.word}"`)
      for (const search of searches)
        expect(
          (await found(search)).map((each) => each.id),
          search,
        ).toContain(id)
    }
  })
})
