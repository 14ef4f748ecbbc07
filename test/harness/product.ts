import { productIsBuilt } from './ask.ts'

// Whoever imports this file runs after the product is built: `dist` then holds the compiled programs, the web
// client and the reference.
await productIsBuilt()

export { compiled } from './spawn.ts'
