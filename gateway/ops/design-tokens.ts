import { readFileSync } from 'node:fs'

const TOKENS = readFileSync(new URL('../design/tokens.css', import.meta.url), 'utf8')

/**
 * The value of a token of the look as it is declared: `light-dark(#fff, #211d19)`. Throws for an unknown
 * name.
 */
export function token(name: string): string {
  const value = new RegExp(`^\\s*--${name}: ([^;]+);`, 'm').exec(TOKENS)?.[1]
  if (value === undefined) throw new Error(`gateway/design/tokens.css has no --${name}`)
  return value
}
