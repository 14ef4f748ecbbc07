/** Bounds that keep the cost of one message small whatever is written in it. */

/** How deep quotes, spoilers and lists may nest; what is deeper stays text. */
export const maxDepth = 20

/** Table cells in one message, padding included; a table that would pass it stays text. */
export const maxTableCells = 2_000

/** How deep parentheses may nest in a bare URL (contract, `linkify`: "eight is too many"). */
export const maxUrlParentheses = 7

/** Longest address of a written link, in UTF-16 units; a link to a longer one stays text. */
export const maxAddressLength = 4_096

/** Longest name looked for in a mention or channel link, in UTF-16 units. */
export const maxNameLength = 200

/** TeX in one message, in UTF-16 units of plain formula: KaTeX takes some 10 µs for each and writes up to 200. */
export const maxMathLength = 3_000

/**
 * Code in one message that is highlighted whatever it is, as the sum of the squares of its blocks'
 * lengths: what the grammars' expressions take at worst, some 5 ns for each.
 */
export const maxSquaredCode = 2_000_000

/** What highlighting more than that may take, in milliseconds. */
export const maxPatience = 20

/**
 * What linkifiers may take in one message, as the sum, over every time that one looks for its next match, of its
 * instructions times the characters it may look through: some 40 ns for each at worst.
 */
export const maxLinkifierSteps = 5_000_000

/** Pages that one message has previews of, and the longest address of one in UTF-16 units. */
export const maxPages = 5
export const maxPageAddress = 1_000

/** Previews of pictures and films below one message. */
export const maxPreviews = 24
