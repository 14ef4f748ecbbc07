import { describe, expect, test } from 'vitest'
import { parseSearch, textOfTerms, type UnclearName } from '../../../../gateway/web/find/search-terms.ts'
import type { Store } from '../../../../gateway/web/store/state/store.ts'

const channels = ['Verona', 'Venice', 'core team', 'core', 'Café', 'CAFE', 'the "new" one']
const people: [name: string, address: string][] = [
  ['King Hamlet', 'hamlet@demo.test'],
  ["Cordelia, Lear's daughter", 'cordelia@demo.test'],
  ['Othello, the Moor of Venice', 'othello@demo.test'],
  ['Zoe', 'zoe@demo.test'],
  ['Zoe', 'other-zoe@demo.test'],
]
/** Channels have the ids from 1, people those from 11. */
const store = {
  me: 11,
  allChannels: { value: new Map(channels.map((name, n) => [n + 1, { stream_id: n + 1, name }])) },
  people: {
    value: new Map(
      people.map(([full_name, email], n) => [
        n + 11,
        { user_id: n + 11, full_name, email, delivery_email: email },
      ]),
    ),
  },
} as unknown as Store

/** The operator and the operand of each term. */
const terms = (text: string) =>
  parseSearch(store, text).terms.map(({ operator, operand }) => [operator, operand])
const unclear = (text: string) => {
  const { name, sought, found } = parseSearch(store, text).unclear ?? ({} as Partial<UnclearName>)
  return name === undefined ? undefined : `${found}: ${sought} ${name}`
}

describe('the value of an operator means', () => {
  test.each([
    ['channel:verona', ['channel', 1]],
    ['channel:ver', ['channel', 1]],
    ['channel:team', ['channel', 3]],
    ['in:verona', ['channel', 1]],
    ['in:home', ['in', 'home']],
    ['in:all', ['in', 'all']],
    ['channel:core', ['channel', 4]],
    ['channel:Café', ['channel', 5]],
    ['channel:café', ['channel', 5]],
    ['channel:CAFE', ['channel', 6]],
    ['sender:cordelia', ['sender', 12]],
    ['sender:HAM', ['sender', 11]],
    ['sender:OTHELLO@demo.test', ['sender', 13]],
    ['sender:"Zoe|15"', ['sender', 15]],
    ['sender:"Othello, the Moor of Venice"', ['sender', 13]],
    ['dm-including:cord', ['dm-including', 12]],
    ['dm:ham,cord', ['dm', [11, 12]]],
    ['dm:"Cordelia, Lear\'s daughter,King Hamlet"', ['dm', [12, 11]]],
  ])('the one that it names or whose name begins so: %s', (text, term) => {
    expect(unclear(text)).toBeUndefined()
    expect(terms(text)).toEqual([term])
  })

  test.each([
    ['channel:Nowhere moon', 'none: channel Nowhere'],
    ['-channel:Nowhere', 'none: channel Nowhere'],
    ['in:Nowhere', 'none: channel Nowhere'],
    ['channel:erona moon', 'none: channel erona'],
    ['channel:ve moon', 'several: channel ve'],
    ['channel:cafè', 'several: channel cafè'],
    ['sender:macbeth', 'none: person macbeth'],
    ['dm-including:ham,macbeth', 'none: person macbeth'],
    ['sender:zoe', 'several: person zoe'],
    ['sender:"Zoe|12"', 'none: person Zoe|12'],
    ['dm:ham,macbeth moon', 'none: person macbeth'],
  ])('nothing where none or several fit: %s', (text, why) => {
    expect(unclear(text)).toBe(why)
  })
})

test.each([
  [String.raw`topic:"say \"hi\" twice"`, 'say "hi" twice'],
  [String.raw`topic:"a\b"`, String.raw`a\b`],
  [String.raw`topic:"a \\"`, 'a \\'],
  [String.raw`topic:a\b`, String.raw`a\b`],
  ['topic:12"', '12"'],
  ['topic:"not closed', 'not closed'],
])('a backslash before a quotation mark or a backslash in quotes stands for that: %s', (text, topic) => {
  expect(terms(text)).toEqual([['topic', topic]])
})

test('several people of dm-including are a condition each', () => {
  expect(terms('dm-including:ham,cord moon')).toEqual([
    ['dm-including', 11],
    ['dm-including', 12],
    ['search', 'moon'],
  ])
  expect(terms('dm-including:"Cordelia, Lear\'s daughter,King Hamlet"')).toEqual([
    ['dm-including', 12],
    ['dm-including', 11],
  ])
  const { terms: negated } = parseSearch(store, '-dm-including:ham,cord')
  expect(negated.every((term) => term.negated)).toBe(true)
  expect(textOfTerms(store, negated)).toBe(
    '-dm-including:"King Hamlet" -dm-including:"Cordelia, Lear\'s daughter"',
  )
})

test('words beside operators are searched, also in quotes', () => {
  expect(terms('moon channel:ver "channel:Nowhere" sender:""')).toEqual([
    ['channel', 1],
    ['search', 'moon "channel:Nowhere"'],
  ])
})

test('a search is written so that it means the same again', () => {
  const texts = [
    'channel:"core team" sender:"King Hamlet" -is:starred two households',
    'sender:Zoe|15',
    'dm:"Cordelia, Lear\'s daughter,King Hamlet"',
    'topic:""',
    String.raw`channel:"the \"new\" one" topic:"\"a\""`,
    String.raw`topic:a\\b -topic:"a \\\\" moon`,
  ]
  for (const text of texts) expect(textOfTerms(store, parseSearch(store, text).terms)).toBe(text)
})
