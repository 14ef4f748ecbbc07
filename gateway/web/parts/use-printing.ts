import { useEffect, useState } from 'preact/hooks'

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const query = matchMedia('print')
    const changed = () => setPrinting(query.matches)
    const begun = () => setPrinting(true)
    const ended = () => setPrinting(false)
    query.addEventListener('change', changed)
    addEventListener('beforeprint', begun)
    addEventListener('afterprint', ended)
    return () => {
      query.removeEventListener('change', changed)
      removeEventListener('beforeprint', begun)
      removeEventListener('afterprint', ended)
    }
  }, [])
  return isPrinting
}
