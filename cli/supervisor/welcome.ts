import type { RuntimeConfig } from '../../config/environment.ts'
import type { DemonstrationSummary } from '../../core/demonstration/seed.ts'

/** Facts that are printed only when they apply. */
export type WelcomeFacts = {
  demonstration?: DemonstrationSummary | undefined
  /** The password of /ops, when `npm start` has generated it. */
  generatedPassword?: string | undefined
  /** The folder of the log files; undefined when logs go to standard output. */
  logFolder?: string | undefined
}

/**
 * The text that `npm start` prints once every process serves: addresses, demo accounts, how to get an API
 * key.
 */
export function welcome(
  config: RuntimeConfig,
  { demonstration, generatedPassword, logFolder }: WelcomeFacts = {},
): string {
  const password = generatedPassword ?? 'as set in OPERATOR_PASSWORD'
  const operate = config.operatorPassword
    ? `${config.rootUrl}/ops (user operator, password ${password})`
    : 'set OPERATOR_PASSWORD to open /ops'
  const lines = [
    '',
    `Loquat is running at ${config.rootUrl}`,
    ...(demonstration === undefined ? [] : [`  Log in  ${config.rootUrl}/login`]),
    `  API     ${config.rootUrl}/api/v1`,
    `  Docs    ${config.rootUrl}/api/ (the reference of the API, with guides)`,
    `  Data    ${config.dataDir}`,
    `  Operate ${operate}`,
    ...(logFolder === undefined ? [] : [`  Logs    ${logFolder}`]),
  ]
  const first = demonstration?.users[0]
  if (demonstration && first) {
    const width = Math.max(...demonstration.users.map((user) => user.email.length)) + 2
    lines.push('', `Demo accounts, all with the password ${demonstration.password}:`)
    lines.push(
      ...demonstration.users.map((user) => `  ${user.email.padEnd(width)}${user.fullName}, ${user.role}`),
    )
    const url = `${config.rootUrl}/api/v1/fetch_api_key`
    lines.push('', 'Get an API key for one of them:')
    lines.push(`  curl ${url} -d username=${first.email} -d password=${demonstration.password}`)
  }
  lines.push('', 'Press Ctrl-C to stop.', '')
  return lines.join('\n')
}
