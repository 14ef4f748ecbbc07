import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import SmilePlus from 'lucide/dist/esm/icons/face-slightly-smiling-plus.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Reply from 'lucide/dist/esm/icons/reply.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { Icon } from '../../parts/icon.tsx'
import { permissionsOn } from '../../store/derived/message-permissions.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { setFlag } from '../../store/verbs/flag-messages.ts'
import { t } from '../../texts/texts.ts'
import { quote } from '../actions.ts'
import { startEditing } from '../editing.ts'
import './message-toolbar.css'
import { overlay } from '../../parts/floating/overlay.ts'

/** The most common actions on a message; its menu has the others. */
export function MessageToolbar({ message }: { message: ShownMessage }) {
  const store = useStore()
  const { id } = message
  const isStarred = message.flags.includes('starred')
  const open = (kind: 'menu' | 'sheet' | 'reactions') => (event: MouseEvent) => {
    overlay(store).value = { kind, id, anchor: event.currentTarget as HTMLElement }
  }
  return (
    <div class="message-toolbar" role="toolbar" aria-label={t.messageActions}>
      <button type="button" aria-label={t.addReaction} title={t.addReaction} onClick={open('reactions')}>
        <Icon node={SmilePlus} />
      </button>
      <button type="button" aria-label={t.quote} title={t.quote} onClick={() => quote(store, message)}>
        <Icon node={Reply} />
      </button>
      {permissionsOn(store, message).canEditContent && (
        <button type="button" aria-label={t.edit} title={t.edit} onClick={() => startEditing(store, id)}>
          <Icon node={Pencil} />
        </button>
      )}
      <button
        type="button"
        class={isStarred ? 'starred' : ''}
        aria-label={isStarred ? t.unstar : t.star}
        title={isStarred ? t.unstar : t.star}
        onClick={() => setFlag(store, 'starred', id, !isStarred)}
      >
        <Icon node={Star} />
      </button>
      <button
        type="button"
        aria-label={t.moreActions}
        title={t.moreActions}
        aria-haspopup="menu"
        onClick={open(matchMedia('(pointer: coarse)').matches ? 'sheet' : 'menu')}
      >
        <Icon node={Ellipsis} />
      </button>
    </div>
  )
}
