import { Migration } from '@mikro-orm/migrations'

/**
 * Invitations, and people who asked to join. Tokens of links are derived from ids (`core/people/invites/token.ts`): none
 * is stored.
 */
export class Invitations extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE invitation (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        inviter_id integer NOT NULL REFERENCES user_account (id),
        -- Null for a reusable link.
        email text,
        role smallint NOT NULL,
        channel_ids integer[] NOT NULL,
        group_ids integer[] NOT NULL,
        with_default_channels boolean NOT NULL,
        notify_inviter boolean NOT NULL,
        -- What the welcome bot adds; null for the organization's text, empty for none.
        welcome_text text,
        invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Both null for one that does not expire; sent again, it is valid for as long again.
        valid_minutes integer,
        expires_at timestamptz,
        -- How often it was mailed: in all, and on the last day, one of UTC, that it was.
        mails integer NOT NULL DEFAULT 1,
        mailed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
        mails_that_day smallint NOT NULL DEFAULT 1,
        ended text CHECK (ended IN ('used', 'revoked')),
        ended_at timestamptz
      );
      CREATE INDEX invitation_pending ON invitation (realm_id, id) WHERE ended IS NULL;
      CREATE INDEX invitation_inviter ON invitation (inviter_id) WHERE ended IS NULL;
      CREATE INDEX invitation_email ON invitation (realm_id, lower(email)) WHERE ended IS NULL;
      CREATE INDEX invitation_old ON invitation (coalesce(ended_at, expires_at));

      -- Somebody who confirms an address to join with: by a reusable link, or where anybody may join.
      CREATE TABLE join_request (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        invitation_id integer REFERENCES invitation (id) ON DELETE CASCADE,
        email text NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX join_request_email ON join_request (realm_id, lower(email), asked_at);
      CREATE INDEX join_request_old ON join_request (expires_at);
      CREATE INDEX join_request_invitation ON join_request (invitation_id);

      -- How many invitations an organization mailed, by day of UTC.
      CREATE TABLE invitation_day (
        realm_id integer NOT NULL REFERENCES realm (id),
        day date NOT NULL,
        mails integer NOT NULL,
        PRIMARY KEY (realm_id, day)
      );
      -- Set by an operator; null for the server's limit.
      ALTER TABLE realm ADD max_daily_invitations integer;

      CREATE INDEX confirmation_old ON confirmation (expires_at);
    `)
  }
}
