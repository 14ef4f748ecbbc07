import { createHash } from 'node:crypto'
import { pictureUrl } from './path.ts'

/**
 * The address of a picture that this server draws for who, or what, has none: the same for the same `of`, of which it
 * tells nothing.
 */
export function drawnUrl(of: string, version: number, isMedium = false): string {
  const seed = createHash('sha256').update(`drawn:${of}`).digest('hex').slice(0, 24)
  return `${pictureUrl(`drawn/${seed}${isMedium ? '-medium' : ''}.png`)}?version=${version}`
}

/** What is to be drawn at an address below `/user_avatars/`; undefined for addresses of other pictures. */
export function drawnAt(path: string): { seed: Buffer; isMedium: boolean } | undefined {
  const [, seed, medium] = /^drawn\/([0-9a-f]{24})(-medium)?\.png$/.exec(path) ?? []
  return seed === undefined ? undefined : { seed: Buffer.from(seed, 'hex'), isMedium: medium !== undefined }
}
