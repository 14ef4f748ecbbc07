/** Where a process of a test runs and listens. */
export interface Place {
  /** The address at which it listens. */
  readonly host: string
  /** The network namespace of the process; undefined for the test's namespace. */
  readonly namespace?: string
}

export const THIS_MACHINE: Place = { host: '127.0.0.1' }

/**
 * Returns the command that runs a program at a place. `owner`: the account that runs it, instead of this one.
 */
export function commandAt(
  { namespace }: Place,
  program: string,
  args: readonly string[],
  owner?: { readonly uid: number; readonly gid: number },
): { file: string; args: string[] } {
  if (namespace === undefined) return { file: program, args: [...args] }
  const account = owner === undefined ? [] : [`--setuid=${owner.uid}`, `--setgid=${owner.gid}`]
  return { file: 'nsenter', args: [`--net=/run/netns/${namespace}`, ...account, program, ...args] }
}
