import { existsSync, readFileSync } from 'node:fs'

/** The variable by which `npm start` tells its children that it starts them again. */
export const SUPERVISED = 'LOQUAT_SUPERVISED'

/** Files that container engines put into containers. */
const OF_CONTAINERS = ['/.dockerenv', '/run/.containerenv']

/**
 * What starts this process again when it dies: the name of its unit of systemd, `npm start`, `container`, or
 * `none`.
 */
export function supervisorOf(
  env: NodeJS.ProcessEnv = process.env,
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
  exists: (path: string) => boolean = existsSync,
  { pid, ppid }: Pick<NodeJS.Process, 'pid' | 'ppid'> = process,
): string {
  if (env[SUPERVISED] !== undefined) return 'npm start'
  const unit = env.INVOCATION_ID === undefined ? undefined : unitIn(groupsOf(read))
  if (unit !== undefined) return unit
  if (env.KUBERNETES_SERVICE_HOST !== undefined) return 'container'
  // The program of a container, or the child of its small init.
  return (pid === 1 || ppid === 1) && OF_CONTAINERS.some(exists) ? 'container' : 'none'
}

/** The unit that the control groups of a process name: the last part of their path that is a service. */
const unitIn = (groups: string): string | undefined => /\/([^/\n]+\.service)(?:\/|$)/m.exec(groups)?.[1]

function groupsOf(read: (path: string) => string): string {
  try {
    return read('/proc/self/cgroup')
  } catch {
    return '' // no Linux
  }
}
