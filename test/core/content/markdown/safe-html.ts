import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { expect } from 'vitest'

const allowed: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['p', 'br', 'hr', 'em', 'strong', 'del', 'code', 'pre', 'blockquote', 'ul', 'li'].map((tag) => [tag, {}]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, {}])),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr'].map((tag) => [tag, {}])),
  ol: { start: /^\d{1,9}$/ },
  th: { style: /^text-align: (left|center|right);$/ },
  td: { style: /^text-align: (left|center|right);$/ },
  div: {
    class:
      /^(codehilite|message_inline_image( message_inline_video)?|spoiler-block|spoiler-header|spoiler-content)$/,
    'aria-hidden': /^true$/,
    'data-code-language': /^[\w+\-./# ]+$/,
  },
  span: {
    class:
      /^(((user-mention( channel-wildcard-mention)?|topic-mention|user-group-mention)( silent)?)|emoji emoji-[0-9a-f-]+|katex(-display)?|tex-error|timestamp-error|[a-z][a-z\d]?|cpf)$/,
    'data-user-id': /^(\d+|\*)$/,
    'data-user-group-id': /^\d+$/,
    'aria-label': /^[\w+ -]+$/,
    role: /^img$/,
    title: /^[\w+ -]+$/,
  },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  img: {
    alt: /^:\w+:$/,
    class: /^emoji$/,
    src: /^(\/user_avatars\/|\/thumbnail\?url=[\w.~%-]+&size=thumbnail$|\/?user_uploads\/)/,
    'data-src-fullsize': /^\/thumbnail\?url=[\w.~%-]+&size=full$/,
    title: /^[\w ]+$/,
  },
  video: {
    'data-video-original-url': /^https?:\/\//i,
    preload: /^metadata$/,
    src: /^(\/media\/|\/?user_uploads\/)/,
  },
  a: {
    class: /^(stream|stream-topic|message-link)$/,
    'data-stream-id': /^\d+$/,
    href: /^(https?:\/\/|http:|https:|mailto:|sms:|tel:|\/(?![/\\])|#|user_uploads\/)/i,
    title: /^/,
  },
}

/** The tags and attributes that KaTeX writes, allowed inside `.katex` only. None of them has a URL. */
const style = /^([a-z-]+:(-?[\d.]+(em|%|px)|#[\da-f]{3,8}|[a-z]+|calc\([\d.em% +-]+\)|[\d.em ]+);)+$/i
const mathAttributes = Object.fromEntries(
  (
    'accent accentunder class columnalign columnlines columnspacing depth displaystyle fence form height largeop ' +
    'linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize notation ' +
    'rowlines rowspacing rspace scriptlevel separator stretchy style valign voffset width'
  )
    .split(' ')
    .map((name) => [name, name === 'style' ? style : /^[\w#.% +-]+$/]),
)
const mathTags =
  'menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd ' +
  'mtext mtr munder munderover semantics'
const allowedInMath: typeof allowed = {
  ...Object.fromEntries(mathTags.split(' ').map((tag) => [tag, mathAttributes])),
  math: { xmlns: /^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/, display: /^block$/ },
  annotation: { encoding: /^application\/x-tex$/ },
  span: { class: /^[\w -]+$/, style, 'aria-hidden': /^true$/ },
  svg: {
    xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
    width: /^[\d.]+(em|%)$/,
    height: /^[\d.]+em$/,
    viewBox: /^[\d. -]+$/,
    preserveAspectRatio: /^[\w ]+$/,
    style,
  },
  line: { x1: /^[\d%]+$/, x2: /^[\d%]+$/, y1: /^[\d%]+$/, y2: /^[\d%]+$/, 'stroke-width': /^[\d.]+em$/ },
  path: { d: /^[\w\s.,-]+$/ },
}

type Node = DefaultTreeAdapterMap['node']

function violations(node: Node, rules = allowed): string[] {
  const found: string[] = []
  if (node.nodeName === '#comment') found.push('a comment')
  if ('tagName' in node) {
    const attributes = rules[node.tagName]
    if (attributes === undefined) found.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (attributes?.[name]?.test(value) !== true) found.push(`<${node.tagName} ${name}="${value}">`)
    }
  }
  const isMath = 'attrs' in node && node.attrs.some(({ value }) => value === 'katex')
  if ('childNodes' in node) {
    found.push(...node.childNodes.flatMap((child) => violations(child, isMath ? allowedInMath : rules)))
  }
  return found
}

/** Checks that rendered HTML is well-formed and has only the tags and attributes listed here. */
export function expectSafe(output: string): void {
  const errors: string[] = []
  const tree = parseFragment(output, { onParseError: (error) => errors.push(error.code) })
  // Messages may contain characters that are not valid in HTML; the structure is checked without them.
  const ignored = /^(control-character|noncharacter)-in-input-stream$/
  expect(errors.filter((error) => !ignored.test(error))).toEqual([])
  expect(violations(tree)).toEqual([])
  // A browser finds exactly the written tags: it neither adds nor drops one.
  const written = output.replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>')
  expect(serialize(tree).split('<')).toHaveLength(written.split('<').length)
}
