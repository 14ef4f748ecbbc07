import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs `program`, a script for Node that builds the product. When it fails, prints its output, calls
 * `endRun`, and rejects with the same text.
 */
export async function buildProduct(program: string, endRun: () => void): Promise<void> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exited
  if (code === 0) return
  const message = `The product cannot be built:\n${output}${errors}`
  process.stderr.write(`\n${message}`)
  endRun()
  throw new Error(message)
}
