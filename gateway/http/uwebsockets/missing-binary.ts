/** The machine that a gateway starts on, as far as binaries depend on it. */
export type Machine = {
  /** The major version of Node, such as 24. */
  node: number
  platform: string
  arch: string
  /** The version of glibc, such as 2.36; undefined on systems without it. */
  glibc: string | undefined
}

/** Describes the machine of this process. */
export function thisMachine(): Machine {
  const { platform, arch, versions } = process
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return {
    node: Number.parseInt(versions.node, 10),
    platform,
    arch,
    glibc: report?.header?.glibcVersionRuntime,
  }
}

/**
 * Says in one line why no binary of uWebSockets.js loads on this machine, with the remedy. `error`: the
 * loader's error.
 */
export function explainMissingBinary(error: string, machine: Machine): string {
  const { node, platform, arch, glibc } = machine
  if (platform === 'linux' && glibc === undefined) {
    return 'Loquat needs glibc, which this system does not have: use the container image, or a system such as Debian 13'
  }
  const [, needed] = /GLIBC_(\d+\.\d+)' not found/.exec(error) ?? []
  if (needed === undefined) {
    return `There is no binary of uWebSockets.js for Node ${node} on ${platform}-${arch}: use Node 22 or 24`
  }
  return `Node ${node} needs glibc ${needed} or newer, as in Debian 13 and Ubuntu 24.04, and this system has ${glibc}: ${advice(machine)}`
}

/** On x64 the optional packages have binaries of Node 20 and 22 that older systems load too. */
function advice({ node, arch }: Machine): string {
  if (arch !== 'x64') return 'use a newer system'
  if (node === 20 || node === 22) return 'install the optional packages too (npm ci), or use a newer system'
  return 'use Node 22 here, or a newer system'
}
