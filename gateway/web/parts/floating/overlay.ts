import { signal } from '@preact/signals'

/** The dialogs about one message. */
export type MessageOverlay =
  | 'move'
  | 'delete'
  | 'history'
  | 'source'
  | 'readers'
  | 'forward'
  | 'remind'
  | 'report'

/** The open menu, card or dialog; at most one is open. */
export type Overlay =
  | { readonly kind: 'menu' | 'sheet' | 'reactions'; readonly id: number; readonly anchor: HTMLElement }
  | { readonly kind: MessageOverlay; readonly id: number }
  | { readonly kind: 'person'; readonly person: number; readonly anchor: HTMLElement }
  | { readonly kind: 'group'; readonly group: number; readonly anchor: HTMLElement }
  | {
      readonly kind: 'playgrounds'
      readonly links: readonly PlaygroundLink[]
      readonly anchor: HTMLElement
    }
  | { readonly kind: 'leave'; readonly channel: number }
  | { readonly kind: 'invite' }
  | { readonly kind: 'delete-topic'; readonly channel: number; readonly topic: string }
  | { readonly kind: 'image'; readonly image: LightboxImage; readonly others: readonly LightboxImage[] }

/** A playground with the address that has the code. */
export interface PlaygroundLink {
  readonly name: string
  readonly url: string
}

export interface LightboxImage {
  readonly source: string
  readonly name: string
}

export const overlay = signal<Overlay | undefined>(undefined)

export const closeOverlay = (): void => {
  overlay.value = undefined
}

/** The message whose toolbar or menu is open. */
export const messageOfOverlay = (): number | undefined => {
  const { value } = overlay
  return value !== undefined && 'id' in value ? value.id : undefined
}
