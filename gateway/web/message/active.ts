import { signal } from '@preact/signals'

/** The message under the pointer or with the focus, which shows its toolbar. */
export const active = signal<number | undefined>(undefined)

/** The message from which the reader went to write. */
export const leftFor = signal<number | undefined>(undefined)

export function activate(id: number | undefined): void {
  active.value = id
}
