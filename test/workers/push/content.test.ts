import { expect, test } from 'vitest'
import { render } from '../../../core/content/markdown/render.ts'
import { readContent } from '../../../workers/push/content.ts'
import { context } from '../../core/content/markdown/realm.ts'

const ROWS: readonly (readonly [what: string, content: string, text: string])[] = [
  ['words in any dress', 'To **be**, or *not* to `be`', 'To be, or not to be'],
  ['what HTML would mean', 'a < b && `<p>`', 'a < b && <p>'],
  ['paragraphs and lines', 'One.\nTwo.\n\nThree.', 'One.\nTwo.\nThree.'],
  ['lists', 'So:\n* one\n* two', 'So:\none\ntwo'],
  ['numbered lists', '3. three\n4. four', '3. three\n4. four'],
  ['emoji', 'Well :thumbs_up: done', 'Well 👍 done'],
  ['mentions', '@**King Hamlet**, hear', '@King Hamlet, hear'],
  ['links', '[the play](https://example.com/)', 'the play'],
  ['code', '```\nlet x\n```', 'let x'],
  ['formulas', 'So $$x^2$$.', 'So x^2.'],
  ['a quote that is answered', '```quote\nTo be\n```\nIndeed.', '[…]\nIndeed.'],
  ['a quote alone', '```quote\nTo be\n```', '> To be'],
  ['spoilers', '```spoiler The end\nHe dies.\n```', 'The end\n(…)'],
]

test.each(ROWS)('%s', (_what, content, text) => {
  expect(readContent(render(content, context).html).text).toBe(text)
})

test('the users that a message mentions', () => {
  const names = '@**King Hamlet** @_**aaron** @*support* @**all**\n\n```quote\n@**Q&A <b>**\n```'
  const { users, groups } = readContent(render(names, context).html)
  expect([...users].filter(Number.isInteger)).toEqual([10])
  expect([...groups]).toEqual([20])
})
