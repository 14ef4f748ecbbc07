import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const LOGO = new URL('../design/logo.svg', import.meta.url)
const GROUND = '#fbfaf7'

/**
 * Names, sizes, and the part of the side that the logo takes. A maskable icon keeps its rim free (W3C, "icon
 * masks").
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 0.92, ground: undefined },
  { name: 'icon-512.png', size: 512, share: 0.92, ground: undefined },
  { name: 'icon-maskable-192.png', size: 192, share: 0.6, ground: GROUND },
  { name: 'icon-maskable-512.png', size: 512, share: 0.6, ground: GROUND },
] as const

/** Makes the pictures of the installed app from the logo. `gateway/static/manifest.ts` names them. */
export const appIcons = (): Plugin => ({
  name: 'app-icons',
  async generateBundle() {
    const logo = await readFile(LOGO)
    for (const { name, size, share, ground } of ICONS) {
      const inner = Math.round(size * share)
      const before = Math.floor((size - inner) / 2)
      const source = await sharp(logo, { density: (72 * inner) / 32 })
        .resize(inner, inner)
        .extend({
          ...{ top: before, left: before, bottom: size - inner - before, right: size - inner - before },
          background: ground ?? { r: 0, g: 0, b: 0, alpha: 0 },
        })
        .flatten(ground === undefined ? false : { background: ground })
        .png({ compressionLevel: 9 })
        .toBuffer()
      this.emitFile({ type: 'asset', name, source })
    }
  },
})
