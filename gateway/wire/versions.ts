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

const featureLevel = z.int().describe('The feature level of the interface. It rises with each change.')
const version = z.string().describe('The version of the server.')
const mergeBase = z.string().describe('The version that the server derives from: the same as its version.')

export const versionsShape = {
  zulip_feature_level: featureLevel,
  zulip_version: version,
  zulip_merge_base: mergeBase,
  service_feature_level: featureLevel,
  service_version: version,
  service_merge_base: mergeBase,
}
