import { useComputed, useSignal } from '@preact/signals'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { useEffect } from 'preact/hooks'
import { FilterField } from '../../forms/filter-field.tsx'
import { MessageSkeleton } from '../../message/list/message-skeleton.tsx'
import { texts } from '../../message/overlays/texts.ts'
import { Blank } from '../../parts/blank.tsx'
import { ViewBar } from '../../parts/view-bar.tsx'
import { useStore } from '../../store/use-store.ts'
import { loadOlderRecent, openRecent } from '../../store/verbs/load-recent.ts'
import { t } from '../../texts/texts.ts'
import { chosenConversations } from './choose.ts'
import { RecentFilters } from './recent-filters.tsx'
import { RecentGrid } from './recent-grid.tsx'
import './recent.css'

/** The conversations of the newest messages in a grid, as far back as the reader loads them. */
export function RecentView() {
  const store = useStore()
  const { recent } = store
  const status = recent.status.value
  const words = useSignal('')
  const rows = useComputed(() => chosenConversations(store, words.value))
  useEffect(() => {
    if (status === 'new') void openRecent(store)
  }, [store, status])
  const isEmpty = recent.conversations.value.length === 0
  return (
    <>
      <ViewBar>
        <h1>{t.recent}</h1>
      </ViewBar>
      {!isEmpty && (
        <div class="recent-tools">
          <FilterField label={texts.filterRecent} text={words} />
          <RecentFilters />
        </div>
      )}
      {status === 'failed' && isEmpty ? (
        <Blank icon={CloudOff} title={t.loadFailed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={() => void openRecent(store)}>
            {t.tryAgain}
          </button>
        </Blank>
      ) : rows.value.length > 0 ? (
        <RecentGrid rows={rows.value} after={<Older />} />
      ) : status !== 'ready' && status !== 'failed' ? (
        <MessageSkeleton />
      ) : (
        <>
          {isEmpty ? (
            <Blank icon={Clock} title={t.emptyView} hint={t.emptyRecentHint} />
          ) : (
            <Blank icon={SearchX} title={t.nothingFits} />
          )}
          <Older />
        </>
      )}
    </>
  )
}

/** Leads to older conversations, or says how to find them. */
function Older() {
  const store = useStore()
  const { recent } = store
  void recent.conversations.value
  if (recent.hasOldest.value || recent.status.value !== 'ready') return null
  if (recent.isFull) return <p class="older-recent">{texts.recentIsFull}</p>
  return (
    <p class="older-recent">
      <button
        type="button"
        class="button"
        aria-disabled={recent.isLoadingMore.value}
        onClick={() => void loadOlderRecent(store)}
      >
        {recent.isLoadingMore.value ? t.loading : texts.loadOlder}
      </button>
    </p>
  )
}
