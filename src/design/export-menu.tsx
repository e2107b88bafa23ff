import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Menu, MenuItem } from './menu.tsx';

/** Downloads a list as a file: `list` is that of `/api/exports`, `filter` its parameters. */
export function ExportMenu({
  list,
  filter,
  label = 'Export',
  compact,
}: {
  list: 'orders' | 'products';
  filter: Readonly<Record<string, string | undefined>>;
  label?: string;
  /** On a phone the icon alone, beside a search box. */
  compact?: boolean;
}) {
  const save = (format: 'csv' | 'xlsx') => {
    const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const link = document.createElement('a');
    link.href = `/api/exports/${list}.${format}?${new URLSearchParams(given)}`;
    // The browser stays on the page if the server refuses.
    link.download = '';
    link.click();
  };
  return (
    <Menu
      trigger={
        <Button variant="outline" className={cn(compact && 'px-3 sm:px-5')}>
          <Download aria-hidden="true" />
          <span className={cn(compact && 'max-sm:sr-only')}>{label}</span>
        </Button>
      }
    >
      <MenuItem icon={<FileSpreadsheet aria-hidden="true" />} onSelect={() => save('xlsx')}>
        Excel file (XLSX)
      </MenuItem>
      <MenuItem icon={<FileText aria-hidden="true" />} onSelect={() => save('csv')}>
        Text file (CSV)
      </MenuItem>
    </Menu>
  );
}
