/** Whether the page is written from right to left. */
export const isMirrored = (): boolean => document.documentElement.dir === 'rtl'

/** The step of an arrow key along the line: 1 to its end, -1 to its start, 0 for another key. */
export function lineStep(key: string): 1 | -1 | 0 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') !== isMirrored() ? 1 : -1
}
