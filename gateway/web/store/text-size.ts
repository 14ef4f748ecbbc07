import type { Store } from './state/store.ts'

/** The values of the settings that give the sizes of the design. */
const USUAL_PX = 16
const USUAL_PERCENT = 140
/** Beyond these sizes the page does not fit its windows. */
const PX: readonly [number, number] = [12, 24]
const PERCENT: readonly [number, number] = [110, 200]

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value))

/** Shows texts in the reader's size, with the reader's distance between lines. */
export function showTextSize(store: Store): void {
  const { web_font_size_px, web_line_height_percent } = store.settings.value
  const { style } = document.documentElement
  style.setProperty('--text-scale', String(within(web_font_size_px, PX) / USUAL_PX))
  style.setProperty('--leading-scale', String(within(web_line_height_percent, PERCENT) / USUAL_PERCENT))
}
