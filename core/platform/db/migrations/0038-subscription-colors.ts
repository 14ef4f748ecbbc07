import { Migration } from '@mikro-orm/migrations'

/** Clients rely on one form of colours: `#` and six lower-case digits. */
export class SubscriptionColors extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      UPDATE subscription SET color = lower(regexp_replace(color, '^#(.)(.)(.)$', '#\\1\\1\\2\\2\\3\\3'))
      WHERE color ~* '^#([0-9a-f]{3}|[0-9a-f]{6})$' AND color !~ '^#[0-9a-f]{6}$';
    `)
  }
}
