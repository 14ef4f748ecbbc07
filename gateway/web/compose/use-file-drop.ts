import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Accepts files that are dropped anywhere on the page. Returns whether files are dragged over it. */
export function useFileDrop(take: (files: Iterable<File>) => void): boolean {
  const isOver = useSignal(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false
    }
    const dropped = (event: DragEvent) => {
      isOver.value = false
      if (!hasFiles(event)) return
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
