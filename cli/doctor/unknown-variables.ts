import { variables } from '../../config/variables.ts'
import { type Row, warning } from './check.ts'

/** Prefixes of the names of settings. Others are common in environments. */
const PREFIXES =
  /^(APNS|BIG_BLUE_BUTTON|DATABASE|EVENT|FCM|INVITATION|MAIL|MAX|QUEUE|RATE_LIMIT|REDIS|S3|SMTP|VAPID|WORKER|ZOOM)_/

/** Variables that Kubernetes and Docker add for other services. */
const OF_ORCHESTRATORS = /_(PORT|SERVICE)(_|$)/

/** Variables of shells, of Node and of deploy/Caddyfile that look like a setting. */
const OF_OTHERS = new Set(['HOME', 'HOSTNAME', 'MAIL', 'PATH', 'NODE_PATH', 'LOQUAT_GATEWAYS'])

/** Longer names are no mistyped setting. */
const MAX_NAME = 60

/** Names of variables that are no setting, and resemble one. */
export function* unknownVariables(env: Readonly<Record<string, string | undefined>>): Generator<Row> {
  const known = Object.keys(variables.shape)
  for (const name of Object.keys(env)) {
    if (name in variables.shape || OF_OTHERS.has(name)) continue
    const meant = nearest(name, known)
    if (OF_ORCHESTRATORS.test(name) && !OF_ORCHESTRATORS.test(meant ?? '')) continue
    if (meant === undefined && !PREFIXES.test(name)) continue
    const found = meant === undefined ? 'is no setting of Loquat' : `is no setting of Loquat; ${meant} is`
    const advice = 'correct the name (npm run config lists all), or remove it'
    yield { name, ...warning(found, advice) }
  }
}

/** The name of the product before the name of a setting. */
const PRODUCT = /^LOQUAT(?=.)/

/** The letters and digits of a name: people mistake `_` for nothing, `-` or `.`. */
const lettersOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * The known name that a mistyped one most probably means, also behind the name of the product; undefined when
 * it resembles none.
 */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined
  const letters = lettersOf(name).replace(PRODUCT, '')
  const most = letters.length < 6 ? 1 : 2
  let best: { readonly name: string; readonly typos: number } | undefined
  for (const each of known) {
    const right = lettersOf(each)
    if (Math.abs(right.length - letters.length) > most) continue
    const typos = typosBetween(letters, right)
    if (typos <= most && typos < (best?.typos ?? Number.POSITIVE_INFINITY)) best = { name: each, typos }
  }
  return best?.name
}

/**
 * Number of letters to add, leave out, replace, or exchange with their neighbour to get from one word to the
 * other.
 */
function typosBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, beforeLast[column - 2]! + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}
