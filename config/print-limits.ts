import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as limits from './limits.ts'

/**
 * Returns all limits of `limits.ts` as a Markdown table for docs/operations.md: the name, the value, and the
 * comment above the constant. Without a comment, the name is spelled out.
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
    return `| \`${name}\` | ${formatted(value)} | ${text === '' ? inWords(name!) : text.replaceAll('|', '\\|')} |`
  })
  return ['| limit | value | what it bounds |', '| --- | --- | --- |', ...rows].join('\n')
}

const inWords = (name: string): string => {
  const words = name
    .toLowerCase()
    .replace(/^(max|min)_/, '')
    .replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

function formatted(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : 'none'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${limitsTable()}\n`)
