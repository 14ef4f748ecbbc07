import { signal, useComputed, useSignal } from '@preact/signals'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Select } from '../../forms/controls.tsx'
import { MergeDialog, mayMerge } from '../../forms/merge-dialog.tsx'
import { texts } from '../../forms/people-texts.ts'
import { useUnclaimed } from '../../forms/use-unclaimed.ts'
import { InviteButton } from '../../invite/invite-button.tsx'
import { newestFirst } from '../../model/newest-first.ts'
import { plain } from '../../model/rank.ts'
import type { User } from '../../model/wire.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Blank } from '../../parts/blank.tsx'
import { LazyRows } from '../../parts/lazy-rows.tsx'
import { useMergedAccounts } from '../../store/derived/merged-accounts.ts'
import { nameOf } from '../../store/derived/names.ts'
import { peopleByName } from '../../store/derived/people-in-order.ts'
import { presenceOf, seenAt } from '../../store/derived/presence-of.ts'
import { ROLES, roleName } from '../../store/derived/roles.ts'
import { eachPage } from '../../store/state/page.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { briefly, dayMonthYearOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { CreatePerson } from './create-person.tsx'
import './people.css'
import { UnclaimedPeople } from './unclaimed.tsx'

/** Pixels of a line. */
const LINE = 56

type Order = 'name' | 'seen' | 'joined'
const ORDERS: readonly Order[] = ['name', 'seen', 'joined']
/** Roles, or these kinds of accounts. */
type Kind = 'active' | 'unclaimed' | 'deactivated' | 'bots' | `${(typeof ROLES)[number]}`
const KINDS: readonly Kind[] = ['active', ...ROLES.map((role) => `${role}` as const), 'bots', 'deactivated']

function isOfKind(person: User, kind: Kind, unclaimed: ReadonlySet<number>): boolean {
  if (kind === 'unclaimed') return unclaimed.has(person.user_id)
  if (kind === 'bots') return person.is_bot && person.is_active
  if (person.is_bot) return false
  if (kind === 'deactivated') return !person.is_active
  return person.is_active && (kind === 'active' || String(person.role) === kind)
}

const joinedAt = ({ date_joined }: User): number => Date.parse(date_joined) || 0

/** What the reader looks for. It stays while the reader looks at profiles. */
const looking = eachPage(() => ({
  filter: signal(''),
  kind: signal<Kind>('active'),
  order: signal<Order>('name'),
  /** The place to which the reader comes back from the profile of a person. */
  left: undefined as { readonly person: number; readonly pixels: number } | undefined,
}))

/** What a filter looks at in a person. A person who changes is replaced. */
const words = new WeakMap<User, string>()
function wordsOf(person: User): string {
  const known = words.get(person)
  if (known !== undefined) return known
  const own = plain(`${person.full_name}\n${person.delivery_email ?? ''}`)
  words.set(person, own)
  return own
}

/** Words are made for the first search only: they cost much for everybody. */
const isFound = (person: User, asked: string): boolean => asked === '' || wordsOf(person).includes(asked)

/** Everybody in the chosen order. */
function inOrder(store: Store, by: Order): readonly User[] {
  const named = peopleByName(store)
  if (by === 'joined') return newestFirst(named, joinedAt)
  return by === 'seen' ? newestFirst(named, ({ user_id }) => seenAt(store, user_id)) : named
}

/**
 * Everybody of the organization: found by name or address, filtered and sorted. Each line leads to the
 * profile. While others change people, the focus and the lines that are seen stay where they are.
 */
export function Users() {
  const store = useStore()
  const { filter, kind, order } = looking(store)
  const sorted = useComputed(() => inOrder(store, order.value))
  const asked = useComputed(() => plain(filter.value.trim()))
  const { unclaimed, ids, reload } = useUnclaimed()
  const merged = useMergedAccounts(store)
  const shown = useMemo(
    () => sorted.value.filter((one) => isOfKind(one, kind.value, ids) && isFound(one, asked.value)),
    [sorted.value, kind.value, ids, asked.value],
  )
  const lines = useLineFocus(store, shown)
  const merging = useSignal<User | undefined>(undefined)
  const hasUnclaimed = ids.size > 0 || kind.value === 'unclaimed'
  const kinds = hasUnclaimed ? KINDS.toSpliced(1, 0, 'unclaimed') : KINDS
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
          options={kinds.map((value) => ({ value, name: kindName(value) }))}
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
      {unclaimed !== undefined && ids.size > 0 && (
        <UnclaimedPeople
          unclaimed={unclaimed}
          onShow={() => {
            kind.value = 'unclaimed'
          }}
          onMailed={() => void reload()}
        />
      )}
      <p class="text" role="status">
        {texts.peopleCount(shown.length)}
      </p>
      {shown.length === 0 ? (
        <Blank icon={SearchX} title={texts.noSuchPeople} />
      ) : (
        <div class="user-lines" {...lines.attributes}>
          <LazyRows rows={shown} rowHeight={LINE} chosen={lines.chosen}>
            {(person) => (
              <UserLine
                key={person.user_id}
                person={person}
                hasCome={!ids.has(person.user_id)}
                into={merged.get(person.user_id)}
                onMerge={
                  kind.value === 'unclaimed' && mayMerge(store, person)
                    ? () => {
                        merging.value = person
                      }
                    : undefined
                }
              />
            )}
          </LazyRows>
        </div>
      )}
      {merging.value !== undefined && (
        <MergeDialog
          person={merging.value}
          onMerged={() => void reload()}
          onClose={() => {
            merging.value = undefined
          }}
        />
      )}
    </section>
  )
}

