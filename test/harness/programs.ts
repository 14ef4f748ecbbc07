import { fileURLToPath } from 'node:url'
import { programsAreBundled } from './ask.ts'

// Whoever imports this file runs after `bundle-programs.mjs`. A program that serves pages or decodes pictures
// also needs `product.ts`.
await programsAreBundled()

const BUNDLES = new URL('../../node_modules/.cache/loquat-programs/', import.meta.url)

/** The bundle of a program of the product or of the tests; `path` is its source, `gateway/main.ts`. */
export const programOf = (path: string): string =>
  fileURLToPath(new URL(path.replace(/\.(?:ts|mjs)$/, '.js'), BUNDLES))
