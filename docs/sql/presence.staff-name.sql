-- findStaffName
SELECT staff_name(($1)) AS name;

