import MiniSearch from 'minisearch'

/** As `SearchEntry` of the build. */
export type Entry = readonly [
  kind: string,
  title: string,
  address: string,
  words: string,
  names: string,
  text: string,
]

const MOST = 12

/** The fields of an entry in order; the address is not searched. */
const FIELDS = ['kind', 'title', 'address', 'words', 'names', 'text']
const BOOSTS = { title: 5, words: 12, kind: 2, names: 2, text: 0.5 }

/** Words that say nothing of a page. */
const EMPTY = new Set(
  'a an the to of in on for with by as is are do does how my your it and or can i'.split(' '),
)

/** A name such as `last_event_id` is one word and three. */
const indexedWords = (text: string): string[] => {
  const names = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  return names.flatMap((name) => (name.includes('_') ? [name, ...name.split('_').filter(Boolean)] : name))
}

const queriedWords = (text: string): string[] => {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  const telling = words.filter((word) => !EMPTY.has(word.toLowerCase()))
  return telling.length > 0 ? telling : words
}

/** Plurals are found by their singular and the other way around. */
const stemOf = (word: string): string => {
  const lower = word.toLowerCase()
  return lower.length > 3 ? lower.replace(/(?<=[^s])s$/, '') : lower
}

/** Searches entries. Best results first. */
export function createFinder(entries: readonly Entry[]): (text: string) => Entry[] {
  const index = new MiniSearch<{ id: number; entry: Entry }>({
    fields: FIELDS.filter((name) => name !== 'address'),
    extractField: ({ id, entry }, name) => (name === 'id' ? String(id) : entry[FIELDS.indexOf(name)]!),
    tokenize: indexedWords,
    processTerm: stemOf,
    searchOptions: {
      tokenize: queriedWords,
      boost: BOOSTS,
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      boostDocument: (id) => boostOf(entries[Number(id)]!),
    },
  })
  index.addAll(entries.map((entry, id) => ({ id, entry })))
  return (text) => {
    const every = index.search(text, { combineWith: 'AND' })
    const found = every.length > 0 ? every : index.search(text, { combineWith: 'OR' })
    const title = titleKey(text)
    return found
      .map(({ id, score }) => ({ entry: entries[Number(id)]!, score }))
      .map(({ entry, score }) => ({ entry, score: isTitled(entry, title) ? score * EXACT : score }))
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST)
      .map(({ entry }) => entry)
  }
}

/** How much more a page counts whose title is the query. */
const EXACT = 3

const isTitled = ([, title, address]: Entry, query: string): boolean =>
  !address.includes('#') && titleKey(title) === query

const titleKey = (text: string): string => queriedWords(text).map(stemOf).join(' ')

/** Of equally good places operations come before sections of guides and events. */
function boostOf([kind]: Entry): number {
  if (kind.includes(' /')) return 1.3
  return kind === 'Event' ? 0.8 : 1
}
