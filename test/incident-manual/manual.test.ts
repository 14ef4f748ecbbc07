import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withIncidents } from './manual.ts'
import { rulesText, ruleTestsText } from './rules.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test('docs/operations.md and deploy/prometheus have every incident as the catalogue has it (npm run incidents)', async () => {
  const manual = await readFile(at('docs/operations.md'), 'utf8')
  expect(manual).toBe(withIncidents(manual))
  expect(await readFile(at('deploy/prometheus/rules.yml'), 'utf8')).toBe(rulesText())
  expect(await readFile(at('deploy/helm/loquat/rules/rules.yml'), 'utf8')).toBe(rulesText())
  expect(await readFile(at('deploy/prometheus/tests.yml'), 'utf8')).toBe(ruleTestsText())
})

/** `.ci/run` installs it. */
const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), '.cache/loquat/bin')]
const promtool = folders.map((folder) => join(folder, 'promtool')).find((path) => existsSync(path))
if (promtool === undefined && process.env.CI) throw new Error('promtool is missing')

test.skipIf(promtool === undefined)('each alert fires in its case, and is silent without it', () => {
  const run = (...args: string[]) => execFileSync(promtool!, args, { encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', at('deploy/prometheus/rules.yml'))).toContain('SUCCESS')
  expect(run('test', 'rules', at('deploy/prometheus/tests.yml'))).toContain('SUCCESS')
})
