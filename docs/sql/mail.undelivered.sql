-- listUndelivered
SELECT id, kind, state, coalesce(recipient, '') AS "to", about, since, tries, next_try AS "nextTry", error
  FROM list_undelivered(($1), ($2));
--   Function Scan

-- countUndelivered
SELECT waiting, given_up AS "givenUp"
  FROM count_undelivered();
--   Function Scan

-- sendMailAgain
SELECT send_mail_again(($1)) AS value;

