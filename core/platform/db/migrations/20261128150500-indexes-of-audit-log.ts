import { Migration } from '@mikro-orm/migrations'

/** Lets the audit log be read by kind, person and time without looking at other entries. */
export class IndexesOfAuditLog extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX audit_entry_newest ON audit_entry (realm_id, time, id)')
    this.addSql('CREATE INDEX audit_entry_kind ON audit_entry (realm_id, kind, time, id)')
    this.addSql('CREATE INDEX audit_entry_actor ON audit_entry (acting_user_id, time, id)')
    this.addSql('CREATE INDEX audit_entry_object ON audit_entry (realm_id, kind, object_id, time)')
  }
}
