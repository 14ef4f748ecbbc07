/** Parts of the dialect; random text alone would rarely be more than a paragraph. */
export const pieces = [
  ...['*', '**', '***', '~', '~~', '~~~', '`', '``', '```', '```\n', '```quote\n', '~~~quote\n'],
  ...['```spoiler x\n', '```js\n', '>', '> ', '>\n', '* ', '- ', '1. ', '2. a\n', '  ', '    ', '\t'],
  ...[' ', '\n', '\n\n', '\r', '# ', '---\n', '|', '|-|-|\n', 'a|b\n-|-\n', '\\', '_', '[', ']', '('],
  ...[')', '](', '[a](', '"', "'", '!', 'http://', 'https://a.com/', 'a.com', 'me@a.com', '.', ':'],
  ...['/', '?', ',', 'javascript:', 'data:', '//', '#', '@**', '@_**', '@**King Hamlet**'],
  ...['@**|10**', '@**all**', '@**topic**', '#**', '#**Verona**', '#**Verona>', '&', '&lt;', '&#60;'],
  ...['&quot;', '<', '</', '<b>', '<script>', '<img src=x onerror=y>', '<!--', '<a href="'],
  ...[':smile:', ':a', ':green_tick:', '👁\u200d🗨', '1\ufe0f⃣', '🇫', '🇫🇷', '🏴󠁧󠁢', '\u200d'],
  ...['\ufe0f', '👍🏽', ':)', '<3', ' (:', '©\ufe0f', '$$', ' $$', '$$a$$ ', '```math\n', '\\frac'],
  ...['\\sqrt{', '{', '}', '^', '_', '\\left(', '\\right)', '\\text{', '\\def\\a{', '\\a'],
  ...['\\begin{matrix}', '\\\\', '\\overbrace{', '\\color{red}', '\\href{javascript:a}', '\\x', 'a'],
  ...['```ts\n', '```css\n', '```yaml\n', '```python\n', '```html\n', '\n```\n', '/*', '${', '#!/bin/sh\n'],
  ...['<time:', '<time:0>', '<time:Jun 5th 2017, 10:30PM>', '>'],
  ...['#1', ' #12 ', 'a=', ' a:b', 'word! ', '\u0002'],
  ...[
    'http://a.com/b.png',
    '[a](/user_uploads/1/a.mp4)',
    ' https://a.com/\'"(.webm',
    '.gif ',
    'user_uploads/',
  ],
  ...['@*support*', '@_*support*', '@*'],
  ...['word', '\u0000', '\u0001', '\ud800', '\u202e', 'ש', 'é', '😀', '/me ', ' onload=x'],
]

/** Parts of formulas. */
export const texPieces = [
  ...['a', '1', '+', '(', '{', '}', '{a}', '[b]', '^', '_', '&', '\\\\', '<', '"', "'", 'é', '😀'],
  ...['%', '~', '\\,', ' ', '\\frac', '\\sqrt', '\\sum', '\\left(', '\\right)', '\\text'],
  ...['\\overbrace', '\\widehat', '\\xrightarrow', '\\cancel', '\\begin{matrix}', '\\end{matrix}'],
  ...['\\begin{cases}', '\\end{cases}', '\\begin{CD}', '\\hline', '\\boxed', '\\tag', '\\color{red}'],
  ...['\\textcolor{#fff}', '\\colorbox{a"b}', '\\fcolorbox', '\\rule{1em}{2em}', '\\raisebox{1em}'],
  ...['\\kern1em', '\\href{javascript:a}', '\\url{http://x.com}', '\\htmlClass{a}'],
  ...['\\htmlStyle{a:b}', '\\htmlData{a=b}', '\\htmlId{"}', '\\includegraphics{a}', '\\def\\a'],
  ...['\\a', '\\char60', '\\verb|<|', '\\unicode', '\\ce', '\\angl', '\\phase', '\\vcenter'],
]
