import {
  INCIDENT_NAMES,
  INCIDENTS,
  ofAnySubject,
  remediesOf,
  severitiesOf,
} from '../../core/platform/incidents/catalogue.ts'

const BEGIN = '## Incidents\n'
const WIDTH = 132

/** The manual with the section of incidents as the catalogue has them. */
export function withIncidents(manual: string): string {
  const from = manual.indexOf(BEGIN)
  const to = manual.indexOf('\n## ', from)
  if (from === -1 || to === -1) throw new Error('docs/operations.md has no section "Incidents"')
  const intro = manual.slice(from, manual.indexOf('\n### ', from) + 1)
  return manual.slice(0, from) + intro + sections() + manual.slice(to)
}

function sections(): string {
  return INCIDENT_NAMES.map((name) => {
    const { sentence, effect } = INCIDENTS[name]
    const severities = severitiesOf(name).join(' or ')
    const remedies = remediesOf(INCIDENTS[name])
      .flatMap((remedy) => remedy.split('\n'))
      .map(wrapped)
      .join('\n\n')
    const head = `**${ofAnySubject(sentence)}** (${severities}) ${ofAnySubject(effect)}`
    return `### ${name}\n${wrapped(head)}\n\n${remedies}\n`
  }).join('\n')
}

function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
