-- hitLimit
select hit_limit(($1), ($2)) as value;

