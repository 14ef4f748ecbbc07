import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { Confirm } from '../../forms/confirm.tsx'
import { ownersMay } from '../../forms/holders.ts'
import { texts } from '../../forms/people-texts.ts'
import { SavedMark } from '../../forms/row.tsx'
import { InviteButton } from '../../invite/invite-button.tsx'
import { Blank } from '../../parts/blank.tsx'
import { copy } from '../../parts/copy.ts'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Icon } from '../../parts/icon.tsx'
import { LazyRows } from '../../parts/lazy-rows.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { isAdministrator, isOwner, OWNER, roleName } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { momentOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import './people.css'

type Invitation = Answer<'GET /invites'>['invites'][number]

/** Pixels of a line. */
const LINE = 72

/** The invitations that are valid: of everybody for administrators, otherwise the reader's own. */
export function Invitations() {
  const store = useStore()
  const invitations = useSignal<readonly Invitation[] | 'loading' | 'failed'>('loading')
  const list = useListFocus<HTMLDivElement>('button')
  const load = async () => {
    try {
      const { invites } = await server.call('GET /invites', {})
      invitations.value = [...invites].reverse()
    } catch {
      if (typeof invitations.value === 'string') invitations.value = 'failed'
    }
  }
  useEffect(() => {
    void load()
    const listen = ({ type }: { readonly type: string }) => {
      if (type === 'invites_changed') void load()
    }
    store.listeners.add(listen)
    return () => void store.listeners.delete(listen)
  }, [store])
  const known = invitations.value
  return (
    <section class="invitations">
      <h2 class="only-heard">{texts.invitations}</h2>
      <div class="users-tools">
        <p class="text">{isAdministrator(store) ? texts.invitationsOfAll : texts.invitationsOwn}</p>
        <InviteButton />
      </div>
      {known === 'loading' && (
        <p class="text" role="status">
          {t.loading}
        </p>
      )}
      {known === 'failed' && (
        <Blank icon={CloudOff} title={texts.invitationsFailed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={() => void load()}>
            {t.tryAgain}
          </button>
        </Blank>
      )}
      {typeof known === 'object' && known.length === 0 && (
        <Blank icon={UserPlus} title={texts.noInvitations} hint={texts.noInvitationsHint} />
      )}
      {typeof known === 'object' && known.length > 0 && (
        <div class="user-lines" {...list}>
          <LazyRows rows={known} rowHeight={LINE}>
            {(one) => <InvitationLine key={`${one.is_multiuse} ${one.id}`} invitation={one} />}
          </LazyRows>
        </div>
      )}
    </section>
  )
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const { id: invite_id, email, is_multiuse: isLink, expiry_date: expiry, link_url: link } = invitation
  const name = isLink ? texts.linkOf(roleName(invitation.invited_as)) : (email ?? '')
  const date = (seconds: number) => momentOf(seconds, store.settings.value.twenty_four_hour_time)
  const about = (what: string) => texts.about(what, name)
  const isFixed =
    invitation.invited_as === OWNER && invitation.invited_by_user_id !== store.me && !isOwner(store)
  const revoke = () =>
    save(() =>
      isLink
        ? server.call('DELETE /invites/multiuse/{invite_id}', { invite_id })
        : server.call('DELETE /invites/{invite_id}', { invite_id }),
    )
  return (
    <li class="invitation">
      <Icon node={isLink ? LinkIcon : Mail} />
      <span class="who">
        <span class="name">
          <span class="ellipsis" dir="auto">
            {name}
          </span>
          <SavedMark saving={saving} />
        </span>
        <span class="text">
          {[
            ...(isLink ? [] : [roleName(invitation.invited_as)]),
            texts.invitedBy(nameOf(store, invitation.invited_by_user_id), date(invitation.invited)),
            expiry === null ? texts.neverExpires : texts.expires(date(expiry)),
          ].join(' · ')}
        </span>
        {isFixed && <span class="text">{ownersMay(store, texts.ownersInvite)}</span>}
      </span>
      <span class="buttons">
        {link && (
          <button
            type="button"
            class="button"
            aria-label={about(texts.copyLink)}
            onClick={() => void copy(store, link, texts.linkCopied)}
          >
            {texts.copyLink}
          </button>
        )}
        {!isLink && (
          <button
            type="button"
            class="button"
            aria-label={about(texts.resend)}
            disabled={isFixed}
            onClick={() => void save(() => server.call('POST /invites/{invite_id}/resend', { invite_id }))}
          >
            {texts.resend}
          </button>
        )}
        <button
          type="button"
          class="button risky"
          aria-label={about(texts.revoke)}
          disabled={isFixed}
          onClick={() => {
            isAsking.value = true
          }}
        >
          {texts.revoke}…
        </button>
      </span>
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.revokeQuestion(name)}
          warning={isLink ? texts.revokeLinkWarning : texts.revokeWarning}
          action={texts.revoke}
          onConfirm={() => void revoke()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </li>
  )
}
