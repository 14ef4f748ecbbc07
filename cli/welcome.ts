import type { RuntimeConfig } from '../config/environment.ts'
import type { DemonstrationSummary } from '../core/demonstration/seed.ts'

/** What `npm start` says once everything serves: where to go, who is there, how to get a key. */
export function welcome(
  config: RuntimeConfig,
  demonstration?: DemonstrationSummary,
  generatedPassword?: string,
): string {
  const password = generatedPassword ?? 'that you have set'
  const operate = config.operatorPassword
    ? `${config.rootUrl}/ops (user operator, password ${password})`
    : 'set OPERATOR_PASSWORD to open /ops'
  const lines = [
    '',
    `Loquat serves ${config.rootUrl}`,
    `  API     ${config.rootUrl}/api/v1`,
    `  Data    ${config.dataDir}`,
    `  Operate ${operate}`,
  ]
  const first = demonstration?.users[0]
  if (demonstration && first) {
    const width = Math.max(...demonstration.users.map((user) => user.email.length)) + 2
    lines.push('', `Demonstration users, each with the password ${demonstration.password}:`)
    lines.push(
      ...demonstration.users.map((user) => `  ${user.email.padEnd(width)}${user.fullName}, ${user.role}`),
    )
    const url = `${config.rootUrl}/api/v1/fetch_api_key`
    lines.push('', 'An API key for one of them:')
    lines.push(`  curl ${url} -d username=${first.email} -d password=${demonstration.password}`)
  }
  lines.push('', 'Ctrl-C stops it.', '')
  return lines.join('\n')
}
