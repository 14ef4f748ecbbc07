import type { Places } from '../../saving/places.ts'

/** Why a pattern or a template cannot be used stands where it is typed. */
export const LINKIFIER: Places<'pattern' | 'url_template'> = {
  operations: ['POST /realm/filters', 'PATCH /realm/filters/{filter_id}'],
  fields: {
    pattern: [
      'Bad regular expression: {reason}',
      'Realm filter with this Realm and Pattern already exists.',
      "Group '{name}' in URL template is not present in linkifier pattern.",
      'This field cannot be blank.',
    ],
    url_template: [
      'Invalid URL template.',
      "Group '{name}' in linkifier pattern is not present in URL template.",
    ],
  },
}

export const PLAYGROUND: Places<'pygments_language' | 'name' | 'url_template'> = {
  operations: ['POST /realm/playgrounds'],
  fields: {
    pygments_language: ['Invalid characters in pygments language', 'This field cannot be blank.'],
    name: ['Realm playground with this Realm, Pygments language and Name already exists.'],
    url_template: [
      'Invalid URL template.',
      'Missing the required variable "code" in the URL template',
      '"code" should be the only variable present in the URL template',
    ],
  },
}

export const DOMAIN: Places<'domain'> = {
  operations: ['POST /realm/domains'],
  fields: {
    domain: ['Invalid domain: {reason}', 'The domain {domain} is already a part of your organization.'],
  },
}

export const EMOJI: Places<'picture' | 'emoji_name'> = {
  operations: ['POST /realm/emoji/{emoji_name}'],
  fields: {
    picture: [
      'You must upload exactly one file.',
      'Uploaded file is larger than the allowed limit of {size} MiB',
      'Could not decode image; did you upload an image file?',
      'Image size exceeds limit.',
    ],
    emoji_name: [
      'Emoji name is missing',
      'Emoji names must have at most {limit} characters.',
      'Emoji names must end with either a letter or digit.',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
      'A custom emoji with this name already exists.',
      'Only administrators can override default emoji.',
    ],
  },
}

export const PROFILE_FIELD: Places<
  'field_type' | 'subtype' | 'name' | 'hint' | 'url_pattern' | 'options' | 'display_in_profile_summary'
> = {
  operations: ['POST /realm/profile_fields', 'PATCH /realm/profile_fields/{field_id}'],
  fields: {
    field_type: ['Invalid field type.'],
    subtype: ['Invalid external account type'],
    name: [
      'Label cannot be blank.',
      'A field with that label already exists.',
      'Invalid characters in name!',
    ],
    hint: [],
    url_pattern: [
      'Custom external account must define URL pattern',
      "URL pattern must contain '%(username)s'.",
    ],
    options: [
      'Field must have at least one choice.',
      'Too many choices.',
      'Field must not have duplicate choices.',
      "'value' cannot be blank.",
      '{name} cannot be blank.',
    ],
    display_in_profile_summary: [
      'Only {count} custom profile fields can be displayed in the profile summary.',
      'Field type not supported for display in profile summary.',
    ],
  },
  parameters: { field_data: 'options' },
}

export const CHANNEL_GROUP: Places<'name' | 'description'> = {
  operations: ['POST /default_stream_groups/create', 'PATCH /default_stream_groups/{group_id}'],
  fields: {
    name: [
      "Invalid default channel group name '{group}'",
      'Default channel group name too long (limit: {limit} characters)',
      "Default channel group '{group}' already exists",
      "This default channel group is already named '{group}'",
    ],
    description: [],
  },
  parameters: { group_name: 'name', new_group_name: 'name', new_description: 'description' },
}

export const EXPORT: Places<'export_type'> = {
  operations: ['POST /export/realm'],
  fields: {
    export_type: [
      'Make sure at least one Organization Owner is consenting to the export or contact {email} for help.',
      'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {email} for help.',
    ],
  },
}
