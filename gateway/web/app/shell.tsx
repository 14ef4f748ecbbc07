import { ShortcutList } from '../keyboard/shortcut-list.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { PeoplePanel } from '../people/people-panel.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { t } from '../texts/texts.ts'
import { MainView } from '../views/main-view.tsx'
import { ActionNotice } from './action-notice.tsx'
import { route } from './current-route.ts'
import { NoticeLine } from './notice-line.tsx'
import './shell.css'
import { TopBar } from './top-bar.tsx'
import { useStore } from './use-store.ts'

/**
 * Top bar, sidebar, the view of the address, and the list of people. A phone shows either the sidebar or the
 * view.
 */
export function Shell() {
  useShortcuts(useStore())
  return (
    <div class={route.value.view === 'start' ? 'shell at-start' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t.skipToMessages}
      </button>
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
