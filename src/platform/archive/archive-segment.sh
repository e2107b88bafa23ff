#!/bin/sh
# PostgreSQL's archive_command: compresses one file of its write-ahead log into the spool folder, from which a process
# of the shop takes it to the archive.
#   archive_command = 'sh /path/archive-segment.sh /path/of/the/spool "%p" "%f"'
# The file gets its name when it is complete and on the disk. A failure is tried again by PostgreSQL, which keeps the
# file as long; so that neither it nor the spool fills the disk, a file is left out when 2 GB wait. The shop then makes a
# new base backup.
spool=$1 path=$2 name=$3
limit=2147483648

waiting=$(find pg_wal/archive_status -name '*.ready' 2>/dev/null | wc -l)
if [ $((waiting * $(wc -c <"$path"))) -gt $limit ] || [ "$(du -sk "$spool" | cut -f 1)" -gt $((limit / 1024)) ]; then
  echo "the archive is too far behind: $name is left out" >&2
  exit 0
fi

umask 027
draft="$spool/.$name.partial"
gzip -n -3 <"$path" >"$draft" && sync "$draft" && mv -f "$draft" "$spool/$name.gz" && sync "$spool" && exit 0
rm -f "$draft"
exit 1
