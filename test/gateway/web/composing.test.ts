import { describe, expect, test } from 'vitest'
import { completionQuery } from '../../../gateway/web/compose/completion/completion-query.ts'
import { best } from '../../../gateway/web/model/rank.ts'

const queryIn = (text: string) => completionQuery(text, text.length)
describe('completion offers', () => {
  test.each([
    ['@cor', { kind: 'person', query: 'cor', isSilent: false, start: 0 }],
    ['ask @_**King H', { kind: 'person', query: 'King H', isSilent: true, start: 4 }],
    ['see #ver', { kind: 'channel', query: 'ver', start: 4 }],
    ['see #Verona>bal', { kind: 'topic', channel: 'Verona', query: 'bal', start: 4 }],
    ['fine :ta', { kind: 'emoji', query: 'ta', start: 5 }],
    ['at <time:tom', { kind: 'time', query: 'tom', start: 3 }],
    ['/po', { kind: 'command', query: 'po', start: 0 }],
  ])('%s', (text, query) => expect(queryIn(text)).toEqual(query))

  test.each(['hamlet@demo.test', 'at 10:30', '# A heading', 'no /command', '```\n@cor', '`@cor'])(
    'nothing in %s',
    (text) => expect(queryIn(text)).toBeUndefined(),
  )
})

test('names that begin with the query come first, and accents do not count', () => {
  const names = ['Chloé', 'Michelle', 'King Claudius', 'Échec', 'Ch']
  expect(best(names, 'ch', (name) => name, 8)).toEqual(['Ch', 'Chloé', 'Michelle', 'Échec'])
  expect(best(names, 'ec', (name) => name, 1)).toEqual(['Échec'])
})
