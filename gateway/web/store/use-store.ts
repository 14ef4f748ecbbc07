import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Store } from './state/store.ts'

export const StoreContext = createContext<Store | undefined>(undefined)

/** The state of the organization, in every view below the shell. */
export function useStore(): Store {
  const store = useContext(StoreContext)
  if (store === undefined) throw new Error('used outside the shell')
  return store
}
