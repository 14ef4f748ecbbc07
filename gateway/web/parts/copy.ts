import type { OnPage } from '../store/state/page.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Copies a text and shows `notice`, or a notice that it could not. Resolves to whether it could. */
export async function copy(page: OnPage, text: string, notice: string): Promise<boolean> {
  try {
    await toClipboard(text)
    showNotice(page, notice)
    return true
  } catch {
    showNotice(page, t.notCopied, true)
    return false
  }
}

/** Copies a text. Rejects when the browser does not allow it. */
export async function toClipboard(text: string): Promise<void> {
  // Browsers offer the clipboard on pages of HTTPS and localhost only.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  let isTaken = false
  const take = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isTaken = true
  }
  document.addEventListener('copy', take, { once: true, capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', take, { capture: true })
  if (!isTaken) throw new Error('the browser does not copy')
}
