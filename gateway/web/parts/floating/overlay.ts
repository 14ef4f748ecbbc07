import { signal } from '@preact/signals'
import type { Conversation } from '../../model/conversation.ts'
import { eachPage, type OnPage } from '../../store/state/page.ts'

/** What has a menu of its own, wherever it is named. */
export type MenuPlace = Conversation | { readonly kind: 'channel'; readonly channel: number }

/** The dialogs about one message. */
export type MessageOverlay =
  | 'move'
  | 'move-topic'
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
  | { readonly kind: 'place-menu'; readonly place: MenuPlace; readonly anchor: HTMLElement }
  | { readonly kind: 'leave'; readonly channel: number }
  | { readonly kind: 'invite' }
  | { readonly kind: 'delete-topic'; readonly channel: number; readonly topic: string }
  | {
      readonly kind: 'image'
      readonly message: number
      readonly image: LightboxImage
      /** All images of the message. */
      readonly others: readonly LightboxImage[]
    }

/** A playground with the address that has the code. */
export interface PlaygroundLink {
  readonly name: string
  readonly url: string
}

export interface LightboxImage {
  /** The address of a picture that browsers show. */
  readonly source: string
  /** The address of the file as it was sent. */
  readonly original: string
  readonly isVideo?: boolean
  readonly name: string
}

export const overlay = eachPage(() => signal<Overlay | undefined>(undefined))

export const closeOverlay = (page: OnPage): void => {
  overlay(page).value = undefined
}

/** The message whose toolbar or menu is open. */
export const messageOfOverlay = (page: OnPage): number | undefined => {
  const { value } = overlay(page)
  return value !== undefined && 'id' in value ? value.id : undefined
}
