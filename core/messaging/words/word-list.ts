import { tokensOfHtml } from './html-words.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Postgres counts words up to this place. */
const MAX_PLACE = 16_383
/** Postgres keeps this many places of a word. */
const MAX_PLACES = 255
/** Longer HTML is not read to its end. Messages are shorter; archives may have longer ones. */
const MAX_HTML_LENGTH = 200_000

/** Returns the words of rendered HTML as text of a tsvector, for `message.words`. */
export const wordsOfHtml = (html: string): string => listOf(tokensOfHtml(html.slice(0, MAX_HTML_LENGTH)))

/** Returns the words of a text as text of a tsvector, for `conversation.words`. */
export const wordsOfText = (text: string): string => listOf(tokensOf(text))

/**
 * Lists words with their places. A word with accents is listed as well, without a place: the index has only
 * its stem (`word_lexemes` in Postgres).
 */
function listOf(tokens: readonly Token[]): string {
  const places = new Map<string, number[]>()
  const add = (word: string, place: number) => {
    const former = places.get(word)
    if (former === undefined) places.set(word, [place])
    else if (former.length < MAX_PLACES) former.push(place)
  }
  let place = 0
  for (const { word, others, accented } of tokens) {
    if (place === MAX_PLACE) break
    place += 1
    add(word, place)
    if (others !== undefined) for (const other of others) add(other, place)
    if (accented !== undefined && !places.has(accented)) places.set(accented, [])
  }
  let list = ''
  for (const [word, at] of places) list += at.length === 0 ? ` '${word}'` : ` '${word}':${at.join()}`
  return list.slice(1)
}
