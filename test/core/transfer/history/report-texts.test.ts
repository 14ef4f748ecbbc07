import { describe, expect, test } from 'vitest'
import { PLACES } from '../../../../core/platform/text/sentence-pattern.ts'
import {
  FAILURES,
  failureIn,
  REPORT_TEXTS,
  reportIn,
} from '../../../../core/transfer/history/report-texts/in-language.ts'
import { NOTE_TEXTS, note } from '../../../../core/transfer/imports/from/reading/note-texts.ts'
import { Report } from '../../../../core/transfer/imports/from/reading/report.ts'

const placesOf = (text: string): string[] => [...text.matchAll(PLACES)].map(([place]) => place).sort()

describe.each(Object.entries(REPORT_TEXTS))('the report in %s', (_, texts) => {
  test('has the places of each sentence', () => {
    const wrong = NOTE_TEXTS.filter((text) => placesOf(texts[text]).join() !== placesOf(text).join())
    expect(wrong).toEqual([])
  })

  test('has no sentence with a full stop, and none in English but names', () => {
    const translated = Object.entries(texts).filter(([english]) => english !== '{kind}: {reason}')
    expect(translated.filter(([, text]) => /[.。]$/.test(text))).toEqual([])
    expect(translated.filter(([english, text]) => english === text)).toEqual([])
  })
})

test('a report is written in the language of the reader, with its values', () => {
  const report = new Report('Slack')
  report.found('messages', 3)
  report.kept('messages')
  report.leftOut(note('{kind}: it is there twice', { kind: 'messages' }), 'hello', 2)
  report.leftOut(note('rows of {table}: {reason}', { table: 'zerver_x', reason: 'deleted files' }))
  report.changed(note('topics of more than {limit} characters are cut there', { limit: 60 }))
  report.changed('the named person becomes an owner')
  expect(reportIn('de', report.data)).toEqual({
    product: 'Slack',
    counts: [{ what: 'messages', name: 'Nachrichten', found: 3, kept: 1 }],
    notes: [
      { action: 'left out', text: 'Nachrichten: doppelt vorhanden', count: 2, example: 'hello' },
      { action: 'left out', text: 'Zeilen von zerver_x: gelöschte Dateien', count: 1 },
      { action: 'changed', text: 'Themen mit mehr als 60 Zeichen werden dort abgeschnitten', count: 1 },
      { action: 'changed', text: 'die genannte Person wird Eigentümer', count: 1 },
    ],
  })
  expect(reportIn('en', report.data).notes.map(({ text }) => text)).toEqual([
    'messages: it is there twice',
    'rows of zerver_x: deleted files',
    'topics of more than 60 characters are cut there',
    'the named person becomes an owner',
  ])
})

test('what nobody has translated stays as it is: tables without a name, reasons, former reports', () => {
  const report = new Report('Zulip')
  report.leftOut({ template: '{kind}: {reason}', values: { kind: 'group member', reason: 'is no number' } })
  const former = { action: 'changed', text: 'a sentence of a former version', count: 4 } as const
  const counts = [{ what: 'gadgets', found: 1, kept: 1 }]
  expect(reportIn('fr', { product: 'Zulip', counts, notes: [...report.data.notes, former] })).toEqual({
    product: 'Zulip',
    counts: [{ what: 'gadgets', name: 'Gadgets', found: 1, kept: 1 }],
    notes: [{ action: 'left out', text: 'group member : is no number', count: 1 }, former],
  })
})

test.each(Object.entries(FAILURES))(
  'the reasons of failures in %s have the places of the English ones',
  (_, texts) => {
    const wrong = Object.entries(texts).filter(
      ([english, text]) => placesOf(text).join() !== placesOf(english).join(),
    )
    expect(wrong).toEqual([])
  },
)

test('a failure is told in the language of the reader, with its reason where it is known', () => {
  expect(failureIn('de', 'The archive is refused: an entry of "a.json" is nested too deeply.')).toBe(
    'Das Archiv wird abgelehnt: ein Eintrag von "a.json" ist zu tief verschachtelt.',
  )
  expect(failureIn('fr', 'The archive is broken: unexpected end of file.')).toBe(
    'L’archive est endommagée : unexpected end of file.',
  )
  expect(failureIn('ja', 'Nothing that anybody knows.')).toBe('Nothing that anybody knows.')
  expect(failureIn('de', 'The archive is empty.')).toBe('Das Archiv ist leer.')
  expect(failureIn('en', 'The archive is empty.')).toBe('The archive is empty.')
})
