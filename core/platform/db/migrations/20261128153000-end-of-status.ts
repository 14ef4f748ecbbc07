import { Migration } from '@mikro-orm/migrations'

/** Lets a status end at a time. */
export class EndOfStatus extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE user_status ADD COLUMN clear_at timestamptz')
    this.addSql('CREATE INDEX user_status_ends ON user_status (clear_at) WHERE clear_at IS NOT NULL')
  }
}
