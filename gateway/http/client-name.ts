import type { TextFields } from './body/text-fields.ts'

/** Longer names are cut off. */
const MAX_LENGTH = 30

/**
 * The name of the calling program: its `client` parameter, else the first word of its User-Agent without the
 * version ("ZulipMobile/27.1 (Android 14)" is ZulipMobile). Browsers are "website".
 */
export function clientName(userAgent: string, query: TextFields, body: TextFields): string {
  const given = body.get('client') ?? query.get('client')
  if (given !== undefined && given !== '' && !given.includes('\0')) return given.slice(0, MAX_LENGTH)
  return fromUserAgent(userAgent)
}

const names = new Map<string, string>()

function fromUserAgent(header: string): string {
  const userAgent = header.slice(0, 200)
  let name = names.get(userAgent)
  if (name === undefined) {
    const word = /^[^\s/(]*[^\s/(\d]/.exec(userAgent)?.[0] ?? 'Unspecified'
    name = word === 'Mozilla' ? 'website' : word.slice(0, MAX_LENGTH)
    if (names.size > 1000) names.clear()
    names.set(userAgent, name)
  }
  return name
}
