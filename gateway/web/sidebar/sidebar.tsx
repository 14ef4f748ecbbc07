import { t } from '../texts/texts.ts'
import { ChannelSection } from './channel-section.tsx'
import { DirectSection } from './direct-section.tsx'
import './sidebar.css'
import { ViewSection } from './view-section.tsx'

/** The views, direct conversations, and channels with their topics. */
export const Sidebar = () => (
  <nav class="sidebar" data-scroller aria-label={t.conversations}>
    <ViewSection />
    <DirectSection />
    <ChannelSection />
  </nav>
)
