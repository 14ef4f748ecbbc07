/**
 * Options of Node for a gateway. A waiting poll keeps its objects until the answer. Node's default young
 * generation is too small for them: they are copied, and then collected slowly as old objects. V8 also
 * notices that such objects survive, and then makes some of them as old objects at once (pretenuring). These
 * keep all objects of an answered poll alive until the next full collection. docs/performance.md
 * ("Delivering") has the measurements. package.json and `deploy/` repeat the options.
 */
export const GATEWAY_NODE_OPTIONS: readonly string[] = [
  '--max-semi-space-size=64',
  '--no-allocation-site-pretenuring',
]
