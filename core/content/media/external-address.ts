import { createHmac } from 'node:crypto'
import type { CoreOptions } from '../../state/core.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/**
 * Longest external address that the proxy accepts, in bytes. The proxy's address has twice as many
 * characters.
 */
const MAX_ADDRESS_BYTES = 2_000

/**
 * Returns the proxy address of an external image or video. The proxy hides the viewer from the external
 * server. The address is signed, so that the proxy serves only media that messages show. Returns a too long
 * `url` unchanged.
 */
export function externalAddress(secret: string, url: string): string {
  const bytes = Buffer.from(url)
  if (bytes.length > MAX_ADDRESS_BYTES) return url
  return `/external_content/${signature(secret, url)}/${bytes.toString('hex')}`
}

/** How a server serves external media. */
export type MediaOptions = Pick<CoreOptions, 'secretKey' | 'proxyExternalMedia'>

/**
 * Returns the address from which clients load external media: the proxy's, or the original when the proxy is
 * off.
 */
export const mediaSource = ({ secretKey, proxyExternalMedia }: MediaOptions, url: string): string =>
  proxyExternalMedia ? externalAddress(secretKey, url) : url

/** Returns the original address behind one of `externalAddress`; undefined when the signature is wrong. */
export function openExternalAddress(secret: string, given: string, hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex) || hex.length > 2 * MAX_ADDRESS_BYTES) return undefined
  const url = Buffer.from(hex, 'hex').toString()
  return secretsEqual(signature(secret, url), given) ? url : undefined
}

const signature = (secret: string, url: string): string =>
  createHmac('sha256', secret).update(`external-content:${url}`).digest('hex')
