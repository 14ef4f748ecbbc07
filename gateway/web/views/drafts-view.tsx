import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { deleteDraft, openDraft } from '../compose/drafts.ts'
import { placeOf } from '../compose/writing-place.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useStore } from '../store/use-store.ts'
import { briefly } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import '../parts/lines.css'
import { WrittenLine } from '../later/written-line.tsx'

/** The reader's drafts, the most recent first. A draft opens in the composer of its conversation. */
export function DraftsView() {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button, a')
  const drafts = [...store.drafts.value.values()].sort((a, b) => b.timestamp - a.timestamp)
  const uses24Hours = store.settings.value.twenty_four_hour_time
  return (
    <>
      <ViewBar>
        <h1>{t.drafts}</h1>
      </ViewBar>
      {drafts.length === 0 ? (
        <Blank icon={PencilLine} title={t.emptyView} hint={t.emptyDraftsHint} />
      ) : (
        <ul class="lines written" {...list}>
          {drafts.map((draft) => {
            const place = placeOf(draft, store.me)
            return (
              <WrittenLine
                key={draft.id}
                place={place}
                content={draft.content}
                note={briefly(draft.timestamp, uses24Hours)}
                onOpen={() => place !== undefined && openDraft(store, place, draft)}
              >
                <button
                  type="button"
                  class="icon-button"
                  aria-label={t.deleteDraft}
                  title={t.deleteDraft}
                  onClick={() => void deleteDraft(store, place, draft)}
                >
                  <Icon node={Trash} />
                </button>
              </WrittenLine>
            )
          })}
        </ul>
      )}
    </>
  )
}
