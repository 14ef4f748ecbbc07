import { Migration } from '@mikro-orm/migrations'

/** Lets browsers be push devices, and keeps the key pair by which their push services know the server. */
export class BrowsersOfWebPush extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE push_device
        ADD COLUMN p256dh text,
        ADD COLUMN auth text,
        ADD COLUMN session text,
        DROP CONSTRAINT push_device_kind_check,
        ADD CONSTRAINT push_device_kind_check CHECK (kind IN ('apns', 'fcm', 'web')),
        ADD CONSTRAINT push_device_p256dh_check CHECK ((kind = 'web') = (p256dh IS NOT NULL)),
        ADD CONSTRAINT push_device_auth_check CHECK ((kind = 'web') = (auth IS NOT NULL))`)
    this.addSql('ALTER TABLE realm ADD COLUMN uses_web_push boolean NOT NULL DEFAULT false')
    this.addSql(`
      CREATE TABLE server_key (
        name text PRIMARY KEY,
        public_key text NOT NULL,
        private_key text NOT NULL,
        made_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`)
  }
}
