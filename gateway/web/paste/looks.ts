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

interface Look {
  readonly mark: string
  /** Whether the element has a look of this kind of its own. */
  readonly isSaid: (element: HTMLElement) => boolean
  readonly has: (element: HTMLElement) => boolean
}

const LOOKS: readonly Look[] = [
  { mark: '~~', isSaid: isStruck, has: isStruck },
  { mark: '*', isSaid: (one) => one.style.fontStyle !== '' || isItalic(one), has: isItalic },
  { mark: '**', isSaid: (one) => one.style.fontWeight !== '' || isBold(one), has: isBold },
]

/** Marks stand at words, not at the spaces around them. */
function marked(content: string, mark: string): string {
  const [, before, inner, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content)!
  return inner === '' ? content : `${before}${mark}${inner}${mark}${after}`
}

/** The text with the marks of the looks that its element begins. */
export function withMarks(content: string, element: HTMLElement): string {
  if (content.includes('\n\n')) return content
  const begun = LOOKS.filter((look) => look.has(element) && !isLookOf(look, element.parentElement))
  return begun.reduce((text, { mark }) => marked(text, mark), content)
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
  return begun.reduce((text, { mark }) => mark + text + mark, link)
}
