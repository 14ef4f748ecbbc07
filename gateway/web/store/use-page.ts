import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Page } from './state/page.ts'

export const PageContext = createContext<Page | undefined>(undefined)

/** The page, also where no state of the organization is known yet. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === undefined) throw new Error('used outside the page')
  return page
}
