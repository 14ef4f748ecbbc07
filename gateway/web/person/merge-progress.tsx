import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { texts } from '../forms/people-texts.ts'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'

export type Merge = NonNullable<Answer<'GET /users/{user_id}/merge'>['merge']>

/** How often the page asks for the progress of a merge. */
const ASK_MS = 1500

/** The merge of an account, followed until it is done; undefined until it is known. */
export function useMerge(user_id: number) {
  const merge = useSignal<Merge | null | undefined>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = () =>
      server.call('GET /users/{user_id}/merge', { user_id }).then(
        (answer) => {
          if (isOver) return
          merge.value = answer.merge
          if (answer.merge?.status === 'started') timer = setTimeout(ask, ASK_MS)
        },
        // The progress stays as it was until somebody opens the page again.
        () => undefined,
      )
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [user_id, attempt.value])
  const again = () => {
    attempt.value += 1
  }
  return { merge: merge.value, again }
}

/** How far a merge is, as a bar and a sentence. */
export function MergeProgress({ merge: { status, done, total, into_id } }: { merge: Merge }) {
  const store = useStore()
  return (
    <div class="activity">
      {status === 'started' && (
        <progress max={Math.max(total, 1)} value={done} aria-label={texts.merging.progress} />
      )}
      <p class="text" role="status">
        {status === 'failed' ? texts.merging.failed : texts.merging.runs(nameOf(store, into_id))}
      </p>
    </div>
  )
}
