import { type Finding, ok, type Row, reasonOf, runCheck, warning, wrong } from './check.ts'

const OLDEST_NODE = [20, 19]
/** The first version that still gets security fixes. */
const SUPPORTED_NODE = 22

/** Checks Node and the packages with native code, for the processes that run on this machine. */
export async function checkMachine(): Promise<Row[]> {
  const node = await runCheck({ name: 'Node', advice: '', run: () => judgeNode(process.versions.node) })
  const binaries = await runCheck({
    name: 'Native packages',
    advice: 'run npm ci on this machine, with the Node that runs the server',
    run: async () => {
      for (const [name, load] of NATIVE) {
        try {
          await load()
        } catch (error) {
          const advice = 'run npm ci on this machine; docs/operations.md says under "HTTP" which Node fits'
          return wrong(`${name} does not load: ${reasonOf(error)}`, advice)
        }
      }
      return ok(NATIVE.map(([name]) => name).join(', '))
    },
  })
  return [node, binaries]
}

const NATIVE = [
  ['uWebSockets.js', () => import('../../gateway/http/uwebsockets/uws.ts')],
  ['sharp', () => import('sharp')],
  ['argon2', () => import('@node-rs/argon2')],
] as const

export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, oldestMinor] = OLDEST_NODE as [number, number]
  if (major < oldest || (major === oldest && minor < oldestMinor)) {
    return wrong(version, `use Node ${oldest}.${oldestMinor} or newer`)
  }
  if (major >= SUPPORTED_NODE) return ok(version)
  return warning(`${version} gets no security fixes any more`, `use Node ${SUPPORTED_NODE} or newer`)
}
