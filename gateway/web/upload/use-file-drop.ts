import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Properties of an element that takes the files which are dropped on it, before the page does. */
export const takesFiles = (take: (files: Iterable<File>) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    take(event.dataTransfer!.files)
  },
})

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files that are dropped anywhere on the page. Returns whether files are dragged over it. */
export function useFileDrop(take: (files: Iterable<File>) => void): boolean {
  const isOver = useSignal(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // A field under the pointer takes them itself.
      isOver.value = !event.defaultPrevented
      event.preventDefault()
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false
    }
    const dropped = (event: DragEvent) => {
      isOver.value = false
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      latest.current(event.dataTransfer!.files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', left)
    addEventListener('drop', dropped)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', left)
      removeEventListener('drop', dropped)
    }
  }, [isOver])
  return isOver.value
}
