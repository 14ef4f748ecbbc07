import Compass from 'lucide/dist/esm/icons/compass.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import { groupName } from '../forms/group-name.ts'
import { texts } from '../forms/people-texts.ts'
import { useUnclaimed } from '../forms/use-unclaimed.ts'
import { ProfileValues } from '../message/overlays/profile-values.tsx'
import { StatusLine } from '../message/overlays/status-line.tsx'
import { channelHash, groupHash, hashOf } from '../model/route.ts'
import type { User } from '../model/wire.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useMergedAccounts } from '../store/derived/merged-accounts.ts'
import { nameOf } from '../store/derived/names.ts'
import { presenceOf, seenAt } from '../store/derived/presence-of.ts'
import { isAdministrator, roleName } from '../store/derived/roles.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { briefly, dateOnlyOf, timeInZone } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import '../forms/settings.css'
import { Administration } from './administration.tsx'
import { MergePeople } from './merge-people.tsx'
import { MergedAccounts } from './merged-accounts.tsx'
import './person.css'
import { PersonData } from './person-data.tsx'
import { useChannelsOf } from './use-channels-of.ts'

/** The page of a person: profile, channels and groups in common with the reader, and administration. */
export function PersonView({ id: given }: { id: number }) {
  const store = useStore()
  const merged = useMergedAccounts(store, given)
  const id = merged.get(given) ?? given
  const person = store.people.value.get(id)
  if (person === undefined) {
    return (
      <>
        <ViewBar />
        <Blank icon={Compass} title={texts.noSuchPerson} hint={texts.noSuchPersonHint} isWholeView />
      </>
    )
  }
  const isMe = id === store.me
  return (
    <>
      <ViewBar>
        <h1>
          <span class="ellipsis" dir="auto">
            {person.full_name}
          </span>
        </h1>
        <span class="person-actions">
          {isMe && (
            <a class="button" href="#settings/profile">
              <Icon node={PencilLine} />
              <span>{texts.changeProfile}</span>
            </a>
          )}
          <a class="button" href={hashOf({ kind: 'direct', people: [id] })}>
            <Icon node={MessageSquare} />
            <span>{t.writeDirectly}</span>
          </a>
        </span>
      </ViewBar>
      <div class="settings of-person" data-scroller>
        <div key={id} class="part">
          <Summary person={person} />
          <MergedAccounts person={person} merged={merged} />
          <InCommon person={person} />
          {isAdministrator(store) && <Administration person={person} />}
          {isAdministrator(store) && !person.is_bot && <MergePeople person={person} />}
          {isAdministrator(store) && !person.is_bot && <PersonData person={person} />}
        </div>
      </div>
    </>
  )
}

function Summary({ person }: { person: User }) {
  const store = useStore()
  const { user_id: id, timezone, delivery_email: email, date_joined } = person
  const { ids } = useUnclaimed()
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const time = timezone ? timeInZone(timezone, uses24Hours) : ''
  const owner = person.bot_owner_id
  const facts: readonly (readonly [string, preact.ComponentChildren])[] = [
    [texts.role, person.is_bot ? t.bot : roleName(person.role)],
    ...(person.is_bot ? [] : [[texts.presence, presenceText(store, id)] as const]),
    ...(store.statuses.value.has(id)
      ? [[texts.status, <StatusLine key="status" person={id} />] as const]
      : []),
    ...(time ? [[texts.localTime, `${time} (${timezone.replaceAll('_', ' ')})`] as const] : []),
    ...(email
      ? [
          [
            texts.email,
            <a key="mail" href={`mailto:${email}`}>
              {email}
            </a>,
          ] as const,
        ]
      : []),
    ...(owner
      ? [
          [
            texts.botOwner,
            <a key="owner" href={`#user/${owner}`}>
              {nameOf(store, owner)}
            </a>,
          ] as const,
        ]
      : []),
    ...(date_joined ? [[texts.joined, dateOnlyOf(Date.parse(date_joined) / 1000)] as const] : []),
  ]
  return (
    <section class="summary">
      <h2 class="only-heard">{texts.profile}</h2>
      <Avatar key={person.avatar_url} person={person} size="huge" />
      <div class="facts">
        {!person.is_active && <p class="off-notice">{t.deactivated}</p>}
        {ids.has(id) && <p class="off-notice">{texts.unclaimed.mark}</p>}
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <ProfileValues person={id} />
      </div>
    </section>
  )
}

function presenceText(store: Store, id: number): string {
  const person = store.people.value.get(id)
  if (person?.is_active === false) return t.deactivated
  const state = presenceOf(store, id, Date.now() / 1000)
  if (state !== 'away') return t[state]
  const seen = seenAt(store, id)
  return seen > 0 ? t.lastSeen(briefly(seen, store.settings.value.twenty_four_hour_time)) : t.offlinePerson
}

/** The channels and groups that the person and the reader share. */
function InCommon({ person: { user_id: id } }: { person: User }) {
  const store = useStore()
  const channels = useChannelsOf(id)
  const isMe = id === store.me
  const shared = [...store.channels.value.values()]
    .filter(({ stream_id }) => isMe || channels.value?.has(stream_id))
    .sort((a, b) => collator.compare(a.name, b.name))
  const groups = [...store.groups.value.values()]
    .filter((group) => !group.is_system_group && group.members.includes(id))
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <>
      <section>
        <h2>{isMe ? texts.yourChannels : texts.channelsInCommon}</h2>
        {shared.length === 0 ? (
          <p class="text" role="status">
            {!isMe && channels.value === undefined ? t.loading : texts.noChannelsInCommon}
          </p>
        ) : (
          <ul class="chips links">
            {shared.map((channel) => (
              <li key={channel.stream_id}>
                <a href={channelHash(channel.stream_id, channel.name, 'subscribers')}>
                  <ChannelMark channel={channel} />
                  <span class="ellipsis" dir="auto">
                    {channel.name}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {groups.length > 0 && (
        <section>
          <h2>{texts.groups}</h2>
          <ul class="chips links">
            {groups.map((group) => (
              <li key={group.id}>
                <a href={groupHash(group.id, group.name, 'members')}>
                  <span class="ellipsis" dir="auto">
                    {groupName(group)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
