/** The version of the interface, which clients adapt to (spec.md "Versioning"). */
export const FEATURE_LEVEL = 420

/** The version of Loquat. */
export const LOQUAT_VERSION = '0.1.0'

/**
 * `service_version` and `zulip_version`. Clients parse the release number at the front; feature level 420
 * belongs to 11.0. The part after the plus sign is a local version label.
 */
export const SERVICE_VERSION = `11.0+loquat.${LOQUAT_VERSION}`

/** `service_merge_base`: equals the version, because this is not a fork (spec.md, feature level 88). */
export const MERGE_BASE = SERVICE_VERSION
