import { useSignal } from '@preact/signals'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { DialogForm } from '../../parts/floating/dialog-form.tsx'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { server } from '../../store/requests/server.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { showNotice } from '../../store/verbs/notice.ts'
import { MessageContent } from '../content/message-content.tsx'
import './message-dialogs.css'
import { REPORT } from './places.ts'
import { texts } from './texts.ts'

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const
type Reason = (typeof REASONS)[number]

/** Reports a message to the moderators, with a reason and the reader's text. */
export function ReportDialog({ message }: { message: ShownMessage }) {
  const store = useStore()
  const reason = useSignal<Reason>('spam')
  const explanation = useSignal('')
  const check = () =>
    reason.value === 'other' && explanation.value.trim() === ''
      ? { field: 'description' as const, problem: texts.explanationNeeded }
      : undefined
  async function send(): Promise<void> {
    await server.call('POST /messages/{message_id}/report', {
      message_id: message.id,
      report_type: reason.value,
      description: explanation.value.trim(),
    })
    closeOverlay(store)
    showNotice(store, texts.reported)
  }
  return (
    <Dialog title={texts.report} onClose={() => closeOverlay(store)}>
      <p>{texts.reportHint}</p>
      <div class="quoted-message">
        <MessageContent id={message.id} html={message.content} me={store.me} />
      </div>
      <DialogForm
        places={REPORT}
        action={texts.reportNow}
        check={check}
        save={send}
        onClose={() => closeOverlay(store)}
      >
        {({ at, problem }) => (
          <>
            <label class="field">
              {texts.reason}
              <select
                {...at('report_type')}
                value={reason.value}
                onChange={({ currentTarget }) => {
                  reason.value = currentTarget.value as Reason
                }}
              >
                {REASONS.map((one) => (
                  <option key={one} value={one}>
                    {texts.reasons[one]}
                  </option>
                ))}
              </select>
            </label>
            {problem('report_type', texts.reason)}
            <label class="field">
              {texts.explanation}
              <textarea
                {...at('description')}
                dir="auto"
                maxLength={1000}
                value={explanation.value}
                onInput={({ currentTarget }) => {
                  explanation.value = currentTarget.value
                }}
              />
            </label>
            {problem('description', texts.explanation)}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
