import { useLayoutEffect } from 'preact/hooks'

/** Parts of the page that keys operate. */
export type Command =
  | 'open-account-menu'
  | 'open-help'
  | 'open-snippets'
  | 'write'
  | 'focus-search'
  | 'focus-messages'
  | 'log-out'

const verbs = new Map<Command, () => void>()

/** Offers a verb to keys while the component is drawn. */
export function useCommand(name: Command, verb: () => void): void {
  useLayoutEffect(() => {
    verbs.set(name, verb)
    return () => {
      if (verbs.get(name) === verb) verbs.delete(name)
    }
  })
}

/** Runs a verb of a drawn part. Returns whether the part is drawn. */
export function runCommand(name: Command): boolean {
  const verb = verbs.get(name)
  verb?.()
  return verb !== undefined
}
