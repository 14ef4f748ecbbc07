import { useComputed, useSignal } from '@preact/signals'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { Select } from '../../forms/controls.tsx'
import { texts } from '../../forms/people-texts.ts'
import { InviteButton } from '../../invite/invite-button.tsx'
import { plain } from '../../model/rank.ts'
import type { User } from '../../model/wire.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Blank } from '../../parts/blank.tsx'
import { LazyRows } from '../../parts/lazy-rows.tsx'
import { presenceOf, seenAt } from '../../store/derived/presence-of.ts'
import { ROLES, roleName } from '../../store/derived/roles.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { briefly, dayMonthYearOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { CreatePerson } from './create-person.tsx'
import './people.css'

/** Pixels of a line. */
const LINE = 56

type Order = 'name' | 'seen' | 'joined'
const ORDERS: readonly Order[] = ['name', 'seen', 'joined']
/** Roles, or these kinds of accounts. */
type Kind = 'active' | 'deactivated' | 'bots' | `${(typeof ROLES)[number]}`
const KINDS: readonly Kind[] = ['active', ...ROLES.map((role) => `${role}` as const), 'bots', 'deactivated']

function isOfKind(person: User, kind: Kind): boolean {
  if (kind === 'bots') return person.is_bot && person.is_active
  if (person.is_bot) return false
  if (kind === 'deactivated') return !person.is_active
  return person.is_active && (kind === 'active' || String(person.role) === kind)
}

const joinedAt = ({ date_joined }: User): number => Date.parse(date_joined) || 0

/**
 * Everybody of the organization: found by name or address, filtered and sorted. Each line leads to the
 * profile.
 */
export function Users() {
  const store = useStore()
  const filter = useSignal('')
  const kind = useSignal<Kind>('active')
  const order = useSignal<Order>('name')
  const found = useComputed(() => {
    const asked = plain(filter.value.trim())
    const people = [...store.people.value.values()].filter(
      (person) =>
        isOfKind(person, kind.value) &&
        (asked === '' ||
          plain(person.full_name).includes(asked) ||
          plain(person.delivery_email ?? '').includes(asked)),
    )
    const byName = (a: User, b: User) => collator.compare(a.full_name, b.full_name)
    if (order.value === 'joined') return people.sort((a, b) => joinedAt(b) - joinedAt(a) || byName(a, b))
    if (order.value === 'seen') {
      return people.sort((a, b) => seenAt(store, b.user_id) - seenAt(store, a.user_id) || byName(a, b))
    }
    return people.sort(byName)
  })
  return (
    <section class="users">
      <h2 class="only-heard">{texts.people}</h2>
      <div class="users-tools">
        <input
          class="field"
          type="search"
          dir="auto"
          aria-label={texts.filterPeople}
          placeholder={texts.filterPeople}
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value
          }}
        />
        <Select
          ids={{}}
          label={texts.shownPeople}
          value={kind.value}
          options={KINDS.map((value) => ({ value, name: kindName(value) }))}
          onChange={(chosen) => {
            kind.value = chosen
          }}
        />
        <Select
          ids={{}}
          label={texts.orderOfPeople}
          value={order.value}
          options={ORDERS.map((value) => ({ value, name: texts.orders[value] }))}
          onChange={(chosen) => {
            order.value = chosen
          }}
        />
        <InviteButton />
      </div>
      <CreatePerson />
      <p class="text" role="status">
        {texts.peopleCount(found.value.length)}
      </p>
      {found.value.length === 0 ? (
        <Blank icon={SearchX} title={texts.noSuchPeople} />
      ) : (
        <div class="user-lines">
          <LazyRows rows={found.value} rowHeight={LINE}>
            {(person) => <UserLine key={person.user_id} person={person} />}
          </LazyRows>
        </div>
      )}
    </section>
  )
}

function kindName(kind: Kind): string {
  switch (kind) {
    case 'active':
      return texts.allPeople
    case 'bots':
      return texts.bots
    case 'deactivated':
      return texts.deactivatedPeople
    default:
      return roleName(Number(kind))
  }
}

function UserLine({ person }: { person: User }) {
  const store = useStore()
  const { user_id: id, full_name: name, delivery_email: email } = person
  return (
    <li>
      <a class="user-line" href={`#user/${id}`}>
        <Avatar key={person.avatar_url} person={person} size="large" />
        <span class="who">
          <span class="name ellipsis" dir="auto">
            {name}
          </span>
          {email && <span class="text ellipsis">{email}</span>}
        </span>
        <span class="role">{person.is_bot ? t.bot : roleName(person.role)}</span>
        <span class="seen">{seenText(store, person)}</span>
        <span class="joined">
          {joinedAt(person) > 0 && texts.joinedOn(dayMonthYearOf(joinedAt(person) / 1000))}
        </span>
      </a>
    </li>
  )
}

function seenText(store: Store, { user_id: id, is_active, is_bot }: User): string {
  if (is_bot) return ''
  if (!is_active) return t.deactivated
  const state = presenceOf(store, id, Date.now() / 1000)
  if (state !== 'away') return t[state]
  const seen = seenAt(store, id)
  return seen > 0 ? t.lastSeen(briefly(seen, store.settings.value.twenty_four_hour_time)) : texts.notSeen
}
