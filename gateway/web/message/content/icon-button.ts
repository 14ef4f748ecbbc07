import type { IconNode } from 'lucide'

/** A button that shows only an icon, for places outside components. */
export function buttonOf(name: string, label: string, icon: IconNode): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = name
  button.title = label
  button.setAttribute('aria-label', label)
  button.append(svgOf(icon))
  return button
}

const SVG = 'http://www.w3.org/2000/svg'

function svgOf(icon: IconNode): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const attributes = {
    class: 'icon',
    width: 16,
    height: 16,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value))
  for (const [tag, values] of icon) {
    const part = document.createElementNS(SVG, tag)
    for (const [name, value] of Object.entries(values)) part.setAttribute(name, String(value))
    svg.append(part)
  }
  return svg
}
