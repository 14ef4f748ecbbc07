import { expect, test } from 'vitest'
import { importCommand } from '../../../cli/commands/import.ts'
import { FORMAT_NAMES } from '../../../core/transfer/imports/from/readers.ts'

test('the command offers every format that has a reader', () => {
  const from = importCommand.options.find(({ long }) => long === '--from')
  expect(from?.argChoices).toEqual(FORMAT_NAMES)
})
