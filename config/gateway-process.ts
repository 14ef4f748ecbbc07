/**
 * Options of Node for a gateway. What a waiting poll refers to stays in use until its answer; with the young generation of Node's
 * default size it is copied, and then collected by the slow collection of old objects (docs/performance.md, "Delivering").
 * package.json and `deploy/` repeat the options.
 */
export const GATEWAY_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=64']
