import { describe, expect, it } from 'vitest'
import { maxLinkifierSteps } from '../../../../core/content/markdown/rendering/limits.ts'
import { findLinkifierMatches } from '../../../../core/content/markdown/rules/find-linkifiers.ts'
import { topicLinks } from '../../../../core/content/markdown/topic-links.ts'
import { compiledLinkifiers, compileLinkifier } from '../../../../core/state/linkifiers/compile.ts'
import { inParagraph, render } from './realm.ts'

const linkifiers = [
  { id: 1, pattern: '(?P<repo>[a-z]+)#(?P<id>[0-9]+)', urlTemplate: 'https://code.example/{repo}/{id}' },
  { id: 2, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example/{id}' },
  { id: 3, pattern: '#(?P<id>[0-9]+)(?P<rest>[a-z]*)', urlTemplate: 'https://never.example/{id}{?rest}' },
  { id: 4, pattern: '(?i)rfc(?: (?P<n>\\d+))?', urlTemplate: 'https://rfc.example{/n}' },
  { id: 5, pattern: 'find:(?P<words>\\S+)', urlTemplate: 'https://find.example/?q={words}' },
]
const realm = { linkifiers }
const bug = (id: number) => `<a href="https://bugs.example/${id}">#${id}</a>`

describe('linkifiers', () => {
  it.each([
    ['see #12, (#3)', `see ${bug(12)}, (${bug(3)})`],
    ['#1 #2,#3', `${bug(1)} ${bug(2)},${bug(3)}`],
    ['*see #12*', `<em>see ${bug(12)}</em>`],
    ['#12\n#13.', `${bug(12)}<br>\n${bug(13)}.`],
    ['loquat#7', '<a href="https://code.example/loquat/7">loquat#7</a>'],
    ['#5ab', '<a href="https://never.example/5?rest=ab">#5ab</a>'],
    [
      'RFC 2119 and rfc',
      '<a href="https://rfc.example/2119">RFC 2119</a> and <a href="https://rfc.example">rfc</a>',
    ],
    [
      'find:a*b*"c&<d>',
      '<a href="https://find.example/?q=a%2Ab%2A%22c%26%3Cd%3E">find:a*b*"c&amp;&lt;d&gt;</a>',
    ],
    ['#9 `#9`', `${bug(9)} <code>#9</code>`],
  ])('link matches in %j, in the order of the linkifiers', (content, expected) => {
    const rendered = render(content, realm)
    expect(rendered.html).toBe(`<p>${expected}</p>`)
    expect(rendered.hasLink).toBe(true)
  })

  it.each(['a#', 'x-#12', '#12é', '**#12**', '`#12`', '```\n#12\n```', '$$\\text{#12}$$'])(
    'do not change %j',
    (content) => expect(render(content, realm).html).not.toContain('example'),
  )

  it.each([
    '[see #12](http://x.com)',
    'http://x.com/#12',
    '#**Verona>a #12**',
    '@**King Hamlet** http://x.com/(#12)',
  ])('do not change what %s links already', (content) =>
    expect(inParagraph(content, realm)).toBe(inParagraph(content)),
  )

  it('never link to a script', () => {
    const list = [{ id: 1, pattern: '(?P<a>x.*)', urlTemplate: '{+a}' }]
    expect(inParagraph('xjavascript:alert(1)', { linkifiers: list })).not.toContain('<a')
  })

  it('with an invalid pattern are skipped', () => {
    const list = [{ id: 1, pattern: '(', urlTemplate: 'https://x.com' }, ...linkifiers]
    expect(inParagraph('#12', { linkifiers: list })).toBe(bug(12))
  })
})

describe('a linkifier', () => {
  it.each([
    ['(', 'https://x.com', 'Bad regular expression: '],
    ['(?=a)b', 'https://x.com', 'Bad regular expression: '],
    ['a)(b', 'https://x.com', 'Bad regular expression: '],
    ['(?:a{1000}){9}', 'https://x.com', 'Bad regular expression: '],
    ['a', 'https://x.com/{', 'Invalid URL template.'],
    ['(?P<a>b)', 'https://x.com/{a b}', 'Invalid URL template.'],
    ['(?P<a>b)', 'https://x.com/{a:0}', 'Invalid URL template.'],
    ['(?P<a>b)', '{+a}', 'Invalid URL template.'],
    ['a', 'javascript:alert(1)', 'Invalid URL template.'],
    ['(?P<a>b)', 'https://x.com', "Group 'a' in linkifier pattern is not present in URL template."],
    ['(?P<a>b)', 'https://x.com/{a}/{c}', "Group 'c' in URL template is not present in linkifier pattern."],
  ])('with pattern %s and template %s is refused: %s', (pattern, urlTemplate, message) => {
    expect(() => compileLinkifier({ pattern, urlTemplate })).toThrow(message)
  })

  it.each([
    'https://x.com/{a}',
    'https://x.com{/a}{?a}',
    'http://x.com/{+a:3}',
    '/#narrow/channel/{a*}',
    'mailto:{a}',
  ])('can have the template %s', (urlTemplate) =>
    expect(compileLinkifier({ pattern: '(?P<a>b)', urlTemplate }).groups).toEqual(['a']),
  )
})

describe('a topic', () => {
  it('has links', () => {
    expect(topicLinks('x.com/a #12: loquat#3 https://y.org me@z.com #5', realm)).toEqual([
      { text: 'x.com/a', url: 'https://x.com/a' },
      { text: '#12', url: 'https://bugs.example/12' },
      { text: 'loquat#3', url: 'https://code.example/loquat/3' },
      { text: 'https://y.org', url: 'https://y.org' },
      { text: '#5', url: 'https://bugs.example/5' },
    ])
    expect(topicLinks('nothing here', {})).toEqual([])
  })
})

describe('the time for linkifiers in one message is bounded', () => {
  const link = (pattern: string) => [{ id: 1, pattern, urlTemplate: 'https://x.com/' }]

  it('also when every match is searched up to the end of the text', () => {
    const [compiled] = compiledLinkifiers(link('a(.*b)?'))
    const budget = { steps: maxLinkifierSteps }
    const text = ' a'.repeat(5_000)
    const found = findLinkifierMatches(text, [compiled!], budget).length
    expect(found).toBeGreaterThan(10)
    // Each match costs the length of the remaining text times the instructions, so exactly this many matches
    // fit into the budget.
    expect(found).toBeLessThan((2 * maxLinkifierSteps) / (compiled!.size * text.length))
    expect(findLinkifierMatches('a', [compiled!], budget)).toEqual([])
  })

  it('without a loss for ordinary messages', () => {
    const numbers = Array.from({ length: 20 }, (_, n) => ({
      id: n,
      pattern: `${String.fromCharCode(65 + n)}#(?P<id>[0-9]+)`,
      urlTemplate: 'https://x.com/{id}',
    }))
    const text = Array.from({ length: 200 }, (_, n) => `see ${String.fromCharCode(65 + (n % 20))}#${n} there`)
    const html = inParagraph(text.join('\n'), { linkifiers: numbers })
    expect(html.match(/<a href/g)).toHaveLength(200)
  })
})
