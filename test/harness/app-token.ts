import { createDecipheriv } from 'node:crypto'
import type { PageAnswer } from './browsing.ts'

/** The encrypted token on the page that a browser shows for a desktop app. */
export const tokenOn = ({ text }: PageAnswer): string =>
  /<input id="token" value="([0-9a-f]+)"/.exec(text)![1]!

/** What the app with this key reads: the nonce, the text, and the tag. */
export function decrypted(hex: string, key: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(-16))
  return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
}
