import { useSignal } from '@preact/signals'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import Settings from 'lucide/dist/esm/icons/settings-2.mjs'
import { route } from '../model/current-route.ts'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.tsx'
import { unreadNumber } from '../store/derived/counts.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { SidebarLink, type SidebarLinkProps } from './sidebar-link.tsx'
import { BUILT_IN_VIEWS, isInSidebar, keyOfFragment, ownViews, viewKey } from './views.ts'

const ViewsDialog = lazily(async () => (await import('./views-dialog.tsx')).ViewsDialog)

/** The views of the clients and the reader's own ones, as far as the reader does not hide them. */
export function ViewSection() {
  const store = useStore()
  const isChoosing = useSignal(false)
  const current = viewKey(shownRoute(store, route.value))
  return (
    <>
      <ul aria-label={t.views}>
        {BUILT_IN_VIEWS.map(({ fragment, icon, name }) => {
          const isChosen = keyOfFragment(fragment) === current
          const isAskedFor = isChosen && fragment === 'reminders'
          if (!isAskedFor && !isInSidebar(store, fragment)) return null
          return (
            <SidebarLink
              key={fragment}
              href={`#${fragment}`}
              mark={<Icon node={icon} />}
              name={name}
              isChosen={isChosen}
              {...numbersOf(store, fragment)}
            />
          )
        })}
        {ownViews(store)
          .filter(({ is_pinned }) => is_pinned)
          .map(({ fragment, name }) => (
            <SidebarLink
              key={fragment}
              href={`#${fragment}`}
              mark={<Icon node={Pin} />}
              name={name}
              isChosen={keyOfFragment(fragment) === current}
            />
          ))}
      </ul>
      {!store.isSpectator && (
        <button
          type="button"
          class="sidebar-link choose-views"
          aria-haspopup="dialog"
          onClick={() => {
            isChoosing.value = true
          }}
        >
          <span class="mark">
            <Icon node={Settings} />
          </span>
          <span class="ellipsis">{t.chooseViews}</span>
        </button>
      )}
      {isChoosing.value && (
        <ViewsDialog
          onClose={() => {
            isChoosing.value = false
          }}
        />
      )}
    </>
  )
}

/** The numbers beside a view of the clients. */
function numbersOf(store: Store, fragment: string): Pick<SidebarLinkProps, 'unread' | 'meaning' | 'note'> {
  switch (fragment) {
    case 'inbox':
      return {
        unread: unreadNumber(store),
        meaning: t.unreadMeanings[store.settings.value.desktop_icon_count_display],
      }
    case 'narrow/is/mentioned':
      return { unread: { count: store.unread.value.mentions.size, isForYou: true } }
    case 'narrow/is/starred':
      return { note: (store.settings.value.starred_message_counts && store.starred.value.size) || undefined }
    case 'drafts':
      return { note: store.drafts.value.size || undefined }
    case 'scheduled':
      return { note: store.scheduled.value.size || undefined }
    case 'reminders':
      return { note: store.reminders.value.size || undefined }
    default:
      return {}
  }
}
