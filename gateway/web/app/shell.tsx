import { ShortcutList } from '../keyboard/shortcut-list.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { deferred } from '../parts/deferred.tsx'
import { PeoplePanel } from '../people/people-panel.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { t } from '../texts/texts.ts'
import { isTourLeft } from '../tour/hints.ts'
import { MainView } from '../views/main-view.tsx'
import { ActionNotice } from './action-notice.tsx'
import { route } from './current-route.ts'
import { NoticeLine } from './notice-line.tsx'
import './shell.css'
import { TopBar } from './top-bar.tsx'
import { useStore } from './use-store.ts'

const Tour = deferred(async () => (await import('../tour/tour.tsx')).Tour)

/**
 * Top bar, sidebar, the view of the address, and the list of people. A phone shows either the sidebar or the
 * view.
 */
export function Shell() {
  const store = useStore()
  useShortcuts(store)
  return (
    <div class={route.value.view === 'start' ? 'shell at-start' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t.skipToMessages}
      </button>
      {isTourLeft(store.onboarding.value) && <Tour />}
      <TopBar />
      <NoticeLine />
      <Sidebar />
      <MainView />
      <PeoplePanel />
      <ShortcutList />
      <ActionNotice />
    </div>
  )
}
