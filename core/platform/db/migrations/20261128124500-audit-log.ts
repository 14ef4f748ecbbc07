import { Migration } from '@mikro-orm/migrations'

/** Keeps the changes of an organization with their authors. */
export class AuditLog extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE audit_entry (
        id bigserial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        time timestamptz NOT NULL DEFAULT clock_timestamp(),
        acting_user_id integer REFERENCES user_account ON DELETE CASCADE,
        kind text NOT NULL,
        action text NOT NULL,
        object_id integer,
        object_name text NOT NULL,
        property text,
        old_value text,
        new_value text
      )`)
    this.addSql('CREATE INDEX audit_entry_realm ON audit_entry (realm_id, id)')
    this.addSql('CREATE INDEX audit_entry_acting_user ON audit_entry (acting_user_id, id)')
    this.addSql('CREATE INDEX audit_entry_time ON audit_entry (time)')
  }
}
