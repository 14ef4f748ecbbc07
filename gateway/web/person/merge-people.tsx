import { useSignal } from '@preact/signals'
import { MergeDialog, mayMerge } from '../forms/merge-dialog.tsx'
import { texts } from '../forms/people-texts.ts'
import type { User } from '../model/wire.ts'
import { useStore } from '../store/use-store.ts'
import { MergeProgress, useMerge } from './merge-progress.tsx'

/**
 * Lets an administrator give everything of an account to another one of the same person. Nothing for the
 * reader's own account, and for accounts of owners unless the reader is one.
 */
export function MergePeople({ person }: { person: User }) {
  const store = useStore()
  return mayMerge(store, person) ? <Offer person={person} /> : null
}

function Offer({ person }: { person: User }) {
  const { merge, again } = useMerge(person.user_id)
  const isAsked = useSignal(false)
  return (
    <section>
      <h2>{texts.merging.title}</h2>
      {merge != null ? (
        <MergeProgress merge={merge} />
      ) : (
        <div class="activity">
          <p class="text">{texts.merging.hint}</p>
          <button
            type="button"
            class="button risky"
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.merging.merge}…
          </button>
        </div>
      )}
      {isAsked.value && (
        <MergeDialog
          person={person}
          onMerged={again}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </section>
  )
}
