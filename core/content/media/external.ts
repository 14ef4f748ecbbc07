import { createHmac } from 'node:crypto'
import type { CoreOptions } from '../../state/core.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/** Longest address of a picture elsewhere that is passed on, in bytes; twice as much is the address here. */
const MAX_ADDRESS_BYTES = 2_000

/**
 * Where this server passes on a picture or a film from elsewhere, so that nobody there learns who looks at it. Signed:
 * it passes on what messages show, and nothing else. An address that is too long is left as it is.
 */
export function externalAddress(secret: string, url: string): string {
  const bytes = Buffer.from(url)
  if (bytes.length > MAX_ADDRESS_BYTES) return url
  return `/external_content/${signature(secret, url)}/${bytes.toString('hex')}`
}

/** Where clients get a picture or a film from elsewhere: through this server, or there where its operator wants that. */
export const mediaSource = (
  { secretKey, proxyExternalMedia }: Pick<CoreOptions, 'secretKey' | 'proxyExternalMedia'>,
  url: string,
): string => (proxyExternalMedia ? externalAddress(secretKey, url) : url)

/** What an address of `externalAddress` stands for; undefined for one that this server has not made. */
export function externalContent(secret: string, given: string, hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex) || hex.length > 2 * MAX_ADDRESS_BYTES) return undefined
  const url = Buffer.from(hex, 'hex').toString()
  return secretsEqual(signature(secret, url), given) ? url : undefined
}

const signature = (secret: string, url: string): string =>
  createHmac('sha256', secret).update(`external-content:${url}`).digest('hex')
