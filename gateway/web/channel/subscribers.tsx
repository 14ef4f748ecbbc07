import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useMemo } from 'preact/hooks'
import { FilterField } from '../forms/filter-field.tsx'
import { plain } from '../model/rank.ts'
import { hashOf } from '../model/route.ts'
import type { User } from '../model/wire.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { ADMINISTRATOR } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { loadMembers } from '../store/verbs/load-members.ts'
import { offerUndo } from '../store/verbs/undo.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { AddSubscribers } from './add-subscribers.tsx'
import { leave } from './leave.ts'
import { permissionsOn } from './permissions.ts'
import { texts } from './texts.ts'
import { holdersOf, WhoMay } from './who-may.tsx'

/** Pixels of a line. */
const LINE = 48

/** The subscribers of a channel. Readers with the permission add and remove them. */
export function Subscribers({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { stream_id: id } = channel
  const members = useMemo(() => store.members.of(id), [store, id])
  const filter = useSignal('')
  const list = useListFocus<HTMLDivElement>('button')
  const ids = members.value
  const isNew = ids === 'new'
  useEffect(() => {
    if (isNew) void loadMembers(store, id)
  }, [store, id, isNew])
  if (ids === 'failed') {
    return (
      <Blank icon={CloudOff} title={texts.membersFailed} hint={t.loadFailedHint}>
        <button type="button" class="button" onClick={() => void loadMembers(store, id)}>
          {t.tryAgain}
        </button>
      </Blank>
    )
  }
  if (typeof ids !== 'object') {
    return (
      <p class="text" role="status">
        {t.loading}
      </p>
    )
  }
  const { canAddSubscribers, canRemoveSubscribers } = permissionsOn(store, channel)
  const asked = plain(filter.value)
  const found = [...ids]
    .flatMap((one) => store.people.value.get(one) ?? [])
    .filter(({ full_name }) => plain(full_name).includes(asked))
    .sort((a, b) => collator.compare(a.full_name, b.full_name))
  return (
    <section>
      <h2 class="only-heard">{texts.subscribers}</h2>
      {canAddSubscribers ? (
        <AddSubscribers channel={channel} members={ids} />
      ) : (
        <WhoMay
          text={texts.mayNotAdd(
            holdersOf(store, { role: ADMINISTRATOR, group: channel.can_add_subscribers_group }),
          )}
        />
      )}
      <div class="add beside">
        <FilterField label={texts.filterPeople} text={filter} />
        <span class="text" role="status">
          {found.length === 0 && ids.size > 0 ? texts.noSuchPerson : texts.subscriberCount(found.length)}
        </span>
      </div>
      <div class="people" {...list}>
        <LazyRows rows={found} rowHeight={LINE}>
          {(person) => (
            <Subscriber
              key={person.user_id}
              channel={channel}
              person={person}
              mayRemove={
                canRemoveSubscribers || person.user_id === store.me || person.bot_owner_id === store.me
              }
            />
          )}
        </LazyRows>
      </div>
    </section>
  )
}

const subscribeAgain = ({ name }: KnownChannel, person: number) =>
  server.call('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [person] })

interface SubscriberProps {
  readonly channel: KnownChannel
  readonly person: User
  readonly mayRemove: boolean
}

function Subscriber({ channel, person, mayRemove }: SubscriberProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { user_id, full_name: name } = person
  const remove = async () => {
    // The reader could not come back by the undo.
    if (user_id === store.me && channel.invite_only) return leave(store, channel)
    const isDone = await save(() =>
      server.call(
        'DELETE /users/me/subscriptions',
        { subscriptions: [channel.name], principals: [user_id] },
        { isRepeatable: true },
      ),
    )
    if (isDone) offerUndo(store, name, () => subscribeAgain(channel, user_id))
  }
  return (
    <li>
      <div class="person">
        <Avatar key={person.avatar_url} person={person} size="medium" />
        <a class="name ellipsis" dir="auto" href={hashOf({ kind: 'direct', people: [user_id] })}>
          {name}
        </a>
        {mayRemove && (
          <button
            type="button"
            class="button"
            aria-label={texts.removePerson(name)}
            onClick={() => void remove()}
          >
            {texts.remove}
          </button>
        )}
      </div>
      <Problem saving={saving} />
    </li>
  )
}
