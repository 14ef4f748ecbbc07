/** The interface served: the feature level clients adapt to (spec.md "Versioning"). */
export const FEATURE_LEVEL = 420

/** This software's own version. */
export const LOQUAT_VERSION = '0.1.0'

/**
 * `service_version` and `zulip_version`. Clients read a release number off the front, and 11.0 is the
 * release that feature level 420 belongs to; what follows the plus sign is a local version label.
 */
export const SERVICE_VERSION = `11.0+loquat.${LOQUAT_VERSION}`

/** `service_merge_base`: equals the version, because this is not a fork (spec.md, feature level 88). */
export const MERGE_BASE = SERVICE_VERSION
