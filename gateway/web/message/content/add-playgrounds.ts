import Play from 'lucide/dist/esm/icons/play.mjs'
import { parseTemplate } from 'url-template'
import { overlay, type PlaygroundLink } from '../../parts/floating/overlay.ts'
import type { Playgrounds } from '../../store/slices/playgrounds.ts'
import type { Store } from '../../store/state/store.ts'
import { t } from '../../texts/texts.ts'
import { buttonOf } from './icon-button.ts'

/** Offers to open blocks of code in the playgrounds of their languages: with several, by a menu. */
export function addPlaygrounds(store: Store, blocks: readonly HTMLElement[], playgrounds: Playgrounds): void {
  for (const block of blocks) {
    const links = linksOf(block, playgrounds)
    const [first] = links
    if (first === undefined) continue
    const button = buttonOf('open-playground', links.length > 1 ? t.playgrounds : t.openIn(first.name), Play)
    if (links.length > 1) button.setAttribute('aria-haspopup', 'menu')
    button.addEventListener('click', () => {
      if (links.length === 1) open(first.url, '_blank', 'noopener,noreferrer')
      else overlay(store).value = { kind: 'playgrounds', links, anchor: button }
    })
    block.append(button)
  }
}

function linksOf(block: HTMLElement, playgrounds: Playgrounds): PlaygroundLink[] {
  const language = block.dataset.codeLanguage?.toLowerCase()
  const code = block.querySelector('pre')?.textContent?.trimEnd() ?? ''
  return playgrounds
    .filter(({ pygments_language }) => pygments_language.toLowerCase() === language)
    .map(({ name, url_template }) => ({ name, url: parseTemplate(url_template).expand({ code }) }))
    .filter(({ url }) => /^https?:\/\//i.test(url))
}
