import { useStore } from '../../store/use-store.ts'
import '../../parts/kept-text.css'
import { copy } from '../../parts/copy.ts'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { lostEdit } from '../editing.ts'

const { lostEdit: texts } = t

/** Shows the text of an edit whose message is gone, until the reader copies or discards it. */
export function LostEditDialog({ text }: { readonly text: string }) {
  const store = useStore()
  const close = () => {
    lostEdit(store).value = undefined
  }
  const copyAndClose = async () => {
    if (await copy(store, text, t.textCopied)) close()
  }
  return (
    <Dialog title={texts.title} needsAnswer onClose={close}>
      <p>{texts.hint}</p>
      <div class="kept-text in-dialog">
        <textarea readOnly rows={6} dir="auto" value={text} aria-label={texts.text} />
      </div>
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {texts.discard}
        </button>
        <button type="button" class="button main" onClick={() => void copyAndClose()}>
          {t.copyText}
        </button>
      </div>
    </Dialog>
  )
}
