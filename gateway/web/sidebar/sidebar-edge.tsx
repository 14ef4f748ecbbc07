import { useLayoutEffect } from 'preact/hooks'
import { isMirrored } from '../parts/line-step.ts'
import { NARROWEST, WIDEST } from '../store/state/sidebar-choices.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

const STEP = 16
/** The width in wide windows before the reader chooses one. */
const USUAL = 264

/** The edge of the sidebar: the pointer or the arrow keys change its width. */
export function SidebarEdge() {
  const { sidebar } = useStore()
  const { value: width } = sidebar.width
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (width === undefined) style.removeProperty('--sidebar-width')
    else style.setProperty('--sidebar-width', `${width}px`)
  }, [width])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between paragraphs cannot be moved.
    <div
      class="sidebar-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.sidebarWidth}
      aria-valuenow={width ?? USUAL}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      title={t.sidebarWidth}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        sidebar.resize(isMirrored() ? innerWidth - event.clientX : event.clientX)
      }}
      onDblClick={() => {
        sidebar.width.value = undefined
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (step === undefined) return
        event.preventDefault()
        sidebar.resize((width ?? USUAL) + (isMirrored() ? -step : step))
      }}
    />
  )
}
