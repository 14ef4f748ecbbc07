import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ShortcutList } from '../keyboard/shortcut-list.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { route } from '../model/current-route.ts'
import { lazily } from '../parts/lazily.tsx'
import { PeoplePanel } from '../people/people-panel.tsx'
import { ActionNotice } from '../shell/action-notice.tsx'
import { NoticeLine } from '../shell/notice-line.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { t } from '../texts/texts.ts'
import { isTourLeft } from '../tour/hints.ts'
import { MainView } from '../views/main-view.tsx'
import '../shell/shell.css'
import { useStore } from '../store/use-store.ts'
import { AddressedDialog } from './addressed-dialog.tsx'
import { openConversationsBySwipe } from './swipe.ts'
import { TopBar } from './top-bar.tsx'
import { followVisibleHeight } from './visible-height.ts'

const FactorNotice = lazily(async () => (await import('./factor-notice.tsx')).FactorNotice, {
  isOptional: true,
})

/** The first load comes before what nobody waits for, in milliseconds. */
const SETTLED_MS = 15_000

const Tour = lazily(async () => (await import('../tour/tour.tsx')).Tour, { isOptional: true })

/**
 * Top bar, sidebar, the view of the address, and the list of people. A phone shows either the sidebar or the
 * view, and the top bar above the sidebar and above a search.
 */
export function Shell() {
  const store = useStore()
  useShortcuts(store)
  const isSettled = useSignal(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      isSettled.value = true
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const ends = [followVisibleHeight(), openConversationsBySwipe()]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const { value: shown } = route
  const isAtStart = shown.view === 'start'
  const isSearch = shown.view === 'messages' && shown.narrow.kind === 'search'
  return (
    <div class={isAtStart ? 'shell at-start' : isSearch ? 'shell at-search' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t.skipToMessages}
      </button>
      {isTourLeft(store.onboarding.value) && <Tour />}
      <TopBar />
      <NoticeLine>{isSettled.value && <FactorNotice />}</NoticeLine>
      <Sidebar />
      {isAtStart && (
        <main class="phone-start only-heard">
          <h1>{t.conversations}</h1>
        </main>
      )}
      <MainView />
      <PeoplePanel />
      <ShortcutList />
      <ActionNotice />
      <AddressedDialog />
    </div>
  )
}
