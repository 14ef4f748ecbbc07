import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { declaredEndpoints } from '../../gateway/reference/declared-endpoints.ts'
import { RECORDINGS } from '../harness/recorder.ts'
import { ExampleChooser } from './choose.ts'

/**
 * Chooses the examples of the reference from recorded exchanges of the last test run, or of the named
 * folders. Writes `gateway/reference/examples.json`. Prints the operations without an example.
 */
const folders = process.argv.slice(2)
const endpoints = declaredEndpoints()
const chooser = new ExampleChooser(endpoints)
for (const folder of folders.length > 0 ? folders : [RECORDINGS]) {
  if (!existsSync(folder)) continue
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ndjson'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line.trim() !== '') chooser.add(JSON.parse(line))
    }
  }
}
const { chosen } = chooser
const missing = endpoints
  .map(({ method, path }) => `${method} ${path}`)
  .filter((name) => chosen.responses[name] === undefined)
for (const name of missing) console.log(`no example: ${name}`)
writeFileSync(
  new URL('../../gateway/reference/examples.json', import.meta.url),
  `${JSON.stringify(chosen, undefined, 1)}\n`,
)
console.log(`${Object.keys(chosen.responses).length} responses, ${Object.keys(chosen.events).length} events`)
