-- Since when each line of the doctor is in its state, so that this outlives a start (docs/decisions/0047-doctor.md).
CREATE TABLE doctor_lines (
  line text PRIMARY KEY CHECK (length(line) BETWEEN 1 AND 100),
  state text NOT NULL CHECK (state IN ('ok', 'warning', 'problem')),
  since timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE doctor_lines ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Written by the process of the shop, not by requests.
GRANT SELECT, INSERT, UPDATE ON doctor_lines TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON doctor_lines TO aso_auth USING (true) WITH CHECK (true);
