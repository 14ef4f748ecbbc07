import { signal } from '@preact/signals'
import { RequestError } from '../../client/index.ts'
import { t } from '../../texts/texts.ts'
import { eachPage, type OnPage } from '../state/page.ts'

/**
 * One line about the user's last action: its success, or the reason of its refusal. Undefined when there is
 * none.
 */
export const notice = eachPage(() =>
  signal<{ readonly text: string; readonly isFailure: boolean } | undefined>(undefined),
)

const SHOWN_MS = 6000
const hiding = eachPage(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

export function showNotice(page: OnPage, text: string, isFailure = false): void {
  notice(page).value = { text, isFailure }
  const shown = hiding(page)
  clearTimeout(shown.timer)
  shown.timer = setTimeout(() => {
    notice(page).value = undefined
  }, SHOWN_MS)
}

/** Awaits a user's action. Shows a failure as the notice. Resolves to whether the action succeeded. */
export async function attempt(page: OnPage, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    showNotice(page, reasonOf(error), true)
    return false
  }
}

/** Explains why a call failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestError && error.status > 0 ? error.message : t.serverAway
