import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as limits from './limits.ts'

/**
 * All limits of `limits.ts` as a table in Markdown, for docs/operations.md: the name, the value, and what the comment
 * above it says, or the words of the name.
 */
export function limitsTable(): string {
  // Compiled files keep their comments.
  const file = import.meta.url.endsWith('.ts') ? './limits.ts' : './limits.js'
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const declared = /(?:\/\*\*((?:(?!\*\/).)*)\*\/\n)?export const (\w+)/gs
  const values = new Map<string, unknown>(Object.entries(limits))
  const rows = [...source.matchAll(declared)].map(([, comment = '', name]) => {
    const value = values.get(name!)
    const text = comment.replace(/\s*\n?\s*\*\s?|\s+/g, ' ').trim()
    return `| \`${name}\` | ${shown(value)} | ${text === '' ? spoken(name!) : text.replaceAll('|', '\\|')} |`
  })
  return ['| limit | value | what it bounds |', '| --- | --- | --- |', ...rows].join('\n')
}

const spoken = (name: string): string => {
  const words = name
    .toLowerCase()
    .replace(/^(max|min)_/, '')
    .replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

function shown(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : 'none'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${limitsTable()}\n`)
