import { useSignal } from '@preact/signals'
import Building from 'lucide/dist/esm/icons/building.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { csrfToken } from '../client/csrf-token.ts'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store/use-store.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import { knownOrganizations } from './known-organizations.ts'

/** Takes an organization out of the list, whose cookie belongs to all hosts of the server. */
async function forget(host: string): Promise<void> {
  const body = new URLSearchParams({ csrftoken: csrfToken(), host })
  await fetch('/organizations/forget', { method: 'POST', body, redirect: 'manual' })
}

/** Links to the other organizations of the server that this browser knows. Each opens in a tab of its own. */
export function OtherOrganizations() {
  const store = useStore()
  const forgotten = useSignal(0)
  void forgotten.value
  const others = knownOrganizations().filter(({ host }) => host !== location.host)
  if (others.length === 0) return null
  return (
    <nav class="other-organizations" aria-label={t.otherOrganizations}>
      {others.map(({ host, name }) => (
        <div key={host}>
          <a href={`${location.protocol}//${host}/`} target={`loquat ${host}`} title={host}>
            <Icon node={Building} />
            <span class="ellipsis">{name}</span>
          </a>
          <button
            type="button"
            class="icon-button"
            aria-label={t.forgetOrganization(name)}
            title={t.forgetOrganization(name)}
            onClick={() =>
              forget(host).then(
                () => forgotten.value++,
                () => showNotice(store, t.serverAway, true),
              )
            }
          >
            <Icon node={X} size={14} />
          </button>
        </div>
      ))}
    </nav>
  )
}
