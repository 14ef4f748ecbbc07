import { useLayoutEffect } from 'preact/hooks'
import { eachPage, type OnPage } from '../store/state/page.ts'
import { useStore } from '../store/use-store.ts'

/** Parts of the page that keys operate. */
export type Command =
  | 'open-account-menu'
  | 'open-help'
  | 'open-snippets'
  | 'write'
  | 'focus-search'
  | 'focus-messages'
  | 'show-newest'
  | 'log-out'

const offered = eachPage(() => new Map<Command, () => void>())

/** Offers a verb to keys while the component is drawn. */
export function useCommand(name: Command, verb: () => void): void {
  const verbs = offered(useStore())
  useLayoutEffect(() => {
    verbs.set(name, verb)
    return () => {
      if (verbs.get(name) === verb) verbs.delete(name)
    }
  })
}

/** Runs a verb of a drawn part. Returns whether the part is drawn. */
export function runCommand(page: OnPage, name: Command): boolean {
  const verb = offered(page).get(name)
  verb?.()
  return verb !== undefined
}
