import { useEffect } from 'preact/hooks'
import { keepWhatWasTyped, lostEdit } from '../message/editing.ts'
import { EmojiPicker } from '../message/overlays/emoji-picker.tsx'
import { ForwardDialog } from '../message/overlays/forward-dialog.tsx'
import { Lightbox } from '../message/overlays/lightbox.tsx'
import { LostEditDialog } from '../message/overlays/lost-edit-dialog.tsx'
import {
  DeleteDialog,
  HistoryDialog,
  ReadersDialog,
  SourceDialog,
} from '../message/overlays/message-dialogs.tsx'
import { MessageMenu } from '../message/overlays/message-menu.tsx'
import { MessageSheet } from '../message/overlays/message-sheet.tsx'
import { MoveDialog } from '../message/overlays/move-dialog.tsx'
import { GroupCard, PersonCard } from '../message/overlays/person-card.tsx'
import { PlaygroundMenu } from '../message/overlays/playground-menu.tsx'
import { route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { closeOverlay, overlay } from '../parts/floating/overlay.ts'
import { lazily } from '../parts/lazily.tsx'
import { useStore } from '../store/use-store.ts'
import { toggleReaction } from '../store/verbs/react.ts'
import { PlaceMenu } from './place-menu.tsx'

const InviteDialog = lazily(async () => (await import('../invite/invite-dialog.tsx')).InviteDialog)
const DeleteTopicDialog = lazily(
  async () => (await import('../message/overlays/delete-topic-dialog.tsx')).DeleteTopicDialog,
)
const ReportDialog = lazily(async () => (await import('../message/overlays/report-dialog.tsx')).ReportDialog)
const RemindDialog = lazily(async () => (await import('../later/remind-dialog.tsx')).RemindDialog)
const LeaveQuestion = lazily(async () => (await import('../channel/leave-question.tsx')).LeaveQuestion)

/**
 * Menus, cards and dialogs about messages, people and channels. They close when the view changes or the
 * message is deleted.
 */
export function Overlays() {
  const store = useStore()
  const { value } = overlay(store)
  void store.messages.deleted.value
  const message = value !== undefined && 'id' in value ? store.messages.get(value.id)?.value : undefined
  useEffect(() => closeOverlay(store), [route.value])
  useEffect(() => keepWhatWasTyped(store), [store])
  const isGone = value !== undefined && 'id' in value && message === undefined
  useEffect(() => {
    if (isGone) closeOverlay(store)
  }, [isGone])
  const { value: lost } = lostEdit(store)
  if (lost !== undefined) return <LostEditDialog text={lost} />
  switch (value?.kind) {
    case 'person':
      return <PersonCard key={value.person} person={value.person} anchor={value.anchor} />
    case 'group':
      if (store.isSpectator) return null
      return <GroupCard key={value.group} group={value.group} anchor={value.anchor} />
    case 'invite':
      return store.isSpectator ? null : <InviteDialog />
    case 'place-menu':
      return <PlaceMenu key={narrowKey(value.place)} place={value.place} anchor={value.anchor} />
    case 'leave':
      return <LeaveQuestion id={value.channel} />
    case 'delete-topic':
      return <DeleteTopicDialog channel={value.channel} topic={value.topic} />
    case 'playgrounds':
      return <PlaygroundMenu links={value.links} anchor={value.anchor} />
    case 'image':
      return <Lightbox message={value.message} image={value.image} others={value.others} />
  }
  if (value === undefined || message === undefined) return null
  switch (value.kind) {
    case 'menu':
      return <MessageMenu message={message} anchor={value.anchor} />
    case 'sheet':
      return <MessageSheet message={message} anchor={value.anchor} />
    case 'reactions':
      return (
        <EmojiPicker
          anchor={value.anchor}
          onClose={() => closeOverlay(store)}
          onChoose={(emoji) => {
            closeOverlay(store)
            void toggleReaction(store, value.id, emoji)
          }}
        />
      )
    case 'move':
      return <MoveDialog message={message} />
    case 'move-topic':
      return <MoveDialog message={message} isWholeTopic />
    case 'delete':
      return <DeleteDialog message={message} />
    case 'history':
      return <HistoryDialog id={value.id} />
    case 'source':
      return <SourceDialog id={value.id} />
    case 'readers':
      return <ReadersDialog id={value.id} />
    case 'remind':
      return <RemindDialog message={value.id} onClose={() => closeOverlay(store)} />
    case 'report':
      return <ReportDialog message={message} />
    case 'forward':
      return <ForwardDialog message={message} />
  }
}
