import Building from 'lucide/dist/esm/icons/building.mjs'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/texts.ts'
import { knownOrganizations } from './known-organizations.ts'

/** Links to the other organizations of the server that this browser knows. Each opens in a tab of its own. */
export function OtherOrganizations() {
  const others = knownOrganizations().filter(({ host }) => host !== location.host)
  if (others.length === 0) return null
  return (
    <nav class="other-organizations" aria-label={t.otherOrganizations}>
      {others.map(({ host, name }) => (
        <a key={host} href={`${location.protocol}//${host}/`} target={`loquat ${host}`} title={host}>
          <Icon node={Building} />
          <span class="ellipsis">{name}</span>
        </a>
      ))}
    </nav>
  )
}
