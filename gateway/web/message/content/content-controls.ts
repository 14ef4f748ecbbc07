import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import CopyIcon from 'lucide/dist/esm/icons/copy.mjs'
import Maximize from 'lucide/dist/esm/icons/maximize-2.mjs'
import { copy } from '../../parts/copy.ts'
import { overlay } from '../../parts/floating/overlay.ts'
import type { Playgrounds } from '../../store/slices/playgrounds.ts'
import type { Store } from '../../store/state/store.ts'
import { t } from '../../texts/texts.ts'
import { buttonOf } from './icon-button.ts'
import { mediaLinksIn, mediaOf } from './message-images.ts'

/** Makes the interactive parts of a sanitized message work: spoilers, code, images, names. */
export function addControls(
  store: Store,
  fragment: DocumentFragment,
  message: number,
  playgrounds: Playgrounds = [],
): void {
  for (const block of fragment.querySelectorAll<HTMLElement>('.spoiler-block')) makeSpoiler(block)
  const code = [...fragment.querySelectorAll<HTMLElement>('.codehilite')]
  for (const block of code) addCopyButton(store, block)
  if (code.length > 0 && playgrounds.length > 0)
    void import('./add-playgrounds.ts').then(
      ({ addPlaygrounds }) => addPlaygrounds(store, code, playgrounds),
      () => undefined, // without a connection the code is shown as it is
    )
  for (const mention of fragment.querySelectorAll<HTMLElement>('.user-mention[data-user-id]'))
    makePersonButton(store, mention)
  for (const mention of fragment.querySelectorAll<HTMLElement>('.user-group-mention[data-user-group-id]'))
    makeGroupButton(store, mention)
  makeLightbox(store, fragment, message)
  for (const video of fragment.querySelectorAll('video')) {
    video.controls = true
    video.closest('a')?.replaceWith(video)
  }
  for (const table of fragment.querySelectorAll('table')) {
    const scroller = document.createElement('div')
    scroller.className = 'table-scroller'
    table.replaceWith(scroller)
    scroller.append(table)
  }
}

function makeSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>(':scope > .spoiler-header')
  const content = block.querySelector<HTMLElement>(':scope > .spoiler-content')
  if (header === null || content === null) return
  const button = buttonOf('spoiler-button', t.spoiler, ChevronRight)
  const show = (isOpen: boolean) => {
    content.hidden = !isOpen
    content.toggleAttribute('aria-hidden', false)
    button.setAttribute('aria-expanded', String(isOpen))
    button.setAttribute('aria-label', isOpen ? t.hideSpoiler : t.showSpoiler)
  }
  show(false)
  if (header.textContent?.trim() === '') header.append(paragraph(t.spoiler))
  header.prepend(button)
  header.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a')) show(content.hidden !== false)
  })
}

function addCopyButton(store: Store, block: HTMLElement): void {
  const button = buttonOf('copy-code', t.copyCode, CopyIcon)
  const language = block.dataset.codeLanguage
  const pre = block.querySelector('pre')
  if (pre === null) return
  pre.tabIndex = 0
  pre.setAttribute('role', 'region')
  pre.setAttribute('aria-label', language === undefined ? t.code : t.codeIn(language))
  button.addEventListener('click', () => void copy(store, pre.textContent?.trimEnd() ?? '', t.codeCopied))
  block.append(button)
}

/** Opens a card on click, Enter and space. */
function makeButton(element: HTMLElement, open: () => void): void {
  element.tabIndex = 0
  element.setAttribute('role', 'button')
  element.addEventListener('click', open)
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open()
  })
}

function makePersonButton(store: Store, mention: HTMLElement): void {
  const person = Number(mention.dataset.userId)
  if (!Number.isInteger(person)) return
  makeButton(mention, () => {
    overlay(store).value = { kind: 'person', person, anchor: mention }
  })
}

function makeGroupButton(store: Store, mention: HTMLElement): void {
  const group = Number(mention.dataset.userGroupId)
  if (!Number.isInteger(group)) return
  makeButton(mention, () => {
    overlay(store).value = { kind: 'group', group, anchor: mention }
  })
}

/** Previews of images open large. With a modifier key a click opens a tab, as on any link. */
function makeLightbox(store: Store, fragment: DocumentFragment, message: number): void {
  const links = mediaLinksIn(fragment)
  const images = links.map(mediaOf)
  for (const [index, link] of links.entries()) {
    const image = images[index]!
    const open = () => {
      overlay(store).value = { kind: 'image', message, image, others: images }
    }
    if (image.isVideo) {
      addVideo(link, image.name, open)
      continue
    }
    link.querySelector('img')!.alt = image.name
    link.setAttribute('aria-label', t.openImage(image.name))
    markAnimation(link, image.name)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      open()
    })
  }
}

/** A video plays where it is; a button beside it opens it large. */
function addVideo(link: HTMLAnchorElement, name: string, open: () => void): void {
  const button = buttonOf('open-video', t.openVideo(name), Maximize)
  button.addEventListener('click', open)
  link.replaceWith(link.querySelector('video')!, button)
}

/** Formats whose previews play, unless the animation is too large. */
const PLAYED = /^image\/(?:gif|webp)$/

/** A still preview of an animation says so, and why. Formats that browsers do not show never play. */
function markAnimation(link: HTMLAnchorElement, name: string): void {
  const { stillOfAnimation, transcodedImage, originalContentType } = link.querySelector('img')!.dataset
  if (stillOfAnimation === undefined) return
  const plays = transcodedImage === undefined
  const mark = document.createElement('span')
  mark.className = 'animation-mark'
  mark.textContent = plays ? t.animationPlays : t.animationIsStill
  const reason = PLAYED.test(originalContentType ?? '') ? t.animationTooLarge : t.animationUnplayed
  mark.title = reason
  link.append(mark)
  link.setAttribute('aria-label', `${t.openImage(name)}. ${mark.textContent}. ${reason}`)
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
