import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { WIDTH, wideComments, wrapComments } from './wrap-comments.ts'

// Names comments that are too wide, and fails then: a part of `npm run lint`. With `--write`, a part of
// `npm run format`, it wraps them first.
const cwd = fileURLToPath(new URL('../..', import.meta.url))
const kinds = ['*.ts', '*.tsx', '*.mjs', '*.css', ':!test/fixtures']
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...kinds], {
  cwd,
})
for (const file of listed.toString().trim().split('\n')) {
  const path = `${cwd}/${file}`
  if (!existsSync(path)) continue // It is deleted, but not yet from the index.
  let source = readFileSync(path, 'utf8')
  if (process.argv.includes('--write')) {
    const wrapped = wrapComments(source)
    if (wrapped !== source) writeFileSync(path, wrapped)
    source = wrapped
  }
  for (const line of wideComments(source)) {
    console.error(
      `${file}:${line} has a comment wider than ${WIDTH} characters. \`npm run format\` wraps it.`,
    )
    process.exitCode = 1
  }
}
