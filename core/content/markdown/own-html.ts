/** Elements that the renderer writes, formulas included. */
const ELEMENTS = new Set(
  (
    'a audio b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img input li ol p pre s span strong sub sup ' +
    'table tbody td th thead time tr u ul video ' +
    'math semantics annotation menclose mfrac mi mlabeledtr mn mo mover mpadded mphantom mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover svg g line path'
  ).split(' '),
)
/** Attributes whose values are harmless. */
const ATTRIBUTES = new Set(
  (
    'align alt aria-hidden aria-label checked class colspan controls datetime disabled preload role rowspan start ' +
    'style title type height width encoding mathvariant stretchy separator lspace rspace display displaystyle ' +
    'scriptlevel fence form accent accentunder accentcolor columnalign columnspacing rowspacing columnlines ' +
    'rowlines frame linethickness minsize maxsize mathsize mathcolor mathbackground movablelimits notation ' +
    'symmetric side voffset xmlns viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'
  ).split(' '),
)
const ADDRESSES = new Set(['href', 'src', 'data-original-src', 'data-src-fullsize'])
const TAG = /<(?:\/([a-z][a-z0-9]*)|([a-z][a-z0-9]*)((?: [a-z][a-zA-Z0-9-]*(?:="[^"<]*")?)*) ?\/?)>/y
const ATTRIBUTE = / ([a-z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g
/** An address with a scheme that the renderer links, or without a scheme. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|sms:|\/|#|[^:&]*$)/i

/**
 * Whether HTML has only parts that the renderer writes: its elements and attributes, and addresses with its
 * schemes. It is false for everything that could run a script. `withCleanStyles` judges styles. Time is
 * linear in the length.
 */
export function isOwnHtml(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const tag = TAG.exec(html)
    if (tag === null) return false
    const [, closed, opened, attributes = ''] = tag
    if (!ELEMENTS.has((closed ?? opened)!)) return false
    for (const [, name, value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (!isOwnAttribute(name!, value)) return false
    }
  }
  return true
}

function isOwnAttribute(name: string, value: string): boolean {
  if (ADDRESSES.has(name)) return ADDRESS.test(value)
  return ATTRIBUTES.has(name) || /^data-[a-z-]+$/.test(name)
}
