/** Limits that bound the cost of rendering one message, whatever its content. */

/** Greatest nesting depth of quotes, spoilers and lists; deeper content stays text. */
export const maxDepth = 20

/** Most table cells in one message, padding included; a table that exceeds it stays text. */
export const maxTableCells = 2_000

/** Greatest nesting depth of parentheses in a bare URL (contract, `linkify`: "eight is too many"). */
export const maxUrlParentheses = 7

/** Longest address in `[text](address)`, in UTF-16 units; a link with a longer one stays text. */
export const maxAddressLength = 4_096

/** Longest name in a mention or channel link, in UTF-16 units. */
export const maxNameLength = 200

/**
 * Most TeX in one message, in UTF-16 units of plain formula. KaTeX takes about 10 µs per unit and writes up
 * to 200.
 */
export const maxMathLength = 3_000

/**
 * Code in one message that is highlighted without a time limit, as the sum of the squared lengths of its
 * blocks. The grammars' regular expressions take at worst about 5 ns per unit.
 */
export const maxSquaredCode = 2_000_000

/** Milliseconds for highlighting the code beyond `maxSquaredCode`. */
export const maxHighlightMilliseconds = 20

/**
 * Steps that linkifiers may take in one message: for each search, the instructions of the expression times
 * the characters left to search. A step takes at worst about 40 ns.
 */
export const maxLinkifierSteps = 5_000_000

/** Most pages with link previews in one message, and the longest address of such a page in UTF-16 units. */
export const maxPages = 5
export const maxPageAddress = 1_000

/** Most image and video previews in one message. */
export const maxPreviews = 24
