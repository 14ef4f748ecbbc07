import { createInterface } from 'node:readline/promises'
import { ConfigError } from '../../config/error.ts'

/**
 * Asks the operator to type `answer`. Throws `ConfigError` for any other answer, and without a terminal,
 * where the option `--yes` takes the place of the question.
 */
export async function confirm(question: string, answer: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new ConfigError(`${question} Nothing was done: without a terminal, say --yes`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const given = await lines.question(`${question}\nType ${JSON.stringify(answer)} to go on: `)
    if (given.trim() !== answer) throw new ConfigError('Nothing was done')
  } finally {
    lines.close()
  }
}
