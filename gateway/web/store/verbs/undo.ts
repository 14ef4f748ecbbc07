import { t } from '../../texts/texts.ts'
import type { OnPage } from '../state/page.ts'
import { reasonOf, showNotice } from './notice.ts'

/** Characters of a removed text that the notice repeats. */
const MAX_SHOWN = 40

/**
 * Says that something is gone, or what `said` says, and offers to bring it back by `restore`, also after an
 * attempt that failed.
 */
export function offerUndo(
  page: OnPage,
  what: string,
  restore: () => Promise<unknown>,
  said: (what: string) => string = t.removed,
): void {
  const line = what.trim().replace(/\s+/g, ' ')
  const shown = [...line].length > MAX_SHOWN ? `${[...line].slice(0, MAX_SHOWN).join('')}…` : line
  const undo = () =>
    void restore().then(
      () => showNotice(page, t.broughtBack(shown)),
      (error: unknown) => showNotice(page, t.notBroughtBack(reasonOf(error)), true, undo),
    )
  showNotice(page, said(shown), false, undo)
}

/** Removes something. Afterwards it can be brought back for a while. A refusal is shown as the notice. */
export async function removeUndoably(
  page: OnPage,
  what: string,
  remove: () => Promise<unknown>,
  restore: () => Promise<unknown>,
): Promise<void> {
  try {
    await remove()
  } catch (error) {
    showNotice(page, reasonOf(error), true)
    return
  }
  offerUndo(page, what, restore)
}
