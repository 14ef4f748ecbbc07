import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { programOf } from './programs.ts'

const run = (program: string, args: readonly string[]) =>
  new Promise<string>((resolve) =>
    execFile(process.execPath, ['--enable-source-maps', program, ...args], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  )

test('a bundled program names the source, the line and the function of an error', async () => {
  const program = programOf('test/fixtures/failing-program.ts')
  const source = await readFile(new URL('../fixtures/failing-program.ts', import.meta.url), 'utf8')
  const line = source.split('\n').findIndex((text) => text.includes('new ConfigError')) + 1
  const output = await run(program, [])
  expect(output).toMatch(/ConfigError: the program fails/)
  expect(output).toMatch(new RegExp(`at failInside \\(.*/test/fixtures/failing-program\\.ts:${line}:`))
  // Files beside the source are found from the bundle too.
  expect(output).toContain('beside: killed.mjs')
})
