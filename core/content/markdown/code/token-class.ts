/** The context of a token that its class depends on. */
export interface TokenContext {
  readonly grammar: string
  /** The word before it, ignoring white space. */
  readonly wordBefore: string
  /** The class of the enclosing token; empty when there is none. */
  readonly within: string
}

/**
 * Returns the short class that Pygments gives a token; clients have colours for these classes. Returns an
 * empty string for plain text and undefined for a token that inherits the class of the enclosing one. `types`
 * are the token's names in Prism's grammars, the most specific first.
 */
export function tokenClass(
  types: readonly string[],
  text: string,
  context: TokenContext,
): string | undefined {
  for (const type of types) {
    const rule = byGrammar[context.grammar]?.[type] ?? general[type]
    if (rule !== undefined) return typeof rule === 'string' ? rule : rule(text, context)
  }
  return undefined
}

/** Returns the class of plain words in a grammar; undefined when plain words may be prose. */
export const nameClass = (grammar: string): string | undefined => nameClasses.get(grammar)

const nameClasses = new Map(
  Object.entries({
    nx: 'javascript jsx typescript tsx go',
    n: 'c cpp csharp dart java kotlin objectivec php ruby rust scala sql swift',
  }).flatMap(([name, grammars]) => grammars.split(' ').map((grammar) => [grammar, name])),
)

type ClassOf = string | ((text: string, context: TokenContext) => string | undefined)

