import { createHash } from 'node:crypto'
import { pictureUrl } from './path.ts'

/**
 * The address of a placeholder picture that this server draws. Equal values of `of` have equal addresses,
 * which do not reveal the value.
 */
export function drawnUrl(of: string, version: number, isMedium = false): string {
  const seed = createHash('sha256').update(`drawn:${of}`).digest('hex').slice(0, 24)
  return `${pictureUrl(`drawn/${seed}${isMedium ? '-medium' : ''}.png`)}?version=${version}`
}

/** The placeholder picture at an address below `/user_avatars/`; undefined for other pictures. */
export function drawnAt(path: string): { seed: Buffer; isMedium: boolean } | undefined {
  const [, seed, medium] = /^drawn\/([0-9a-f]{24})(-medium)?\.png$/.exec(path) ?? []
  return seed === undefined ? undefined : { seed: Buffer.from(seed, 'hex'), isMedium: medium !== undefined }
}
