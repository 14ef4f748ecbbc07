import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { Icon } from '../../parts/icon.tsx'
import { useStore } from '../../store/use-store.ts'
import { type By, whoMay } from './reader-may.ts'

/** Says above a section who may change it. Nothing for those who may. */
export function WhoMay({ by = 'administrator' }: { by?: By }) {
  const text = whoMay(useStore(), by)
  if (text === undefined) return null
  return (
    <p class="who-may">
      <Icon node={Lock} size={14} />
      <span>{text}</span>
    </p>
  )
}
