import { useSignal } from '@preact/signals'
import { permissionOf, whoMay } from '../forms/holders.ts'
import { texts } from '../forms/people-texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { closeOverlay } from '../parts/floating/overlay.ts'
import { mayInvite, mayMakeLinks } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import './invite.css'
import { ByLink } from './by-link.tsx'
import { ByMail } from './by-mail.tsx'

/** Invites people: by mail to addresses, or by a link that everybody who has it can use. */
export function InviteDialog() {
  const store = useStore()
  const byMail = mayInvite(store)
  const byLink = mayMakeLinks(store)
  const wantsLink = useSignal(!byMail)
  const isLink = byLink && (wantsLink.value || !byMail)
  return (
    <Dialog title={texts.invite} isWide onClose={() => closeOverlay(store)}>
      {!byMail && !byLink ? (
        <p>
          {texts.mayNotInvite}{' '}
          {whoMay(
            store,
            permissionOf(store, 'can_invite_users_group'),
            permissionOf(store, 'create_multiuse_invite_group'),
          )}
        </p>
      ) : (
        <>
          {byMail && byLink && (
            <fieldset class="invite-choice">
              <legend class="only-heard">{texts.inviteHow}</legend>
              {[false, true].map((link) => (
                <button
                  key={String(link)}
                  type="button"
                  aria-pressed={isLink === link}
                  onClick={() => {
                    wantsLink.value = link
                  }}
                >
                  {link ? texts.byLink : texts.byMail}
                </button>
              ))}
            </fieldset>
          )}
          {isLink ? <ByLink /> : <ByMail />}
        </>
      )}
    </Dialog>
  )
}
