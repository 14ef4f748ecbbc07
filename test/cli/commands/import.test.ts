import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importCommand } from '../../../cli/commands/import.ts'
import { tokenIn } from '../../../cli/operator/token-file.ts'
import { FORMAT_NAMES } from '../../../core/transfer/imports/from/readers.ts'

test('the command offers every format that has a reader', () => {
  const from = importCommand.options.find(({ long }) => long === '--from')
  expect(from?.argChoices).toEqual(FORMAT_NAMES)
})

test('an archive of our own is refused with an option for other archives', async () => {
  for (const option of ['--url', '--owner', '--team', '--token-file'])
    await expect(
      importCommand.parseAsync(['node', 'loquat', 'nowhere.zip', '--from', 'loquat', option, 'x']),
    ).rejects.toThrow(`${option} is for archives of other products; this is one of Loquat`)
})

test('a token is one line of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-token-'))
  const path = join(folder, 'token')
  try {
    await expect(tokenIn(path)).rejects.toThrow(`${path} cannot be read (ENOENT)`)
    await writeFile(path, '  xoxp-1-secret\n')
    expect(await tokenIn(path)).toBe('xoxp-1-secret')
    for (const text of ['', '\n', 'one\ntwo', 'one two', 'ü', 'x'.repeat(1_001)]) {
      await writeFile(path, text)
      await expect(tokenIn(path)).rejects.toThrow(`${path} has no token in one line`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
