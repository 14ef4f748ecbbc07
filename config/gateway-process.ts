/**
 * Options of Node for a gateway. A waiting poll keeps its objects until the answer. Node's default young generation is too small
 * for them: they are copied, and then collected slowly as old objects (docs/performance.md, "Delivering"). package.json and
 * `deploy/` repeat the options.
 */
export const GATEWAY_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=64']
