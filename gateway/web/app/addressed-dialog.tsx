import { useEffect } from 'preact/hooks'
import { helpShown } from '../help/help-shown.ts'
import { isListShown } from '../keyboard/list-shown.ts'
import { askedDialog } from '../model/current-route.ts'
import type { AddressedDialog as Dialog } from '../model/route.ts'
import { overlay } from '../parts/floating/overlay.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'

/** Opens the dialog that the address asks for. It comes after the view, whose menus close at first. */
export function AddressedDialog() {
  const store = useStore()
  const { value } = askedDialog
  useEffect(() => {
    if (value === undefined) return
    askedDialog.value = undefined
    open(store, value)
  }, [value])
  return null
}

function open(store: Store, dialog: Dialog): void {
  if (dialog === 'keys') isListShown(store).value = true
  else if (dialog !== 'invite') helpShown(store).value = dialog
  // The dialog says who may invite, if the reader may not.
  else if (!store.isSpectator) overlay(store).value = { kind: 'invite' }
}
