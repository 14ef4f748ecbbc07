import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../forms/people-texts.ts'
import type { User } from '../model/wire.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

interface DeactivateDialogProps {
  readonly person: User
  /** With the comment of the mail; undefined for no mail. */
  readonly onConfirm: (comment: string | undefined) => void
  readonly onClose: () => void
}

const MAX_COMMENT = 2000

/** Asks before a deactivation, and names its effect on the person's bots and invitations. */
export function DeactivateDialog({ person, onConfirm, onClose }: DeactivateDialogProps) {
  const store = useStore()
  const mails = useSignal(false)
  const comment = useSignal('')
  const invitations = useSignal<number | undefined>(undefined)
  const { user_id: id, full_name: name, is_bot } = person
  useEffect(() => {
    if (is_bot) return
    void server.call('GET /invites', {}).then(
      ({ invites }) => {
        invitations.value = invites.filter(({ invited_by_user_id }) => invited_by_user_id === id).length
      },
      () => undefined,
    )
  }, [id])
  const bots = [...store.bots.value.values()].filter(
    ({ owner_id, is_active }) => is_active && owner_id === id,
  )
  return (
    <Dialog title={texts.deactivateQuestion(name)} onClose={onClose}>
      <p>{is_bot ? texts.deactivateBotWarning : texts.deactivateWarning}</p>
      {!is_bot && (
        <>
          <ul class="consequences">
            <li>{bots.length === 0 ? texts.noBotsEnd : texts.botsEnd(bots.map((bot) => bot.full_name))}</li>
            {invitations.value !== undefined && <li>{texts.invitationsEnd(invitations.value)}</li>}
          </ul>
          <label class="check">
            <input
              type="checkbox"
              checked={mails.value}
              onChange={({ currentTarget }) => {
                mails.value = currentTarget.checked
              }}
            />
            {texts.mailOfDeactivation}
          </label>
          {mails.value && (
            <label class="comment">
              {texts.comment}
              <textarea
                class="dialog-text"
                dir="auto"
                rows={3}
                maxLength={MAX_COMMENT}
                value={comment.value}
                onInput={({ currentTarget }) => {
                  comment.value = currentTarget.value
                }}
              />
            </label>
          )}
        </>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onClose()
            onConfirm(mails.value ? comment.value : undefined)
          }}
        >
          {texts.deactivate}
        </button>
      </div>
    </Dialog>
  )
}
