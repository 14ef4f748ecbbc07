/**
 * The inline styles that the HTML of messages may have. They cannot move an element over other parts of the
 * page or stretch it without bound: a property that is not listed, or a value of another form, is left out.
 * The web client uses the same list.
 */

/** Greatest length in each unit. KaTeX writes the rows of a formula as one list, whose offsets add up. */
const GREATEST: Readonly<Record<string, number>> = { em: 100, px: 100, '%': 100, '': 0 }

const LENGTH = /^(-?\d{0,4}(?:\.\d{1,6})?)(em|px|%|)$/
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,24})$/i
/** KaTeX places an accent from the middle or the end of its line. */
const SUM = /^calc\((?:50|100)% [+-] \d(?:\.\d{1,6})?em\)$/

const isLength = (value: string): boolean => {
  const [, number, unit] = LENGTH.exec(value) ?? []
  return number !== undefined && number !== '' && Math.abs(Number(number)) <= GREATEST[unit!]!
}
const isLengthOrSum = (value: string): boolean => isLength(value) || SUM.test(value)
const isMargin = (value: string): boolean => value.split(' ').every(isLength)
const isColor = (value: string): boolean => COLOR.test(value)
const isLine = (value: string): boolean => /^(?:solid|dashed|none)$/.test(value)

type Rules = Readonly<Record<string, (value: string) => boolean>>

/**
 * All that KaTeX 0.16 writes, except `position: relative`, which its style sheet gives to the same elements.
 */
const IN_FORMULA: Rules = {
  ...Object.fromEntries(
    [
      'border-bottom-width',
      'border-right-width',
      'border-top-width',
      'border-width',
      'bottom',
      'height',
      'margin-left',
      'margin-right',
      'margin-top',
      'min-width',
      'padding-left',
      'top',
      'vertical-align',
    ].map((name) => [name, isLength]),
  ),
  left: isLengthOrSum,
  width: isLengthOrSum,
  margin: isMargin,
  'background-color': isColor,
  'border-color': isColor,
  color: isColor,
  'border-right-style': isLine,
  'border-style': isLine,
  border: (value) => /^0?\.\d{1,4}em solid (?:#[\da-f]{3,8}|[a-z]{3,24})$/i.test(value),
  'text-shadow': (value) => value === '0.02em 0.01em 0.04px',
}
const IN_CELL: Rules = { 'text-align': (value) => /^(?:left|center|right)$/.test(value) }
/** The picture of a link preview. The address is quoted and has no escape of CSS. */
const OF_PREVIEW: Rules = {
  'background-image': (value) => /^url\("(?:https?:\/\/|\/(?!\/))[^"'()\\\s]+"\)$/i.test(value),
}

/** An element with a `style` attribute. */
export interface StyledElement {
  /** In lower case. */
  readonly tag: string
  readonly classes: readonly string[]
  /** It is, or is inside of, an element of the class `katex`. */
  readonly isInFormula: boolean
}

/** The declarations of a `style` attribute that the element may have; empty without any. */
export const safeStyle = (element: StyledElement, style: string): string =>
  safeDeclarations(element, style)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')

/**
 * Whether the element may have all of a style. KaTeX writes safe styles, with the `position: relative` of
 * large symbols too.
 */
export function isSafeStyle(element: StyledElement, style: string): boolean {
  const isLargeSymbol = element.isInFormula && element.classes.includes('op-symbol')
  const others = declarationsOf(style).filter(
    ([name, value]) => !(isLargeSymbol && name === 'position' && value === 'relative'),
  )
  return others.length === safeDeclarations(element, style).length
}

function safeDeclarations({ tag, classes, isInFormula }: StyledElement, style: string): Declaration[] {
  const rules = isInFormula
    ? IN_FORMULA
    : tag === 'td' || tag === 'th'
      ? IN_CELL
      : tag === 'a' && classes.includes('message_embed_image')
        ? OF_PREVIEW
        : undefined
  if (rules === undefined) return []
  return declarationsOf(style).filter(([name, value]) => Object.hasOwn(rules, name) && rules[name]!(value))
}

type Declaration = readonly [name: string, value: string]

/** Semicolons in quotes do not end a declaration. */
const declarationsOf = (style: string): Declaration[] =>
  (style.match(/(?:"[^"]*"|[^";])+/g) ?? []).flatMap((text): Declaration[] => {
    if (text.trim() === '') return []
    const colon = text.indexOf(':')
    if (colon === -1) return [[text.trim(), '']]
    return [[text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]]
  })
