import { invalidFilter } from './errors.ts'
import { isObject, namesOf, type Value, valueAt } from './paths.ts'

const MAX_LENGTH = 2_000
const MAX_COMPARISONS = 50
const MAX_DEPTH = 20

type Comparison = (value: Value) => boolean

/** A parsed filter (RFC 7644, section 3.4.2.2). */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: readonly string[] }
  | {
      readonly kind: 'compare'
      readonly path: readonly string[]
      readonly operator: Operator
      readonly value: null | boolean | number | string
    }
  /** `emails[type eq "work"]`: an element for which the inner filter is true. */
  | { readonly kind: 'element'; readonly path: readonly string[]; readonly part: Filter }

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof OPERATORS)[number]

/** Attributes whose values differ by case. */
const CASE_EXACT = new Set(['id', 'externalid'])

const TOKEN = /\s*(?:(?<punctuation>[()[\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[^\s()[\]"]+))/y

interface Token {
  readonly kind: 'punctuation' | 'text' | 'word'
  readonly text: string
}

/** Parses a filter. Throws invalidFilter, also for one that is too long, too deep or has too many parts. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalidFilter(`A filter has at most ${MAX_LENGTH} characters`)
  return new Parser(tokensOf(text)).whole()
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const { groups } = TOKEN.exec(trimmed) ?? {}
    if (groups === undefined) throw invalidFilter('The filter has a string without an end')
    const kind = (['punctuation', 'text', 'word'] as const).find((one) => groups[one] !== undefined)!
    tokens.push({ kind, text: groups[kind]! })
  }
  return tokens
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #comparisons = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Filter {
    const filter = this.#or(0)
    if (this.#at < this.#tokens.length) throw invalidFilter(`Unexpected ${this.#tokens[this.#at]!.text}`)
    return filter
  }

  #or(depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalidFilter('The filter is nested too deeply')
    const parts = [this.#and(depth)]
    while (this.#takeWord('or')) parts.push(this.#and(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  #and(depth: number): Filter {
    const parts = [this.#one(depth)]
    while (this.#takeWord('and')) parts.push(this.#one(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  #one(depth: number): Filter {
    if (this.#takeWord('not')) return { kind: 'not', part: this.#inside('(', ')', depth) }
    if (this.#peek()?.text === '(') return this.#inside('(', ')', depth)
    const attribute = this.#next('an attribute')
    if (attribute.kind !== 'word') throw invalidFilter(`Unexpected ${attribute.text}`)
    if (++this.#comparisons > MAX_COMPARISONS)
      throw invalidFilter(`A filter has at most ${MAX_COMPARISONS} comparisons`)
    const path = this.#path(attribute.text)
    if (this.#peek()?.text === '[') return this.#element(path, depth)
    return this.#test(path)
  }

  /**
   * `emails[type eq "work"]`, also with a part behind it as Entra writes it: `emails[type eq "work"].value eq
   * "a"`.
   */
  #element(path: readonly string[], depth: number): Filter {
    const part = this.#inside('[', ']', depth)
    const behind = this.#peek()
    if (behind?.kind !== 'word' || !behind.text.startsWith('.')) return { kind: 'element', path, part }
    this.#at++
    const test = this.#test(this.#path(behind.text.slice(1)))
    return { kind: 'element', path, part: { kind: 'and', parts: [part, test] } }
  }

  #test(path: readonly string[]): Filter {
    if (this.#takeWord('pr')) return { kind: 'present', path }
    const operator = this.#next('an operator').text.toLowerCase() as Operator
    if (!OPERATORS.includes(operator)) throw invalidFilter(`Unknown operator ${operator}`)
    return { kind: 'compare', path, operator, value: literal(this.#next('a value')) }
  }

  #path(text: string): readonly string[] {
    try {
      return namesOf(text)
    } catch {
      throw invalidFilter(`Not an attribute: ${text.slice(0, 200)}`)
    }
  }

  #inside(open: string, close: string, depth: number): Filter {
    if (this.#next(open).text !== open) throw invalidFilter(`Expected ${open}`)
    const filter = this.#or(depth + 1)
    if (this.#next(close).text !== close) throw invalidFilter(`Expected ${close}`)
    return filter
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #next(what: string): Token {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw invalidFilter(`The filter ends before ${what}`)
    return token
  }

  #takeWord(word: string): boolean {
    const token = this.#peek()
    const isWord = token?.kind === 'word' && token.text.toLowerCase() === word
    if (isWord) this.#at++
    return isWord
  }
}

function literal({ kind, text }: Token): null | boolean | number | string {
  try {
    const value: unknown = JSON.parse(kind === 'text' ? text : text.toLowerCase())
    const hasNul = typeof value === 'string' && value.includes('\0')
    if (hasNul) throw new SyntaxError('a NUL character, which Postgres cannot store')
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string
  } catch {
    // Falls through to the error.
  }
  throw invalidFilter(`Not a value: ${text.slice(0, 200)}`)
}

/** Whether a resource, or an element of a list, passes a filter. */
export function passes(filter: Filter, value: Value): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => passes(part, value))
    case 'or':
      return filter.parts.some((part) => passes(part, value))
    case 'not':
      return !passes(filter.part, value)
    case 'present':
      return valuesAt(value, filter.path).some((one) => one !== null && one !== '')
    case 'element':
      return valuesAt(value, filter.path, false).some((one) => passes(filter.part, one))
    case 'compare': {
      const compare = comparison(filter)
      const values = valuesAt(value, filter.path)
      if (filter.operator === 'ne') return values.every(compare)
      return values.some(compare)
    }
  }
}

/** The values at a path. Of lists each element, and of its objects the attribute `value`. */
function valuesAt(value: Value, path: readonly string[], hasDefault = true): Value[] {
  let values: Value[] = [value]
  for (const name of path)
    values = values.flatMap((one) => {
      const found = valueAt(one, name)
      return found === undefined ? [] : Array.isArray(found) ? found : [found]
    })
  return hasDefault ? values.map((one) => (isObject(one) ? (valueAt(one, 'value') ?? one) : one)) : values
}

function comparison({ path, operator, value }: Extract<Filter, { kind: 'compare' }>): Comparison {
  const isExact = CASE_EXACT.has(path.at(-1)!.toLowerCase())
  const folded = (one: Value): Value => {
    // Some directories send booleans as texts.
    if (typeof one === 'boolean') return typeof value === 'string' ? String(one) : one
    return typeof one === 'string' && !isExact ? one.toLowerCase() : one
  }
  const wanted = typeof value === 'string' && !isExact ? value.toLowerCase() : value
  const text = (one: Value): string => (typeof folded(one) === 'string' ? (folded(one) as string) : '')
  const word = String(wanted)
  const ordered = (one: Value, holds: (order: number) => boolean): boolean => {
    const known = folded(one)
    if (typeof known === 'number' && typeof wanted === 'number') return holds(known - wanted)
    if (typeof known !== 'string' || typeof wanted !== 'string') return false
    return holds(known < wanted ? -1 : known > wanted ? 1 : 0)
  }
  const comparisons: Readonly<Record<Operator, Comparison>> = {
    eq: (one) => folded(one) === wanted,
    ne: (one) => folded(one) !== wanted,
    co: (one) => text(one).includes(word),
    sw: (one) => text(one).startsWith(word),
    ew: (one) => text(one).endsWith(word),
    gt: (one) => ordered(one, (order) => order > 0),
    ge: (one) => ordered(one, (order) => order >= 0),
    lt: (one) => ordered(one, (order) => order < 0),
    le: (one) => ordered(one, (order) => order <= 0),
  }
  return comparisons[operator]
}
