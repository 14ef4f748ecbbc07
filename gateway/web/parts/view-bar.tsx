import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import type { ComponentChildren } from 'preact'
import { t } from '../texts/texts.ts'
import { Icon } from './icon.tsx'
import './view-bar.css'

interface ViewBarProps {
  /** Where the back button leads from a part of a view that has a list of its parts. */
  readonly back?: { readonly href: string; readonly name: string } | undefined
  readonly children?: ComponentChildren
}

/**
 * The bar above a view, with a back button on phones: to the conversations, unless another place is given.
 */
export const ViewBar = ({ back, children }: ViewBarProps) => (
  <div class="view-bar">
    <a
      class={back === undefined ? 'back icon-button' : 'back inner icon-button'}
      href={back?.href ?? '#conversations'}
      aria-label={back?.name ?? t.back}
    >
      <Icon node={ChevronLeft} size={20} />
    </a>
    {children}
  </div>
)
