/**
 * The days that matter to the shop, with which its calendar begins; in the back office they are changed, deleted and added
 * to. Those of the moon have a row for each year.
 */
export const SPECIAL_DAYS: readonly {
  name: string;
  firstDay: string;
  lastDay: string;
  everyYear: boolean;
}[] = [
  { name: 'Valentine’s Day', firstDay: '2026-02-14', lastDay: '2026-02-14', everyYear: true },
  { name: 'Independence Day', firstDay: '2026-10-01', lastDay: '2026-10-01', everyYear: true },
  { name: 'Detty December', firstDay: '2026-12-10', lastDay: '2027-01-03', everyYear: true },
  { name: 'Christmas', firstDay: '2026-12-25', lastDay: '2026-12-26', everyYear: true },
  { name: 'New Year', firstDay: '2027-01-01', lastDay: '2027-01-01', everyYear: true },
  { name: 'Sallah (Eid-el-Fitr)', firstDay: '2027-03-10', lastDay: '2027-03-11', everyYear: false },
  { name: 'Sallah (Eid-el-Kabir)', firstDay: '2027-05-17', lastDay: '2027-05-18', everyYear: false },
  { name: 'Sallah (Eid-el-Fitr)', firstDay: '2028-02-27', lastDay: '2028-02-28', everyYear: false },
  { name: 'Sallah (Eid-el-Kabir)', firstDay: '2028-05-05', lastDay: '2028-05-06', everyYear: false },
];
