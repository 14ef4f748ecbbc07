import { pathToFileURL } from 'node:url'
import { notesOf, type VariableName, variables } from './variables.ts'

/**
 * Describes every environment variable for operators: default, purpose, permitted values and the value in `env`. Never
 * contains the value of a secret.
 */
export function describeEnvironment(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const names = Object.keys(variables.shape) as VariableName[]
  const defaults = variables.parse({})
  const width = Math.max(...names.map((name) => name.length)) + 2
  const entries = names.map((name) => {
    const { description, allowed, secret, derived } = notesOf(name)
    const fallback = derived ?? (defaults[name] === undefined ? 'not set' : String(defaults[name]))
    const given = env[name]
    const now = given ? `   now: ${secret ? 'set, not shown' : given}` : ''
    return `${name.padEnd(width)}${fallback}${now}\n${' '.repeat(width)}${description}.\n${' '.repeat(width)}Must be ${allowed}.\n`
  })
  return `${'VARIABLE'.padEnd(width)}DEFAULT\n\n${entries.join('\n')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(describeEnvironment())