const comment = (text: string) =>
  text.startsWith('#!') ? 'ch' : /^(?:\/\*|<!--|\{-|\(\*)/.test(text) ? 'cm' : 'c1'

const plain = ''

function string(text: string, { within }: TokenContext): string {
  if (within === 'sb') return 'sb'
  if (within === 'cp') return 'cpf'
  const quote = /["'`]/.exec(text)?.[0]
  return quote === '"' ? 's2' : quote === "'" ? 's1' : quote === '`' ? 'sb' : 's'
}

/** Quotation marks around an attribute's value have the class of the value. */
function punctuation(text: string, { within }: TokenContext): string {
  if (within === 's') return text === '=' ? 'o' : 's'
  if (within === 'si' && /^[{}]$/.test(text)) return 'si'
  return 'p'
}

function number(text: string): string {
  if (/^0x/i.test(text)) return 'mh'
  if (/^0b/i.test(text)) return 'mb'
  if (/^0o/i.test(text)) return 'mo'
  return /^[\d_]*(?:\.|\d+e)/i.test(text) ? 'mf' : 'mi'
}

const constants = /^(?:true|false|null|nil|none|undefined|nan|infinity)$/i
const declarations =
  /^(?:var|let|function|func|fun|val|public|private|protected|static|final|abstract|readonly|declare)$/
const types =
  /^(?:void|int|char|float|double|bool|boolean|long|short|byte|signed|unsigned|string|error|rune|[iu](?:8|16|32|64|128)|[iu]size|f32|f64|u?int(?:8|16|32|64)|float(?:32|64)|str)$/

function keyword(text: string): string {
  if (constants.test(text)) return 'kc'
  if (declarations.test(text)) return 'kd'
  return types.test(text) ? 'kt' : 'k'
}

const keywordOr =
  (others: Readonly<Record<string, RegExp>>) =>
  (text: string): string => {
    for (const [name, pattern] of Object.entries(others)) if (pattern.test(text)) return name
    return keyword(text)
  }

const imports = /^(?:import|package)$/
const defines = /^(?:def|function|func|fun|fn|sub|defp?|defmacro)$/
const definesClass = /^(?:class|struct|interface|enum|trait|impl|type|extends|implements|namespace|module)$/

/** A name has a special class where it is defined; elsewhere it has the class of other names. */
const functionName: ClassOf = (_, { wordBefore }) => (defines.test(wordBefore) ? 'nf' : 'n')
const className: ClassOf = (_, { wordBefore }) => (definesClass.test(wordBefore) ? 'nc' : 'n')

function diffLine(text: string): string {
  if (text.startsWith('---')) return 'gd'
  return text.startsWith('+++') ? 'gi' : 'gu'
}

const general: Readonly<Record<string, ClassOf>> = {
  comment,
  shebang: 'ch',
  prolog: 'cp',
  doctype: 'cp',
  cdata: 'cp',
  keyword,
  boolean: 'kc',
  null: 'kc',
  nil: 'kc',
  number,
  char: 'sc',
  string,
  'template-string': 'sb',
  'triple-quoted-string': 'sd',
  regex: 'sr',
  escape: 'se',
  url: 'sx',
  symbol: 'ss',
  atom: 'ss',
  heredoc: 'sh',
  interpolation: plain,
  'interpolation-punctuation': 'si',
  function: functionName,
  'function-name': 'nf',
  'function-definition': 'nf',
  'class-name': className,
  'maybe-class-name': 'n',
  builtin: 'nb',
  namespace: 'nn',
  decorator: 'nd',
  annotation: 'nd',
  attribute: 'nd',
  constant: 'no',
  variable: 'nv',
  label: 'nl',
  macro: 'cp',
  preprocessor: 'cp',
  directive: 'cp',
  tag: 'nt',
  'attr-name': 'na',
  'attr-value': 's',
  entity: 'ni',
  property: 'nt',
  selector: 'nt',
  key: 'nt',
  important: 'cp',
  atrule: 'k',
  operator: 'o',
  arrow: 'o',
  punctuation,
  title: 'gh',
  bold: 'gs',
  italic: 'ge',
  inserted: 'gi',
  deleted: 'gd',
  coord: diffLine,
}

const script: Readonly<Record<string, ClassOf>> = {
  keyword: keywordOr({
    ow: /^(?:in|instanceof|typeof|void|delete|new)$/,
    kd: /^const$/,
    k: /^(?:class|import|export|extends|from|as)$/,
  }),
  function: 'nx',
  number: (text) => (/^0/.test(text) ? number(text) : 'mf'),
  'class-name': 'nx',
  'literal-property': 'nx',
  constant: 'nx',
}

/** Rules for languages with one kind of string. */
const strings: Readonly<Record<string, ClassOf>> = {
  string: (_, { within }) => (within === 'cp' ? 'cpf' : 's'),
}
const systems = { ...strings, function: 'nf' }

const byGrammar: Readonly<Record<string, Readonly<Record<string, ClassOf>>>> = {
  python: {
    keyword: keywordOr({
      kn: /^(?:import|from)$/,
      ow: /^(?:and|or|not|in|is)$/,
      nb: /^(?:print|exec)$/,
      k: /^(?:type|match|case|_)$/,
    }),
    function: 'nf',
    'triple-quoted-string': 's',
    interpolation: 'si',
    'conversion-option': 'si',
    'format-spec': 'si',
  },
  javascript: script,
  jsx: script,
  typescript: script,
  tsx: script,
  json: { keyword: 'kc' },
  bash: { builtin: 'nb', parameter: 'nv', function: 'n', 'file-descriptor': 'm', environment: 'nv' },
  c: systems,
  cpp: systems,
  csharp: strings,
  java: {
    ...strings,
    keyword: keywordOr({ kn: imports, kd: /^(?:class|interface|enum|extends|implements)$/ }),
  },
  kotlin: { keyword: keywordOr({ kn: imports, kd: /^(?:class|interface|object)$/ }) },
  scala: { keyword: keywordOr({ kn: imports }) },
  go: {
    ...strings,
    keyword: keywordOr({ kn: imports, kd: /^(?:const|type|struct|interface|map|chan)$/ }),
    builtin: (text) => (types.test(text) ? 'kt' : 'nb'),
    function: (_, { wordBefore }) => (defines.test(wordBefore) ? 'nf' : 'nx'),
  },
  rust: { ...strings, attribute: 'cp', macro: 'fm', 'lifetime-annotation': 'na', 'type-definition': 'nc' },
  sql: { keyword: 'k', string: 's1', function: 'nb', variable: 'n' },
  css: { property: 'k', string: 's2', function: 'nb' },
  latex: { function: 'k', keyword: 'k', punctuation: 'nb', comment: 'c', 'equation-command': 'nb' },
  ini: { section: 'k', key: 'na', value: 's', 'attr-value': 's' },
}
