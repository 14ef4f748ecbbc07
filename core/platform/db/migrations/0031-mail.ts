import { Migration } from '@mikro-orm/migrations'

/** What became of mails, so that none is sent twice, and the mailbox of a development server. */
export class Mail extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE mail_delivery (
        -- The job's row in job_outbox, which goes when the mail is delivered; this one stays longer than the job.
        outbox_id bigint PRIMARY KEY,
        -- Which attempt has it, and until when unless that says so again; null between attempts.
        held_by uuid,
        held_until timestamptz,
        attempted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        delivered_at timestamptz
      );
      CREATE INDEX mail_delivery_attempted ON mail_delivery (attempted_at);

      CREATE TABLE mailbox (
        id bigserial PRIMARY KEY,
        kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        sender text NOT NULL,
        recipient text NOT NULL,
        subject text NOT NULL,
        -- Beside those: names and values.
        headers json NOT NULL,
        html text NOT NULL,
        text text NOT NULL
      );
    `)
  }
}
