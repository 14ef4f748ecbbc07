import {
  INCIDENT_NAMES,
  INCIDENTS,
  type IncidentName,
  ofAnySubject,
  remediesOf,
  severitiesOf,
} from '../../core/platform/incidents/catalogue.ts'

const HEAD = `# Written by \`npm run incidents\` from core/platform/incidents/. One alert for each incident of docs/operations.md,
# and one for a server that does not answer at all.
`

/** Minutes for which an incident lasts before Prometheus tells somebody. */
const FOR = { critical: '0m', warning: '1m', notice: '5m' } as const

/** Each kind with each severity that it may have: an alert of its own. */
const eachSeverity = INCIDENT_NAMES.flatMap((name) =>
  severitiesOf(name).map((severity) => [name, severity] as const),
)

const alertName = (name: IncidentName): string =>
  `Loquat${name
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** deploy/prometheus/rules.yml. */
export function rulesText(): string {
  const rules = eachSeverity.map(([name, severity]) => {
    return `      - alert: ${alertName(name)}
        expr: max by (name) (loquat_incident{name="${name}",severity="${severity}"}) == 1
        for: ${FOR[severity]}
        labels:
          severity: ${severity}
        annotations:
          summary: ${quoted(summaryOf(name))}
          description: ${quoted(descriptionOf(name))}
          runbook: docs/operations.md#${name}
`
  })
  return `${HEAD}groups:
  - name: loquat
    rules:
      - alert: LoquatDown
        expr: absent(loquat_incident)
        for: 1m
        labels:
          severity: critical
        annotations:
          summary: No gateway of Loquat answers Prometheus.
          description: 'Look whether a gateway runs, whether Prometheus reaches it, and whether METRICS_TOKEN is the same on both sides.'
          runbook: docs/operations.md#what-to-do
${rules.join('')}`
}

const summaryOf = (name: IncidentName): string => ofAnySubject(INCIDENTS[name].sentence)

const descriptionOf = (name: IncidentName): string =>
  [ofAnySubject(INCIDENTS[name].effect), ...remediesOf(INCIDENTS[name])].join(' ').replaceAll('\n', ' ')

/** deploy/prometheus/tests.yml: for each alert, a series that fires it and one that does not. */
export function ruleTestsText(): string {
  const cases = eachSeverity.map(([name, severity]) => {
    const series = (
      value: number,
    ) => `      - series: 'loquat_incident{name="${name}",severity="${severity}"}'
        values: '${value}x15'
`
    return `  - name: ${name}, ${severity}
    interval: 1m
    input_series:
${series(1)}    alert_rule_test:
      - eval_time: 10m
        alertname: ${alertName(name)}
        exp_alerts:
          - exp_labels:
              name: ${name}
              severity: ${severity}
            exp_annotations:
              summary: ${quoted(summaryOf(name))}
              description: ${quoted(descriptionOf(name))}
              runbook: docs/operations.md#${name}
      - eval_time: 10m
        alertname: LoquatDown
        exp_alerts: []
  - name: no ${name}, ${severity}
    interval: 1m
    input_series:
${series(0)}    alert_rule_test:
      - eval_time: 10m
        alertname: ${alertName(name)}
        exp_alerts: []
`
  })
  return `# Written by \`npm run incidents\`. promtool test rules deploy/prometheus/tests.yml
rule_files:
  - rules.yml
evaluation_interval: 1m
tests:
  - name: no gateway answers
    interval: 1m
    input_series: []
    alert_rule_test:
      - eval_time: 10m
        alertname: LoquatDown
        exp_alerts:
          - exp_labels:
              severity: critical
            exp_annotations:
              summary: No gateway of Loquat answers Prometheus.
              description: 'Look whether a gateway runs, whether Prometheus reaches it, and whether METRICS_TOKEN is the same on both sides.'
              runbook: docs/operations.md#what-to-do
${cases.join('')}`
}
