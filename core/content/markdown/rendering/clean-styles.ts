import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { isSafeStyle, safeStyle } from './safe-style.ts'

type Node = DefaultTreeAdapterMap['node']

/**
 * HTML of messages that another server rendered, with no inline style that `safeStyle` refuses. Returns the
 * same text when there is none. Takes a few microseconds for HTML without styles.
 */
export function withCleanStyles(html: string): string {
  if (!/style/i.test(html)) return html
  const tree = parseFragment(html)
  return clean(tree, false) ? serialize(tree) : html
}

/** Cleans a node and all below it. Whether anything has changed. */
function clean(root: Node, isRootInFormula: boolean): boolean {
  let hasChanged = false
  // A list in place of recursion, because HTML of others may be nested without bound.
  const waiting: [Node, boolean][] = [[root, isRootInFormula]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, isParentInFormula] = next
    let isInFormula = isParentInFormula
    if ('tagName' in node) {
      const classes = node.attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? []
      isInFormula ||= classes.includes('katex')
      const element = { tag: node.tagName.toLowerCase(), classes, isInFormula }
      const attributes = node.attrs.flatMap((attribute) => {
        if (attribute.name !== 'style') return [attribute]
        const style = isSafeStyle(element, attribute.value)
          ? attribute.value
          : safeStyle(element, attribute.value)
        hasChanged ||= style !== attribute.value
        return style === '' ? [] : [{ ...attribute, value: style }]
      })
      node.attrs = attributes
    }
    if (!('childNodes' in node)) continue
    node.childNodes = node.childNodes.filter((child) => {
      const isStyle = isStyleElement(child)
      hasChanged ||= isStyle
      return !isStyle
    }) as typeof node.childNodes
    for (const child of node.childNodes) waiting.push([child, isInFormula])
    if ('content' in node) waiting.push([node.content, isInFormula])
  }
  return hasChanged
}

const isStyleElement = (node: Node): boolean => 'tagName' in node && node.tagName.toLowerCase() === 'style'
