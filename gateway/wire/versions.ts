import { z } from 'zod'
import { FEATURE_LEVEL, MERGE_BASE, SERVICE_VERSION } from '../../config/version.ts'

/** The versions of this server, under the names in spec.md and under the names that existing clients read. */
export const versions = {
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: SERVICE_VERSION,
  zulip_merge_base: MERGE_BASE,
  service_feature_level: FEATURE_LEVEL,
  service_version: SERVICE_VERSION,
  service_merge_base: MERGE_BASE,
}

export const versionsShape = {
  zulip_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  service_feature_level: z.int(),
  service_version: z.string(),
  service_merge_base: z.string(),
}
