import { pathToFileURL } from 'node:url'
import { SETTING_GROUPS } from './groups.ts'
import { notesOf, type VariableName, variables } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Describes every setting for operators, by group: default, purpose, permitted values and the value in `env`.
 * Never contains the value of a secret.
 */
export function describeEnvironment(env: Environment = process.env): string {
  const width = Math.max(...Object.keys(variables.shape).map((name) => name.length)) + 2
  const describe = (name: VariableName) => {
    const { description, allowed, secret } = notesOf(name)
    const given = env[name]
    const now = given ? `   now: ${secret ? 'set, not shown' : given}` : ''
    return `${name.padEnd(width)}${defaultOf(name)}${now}\n${' '.repeat(width)}${description}.\n${' '.repeat(width)}Must be ${allowed}.\n`
  }
  const groups = SETTING_GROUPS.map(
    ({ title, names }) =>
      `${title.toUpperCase()}\n${'-'.repeat(title.length)}\n${names.map(describe).join('\n')}`,
  )
  return `${'VARIABLE'.padEnd(width)}DEFAULT\n\n${groups.join('\n\n')}`
}

/** The same as Markdown for docs/operations.md: a table for each group. */
export function settingsTables(): string {
  const row = (name: VariableName) =>
    `| ${name} | ${cell(defaultOf(name))} | ${cell(notesOf(name).description)}. Must be ${cell(notesOf(name).allowed)} |`
  return SETTING_GROUPS.map(({ title, names }) =>
    [
      `### ${title}`,
      '',
      '| setting | default | what it does |',
      '| --- | --- | --- |',
      ...names.map(row),
    ].join('\n'),
  ).join('\n\n')
}

/** Pipes end a cell, and angle brackets would begin an HTML element. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

const DEFAULTS = variables.parse({})

function defaultOf(name: VariableName): string {
  const value = DEFAULTS[name]
  return notesOf(name).derived ?? (value === undefined ? 'not set' : String(value))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(process.argv.includes('--markdown') ? `${settingsTables()}\n` : describeEnvironment())
}
