import type { Part } from './spans.ts'

/** Words to which Pygments gives special classes. */
const pseudo = /^(?:self|cls|Ellipsis|NotImplemented)$/
const magicVariable =
  /^__(?:annotations|bases|builtins|class|closure|code|debug|defaults|dict|doc|file|func|globals|kwdefaults|module|mro|name|objclass|qualname|self|slots|weakref)__$/
const magicMethod =
  /^__(?:new|init|del|repr|str|bytes|format|lt|le|eq|ne|gt|ge|hash|bool|getattr|getattribute|setattr|delattr|dir|get|set|delete|call|len|length_hint|getitem|setitem|delitem|missing|iter|next|reversed|contains|await|aiter|anext|aenter|aexit|enter|exit|add|sub|mul|matmul|truediv|floordiv|mod|divmod|pow|lshift|rshift|and|xor|or|r?(?:add|sub|mul|and|or)|i(?:add|sub|mul|and|or)|neg|pos|abs|invert|complex|int|float|index|round|trunc|floor|ceil|instancecheck|subclasscheck|class_getitem|prepare|set_name|init_subclass|post_init|sizeof|copy|deepcopy)__$/
const exception =
  /^(?:(?:Arithmetic|Assertion|Attribute|BlockingIO|BrokenPipe|Buffer|ChildProcess|Connection|ConnectionAborted|ConnectionRefused|ConnectionReset|EOF|Environment|FileExists|FileNotFound|FloatingPoint|IO|Import|Indentation|Index|Interrupted|IsADirectory|Key|Lookup|Memory|ModuleNotFound|Name|NotADirectory|NotImplemented|OS|Overflow|Permission|ProcessLookup|Recursion|Reference|Runtime|Syntax|System|Tab|Timeout|Type|UnboundLocal|Unicode|UnicodeDecode|UnicodeEncode|UnicodeTranslate|Value|Windows|ZeroDivision)Error|(?:Base)?Exception(?:Group)?|GeneratorExit|KeyboardInterrupt|Stop(?:Async)?Iteration|SystemExit|(?:Bytes|Deprecation|Encoding|Future|Import|PendingDeprecation|Resource|Runtime|Syntax|Unicode|User)?Warning)$/

const opening = /^([a-zA-Z]*)("""|'''|"|')/
const escapeSequence =
  /\\(?:\n|[\\'"abfnrtv]|N\{[^}\n]*\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-7]{1,3})/g

/**
 * Refines the tokens of Python code to Pygments' classes, for which clients have colours: classifies names,
 * which the grammar leaves plain, and splits strings into their parts.
 */
export function pythonParts(parts: readonly Part[]): Part[] {
  const refined: Part[] = []
  /** The keyword that began an import, until the end of its line; otherwise empty. */
  let importing = ''
  /** The string that the current part belongs to; its prefix and quotation mark decide both fields. */
  let string: { isRaw: boolean; className: string } | undefined
  for (const [index, { text, className }] of parts.entries()) {
    if (className.startsWith('s') && className !== 'si') {
      if (string === undefined) {
        const [, prefix = '', quote = ''] = opening.exec(text) ?? []
        const isDoc = quote.length === 3 && beginsLine(refined)
        if (isDoc) markSpaces(refined)
        const kind = isDoc ? 'sd' : quote.startsWith("'") ? 's1' : 's2'
        string = { isRaw: /r/i.test(prefix) || isDoc, className: kind }
        if (prefix !== '') refined.push({ text: prefix, className: 'sa' })
        pushString(refined, text.slice(prefix.length), string)
      } else {
        pushString(refined, text, string)
      }
      // Only interpolations separate the parts of one string.
      if (parts[index + 1]?.className !== 'si') string = undefined
      continue
    }
    if (className === 'kn') {
      importing = importing === 'from' && text === 'import' ? '' : text
      if (importing === '') markSpaces(refined)
      refined.push({ text, className })
      continue
    }
    const isInterpolated = className === 'si' && !/^[{}!:]/.test(text)
    if (className === '' || className === 'p' || className === 'nb' || isInterpolated) {
      for (const [piece] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*|\.|\n|[^\p{L}_.\n]+/gu)) {
        if (piece === '\n') importing = ''
        const plain = isInterpolated ? '' : className
        refined.push({ text: piece, className: classOf(piece, plain, importing, refined) })
      }
      continue
    }
    refined.push({ text, className: className === 'nf' && magicMethod.test(text) ? 'fm' : className })
  }
  return refined
}

function classOf(piece: string, className: string, importing: string, before: readonly Part[]): string {
  const isWord = /^[\p{L}_]/u.test(piece)
  if (piece === '.') return importing === '' ? 'o' : 'nn'
  if (!isWord) {
    const { text = '', className: keyword = '' } = before.at(-1) ?? {}
    const definesName = /^k/.test(keyword) && (importing !== '' || /^(?:def|class)$/.test(text))
    return definesName && piece.trim() === '' ? 'w' : className
  }
  if (importing !== '') return 'nn'
  if (className === 'nb') return before.at(-1)?.text === '.' ? 'n' : 'nb'
  if (pseudo.test(piece)) return 'bp'
  if (magicVariable.test(piece)) return 'vm'
  if (magicMethod.test(piece)) return 'fm'
  return exception.test(piece) && before.at(-1)?.text !== '.' ? 'ne' : 'n'
}

/** Whether the parts so far end with only spaces on the current line. */
function beginsLine(parts: readonly Part[]): boolean {
  const before = parts
    .slice(-3)
    .map(({ text }) => text)
    .join('')
  return /(?:^|\n) *$/.test(before)
}

/** Gives trailing spaces the class `w`, as Pygments does before a docstring and inside an import. */
function markSpaces(parts: Part[]): void {
  const last = parts.at(-1)
  if (last !== undefined && /^ +$/.test(last.text)) parts.splice(-1, 1, { text: last.text, className: 'w' })
}

function pushString(
  into: Part[],
  text: string,
  { isRaw, className }: { isRaw: boolean; className: string },
): void {
  let from = 0
  for (const { index, 0: escaped } of isRaw ? [] : text.matchAll(escapeSequence)) {
    if (index > from) into.push({ text: text.slice(from, index), className })
    into.push({ text: escaped, className: 'se' })
    from = index + escaped.length
  }
  if (from < text.length) into.push({ text: text.slice(from), className })
}
