const HEAVY = 600

/** Google Docs marks bold text by styles, and wraps everything in a `b` that is not bold. */
function isBold(element: HTMLElement): boolean {
  const { fontWeight } = element.style
  if (fontWeight !== '') return fontWeight === 'bold' || Number(fontWeight) >= HEAVY
  return element.nodeName === 'B' || element.nodeName === 'STRONG'
}
const isItalic = ({ nodeName, style }: HTMLElement): boolean =>
  style.fontStyle === '' ? nodeName === 'I' || nodeName === 'EM' : style.fontStyle === 'italic'
const isStruck = ({ nodeName, style }: HTMLElement): boolean =>
  ['DEL', 'S', 'STRIKE'].includes(nodeName) || style.textDecoration.includes('line-through')

/** Whether the first of these elements that says so has this look. */
function isLookOf(look: Look, element: HTMLElement | null): boolean {
  for (let one = element; one !== null; one = one.parentElement) if (look.isSaid(one)) return look.has(one)
  return false
}

/** Stand for marks until all of them are known: noncharacters, which no text has. */
const ITALIC = ['\ufdd0', '\ufdd1'] as const
const BOLD = ['\ufdd2', '\ufdd3'] as const

interface Look {
  readonly marks: readonly [before: string, after: string]
  /** Whether the element has a look of this kind of its own. */
  readonly isSaid: (element: HTMLElement) => boolean
  readonly has: (element: HTMLElement) => boolean
}

const LOOKS: readonly Look[] = [
  { marks: ['~~', '~~'], isSaid: isStruck, has: isStruck },
  { marks: ITALIC, isSaid: (one) => one.style.fontStyle !== '' || isItalic(one), has: isItalic },
  { marks: BOLD, isSaid: (one) => one.style.fontWeight !== '' || isBold(one), has: isBold },
]

/** Marks stand at the words of each line, not at the spaces around them. */
const marked = (content: string, [before, after]: Look['marks']): string =>
  content.replace(/\S(?:.*\S)?/g, (words) => before + words + after)

/** The text with the marks of the looks that its element begins. */
export function withMarks(content: string, element: HTMLElement): string {
  const begun = LOOKS.filter((look) => look.has(element) && !isLookOf(look, element.parentElement))
  return begun.reduce((text, { marks }) => marked(text, marks), content)
}

/** Marks stand around a link: in its text they have no effect. */
export function withMarksOfLink(link: string, element: HTMLElement): string {
  if (element.closest('h1, h2, h3, h4, h5, h6, th') !== null) return link
  const all = element.textContent!.trim()
  const whole = [element, ...element.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.textContent!.trim() === all,
  )
  const begun = LOOKS.filter(
    (look) => whole.some((one) => look.has(one)) && !isLookOf(look, element.parentElement),
  )
  return begun.reduce((text, { marks: [before, after] }) => before + text + after, link)
}

/** Parts the signs of neighbouring marks, which Markdown would read as others, and shows nothing. */
const JOINER = '\u2060'

/** The text with the signs of Markdown. A look that ends where it begins anew goes on. */
export const withSigns = (content: string): string =>
  content
    .replace(/\ufdd3\ufdd2|\ufdd1\ufdd0/g, '')
    .replace(/\ufdd2\ufdd0([^\ufdd0-\ufdd3]*)\ufdd1\ufdd3/g, '***$1***')
    .replace(/\ufdd0\ufdd2([^\ufdd0-\ufdd3]*)\ufdd3\ufdd1/g, '***$1***')
    .replace(/([\ufdd0\ufdd1])(?=\ufdd2)|(\ufdd1)(?=\ufdd3)/g, `$1$2${JOINER}`)
    .replace(/[\ufdd0\ufdd1]/g, '*')
    .replace(/[\ufdd2\ufdd3]/g, '**')

/** Elements that can have marks. */
const MARKED = 'b, strong, i, em, del, s, strike, span, font'
/** Elements whose lines stand alone. Marks reach over none of them. */
const LINES = 'p, div, li, dd, dt, td, blockquote, ul, ol, dl, table, pre, h1, h2, h3, h4, h5, h6, hr'

/**
 * Moves bold, italics and strikethrough from around lines into each line, because Markdown marks end at the
 * end of a line. Headings, code and tables get no marks.
 */
export function spreadLooks(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(`${MARKED}, p, div, li, td, ul, ol`)) {
    const isLine = element.matches(LINES)
    const isAround = isLine || element.querySelector(LINES) !== null
    if (!isAround || looksOf(element).length === 0) continue
    spread(element, element)
    if (isLine) {
      element.style.fontWeight = ''
      element.style.fontStyle = ''
      element.style.textDecoration = ''
    } else element.replaceWith(...element.childNodes)
  }
}

const looksOf = (element: HTMLElement): readonly Look[] => LOOKS.filter((look) => look.has(element))

/** Wraps what is in the lines of an element in the look of another, unless it has a look of its own. */
function spread(parent: Element, look: HTMLElement): void {
  const looks = looksOf(look)
  let wrapper: HTMLElement | undefined
  for (const node of [...parent.childNodes]) {
    const isElement = node instanceof HTMLElement
    if (isElement && looks.every((one) => one.isSaid(node))) {
      wrapper = undefined
      continue
    }
    if (isElement && (node.matches(LINES) || node.querySelector(LINES) !== null)) {
      wrapper = undefined
      if (!node.matches('pre, table, h1, h2, h3, h4, h5, h6')) spread(node, look)
      continue
    }
    if (wrapper === undefined) {
      if (node.textContent!.trim() === '') continue
      wrapper = wrapperOf(look)
      node.before(wrapper)
    }
    wrapper.append(node)
  }
}

function wrapperOf(look: HTMLElement): HTMLElement {
  const { fontWeight, fontStyle, textDecoration } = look.style
  const wrapper = look.ownerDocument.createElement(look.matches(LINES) ? 'span' : look.nodeName)
  Object.assign(wrapper.style, { fontWeight, fontStyle, textDecoration })
  return wrapper
}
