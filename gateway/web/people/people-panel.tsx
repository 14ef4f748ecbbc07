import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hashOf } from '../app/route.ts'
import { useStore } from '../app/use-store.ts'
import { Avatar } from '../parts/avatar.tsx'
import type { User } from '../store/wire.ts'
import { t } from '../texts/texts.ts'
import './people-panel.css'

const MINUTE_MS = 60_000
/** Seconds without activity after which a person is idle. */
const ACTIVE_FOR = 150
const SHOWN = 200

type Presence = 'active' | 'idle' | 'away'

/** The people who are online and offline, the reader first. */
export function PeoplePanel() {
  const store = useStore()
  const now = useSignal(Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now() / 1000
    }, MINUTE_MS)
    return () => clearInterval(timer)
  }, [now])
  const groups = useComputed(() => {
    // Presences may be newer than the clock, which changes once a minute.
    const at = Math.max(now.value, Date.now() / 1000)
    const people = [...store.people.value.values()].filter((one) => one.is_active && !one.is_bot)
    const withPresence = people.map((person) => ({ person, presence: presenceOf(person, at) }))
    const byName = (a: { person: User }, b: { person: User }) =>
      Number(b.person.user_id === store.me) - Number(a.person.user_id === store.me) ||
      a.person.full_name.localeCompare(b.person.full_name)
    return {
      here: withPresence.filter(({ presence }) => presence !== 'away').sort(byName),
      away: withPresence
        .filter(({ presence }) => presence === 'away')
        .sort(byName)
        .slice(0, SHOWN),
    }
  })

  function presenceOf({ user_id }: User, at: number): Presence {
    if (user_id === store.me) return 'active'
    const known = store.presences.value.get(user_id)
    if (known === undefined) return 'away'
    if (at - known.active_timestamp < ACTIVE_FOR) return 'active'
    const seen = Math.max(known.active_timestamp, known.idle_timestamp)
    return at - seen < store.realm.value.offlineAfter ? 'idle' : 'away'
  }

  const { here, away } = groups.value
  return (
    <aside class="people-panel" aria-label={t.people}>
      <PeopleGroup name={t.online} people={here} />
      {away.length > 0 && <PeopleGroup name={t.away} people={away} />}
    </aside>
  )
}

function PeopleGroup({
  name,
  people,
}: {
  name: string
  people: readonly { person: User; presence: Presence }[]
}) {
  const store = useStore()
  return (
    <section>
      <h2>
        {name} · {people.length}
      </h2>
      <ul>
        {people.map(({ person, presence }) => (
          <li key={person.user_id}>
            <a
              href={hashOf({ kind: 'direct', people: [person.user_id] })}
              class={presence}
              title={person.full_name}
            >
              <span class="face">
                <Avatar person={person} size="small" />
                <span class="presence" />
              </span>
              <span class="ellipsis">{person.full_name}</span>
              <span class="only-heard">{presence === 'away' ? t.offlinePerson : t[presence]}</span>
              {person.user_id === store.me && <span class="note">{t.you}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
