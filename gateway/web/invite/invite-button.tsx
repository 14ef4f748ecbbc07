import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import { overlay } from '../parts/floating/overlay.ts'
import { Icon } from '../parts/icon.tsx'
import { mayInvite, mayMakeLinks } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

/** Opens the dialog that invites people, for readers who may. */
export function InviteButton({ class: name = 'button', onClick }: { class?: string; onClick?: () => void }) {
  const store = useStore()
  if (store.isSpectator || !(mayInvite(store) || mayMakeLinks(store))) return null
  return (
    <button
      type="button"
      class={name}
      onClick={() => {
        onClick?.()
        overlay(store).value = { kind: 'invite' }
      }}
    >
      <Icon node={UserPlus} />
      {t.invitePeople}
    </button>
  )
}
