import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import type { ComponentChildren } from 'preact'
import { t } from '../texts/texts.ts'
import { Icon } from './icon.tsx'
import './view-bar.css'

/** The bar above a view, with a back button on phones. */
export const ViewBar = ({ children }: { children?: ComponentChildren }) => (
  <div class="view-bar">
    <a class="back icon-button" href="#conversations" aria-label={t.back}>
      <Icon node={ChevronLeft} size={20} />
    </a>
    {children}
  </div>
)
