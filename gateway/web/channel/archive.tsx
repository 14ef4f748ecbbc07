import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { Row } from '../forms/row.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { texts } from './texts.ts'
import { onlyAdministrators } from './who-may.tsx'

/** Archives a channel after a question that says what happens. */
export function ArchiveRow({ channel: { stream_id, name } }: { channel: KnownChannel }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const may = isAdministrator(store)
  const archive = async () => {
    if (await save(() => server.call('DELETE /streams/{stream_id}', { stream_id })))
      location.hash = '#channels/archived'
  }
  return (
    <Row name={texts.archive} text={may ? texts.archiveHint : onlyAdministrators(store)} saving={saving}>
      {(ids) => (
        <>
          <button
            {...ids}
            type="button"
            class="button risky"
            aria-label={texts.archiveNow}
            disabled={!may}
            onClick={() => {
              isAsking.value = true
            }}
          >
            {texts.archiveNow}
          </button>
          {isAsking.value && (
            <Confirm
              title={texts.archiveQuestion(name)}
              warning={texts.archiveWarning}
              action={texts.archiveNow}
              onConfirm={() => void archive()}
              onClose={() => {
                isAsking.value = false
              }}
            />
          )}
        </>
      )}
    </Row>
  )
}
