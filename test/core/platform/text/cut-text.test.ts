import { expect, test } from 'vitest'
import { cutText } from '../../../../core/platform/text/cut-text.ts'

test('a long text ends after a whole word', () => {
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('the longest of them all, as it seems', 26)).toBe('the longest of them all…')
  expect(cutText('the longest of them', 12)).toBe('the longest…')
  expect(cutText('the longest of them', 11)).toBe('the longest…')
})

test('a long word is cut in its middle, but not within a character', () => {
  expect(cutText(`see ${'x'.repeat(100)}`, 60)).toBe(`see ${'x'.repeat(56)}…`)
  expect(cutText('😀😀😀', 3)).toBe('😀…')
})
