import { useRef } from 'preact/hooks'
import { useSaving } from '../saving/use-saving.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import { useChosen } from './use-chosen.ts'

/** A change of a permission as the server takes it. */
export interface PermissionChange {
  readonly new: GroupSetting
  /** The server refuses the change when the permission has another value by then. */
  readonly old: GroupSetting
}

/**
 * The value of a permission, and a function that changes it. The new value is shown at once; when the server
 * refuses it, the former one comes back. A change waits for the one before it and starts from its value, so
 * two quick changes both count.
 */
export function usePermission(stored: GroupSetting, send: (change: PermissionChange) => Promise<unknown>) {
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const change = (next: GroupSetting) => {
    const former = before.current
    choose(next)
    before.current = save(async () => {
      await former
      await send({ new: next, old: value })
    })
  }
  return { value, saving, change }
}
