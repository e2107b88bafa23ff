-- insertSpent
insert into spent_captchas (nonce, expires_at)
  values (($1, $2), $3)
  on conflict do nothing;
--   ModifyTable
