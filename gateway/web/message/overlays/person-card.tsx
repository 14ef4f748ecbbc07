import UsersIcon from 'lucide/dist/esm/icons/users.mjs'
import { logInAddress } from '../../model/log-in-address.ts'
import { groupHash, hashOf } from '../../model/route.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { Popover } from '../../parts/floating/popover.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useMergedAccounts } from '../../store/derived/merged-accounts.ts'
import { presenceOf, seenAt } from '../../store/derived/presence-of.ts'
import { roleName } from '../../store/derived/roles.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { briefly, timeInZone } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import './person-card.css'
import { CommonChannels, PersonActions } from './person-actions.tsx'
import { ProfileValues } from './profile-values.tsx'
import { StatusLine } from './status-line.tsx'

/** A person's profile and presence, the channels in common, and what the reader can do. */
export function PersonCard({ person: given, anchor }: { person: number; anchor: HTMLElement }) {
  const store = useStore()
  const isActive = store.people.value.get(given)?.is_active !== false
  const id = useMergedAccounts(store, given, !isActive).get(given) ?? given
  const person = store.people.value.get(id)
  const name = person?.full_name ?? t.unknownPerson
  const email = person?.delivery_email
  const time = person?.timezone ? timeInZone(person.timezone, store.settings.value.twenty_four_hour_time) : ''
  return (
    <Popover anchor={anchor} label={name} placement="bottom-start" onClose={() => closeOverlay(store)}>
      <div class="person-card">
        <div class="who">
          <Avatar person={person} size="large" />
          <div>
            <strong dir="auto">{name}</strong>
            {!store.isSpectator && <span>{person?.is_bot ? t.bot : roleName(person?.role)}</span>}
          </div>
        </div>
        {store.isSpectator ? (
          <a class="button" href={logInAddress()}>
            {t.spectating.logIn}
          </a>
        ) : (
          <>
            <StatusLine person={id} />
            <ul>
              <li>{person?.is_active === false ? t.deactivated : presenceText(store, id)}</li>
              {time && <li>{t.localTime(time)}</li>}
              {email && <li class="ellipsis">{email}</li>}
            </ul>
            <ProfileValues person={id} />
            <CommonChannels person={id} />
            <PersonActions person={id} />
          </>
        )}
      </div>
    </Popover>
  )
}

function presenceText(store: Store, id: number): string {
  const state = presenceOf(store, id, Date.now() / 1000)
  if (state !== 'away') return t[state]
  const seen = seenAt(store, id)
  return seen > 0 ? t.lastSeen(briefly(seen, store.settings.value.twenty_four_hour_time)) : t.offlinePerson
}

/** The members of a group, as far as the reader can see them. */
export function GroupCard({ group: id, anchor }: { group: number; anchor: HTMLElement }) {
  const store = useStore()
  const group = store.groups.value.get(id)
  const members = (group?.members ?? []).flatMap((member) => store.people.value.get(member) ?? [])
  const name = group?.name ?? t.unknownGroup
  return (
    <Popover anchor={anchor} label={name} placement="bottom-start" onClose={() => closeOverlay(store)}>
      <div class="person-card">
        <div class="who">
          <span class="group-face">
            <Icon node={UsersIcon} size={18} />
          </span>
          <div>
            <strong dir="auto">{name}</strong>
            <span>{t.members(members.length)}</span>
          </div>
        </div>
        {group?.description && <p>{group.description}</p>}
        {group !== undefined && (
          <a class="button" href={groupHash(id, group.name, 'members')} onClick={() => closeOverlay(store)}>
            {t.showGroup}
          </a>
        )}
        <ul class="members">
          {members.map((member) => (
            <li key={member.user_id}>
              <a
                href={hashOf({ kind: 'direct', people: [member.user_id] })}
                onClick={() => closeOverlay(store)}
              >
                <Avatar person={member} size="small" />
                <span class="ellipsis">{member.full_name}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}
