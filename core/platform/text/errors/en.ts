import type { ServerText } from './de.ts'

/**
 * English sentences for people in place of messages that name a parameter or show a value of the interface.
 * A form replaces the parameter by the label of its field.
 */
export const ENGLISH_ERRORS: { readonly [T in ServerText]?: string } = {
  "'{name}' must be a system user group.": 'Only one of the built-in groups is possible here.',
  "'{setting}' setting cannot be set to '{group}' group.": 'This group is not possible here.',
  "'old' value does not match the expected value.":
    'Somebody has changed this meanwhile. Reload the page and try again.',
  "'prev_content_sha256' value does not match the expected value.": 'The message has been changed meanwhile.',
  "'value' cannot be blank.": 'The value cannot be blank.',
  "Bad value for 'message_retention_days': {value}": 'The retention time cannot be {value}.',
  'topic is too long (limit: {limit} characters)': 'The topic is too long (limit: {limit} characters).',
  'content is too long (limit: {limit} characters)': 'The text is too long (limit: {limit} characters).',
  'description is too long (limit: {limit} characters)':
    'The description is too long (limit: {limit} characters).',
  'name is too long (limit: {limit} characters)': 'The name is too long (limit: {limit} characters).',
  'title is too long (limit: {limit} characters)': 'The title is too long (limit: {limit} characters).',
  'status_text is too long (limit: {limit} characters)':
    'The status is too long (limit: {limit} characters).',
  '{parameter} is not a date': '“{parameter}” must be a date.',
  '{parameter} is not a URL': '“{parameter}” must be a web address.',
  '{parameter} is too long (limit: {limit} characters)':
    '“{parameter}” is too long (limit: {limit} characters).',
  '{name} is too long (limit: {limit} items)': 'The list is too long (limit: {limit} items).',
  '{name} is too large': 'The number is too large.',
  '{name} is too small': 'The number is too small.',
  '{name} cannot be blank.': 'This field cannot be blank.',
  '{name} cannot be blank': 'This field cannot be blank.',
  'The field {field} is not valid. {reason}': 'The field “{field}” is not valid. {reason}',
  'principals times subscriptions are too many (limit: {limit} at once)':
    'These are too many subscriptions at once (limit: {limit}).',
  '{color} is not a valid hex color code': 'This is not a color.',
  '{parameter} is not {kind}': '“{parameter}” cannot have this value.',
  'Invalid {parameter}: must be {values}': '“{parameter}” cannot have this value.',
  "Missing '{parameter}' argument": '“{parameter}” is missing.',
  '{parameter} field is missing': '“{parameter}” is missing.',
  '{parameter} is too short.': '“{parameter}” is too short.',
  '{parameter} must not contain {what}': '“{parameter}” has characters that are not allowed.',
  '{parameter} has too many values (limit: {limit})': '“{parameter}” has too many values (limit: {limit}).',
  "Bad value for '{parameter}': {value}": '“{parameter}” cannot be {value}.',
  'User {id} is already a member of this group': 'This person is already a member of the group.',
  'User group {id} is already a subgroup of one of the passed subgroups.': 'A group cannot contain itself.',
  'User group {id} is already a subgroup of this group.': 'This group is already a subgroup.',
  'Realm filter with this Realm and Pattern already exists.': 'A linkifier with this pattern already exists.',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'A playground with this name already exists for the language.',
  'Image size exceeds limit.': 'The picture has too many pixels.',
  'Invalid order mapping': 'The list has changed meanwhile. Try again.',
  'Invalid order mapping.': 'The list has changed meanwhile. Try again.',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'The linkifiers have changed meanwhile. Try again.',
  'Bad regular expression: {reason}': 'The pattern cannot be read: {reason}',
  'error parsing regexp: missing closing ): {text}': 'a closing parenthesis is missing: {text}',
  'error parsing regexp: unexpected ): {text}': 'a closing parenthesis has no opening one: {text}',
  'error parsing regexp: missing closing ]: {text}': 'a closing bracket is missing: {text}',
  'error parsing regexp: missing argument to repetition operator: {text}':
    'there is nothing to repeat: {text}',
  'error parsing regexp: invalid nested repetition operator: {text}': 'a repetition is repeated: {text}',
  'error parsing regexp: invalid or unsupported Perl syntax: {text}': 'this syntax is not supported: {text}',
  'error parsing regexp: invalid named capture: {text}': 'the name of a group is not valid: {text}',
  'error parsing regexp: trailing backslash at end of expression': 'it ends with a backslash.',
  'too large': 'it is too large.',
}
