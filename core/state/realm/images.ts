import { createHash } from 'node:crypto'
import { drawnUrl } from '../pictures/drawn.ts'
import { type PicturePath, pictureUrl } from '../pictures/path.ts'
import type { RealmRecord } from './record.ts'

export const REALM_IMAGES = ['icon', 'logo', 'night_logo'] as const
export type RealmImageName = (typeof REALM_IMAGES)[number]

/** The uploaded pictures of an organization, by their names on the wire. */
export type RealmImages = Readonly<
  Partial<Record<RealmImageName, { readonly path: PicturePath | null; readonly version: number }>>
>

/** A picture of an organization and its source: `U` uploaded, `G` from Gravatar, `D` the server's default. */
export interface RealmImage {
  readonly url: string
  readonly source: 'U' | 'G' | 'D'
}

/** The uploaded icon, or one that is drawn from the organization's name. */
export const realmIcon = (realm: RealmRecord): RealmImage =>
  uploaded(realm, 'icon') ?? {
    url: drawn(realm, 'icon'),
    source: realm.drawsPictures ? 'D' : 'G',
  }

/** The day or night logo, or its default. */
export const realmLogo = (realm: RealmRecord, name: 'logo' | 'night_logo'): RealmImage =>
  uploaded(realm, name) ?? { url: drawn(realm, name), source: 'D' }

export const realmImage = (realm: RealmRecord, name: RealmImageName): RealmImage =>
  name === 'icon' ? realmIcon(realm) : realmLogo(realm, name)

function uploaded({ images }: RealmRecord, name: RealmImageName): RealmImage | undefined {
  const image = images[name]
  if (image?.path == null) return undefined
  return { url: `${pictureUrl(image.path)}?version=${image.version}`, source: 'U' }
}

function drawn({ id, subdomain, images, drawsPictures }: RealmRecord, name: RealmImageName): string {
  const version = images[name]?.version ?? 1
  if (drawsPictures) return drawnUrl(`realm:${id}`, version)
  const hash = createHash('md5').update(`${subdomain}:${id}`).digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}`
}
