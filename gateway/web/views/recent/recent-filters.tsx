import { texts } from '../../message/overlays/texts.ts'
import type { RecentChoice } from '../../store/state/recent.ts'
import { useStore } from '../../store/use-store.ts'

const SWITCHES = ['isUnread', 'isMine', 'isFollowed', 'hasMuted'] as const
const KINDS = ['all', 'topics', 'direct'] as const

/** What the reader wants to see of recent conversations. */
export function RecentFilters() {
  const store = useStore()
  const choice = store.recent.choice.value
  const change = (fields: Partial<RecentChoice>) => {
    store.recent.choice.value = { ...choice, ...fields }
  }
  const names = {
    isUnread: texts.onlyUnreadOnes,
    isMine: texts.onlyMine,
    isFollowed: texts.onlyFollowed,
    hasMuted: texts.alsoMuted,
  }
  return (
    <>
      <select
        class="field"
        aria-label={texts.filters}
        value={choice.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as RecentChoice['kind'] })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {texts.recentKinds[kind]}
          </option>
        ))}
      </select>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in the line. */}
      <div class="recent-switches" role="group" aria-label={texts.filters}>
        {SWITCHES.filter((name) => !store.isSpectator || name === 'isUnread').map((name) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={choice[name]}
            onClick={() => change({ [name]: !choice[name] })}
          >
            {names[name]}
          </button>
        ))}
      </div>
    </>
  )
}
