import logo from '../../design/logo.svg'
import type { Realm } from '../store/slices/realm.ts'
import { knownOrganizations } from './known-organizations.ts'

/** Number of the tints in `tokens.css`. */
const TINTS = 8

/**
 * The icon of the tab: the organization's icon, otherwise the logo. A browser that knows several
 * organizations shows the initial of each without an icon, on a colour of its host, so that their tabs
 * differ.
 */
export function tabIcon({ name, icon, hasIcon }: Pick<Realm, 'name' | 'icon' | 'hasIcon'>): string {
  if (hasIcon) return icon
  if (knownOrganizations().length < 2) return logo
  const [initial = ''] = name.toUpperCase()
  const number =
    [...location.host].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 0) % TINTS
  const tint = getComputedStyle(document.documentElement).getPropertyValue(`--tint-${number}`)
  const letter = `&#${initial.codePointAt(0) ?? 32};`
  const text = `<text x="32" y="46" font-family="sans-serif" font-size="40" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text>`
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${tint}"/>${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(tile)}`
}
