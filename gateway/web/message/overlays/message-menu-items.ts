import type { IconNode } from 'lucide'
import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import ArrowRightLeft from 'lucide/dist/esm/icons/arrow-right-left.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import ChevronsDownUp from 'lucide/dist/esm/icons/chevrons-down-up.mjs'
import CodeXml from 'lucide/dist/esm/icons/code-xml.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Forward from 'lucide/dist/esm/icons/forward.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import MailIcon from 'lucide/dist/esm/icons/mail.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Reply from 'lucide/dist/esm/icons/reply.mjs'
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs'
import History from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { conversationOf } from '../../model/conversation.ts'
import { route } from '../../model/current-route.ts'
import { type MessageOverlay, overlay } from '../../parts/floating/overlay.ts'
import { permissionsOn } from '../../store/derived/message-permissions.ts'
import { refusalsOn } from '../../store/derived/refusals.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import type { Store } from '../../store/state/store.ts'
import { isResolved, toggleResolved } from '../../store/verbs/change-message.ts'
import { markUnreadFrom, setFlag } from '../../store/verbs/flag-messages.ts'
import { t } from '../../texts/texts.ts'
import { copyLink, quote } from '../actions.ts'
import { startEditing } from '../editing.ts'

export interface MenuItem {
  readonly text: string
  readonly icon: IconNode
  readonly act: () => unknown
  readonly isDangerous?: boolean
  /** Why the reader may not take the action. Undefined where the reader may. */
  readonly refusal?: string | undefined
}

/** Whether the organization has a channel for reports. Nobody reports their own messages. */
const canReport = (store: Store, { sender_id }: ShownMessage): boolean =>
  !store.isSpectator &&
  sender_id !== store.me &&
  Number(store.realmSettings.value.moderation_request_channel_id ?? -1) > 0

/**
 * The actions on a message, the most common first. Those that the reader may not take say why. Actions that
 * make no sense for the message are left out.
 */
function itemsOf(store: Store, message: ShownMessage): (MenuItem | false)[] {
  const { id, subject } = message
  const may = permissionsOn(store, message)
  const refusals = refusalsOn(store, message)
  const isInChannel = message.stream_id !== undefined
  const isOwn = message.sender_id === store.me
  const isMember = !store.isSpectator
  const isCollapsed = message.flags.includes('collapsed')
  const narrow = route.value.view === 'messages' ? route.value.narrow : conversationOf(message, store.me)
  const open = (kind: MessageOverlay) => () => {
    overlay(store).value = { kind, id }
  }
  return [
    isMember &&
      isOwn &&
      message.submessages.length === 0 && {
        text: t.edit,
        icon: Pencil,
        act: () => startEditing(store, id),
        refusal: refusals.edit,
      },
    { text: t.quote, icon: Reply, act: () => quote(store, message) },
    { text: t.forward, icon: Forward, act: open('forward') },
    isMember &&
      isInChannel && { text: t.move, icon: ArrowRightLeft, act: open('move'), refusal: refusals.move },
    isMember &&
      isInChannel &&
      subject !== '' && {
        refusal: refusals.resolve,
        text: isResolved(subject) ? t.unresolve : t.resolve,
        icon: isResolved(subject) ? RotateCcw : CheckCheck,
        act: () => toggleResolved(store, id, subject),
      },
    { text: t.markUnreadFromHere, icon: MailIcon, act: () => markUnreadFrom(store, narrow, id) },
    {
      text: isCollapsed ? t.expand : t.collapse,
      icon: ChevronsDownUp,
      act: () => setFlag(store, 'collapsed', id, !isCollapsed),
    },
    !store.isSpectator && { text: t.remindMe, icon: AlarmClock, act: open('remind') },
    { text: t.copyLink, icon: LinkIcon, act: () => copyLink(store, message) },
    { text: t.viewSource, icon: CodeXml, act: open('source') },
    may.canSeeHistory && { text: t.viewHistory, icon: History, act: open('history') },
    may.canSeeReaders && { text: t.viewReaders, icon: Eye, act: open('readers') },
    canReport(store, message) && { text: t.report, icon: Flag, act: open('report') },
    isMember && {
      text: t.deleteMessage,
      icon: Trash,
      act: open('delete'),
      isDangerous: true,
      refusal: refusals.delete,
    },
  ]
}

export const menuItems = (store: Store, message: ShownMessage): MenuItem[] =>
  itemsOf(store, message).filter((item): item is MenuItem => item !== false)
