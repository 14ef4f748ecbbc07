import { maskAddresses } from '../../core/platform/text/mask-addresses.ts'

/** Names of fields whose values grant access or identify a person. */
const SECRET_NAMES =
  /token|secret|password|passphrase|credential|authorization|cookie|api_?key|^keys?$|hash|signature|link|url/i

const MAX_TEXT = 500
const MAX_ITEMS = 50
const MAX_DEPTH = 6

/**
 * The data of a job as an operator may see it. Fields that are named like secrets are hidden, mail addresses
 * keep only their domain, and long values are cut.
 */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => redacted(item, depth + 1))
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, field]) => [name, isSecret(name, field) ? '(hidden)' : redacted(field, depth + 1)]),
  )
}

/** `someone@example.com` becomes `…@example.com`. */
export function redactedText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length} characters)` : text
  return maskAddresses(cut)
}

const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAMES.test(name) && value !== null && typeof value !== 'boolean' && typeof value !== 'number'
