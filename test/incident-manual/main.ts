import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { withIncidents } from './manual.ts'
import { rulesText, ruleTestsText } from './rules.ts'

/** Writes the section "Incidents" of docs/operations.md and the alerts of deploy/prometheus anew. */
const at = (path: string) => new URL(`../../${path}`, import.meta.url)
await writeFile(at('docs/operations.md'), withIncidents(await readFile(at('docs/operations.md'), 'utf8')))
for (const folder of ['deploy/prometheus', 'deploy/helm/loquat/rules']) {
  await mkdir(at(folder), { recursive: true })
  await writeFile(at(`${folder}/rules.yml`), rulesText())
}
await writeFile(at('deploy/prometheus/tests.yml'), ruleTestsText())