/**
 * Keeps the focus at the person who has it, wherever the list moves them, and brings the reader back to the
 * place of the list that a profile was opened from.
 */
function useLineFocus(store: Store, people: readonly User[]) {
  const place = looking(store)
  const list = useRef<HTMLDivElement>(null)
  const focused = useSignal<number | undefined>(place.left?.person)
  const at = useRef(-1)
  const scroller = () => list.current?.closest('[data-scroller]')
  const lineOf = (id: number | undefined) => list.current?.querySelector<HTMLElement>(`a[href="#user/${id}"]`)
  useLayoutEffect(() => {
    const box = scroller()
    if (place.left !== undefined && box) {
      lineOf(place.left.person)?.focus({ preventScroll: true })
      box.scrollTop = place.left.pixels
    }
    place.left = undefined
  }, [])
  useLayoutEffect(() => {
    if (focused.value === undefined || document.activeElement !== document.body) return
    // Somebody who is no longer found gives the focus to the next line.
    const next = lineOf(focused.value) ?? lineOf(people[Math.min(at.current, people.length - 1)]?.user_id)
    const field = list.current?.closest('section')?.querySelector<HTMLElement>('input')
    ;(next ?? field)?.focus({ preventScroll: true })
  }, [people])
  const personOf = (target: EventTarget | null) =>
    Number((target as Element | null)?.closest('a')?.getAttribute('href')?.slice('#user/'.length))
  return {
    chosen: people.find(({ user_id }) => user_id === focused.value),
    attributes: {
      ref: list,
      onFocusIn: ({ target }: FocusEvent) => {
        const id = personOf(target)
        focused.value = id
        at.current = people.findIndex(({ user_id }) => user_id === id)
      },
      // A line that disappears gives the focus to nothing.
      onFocusOut: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget !== null) focused.value = undefined
      },
      onClick: ({ target }: MouseEvent) => {
        place.left = { person: personOf(target), pixels: scroller()?.scrollTop ?? 0 }
      },
    },
  }
}

function kindName(kind: Kind): string {
  switch (kind) {
    case 'active':
      return texts.allPeople
    case 'bots':
      return texts.bots
    case 'unclaimed':
      return texts.unclaimed.kind
    case 'deactivated':
      return texts.deactivatedPeople
    default:
      return roleName(Number(kind))
  }
}

interface UserLineProps {
  readonly person: User
  readonly hasCome: boolean
  /** The account into which this one was merged. */
  readonly into: number | undefined
  /** Undefined where the line offers no merge. */
  readonly onMerge: (() => void) | undefined
}

function UserLine({ person, hasCome, into, onMerge }: UserLineProps) {
  const store = useStore()
  const { user_id: id, full_name: name, delivery_email: email } = person
  return (
    <li class={onMerge && 'mergeable'}>
      <a class="user-line" href={`#user/${id}`}>
        <Avatar key={person.avatar_url} person={person} size="large" />
        <span class="who">
          <span class="name ellipsis" dir="auto">
            {name}
          </span>
          {email && <span class="text ellipsis">{email}</span>}
          {!hasCome && <span class="text mark">{texts.unclaimed.mark}</span>}
        </span>
        <span class="role">{person.is_bot ? t.bot : roleName(person.role)}</span>
        <span class="seen">
          {into === undefined
            ? hasCome && seenText(store, person)
            : texts.merging.intoName(nameOf(store, into))}
        </span>
        <span class="joined">
          {joinedAt(person) > 0 && texts.joinedOn(dayMonthYearOf(joinedAt(person) / 1000))}
        </span>
      </a>
      {onMerge && (
        <button
          type="button"
          class="button"
          aria-label={texts.merging.question(name)}
          title={texts.merging.merge}
          onClick={onMerge}
        >
          {texts.merging.short}…
        </button>
      )}
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
