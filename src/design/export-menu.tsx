import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import type { ReactElement } from 'react';
import { saveFile } from '#shared/save-file.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Menu, MenuItem } from './menu.tsx';
import { useOperation } from './use-operation.ts';

type Format = 'csv' | 'xlsx';
/** Those of `/api/exports`. */
type List = 'orders' | 'products';

/** Downloads a list as a file: `filter` are its parameters. */
export function ExportMenu({
  list,
  filter,
  label = 'Export',
  compact,
}: {
  list: List;
  filter: Readonly<Record<string, string | undefined>>;
  label?: string;
  /** On a phone the icon alone, beside a search box. */
  compact?: boolean;
}) {
  const save = (format: Format) => {
    const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const link = document.createElement('a');
    link.href = `/api/exports/${list}.${format}?${new URLSearchParams(given)}`;
    // The browser stays on the page if the server refuses.
    link.download = '';
    link.click();
  };
  return (
    <Formats
      onSave={save}
      trigger={
        <Button variant="outline" className={cn(compact && 'px-3 sm:px-5')}>
          <Download aria-hidden="true" />
          <span className={cn(compact && 'max-sm:sr-only')}>{label}</span>
        </Button>
      }
    />
  );
}

/** Downloads the selected rows of a list as a file. The selection may be too long for a URL. */
export function ExportSelection({
  list,
  selection,
  disabled,
}: {
  list: List;
  /** As `selectionInput` makes it. */
  selection: object;
  disabled?: boolean;
}) {
  const { mutate, isPending } = useOperation<Format, void>({
    mutationFn: (format) => downloadSelection(`${list}.${format}`, selection),
    messages: { failure: { title: 'The file could not be downloaded', description: 'Please try again.' } },
  });
  return (
    <Formats
      onSave={mutate}
      trigger={
        <Button variant="outline" size="sm" className="min-h-11" busy={isPending} disabled={disabled}>
          <Download aria-hidden="true" />
          Export
        </Button>
      }
    />
  );
}

/** Throws the code and status of a refusal, as operations do. */
async function downloadSelection(file: string, selection: object): Promise<void> {
  const response = await fetch(`/api/exports/${file}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(selection),
  });
  if (!response.ok) {
    const { code, message } = await response.json().catch(() => ({}));
    throw Object.assign(new Error(message), { code, status: response.status });
  }
  const [, name = file] = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(name, await response.blob());
}

const Formats = ({ trigger, onSave }: { trigger: ReactElement; onSave: (format: Format) => void }) => (
  <Menu trigger={trigger}>
    <MenuItem icon={<FileSpreadsheet aria-hidden="true" />} onSelect={() => onSave('xlsx')}>
      Excel file (XLSX)
    </MenuItem>
    <MenuItem icon={<FileText aria-hidden="true" />} onSelect={() => onSave('csv')}>
      Text file (CSV)
    </MenuItem>
  </Menu>
);
