import { signal } from '@preact/signals'
import { RequestError } from '../../client/index.ts'
import { t } from '../../texts/texts.ts'
import { eachPage, type OnPage } from '../state/page.ts'

/** One line about the user's last action: its success, or the reason of its refusal. */
export interface Notice {
  readonly text: string
  readonly isFailure: boolean
  /** Takes the action back. */
  readonly undo?: (() => void) | undefined
}

/** Undefined when there is none. */
export const notice = eachPage(() => signal<Notice | undefined>(undefined))

const SHOWN_MS = 6000
/** How long an action can be taken back: long enough to find the button by keys. */
const UNDO_MS = 20_000
const hiding = eachPage(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

export function showNotice(page: OnPage, text: string, isFailure = false, undo?: () => void): void {
  notice(page).value = { text, isFailure, undo }
  const shown = hiding(page)
  clearTimeout(shown.timer)
  shown.timer = setTimeout(
    () => {
      notice(page).value = undefined
    },
    undo === undefined ? SHOWN_MS : UNDO_MS,
  )
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

/** Explains why a call failed: what the server said, or that it may have carried out the call. */
export const reasonOf = (error: unknown, withoutAnswer = t.serverAway): string =>
  error instanceof RequestError && isAnswered(error) ? error.message : withoutAnswer

/** Whether the server itself said why. A proxy in front of it says nothing to people. */
export const isAnswered = ({ status, code }: RequestError): boolean => status > 0 && code !== 'NOT_JSON'
