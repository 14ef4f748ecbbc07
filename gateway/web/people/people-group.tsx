import { useSignal } from '@preact/signals'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { hashOf } from '../model/route.ts'
import type { User } from '../model/wire.ts'
import { Avatar } from '../parts/avatar.tsx'
import { overlay } from '../parts/floating/overlay.ts'
import { Icon } from '../parts/icon.tsx'
import type { PresenceState } from '../store/derived/presence-of.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

export interface PersonLine {
  readonly person: User
  readonly presence: PresenceState
}

/** How many people are drawn at first, and how many more with each click. */
const PAGE = 100

/** People with their presence, a page at a time. */
export function PeopleGroup({ name, people }: { name: string; people: readonly PersonLine[] }) {
  const shown = useSignal(PAGE)
  const more = people.length - shown.value
  return (
    <section>
      <h2>
        {name} · {people.length}
      </h2>
      <ul>
        {people.slice(0, shown.value).map((line) => (
          <Person key={line.person.user_id} {...line} />
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          class="more"
          onClick={() => {
            shown.value += PAGE
          }}
        >
          {t.showMorePeople(Math.min(PAGE, more), more)}
        </button>
      )}
    </section>
  )
}

/** A link to the direct conversation with a person, and a button for the card. */
function Person({ person, presence }: PersonLine) {
  const store = useStore()
  const { user_id: id, full_name: name } = person
  return (
    <li class="person-line">
      <a href={hashOf({ kind: 'direct', people: [id] })} class={presence} title={name}>
        <span class="face">
          <Avatar person={person} size="small" />
          <span class="presence" />
        </span>
        <span class="ellipsis" dir="auto">
          {name}
        </span>
        <span class="only-heard">{presence === 'away' ? t.offlinePerson : t[presence]}</span>
        {id === store.me && <span class="note">{t.you}</span>}
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t.showCard(name)}
        title={t.showCard(name)}
        onClick={({ currentTarget: anchor }) => {
          overlay(store).value = { kind: 'person', person: id, anchor }
        }}
      >
        <Icon node={Ellipsis} />
      </button>
    </li>
  )
}
