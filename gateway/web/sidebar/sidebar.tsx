import { useLayoutEffect, useRef } from 'preact/hooks'
import { route } from '../model/current-route.ts'
import { t } from '../texts/texts.ts'
import { ChannelSection } from './channel-section.tsx'
import { DirectSection } from './direct-section.tsx'
import './sidebar.css'
import { SidebarEdge } from './sidebar-edge.tsx'
import { ViewSection } from './view-section.tsx'
import { viewKey } from './views.ts'

/** The views, direct conversations, and channels with their topics. It scrolls to the open one. */
export function Sidebar() {
  const list = useRef<HTMLDivElement>(null)
  const opened = viewKey(route.value)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  return (
    <nav class="sidebar" aria-label={t.conversations}>
      <div ref={list} class="sidebar-lines" data-scroller>
        <ViewSection />
        <DirectSection />
        <ChannelSection />
      </div>
      <SidebarEdge />
    </nav>
  )
}
