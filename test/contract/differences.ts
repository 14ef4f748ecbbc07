/**
 * Deviations from the contract that the specification requires, each with the reason.
 */
export const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['GET /users/me.is_billing_admin: not in the contract', 'own user record: is_billing_admin'],
  [
    'POST /register.streams[].subscribers: not in the contract',
    'channel object: subscribers, with include_subscribers',
  ],
  [
    'POST /register.realm_default_streams[]: object, expected integer',
    'realm_default_streams are channel objects',
  ],
  [
    'POST /register.realm_service_update_announcements_stream_id: not in the contract',
    'feature level 242: service_update_announcements_stream_id',
  ],
  // Here the contract has scheduled messages where its own events and GET /reminders have reminders.
  ['POST /register.reminders[].reminder_id: not in the contract', 'reminders as events tell them'],
  [
    'POST /register.reminders[].reminder_target_message_id: not in the contract',
    'reminders as events tell them',
  ],
  ['POST /register.reminders[].scheduled_message_id: missing', 'reminders as events tell them'],
  ['event message.local_message_id: not in the contract', "in the sender's own event"],
])
