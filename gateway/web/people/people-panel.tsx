import { useComputed, useSignal } from '@preact/signals'
import UsersIcon from 'lucide/dist/esm/icons/users.mjs'
import { useEffect, useMemo } from 'preact/hooks'
import { InviteButton } from '../invite/invite-button.tsx'
import { route } from '../model/current-route.ts'
import type { User } from '../model/wire.ts'
import { Icon } from '../parts/icon.tsx'
import { peopleByName } from '../store/derived/people-in-order.ts'
import { presenceOf } from '../store/derived/presence-of.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { loadMembers } from '../store/verbs/load-members.ts'
import { locale, t } from '../texts/texts.ts'
import { PeopleGroup } from './people-group.tsx'
import './people-panel.css'

const MINUTE_MS = 60_000
/** The panel is hidden in narrower windows; the members of a channel are then not fetched. */
const SHOWN_FROM = '(min-width: 1101px)'
const { compare } = new Intl.Collator(locale)

/** The members of the channel that the reader looks at, or everybody. */
export function PeoplePanel() {
  const store = useStore()
  const wantsEverybody = useSignal(false)
  const value = shownRoute(store, route.value)
  const narrow = value.view === 'messages' && 'channel' in value.narrow ? value.narrow : undefined
  const channel =
    narrow !== undefined && store.channels.value.has(narrow.channel) ? narrow.channel : undefined
  const isWide = useIsWide()
  if (!isWide) return <aside class="people-panel" aria-label={t.people} />
  const tabs = [
    { name: t.inThisChannel, isEverybody: false },
    { name: t.everybody, isEverybody: true },
  ]
  return (
    <aside class="people-panel" aria-label={t.people}>
      {channel !== undefined && (
        <fieldset class="people-choice">
          <legend class="only-heard">{t.people}</legend>
          {tabs.map(({ name, isEverybody }) => (
            <button
              key={name}
              type="button"
              aria-pressed={wantsEverybody.value === isEverybody}
              onClick={() => {
                wantsEverybody.value = isEverybody
              }}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {channel === undefined || wantsEverybody.value ? (
        <Everybody />
      ) : (
        <ChannelMembers key={channel} channel={channel} />
      )}
      <p class="panel-actions">
        <InviteButton class="more" />
        <a class="more" href="#groups">
          <Icon node={UsersIcon} />
          {t.groups}
        </a>
      </p>
    </aside>
  )
}

function useIsWide(): boolean {
  const isWide = useSignal(matchMedia(SHOWN_FROM).matches)
  useEffect(() => {
    const query = matchMedia(SHOWN_FROM)
    const changed = () => {
      isWide.value = query.matches
    }
    changed()
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [isWide])
  return isWide.value
}

function Everybody() {
  const store = useStore()
  const now = useMinute()
  const groups = useComputed(() =>
    byPresence(
      store,
      readerFirst(store, peopleByName(store)).filter((one) => one.is_active && !one.is_bot),
      now.value,
    ),
  )
  const { here, away } = groups.value
  return (
    <>
      <PeopleGroup name={t.online} people={here} />
      {away.length > 0 && <PeopleGroup name={t.away} people={away} />}
    </>
  )
}

function ChannelMembers({ channel }: { channel: number }) {
  const store = useStore()
  const now = useMinute()
  const members = useMemo(() => store.members.of(channel), [store, channel])
  const isNew = members.value === 'new'
  useEffect(() => {
    if (isNew) void loadMembers(store, channel)
  }, [store, channel, isNew])
  const groups = useComputed(() => {
    const ids = members.value
    if (typeof ids !== 'object') return undefined
    const all = [...ids].flatMap((id) => store.people.value.get(id) ?? [])
    const people = all.filter((one) => !one.is_bot).sort(byName(store))
    const bots = all.filter((one) => one.is_bot).sort((a, b) => compare(a.full_name, b.full_name))
    return { ...byPresence(store, people, now.value), bots }
  })
  if (members.value === 'failed') {
    return (
      <p class="nothing">
        {t.membersFailed}
        <button type="button" class="more" onClick={() => loadMembers(store, channel)}>
          {t.tryAgain}
        </button>
      </p>
    )
  }
  if (groups.value === undefined)
    return (
      <p class="nothing" role="status">
        {t.loading}
      </p>
    )
  const { here, away, bots } = groups.value
  return (
    <>
      {here.length > 0 && <PeopleGroup name={t.online} people={here} />}
      {away.length > 0 && <PeopleGroup name={t.away} people={away} />}
      {bots.length > 0 && (
        <PeopleGroup name={t.bots} people={bots.map((person) => ({ person, presence: 'away' as const }))} />
      )}
    </>
  )
}

/** The time in Unix seconds, anew each minute. */
function useMinute() {
  const now = useSignal(Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now() / 1000
    }, MINUTE_MS)
    return () => clearInterval(timer)
  }, [now])
  return now
}

const readerFirst = ({ me, people }: Store, all: readonly User[]): readonly User[] => {
  const reader = people.value.get(me)
  return reader === undefined ? all : [reader, ...all.filter((one) => one !== reader)]
}

/** Compares people by name; the reader is first. */
const byName =
  ({ me }: Store) =>
  (a: User, b: User) =>
    Number(b.user_id === me) - Number(a.user_id === me) || compare(a.full_name, b.full_name)

/** The people who are online and offline, each in the given order. */
function byPresence(store: Store, people: readonly User[], now: number) {
  // Presences may be newer than the clock, which changes once a minute.
  const at = Math.max(now, Date.now() / 1000)
  const lines = people.map((person) => ({ person, presence: presenceOf(store, person.user_id, at) }))
  return {
    here: lines.filter(({ presence }) => presence !== 'away'),
    away: lines.filter(({ presence }) => presence === 'away'),
  }
}
