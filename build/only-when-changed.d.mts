export function buildWhenChanged(
  root: string,
  inputs: readonly string[],
  output: string,
  build: () => Promise<void>,
): Promise<boolean>

export function hashOf(root: string, inputs: readonly string[]): Promise<string>
