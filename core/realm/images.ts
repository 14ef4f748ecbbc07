import { createHash } from 'node:crypto'
import type { RealmRecord } from './record.ts'

/** A picture of an organization and where it comes from: `G` drawn by Gravatar, `D` the server's own. */
export interface RealmImage {
  readonly url: string
  readonly source: 'G' | 'D'
}

/** Drawn from the organization's name: it has uploaded none. */
export function realmIcon({ id, subdomain }: RealmRecord): RealmImage {
  const hash = createHash('md5').update(`${subdomain}:${id}`).digest('hex')
  return { url: `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=1`, source: 'G' }
}

/** What stands for a logo while there is none, by day and by night. */
export const realmLogo = (realm: RealmRecord): RealmImage => ({ ...realmIcon(realm), source: 'D' })
